"""Settings of hypothesis, and the order of tests: pytest-xdist keeps those of a file together."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parent

# NumPy starts a thread for each core, here in each of hundreds of processes, which need none.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.register_profile(
    "allhands",
    derandomize=True,  # the same examples in every run
    deadline=None,  # a busy machine is slow
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("allhands")


@pytest.fixture(scope="module", name="short_preflight")
def of_few_hands() -> Iterator[None]:
    """The checks of a module that is not about the preflight ask few questions before all hands."""
    from tests.harness.in_process import short_preflight

    with short_preflight():
        yield


@pytest.fixture
def current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new folder, in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Make each n-th case of a test that is marked ``every(n)`` quick, and the others thorough.

    The files of no folder come first: they take longest, and at the end one would be waited for.
    Doctests come last, which are short.
    """
    items.sort(key=lambda item: (item.path.parent != TESTS, TESTS not in item.path.parents))
    cases: Counter[str] = Counter()
    for item in items:
        if mark := item.get_closest_marker("every"):
            name = item.nodeid.partition("[")[0]
            if cases[name] % mark.args[0]:
                item.add_marker("thorough")
            cases[name] += 1
