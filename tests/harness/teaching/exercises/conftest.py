"""Submissions are loaded in this process: what they leave behind is taken away."""

import io
import sys
from collections.abc import Iterator

import pytest

from harness.teaching.exercises import grader


@pytest.fixture(autouse=True)
def clean(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget what a submission leaves behind; to save time, start each file only once."""
    if "by_chance" not in request.node.name:
        monkeypatch.setattr(grader, "HASH_SEEDS", grader.HASH_SEEDS[:1])
    monkeypatch.setattr("sys.stdin", io.StringIO())
    path, modules = [*sys.path], {*sys.modules}
    yield
    sys.path[:] = path
    for name in {*sys.modules} - modules:
        if "/" in name or name in ("handed_in", "helper"):
            del sys.modules[name]
