"""``allhands try``."""

import click


@click.command("try")
def try_() -> None:
    """Check, grade and step through programs in a browser.

    \b
    allhands try

    Serves the page Try it on this machine alone, until Ctrl-C, and opens it. Python runs in the
    browser; no other host is asked. The first time, the page is built, for which npm is needed.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from harness.browser.serving import serve

    serve(lambda address: click.echo(f"{address}  (Ctrl-C ends it)"))
