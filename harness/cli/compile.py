"""``allhands compile``: machine code for the built-in evaluators, made once."""

from collections.abc import Iterable

import click

from harness.cli.common import InputError


@click.command(name="compile")
def compile_() -> None:
    """Compile the built-in evaluators to machine code.

    This takes half a minute, once; --style compiled does it, too, when it has to. Needs the extra
    `compiled`, which installs Numba.
    """
    from evaluators.compiled import store
    from harness.adapters.preparing import NotInstalledError, compile_all

    if store.is_installed() and store.is_ready():
        click.echo(f"compiled before: {store.folder()}")
        return
    try:
        compile_all(lambda name, seconds: click.echo(f"{seconds:6.1f} s  {name}"))
    except NotInstalledError as error:
        raise InputError(str(error)) from None
    click.echo(f"machine code: {store.folder()}")


def prepare(names: Iterable[str], style: str) -> None:
    """Prepare evaluators before workers start; a line on standard error says what takes long."""
    from harness.adapters import preparing

    try:
        preparing.prepare(names, style, lambda line: click.echo(line, err=True))
    except preparing.NotInstalledError as error:
        raise InputError(str(error)) from None
