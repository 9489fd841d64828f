"""Give each package an environment of its own, from its lock file: ``python -m field.install``."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from evaluators.cards import format_hand
from harness.hands.classes import examples

FIELD = Path(__file__).parent
NPM_LOCK, PIP_LOCK = "package-lock.json", "requirements.txt"
SECONDS = 900


def main(names: list[str]) -> None:
    """Install the packages of these names, or all."""
    write_classes()
    for folder in sorted((FIELD / "packages").iterdir()):
        if folder.is_dir() and (not names or folder.name in names):
            problem = installed(folder)
            print(f"{folder.name}: {problem or 'installed'}", flush=True)


def write_classes() -> None:
    """Write one hand of each class, for the packages that only compare."""
    folder = FIELD / "classes"
    folder.mkdir(exist_ok=True)
    for size in (5, 6, 7):
        hands = map(format_hand, examples(size).values())
        (folder / f"{size}.txt").write_text("".join(f"{hand}\n" for hand in hands))


def installed(folder: Path) -> str:
    """Install a package, unless it is; why that failed, or nothing."""
    is_npm = (folder / NPM_LOCK).exists()
    lock = folder / (NPM_LOCK if is_npm else PIP_LOCK)
    stamp, wanted = folder / ".installed", hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return ""
    stamp.unlink(missing_ok=True)
    python = str(folder / ".venv/bin/python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    steps = [
        [sys.executable, "-m", "venv", "--clear", str(folder / ".venv")],
        [*pip, "--require-hashes", "--no-deps", "-r", str(lock)],
    ]
    if is_npm:
        npm = shutil.which("npm")
        if not npm:
            return "not installed: there is no npm"
        steps = [[npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]]
    for step in steps:
        done = subprocess.run(
            step, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        if done.returncode:
            last = (done.stderr or done.stdout).strip().splitlines() or ["no reason was given"]
            return f"not installed: {last[-1]}"
    stamp.write_text(wanted)
    return ""


if __name__ == "__main__":
    main(sys.argv[1:])
