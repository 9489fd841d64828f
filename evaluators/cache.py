"""The folder of what is made once and kept: machine code, and tables that take seconds."""

import os
from pathlib import Path


def folder() -> Path:
    """``$ALLHANDS_CACHE``, or ``allhands`` in ``$XDG_CACHE_HOME``, or ``~/.cache/allhands``."""
    if own := os.environ.get("ALLHANDS_CACHE"):
        return Path(own)
    caches = os.environ.get("XDG_CACHE_HOME")
    return (Path(caches) if caches else Path.home() / ".cache") / "allhands"
