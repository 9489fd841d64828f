"""An autograder for Gradescope: a zip file that grades one exercise.

It needs no network where Python and the system are those that it was made with; elsewhere it
installs the two libraries that are compiled. It contains the packages that the grader needs, as
they are installed here, and two scripts, ``setup.sh`` and ``run_autograder``, which
`Gradescope runs <https://gradescope-autograders.readthedocs.io>`_ when it makes the container, and
for each submission.
"""

import io
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from harness.processes.workers import ROOT
from harness.teaching.grader.exercise import Exercise

NEEDED = (
    *("click", "rich", "pytest", "pluggy", "iniconfig", "packaging", "pygments"),
    *("psutil", "numpy"),
)
"""The libraries that the grader imports; the last two are compiled for one system."""
OURS = ("evaluators", "harness")
PLAIN, EXECUTABLE = 0o644, 0o755


def autograder(exercise: Exercise) -> bytes:
    """The zip file of an exercise."""
    out, here = io.BytesIO(), Path(__file__).parent
    scripts = [("setup.sh", here / "setup.sh"), ("run_autograder", here / "run_autograder.sh")]
    library = sorted([*_our_files(exercise), *_their_files()])
    with ZipFile(out, "w") as zipped:
        for name, file in [*scripts, *((f"lib/{name}", file) for name, file in library)]:
            about = ZipInfo(name)  # of 1980, so the same code gives the same bytes
            about.external_attr = (PLAIN if name.startswith("lib/") else EXECUTABLE) << 16
            # Level 1: a tenth larger, in a third of the time.
            zipped.writestr(about, file.read_bytes(), ZIP_DEFLATED, 1)
    return out.getvalue()


def _our_files(exercise: Exercise) -> Iterator[tuple[str, Path]]:
    """The files of this project's packages and of an exercise, and what names their version."""
    for package in OURS:
        for file in (ROOT / package).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file.relative_to(ROOT).as_posix(), file
    for file in exercise.folder.iterdir():
        if file.is_file():
            yield f"exercises/{exercise.folder.name}/{file.name}", file
    for name, file in _installed("allhands"):
        if file.name == "METADATA" or "licenses" in file.parts:
            yield name, file


def _their_files() -> Iterator[tuple[str, Path]]:
    """The files of the libraries."""
    for library in NEEDED:
        for name, file in _installed(library):
            is_needed = {"..", "tests"}.isdisjoint(Path(name).parts)  # a script is outside
            if is_needed and file.suffix != ".pyc":
                yield name, file


def _installed(library: str) -> Iterator[tuple[str, Path]]:
    """The files of an installed library: their names in its folder, and where they are."""
    for path in distribution(library).files or ():
        yield path.as_posix(), Path(str(path.locate()))
