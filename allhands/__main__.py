"""``python -m allhands``: the command, where its script is not on the path."""

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:  # -m puts the current folder first: it may have a `harness`
        sys.path.append(sys.path.pop(0))
    from harness.cli import main

    main()
