"""Write the folder of the page *Try it*: `write`.

The editor and Python for the browser come from npm, in the versions and with the hashes of
``page/package-lock.json``. npm puts them into a cache; nothing of them is in git. The programs that
the page offers are the files of this project.
"""

import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from evaluators import LESSONS, PUBLISHED, cache
from evaluators.errors import UserError
from harness.processes.workers import ROOT
from harness.teaching.explanation import STRATEGIES, SUFFIX
from harness.teaching.grader.exercise import Exercise, exercises

PAGE = Path(__file__).parent / "page"
INSTALL = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
PYTHON = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""The files of Python for the browser."""
NOT_THERE = {"compiled", "peers", "cli", "reporting", "testing", "table", "__pycache__"}
"""Folders of ours that the page does not need."""
OWN = '''def evaluate(hand):
    """The key of a hand such as ["Kd", "Ks", "7c", "7h", "5s"]: the higher key wins."""
    ranks = sorted(("23456789TJQKA".index(card[0]) for card in hand), reverse=True)
    return ranks
'''
"""The first text of a reader's own program."""
MUTANT = "Type your number or name below the program: then it is yours."
"""The note on an exercise whose file differs from student to student."""


class NotBuiltError(UserError):
    """The page cannot be built here; the message says why."""


def write(folder: Path) -> None:
    """Write the page's folder.

    Raises:
        NotBuiltError: npm is not installed, or it does not get what it needs.
    """
    modules = _modules()
    for part in ("editor", "python"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for file in PAGE.iterdir():
        if file.suffix in {".html", ".css", ".mjs"}:
            shutil.copy(file, folder)
    for part_of_python in PYTHON:
        shutil.copy(modules / "pyodide" / part_of_python, folder / "python")
    packages = [*_packages(modules)]
    for name, home, about in packages:
        if name != "pyodide":
            text = (home / about.get("module", about["main"])).read_text(encoding="utf-8")
            (folder / "editor" / _file_of(name)).write_text(_linked(text), encoding="utf-8")
    (folder / "licences.txt").write_text(_licences(packages), encoding="utf-8")
    _pack(folder / "allhands.zip")
    used = [f"{name} {about['version']} ({about['license']})" for name, _, about in packages]
    known = {"programs": [*programs()], "used": used}
    (folder / "programs.json").write_text(json.dumps(known, indent=1), encoding="utf-8")


def _modules() -> Path:
    """The folder of what npm installed, once for each lock file."""
    lock = (PAGE / "package-lock.json").read_bytes()
    folder = cache.folder() / f"try-{sha256(lock).hexdigest()[:16]}"
    done = folder / "done"
    if not done.exists():
        if not shutil.which("npm"):
            raise NotBuiltError("the page Try it needs npm when it is built; it is not installed")
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(PAGE / name, folder)
        run = subprocess.run(INSTALL, cwd=folder, capture_output=True, text=True)
        if run.returncode:
            why = run.stderr.strip().splitlines() or [f"exit code {run.returncode}"]
            raise NotBuiltError(f"npm cannot install what the page Try it needs: {why[-1]}")
        done.touch()
    return folder / "node_modules"


def _packages(modules: Path) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """The packages that the page uses: name, folder, and what ``package.json`` says."""
    for file in sorted([*modules.glob("*/package.json"), *modules.glob("@*/*/package.json")]):
        about = json.loads(file.read_text(encoding="utf-8"))
        if about["name"] not in {"ws", "@types/emscripten"}:  # of Python outside of a browser
            yield about["name"], file.parent, about


def _file_of(package: str) -> str:
    return package.strip("@").replace("/", "-") + ".mjs"


def _linked(text: str) -> str:
    """A module whose imports are files beside it: a browser knows no names of packages."""
    return re.sub(
        r"""(^(?:import|export)\b[^'"]*? from )['"]([^.'"][^'"]*)['"]""",
        lambda match: f'{match[1]}"./{_file_of(match[2])}"',
        text,
        flags=re.MULTILINE,
    )


def _licences(packages: list[tuple[str, Path, dict[str, Any]]]) -> str:
    """The licences of what the page uses, in full where the package has the text."""
    parts = []
    for name, home, about in packages:
        texts = [file.read_text(encoding="utf-8") for file in sorted(home.glob("LICENSE*"))]
        parts.append("\n\n".join([f"{name} {about['version']}: {about['license']}", *texts]))
    return f"\n{'-' * 80}\n\n".join(parts)


def _pack(target: Path) -> None:
    """Pack our files, always into the same bytes."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for part in ("evaluators", "harness", "exercises"):
            for file in sorted((ROOT / part).rglob("*")):
                is_code = file.suffix in {".py", ".diff", ".csv"}
                if is_code and not NOT_THERE & {*file.relative_to(ROOT).parts}:
                    entry = zipfile.ZipInfo(file.relative_to(ROOT).as_posix())
                    packed.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED)


def programs() -> Iterator[dict[str, Any]]:
    """The programs that the page offers, with their texts."""
    for strategy in STRATEGIES:
        place = LESSONS[strategy + SUFFIX]
        yield _program("The lessons", strategy + SUFFIX, place) | {"strategy": strategy}
    for name, place in PUBLISHED.items():
        yield _program("As they were published", name, place)
    for exercise in exercises():
        yield {
            "group": "Exercises",
            "id": exercise.folder.name,
            "title": str(exercise),
            "file": exercise.file,
            "text": (exercise.folder / exercise.file).read_text(encoding="utf-8"),
            "exercise": exercise.number,
            "task": _task(exercise),
            "seed": exercise.needs_seed,
            "note": MUTANT if exercise.needs_seed else "",
        }
    about = "Write or paste a function that ranks a hand, and check it on every hand."
    yield {
        "group": "Your own", "id": "own", "title": "your own", "file": "mine.py", "text": OWN,
        "about": about,
    }  # fmt: skip


def _program(group: str, name: str, place: str) -> dict[str, Any]:
    """An evaluator of ours as a program; its docstring's first line says what it is."""
    module, colon, attribute = place.partition(":")
    path = ROOT / f"{module.replace('.', '/')}.py"
    text = path.read_text(encoding="utf-8")
    about = text.removeprefix('"""').partition("\n")[0]
    file = f"{path.name}{colon}{attribute}"
    return {"group": group, "id": name, "title": name, "file": file, "text": text, "about": about}


def _task(exercise: Exercise) -> str:
    """The task of an exercise as HTML, with links to the site."""
    text = (exercise.folder / "README.md").read_text(encoding="utf-8")
    of_terminal = "(Copy this folder|To grade it:).*?(?=To read:)"
    text = re.sub(of_terminal, "", text.partition("\n")[2], flags=re.DOTALL)
    text = re.sub(r"\]\(\.\./\.\./docs/([\w/.-]+)\.md", r"](../\1.html", text)
    text = re.sub(r"\[([^\]]+)\]\((?!\.\./|https?:)[^)]+\)", r"\1", text)
    html: str = MarkdownIt("commonmark").enable("table").render(text)
    return html
