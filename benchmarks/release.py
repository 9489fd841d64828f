"""Check all that a release needs, and list what is missing: ``make release``.

It builds the wheel and the sdist in a temporary folder, and uploads nothing.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from tomllib import loads
from zipfile import ZipFile

from markdown_it import MarkdownIt

from benchmarks.golden import without_verdict
from benchmarks.key import without_key
from benchmarks.publish import ROOT, lines_of_stale, output

LOCAL_LINK = re.compile(r'(?:href|src|srcset)="(?!https?:|#)([^"]*)"')


def verdicts(root: Path) -> Iterator[str]:
    """Evaluators that the golden file lacks, and games that the answer key lacks."""
    if names := without_verdict():
        yield f"no verdict yet on {', '.join(names)}; run make golden"
    if names := without_key():
        yield f"no answer key yet of {', '.join(names)}; run make key"


def changelog(root: Path) -> Iterator[str]:
    """The version, if the changelog has no section for it, or the citation another one."""
    version = loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"(?m)^## {re.escape(version)}\b", text):
        yield f"CHANGELOG.md has no section ## {version}, that of pyproject.toml"
    if re.search(r"(?m)^## Unreleased", text):
        yield "CHANGELOG.md has a section ## Unreleased: name its version"
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    if f"\nversion: {version}\n" not in citation:
        yield f"CITATION.cff names another version than {version}, that of pyproject.toml"


def uncommitted(root: Path) -> Iterator[str]:
    """Files that are not committed."""
    if changed := output("git", "-C", str(root), "status", "--porcelain").splitlines():
        yield f"not committed: {', '.join(sorted(line[3:] for line in changed))}"


def packages(root: Path) -> Iterator[str]:
    """Faults of the packages: they do not build, or an index cannot show their page."""
    with TemporaryDirectory() as folder:
        output(sys.executable, "-m", "build", "--outdir", folder, str(root))
        built = [*map(str, Path(folder).iterdir())]
        output(sys.executable, "-m", "twine", "check", "--strict", *built)
        (wheel,) = Path(folder).glob("*.whl")
        yield from readme(wheel)


def readme(wheel: Path) -> Iterator[str]:
    """Links and pictures of the page on an index that lead nowhere there."""
    with ZipFile(wheel) as file:
        (name,) = [name for name in file.namelist() if name.endswith(".dist-info/METADATA")]
        _, _, text = file.read(name).decode().partition("\n\n")
    if not text.strip():
        yield "README.md: the wheel has no text of it"
    for link in LOCAL_LINK.findall(MarkdownIt().enable("table").render(text)):
        yield f"README.md: an index cannot show {link}"


CHECKS: tuple[Callable[[Path], Iterator[str]], ...] = (
    lines_of_stale, verdicts, changelog, uncommitted, packages,
)  # fmt: skip


def missing(root: Path = ROOT) -> Iterator[str]:
    """A line for each thing that a release lacks; a check that fails ends no other."""
    for check in CHECKS:
        try:
            yield from check(root)
        except subprocess.CalledProcessError as error:
            *_, last = f"no output\n{error.stdout}{error.stderr}".strip().splitlines()
            yield f"{' '.join(error.cmd[:4])} failed: {last}"


if __name__ == "__main__":
    lines = [*missing()]
    print(*lines or ["ready for a release"], sep="\n")  # noqa: T201
    sys.exit(bool(lines))
