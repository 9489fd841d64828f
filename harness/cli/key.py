"""``allhands key``: the place of each hand, for programs in any language."""

import sys
from typing import TYPE_CHECKING

import click

from harness.cli import common

if TYPE_CHECKING:
    from evaluators.rules import Rules


@click.command()
@click.option("--cards", type=common.Whole(5, 7), default=5, help="Cards in a hand. [5]")
@common.rules_option
def key(cards: int, rules: "Rules") -> None:
    """Write the place of each hand, to prove an evaluator without this program.

    The places are little-endian uint16, 1 for the best class that hands of this size can have; the
    hands are in the order of itertools.combinations. The SHA-256 of the stream is the digest that
    `check` prints for all hands. The folder key/ has these streams and examples in six languages.

    \b
    allhands key > order.u16                                  five cards, 5 MB
    allhands key --rules short-deck --cards 7 | sha256sum     one number
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from harness.hands.key import blocks
    from harness.hands.scopes import All

    if rules.parts:
        raise common.InputError(f"--rules {rules.name}: all deals{rules.of_game} are too many")
    if sys.stdout is None:
        raise common.InputError("standard output is closed")
    if sys.stdout.isatty():
        raise common.InputError("the key is binary: write it to a file, `allhands key > order.u16`")
    scope, out = All(cards, rules=rules), sys.stdout.buffer
    with click.progressbar(length=len(scope), label=str(scope), file=sys.stderr) as bar:
        for block in blocks(scope):
            out.write(block.tobytes())
            bar.update(len(block))
    out.flush()
