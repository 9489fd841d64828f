"""``python -m allhands``: the command, where its script is not on the path."""

from harness.cli import main

if __name__ == "__main__":
    main()
