"""Submissions are loaded in this process: what they leave behind is taken away."""

import io
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the modules and folders of a test's submissions."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    path, modules = [*sys.path], {*sys.modules}
    yield
    sys.path[:] = path
    for name in {*sys.modules} - modules:
        if "/" in name or name in ("handed_in", "helper"):
            del sys.modules[name]
