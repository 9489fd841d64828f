"""The ``allhands`` command.

Only click is imported here; each command imports what it needs when it runs, so that
``allhands --help`` answers at once.
"""

import errno
import os

import click

from harness.cli import checking, table, timing
from harness.cli.common import InputError

__all__ = ["main"]


class Commands(click.Group):
    """The commands; what the system refuses them is one line, too."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader has seen enough; click knows
                raise
            if error.filename is None:  # what is still to be written cannot be, either
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            where = error.filename or "standard output"
            raise InputError(f"{where}: {error.strerror}") from None


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 90}
)
@click.version_option(package_name="allhands")
def main() -> None:
    """The bench for poker-hand evaluators.

    Every evaluator is run on every hand, shown to order them as the rules do or given the
    hands that prove it wrong, and timed.
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
