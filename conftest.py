"""Which files pytest imports to look for doctests: those with an example, and no others.

So a process that runs tests does not wait for libraries that only adapters import, and adapters of
packages run in the environments of these packages. Without Numba, the files of the compiled style
cannot be imported.
"""

from importlib.util import find_spec
from pathlib import Path

pytest_plugins = ["pytester"]
COMPILED = [
    *("evaluators/*/compiled.py", "evaluators/*/walk.py", "evaluators/compiled/*"),
    "evaluators/rank_sums/sixteen.py",
]
collect_ignore_glob = [] if find_spec("numba") else COMPILED


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out a module that has neither tests nor examples."""
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    return b">>>" not in collection_path.read_bytes() or None
