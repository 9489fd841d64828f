"""An autograder for Gradescope: a zip file that grades one exercise.

It needs no network where Python and the system are those that it was made with; elsewhere it
installs the two libraries that are compiled. It contains the packages that the grader needs, as
they are installed here, and two scripts, which
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
EARLIEST = 1980, 1, 1, 0, 0, 0
"""The date of every file in the zip, so that the same code gives the same bytes."""

SETUP = """\
#!/usr/bin/env bash
# Find a Python that is new enough, or install one. The packages are in the folder lib.
set -euo pipefail
root="${1:-/autograder}"
find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then
            command -v "$name"
            return
        fi
    done
    return 1
}
if ! find_python; then
    apt-get update && apt-get install -y python3.11
fi
find_python > "$root/source/python"
for library in psutil numpy; do  # these are compiled for one system
    python="$(cat "$root/source/python")"
    if ! PYTHONPATH="$root/source/lib" "$python" -c "import $library" 2> /dev/null; then
        rm -rf "$root/source/lib/$library"
        "$python" -m pip install --target "$root/source/lib" --upgrade "$library"
    fi
done
"""

RUN = """\
#!/usr/bin/env bash
# Grade the files in the folder submission: exercise {exercise}.
set -uo pipefail
root="${{1:-/autograder}}"
export PYTHONPATH="$root/source/lib" PYTHONDONTWRITEBYTECODE=1
python="$(cat "$root/source/python")"
{seed}cd "$root" || exit 2
"$python" -P -c 'import sys; from harness.cli.grade import gradescope; gradescope(*sys.argv[1:])' \\
    {number} submission "$root/results/results.json"{seed_argument}
"""

SEED = """\
read_seed='import json, sys; print(json.load(open(sys.argv[1]))["users"][0]["email"])'
seed="$("$python" -P -c "$read_seed" "$root/submission_metadata.json")"
if [ -z "$seed" ]; then
    echo "submission_metadata.json has no e-mail address of the first student: no seed" >&2
    exit 2
fi
"""


def autograder(exercise: Exercise) -> bytes:
    """The zip file of an exercise."""
    seed, argument = (SEED, ' "$seed"') if exercise.needs_seed else ("", "")
    run = RUN.format(exercise=exercise, number=exercise.number, seed=seed, seed_argument=argument)
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as zipped:
        _add(zipped, "setup.sh", SETUP.encode(), EXECUTABLE)
        _add(zipped, "run_autograder", run.encode(), EXECUTABLE)
        for name, file in sorted([*_our_files(exercise), *_their_files()]):
            _add(zipped, f"lib/{name}", file.read_bytes(), PLAIN)
    return out.getvalue()


def _add(zipped: ZipFile, name: str, content: bytes, mode: int) -> None:
    about = ZipInfo(name, EARLIEST)
    about.external_attr = mode << 16
    about.compress_type = ZIP_DEFLATED
    zipped.writestr(about, content)


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
