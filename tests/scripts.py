"""The command in this process; scripts in a fresh one, for what depends on imports; and git."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from harness.cli import main


def run(*arguments: object, text: str | bytes | None = None) -> Result:
    """Run the command with these arguments and this standard input."""
    return CliRunner().invoke(main, [*map(str, arguments)], input=text)


def run_script(
    script: str, folder: Path | None = None, **environment: Path | str
) -> subprocess.CompletedProcess[str]:
    """Run a script in a fresh Python, with these variables in its environment; it must succeed."""
    variables = os.environ | {name: str(value) for name, value in environment.items()}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done


def git(folder: Path, *arguments: str) -> str:
    """What git prints about a folder, to somebody who may commit."""
    command = ["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    return subprocess.check_output([*command, *arguments], text=True).strip()
