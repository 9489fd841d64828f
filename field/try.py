"""Try a package that you want to add: ``python -m field.try FOLDER [--quick]``.

It compares the package's entry in `field.toml` with the lock file, installs the package, checks it
at each of its numbers of cards, and runs the lines that show its faults. It says what is missing.
"""

import subprocess
import sys
from pathlib import Path

import click

from evaluators.rules import STANDARD
from field.caught import caught
from field.check import verdicts
from field.confirm import printed_by
from field.entries import FIELD, SAMPLE, Entry, read
from field.install import install, problems, write_classes
from field.timing import nanoseconds
from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT
from harness.processes.visible import visible
from harness.timing import units

ENTRY = """\
[[evaluator]]
name = "its name in the registry"
folder = "{folder}"
cards = [5, 7]  # these are checked
documented = [5, 7]  # its documentation promises these
[evaluator.about]
registry = "PyPI"  # or npm
version = "1.0"
released = 2026-01-31
language = "Python"
home = "the address of its source"
calls = "the function that the adapter calls"
promise = "'the words of its documentation', and where they stand"
"""


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--quick", is_flag=True, help=f"Check {SAMPLE:,} hands of each number of cards.")
def main(folder: Path, quick: bool) -> None:
    """Try the package in FOLDER, such as field/packages/treys."""
    folder = folder.absolute()
    if folder.parent != FIELD / "packages":
        sys.exit(f"{folder.name}: a package is a folder in field/packages")
    try:
        entries = [entry for entry in read() if entry.folder == folder]
    except (LookupError, TypeError, AttributeError) as error:
        sys.exit(f"field.toml: an entry lacks a part, or has one of another kind: {error}")
    if not entries:
        sys.exit(
            f"field.toml has no entry with this folder. Add:\n\n{ENTRY.format(folder=folder.name)}"
        )
    if lines := [*dict.fromkeys(line for entry in entries for line in problems(entry))]:
        sys.exit("\n".join(lines))
    write_classes(FIELD / "classes")
    if problem := install(folder):
        sys.exit(f"{folder.name}: {problem}")
    right = [_is_right(entry, quick) for entry in entries]
    if (folder / "fault.toml").exists():
        click.echo(f"\nThe lines that show its faults print:\n{printed_by(folder)}")
    elif not all(right):
        sys.exit("\nIt is not right at what it promises. Unless the adapter is at fault, find out "
                 "why, and write fault.toml, as field/README.md says.")  # fmt: skip
    click.echo("\nNothing is missing. `python -m field.page` writes the page.")


def _is_right(entry: Entry, quick: bool) -> bool:
    """Check a package in one game; print verdicts, times, and the tests that notice a fault."""
    rows = verdicts([entry.quick() if quick else entry])
    promised = [row for row in rows if row["documented"]]
    for row in promised:
        size, direction = row["cards"], row["key_that_wins_was_found_out"]
        if row["status"] not in (EQUIVALENT, NOT_EQUIVALENT):
            click.echo(f"  it printed: {visible(row['output'].strip()) or 'nothing'}")
        elif entry.rules != STANDARD:
            continue
        elif row["status"] == EQUIVALENT:
            try:
                time = units.nanoseconds(nanoseconds(entry, [size])[size])
                click.echo(f"  one hand of {size} cards takes {time}, about, with the cards read")
            except (subprocess.SubprocessError, ValueError, LookupError) as error:
                click.echo(f"  it could not be timed: {visible(str(error))}")
        else:
            tests = caught(entry, size, direction == "lower").items()
            said = (f"{name} {'notices' if is_noticed else 'misses'}" for name, is_noticed in tests)
            click.echo(f"  {', '.join(said)} it")
    return all(row["status"] == EQUIVALENT for row in promised)


if __name__ == "__main__":
    main()
