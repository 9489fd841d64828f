"""``allhands native``: the header of shared libraries."""

import click


@click.command()
@click.option("--header", is_flag=True, help="Print allhands.h.")
@click.pass_context
def native(context: click.Context, header: bool) -> None:
    """Show what a shared library exports to be checked and timed: one function.

    A library in C, C++, Rust, Go or any language that exports functions of C gets an array of hands
    a call, and writes a key for each. The header says how, and is for C and C++.

    \b
    allhands native --header > allhands.h
    cc -O3 -shared -fPIC -o libmine.so mine.c
    allhands check ./libmine.so --cards 7
    allhands bench ./libmine.so rank-sums
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from harness.adapters.native import HEADER

    click.echo(HEADER.read_text("utf-8") if header else context.get_help(), nl=not header)
