"""Scripts in a fresh process, for what depends on imports, caches or the environment."""

import os
import subprocess
import sys
from pathlib import Path


def run_script(script: str, **environment: Path | str) -> subprocess.CompletedProcess[str]:
    """Run a script in a fresh Python, with these variables in its environment; it must succeed."""
    variables = os.environ | {name: str(value) for name, value in environment.items()}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done
