"""Run the lines that show each fault, in its environment: ``python -m field.confirm OUT``.

They use the package's public interface alone. Writes JSON: what they print, by package folder.
"""

import json
import subprocess
import sys
from pathlib import Path

from field.results import FIELD
from harness.processes.files import write_whole

SECONDS = 60


def confirmed() -> dict[str, str]:
    """What the lines print, by the folder of the package."""
    printed = {}
    for file in sorted((FIELD / "packages").glob("*/fault.toml")):
        folder = file.parent
        done = subprocess.run(
            [str(FIELD / "run"), str(folder), "--fault"], capture_output=True, text=True,
            timeout=SECONDS, check=False,
        )  # fmt: skip
        if done.returncode:
            sys.exit(f"{folder.name}: its lines fail: {done.stderr.strip()[-300:]}")
        printed[folder.name] = done.stdout
    return printed


if __name__ == "__main__":
    write_whole(Path(sys.argv[1]), json.dumps(confirmed(), indent=2, ensure_ascii=False) + "\n")
