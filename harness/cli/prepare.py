"""``allhands prepare``: build tables and machine code once, and keep them."""

import click


@click.command(name="prepare")
def prepare_() -> None:
    """Build and compile what evaluators need once.

    That is the table of two-plus-two, 130 MB, and machine code for all built-in evaluators if the
    extra `compiled` (Numba) is installed. It takes half a minute. Other commands do it, too, when
    they have to. Everything is kept in ~/.cache/allhands, on macOS in ~/Library/Caches/allhands, or
    in $ALLHANDS_CACHE.
    """
    from evaluators.compiled import store
    from evaluators.preparing import MISSING, build_table, compile_all
    from evaluators.two_plus_two import table

    build_table()
    click.echo(f"table of two-plus-two: {table.path()}")
    if not store.is_installed():
        click.echo(f"no machine code: {MISSING}")
        return
    if not store.is_ready():
        compile_all(lambda name, seconds: click.echo(f"{seconds:6.1f} s  {name}"))
    click.echo(f"machine code: {store.folder()}")
