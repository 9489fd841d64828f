"""The ``allhands`` command.

Only click is imported here; each command imports what it needs when it runs, so that
``allhands --help`` answers at once.
"""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from harness.cli import bench, check, explain, grade, key, native, prepare, report, table, trying
from harness.cli.common import INTERRUPTED_EXIT, NO_READER_EXIT, UNFINISHED_EXIT, InputError
from harness.processes.visible import visible

__all__ = ["main"]

OF_OUTPUT = {errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT}
"""What may go wrong with standard output, which has no file name in an error."""


@contextmanager
def _in_one_line() -> Iterator[None]:
    """Say what is wrong in a command, or with its output, in one line, without its usage."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        where = f" ({error.ctx.command_path} --help)" if error.ctx else ""
        raise InputError(error.format_message().rstrip(".") + where) from None
    except OSError as error:
        is_output = error.filename is None and error.errno in OF_OUTPUT
        if error.errno == errno.EPIPE or is_output:
            # Discard all further output, also what Python writes when it exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if error.errno == errno.EPIPE:
            sys.exit(NO_READER_EXIT)
        where = error.filename or ("standard output" if is_output else "the system")
        raise InputError(f"{where}: {error.strerror}") from None


class Commands(click.Group):
    """The commands; errors of users, of the system and of this program become one line, too."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the command line; characters that the output cannot encode become codes."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        return super().main(*arguments, **options)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options before the command."""
        with _in_one_line():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            with _in_one_line():
                return super().invoke(ctx)
        except KeyboardInterrupt as error:  # click's own exit code, 1, means "not equivalent" here
            first, *others = error.args or [""]
            lines = [": ".join(filter(None, ("interrupted", first))), *others]
            click.echo(visible("\n".join(lines), lines=True), err=True)
            sys.exit(INTERRUPTED_EXIT)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            from evaluators.errors import UserError

            if isinstance(error, UserError):
                raise InputError(str(error)) from None
            frame = extract_tb(error.__traceback__)[-1]
            where = f"{Path(frame.filename).name}:{frame.lineno}"
            message = visible(f"{type(error).__name__}: {error}", 500)
            click.echo(f"Internal error: {message} ({where}); please report this line", err=True)
            sys.exit(UNFINISHED_EXIT)


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 90}
)
@click.version_option(None, "-V", "--version", package_name="allhands", prog_name="allhands")
def main() -> None:
    """The bench for poker-hand evaluators.

    Checks an evaluator on every hand: proves that it orders them as the rules of poker do, or shows
    the hands that it gets wrong. Then measures the time per hand.

    \b
    allhands check mine.py            is it right?
    allhands bench mine.py treys      is it fast?
    allhands check --help             more about a command

    In bash, eval "$(_ALLHANDS_COMPLETE=bash_source allhands)" completes what you type; in zsh it is
    zsh_source, in fish fish_source.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are


for command in (
    table.list_,
    check.check,
    table.rank,
    explain.explain,
    trying.try_,
    grade.grade,
    grade.exercise,
    table.odds,
    bench.bench,
    report.report_,
    key.key,
    native.native,
    prepare.prepare_,
):
    main.add_command(command)
