"""The ``allhands`` command.

Only click is imported here; each command imports what it needs when it runs, so that
``allhands --help`` answers at once.
"""

import errno
import os
import sys

import click

from harness.cli import bench as timing
from harness.cli import check as checking
from harness.cli import table
from harness.cli.common import NO_READER_EXIT, UNFINISHED_EXIT, InputError

__all__ = ["main"]


class Commands(click.Group):
    """The commands; what the system refuses them is one line, too."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader of the output has seen enough
                _let_go_of_output()
                sys.exit(NO_READER_EXIT)
            if error.filename is None:  # what is still to be written cannot be, either
                _let_go_of_output()
            where = error.filename or "standard output"
            raise InputError(f"{where}: {error.strerror}") from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            _tell_of_internal_error(error)
            sys.exit(UNFINISHED_EXIT)


def _let_go_of_output() -> None:
    """Nothing more is written, also by Python when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _tell_of_internal_error(error: Exception) -> None:
    """One line, with what is needed to find the place."""
    from traceback import extract_tb

    from harness.processes.visible import visible

    frame = extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(frame.filename)}:{frame.lineno}"  # noqa: PTH119
    said = visible(f"{type(error).__name__}: {error}", 500)
    click.echo(f"Internal error: {said} ({where}); please report this line", err=True)


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 90}
)
@click.version_option(package_name="allhands")
def main() -> None:
    """The bench for poker-hand evaluators.

    Checks an evaluator on every hand: proves that it orders them as the rules of poker do, or shows
    the hands that it gets wrong. Then measures what a hand costs.
    """


for command in (
    table.list_,
    checking.check,
    table.rank,
    table.showdown,
    table.odds,
    timing.bench,
    timing.chart,
    timing.report_,
):
    main.add_command(command)
