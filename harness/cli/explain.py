"""``allhands explain``."""

import io
from typing import TYPE_CHECKING, Any

import click

from harness.cli.common import InputError, two_hands, writable, write

if TYPE_CHECKING:
    from rich.console import Console

CARDS = 5


def _of_a_lesson(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """The named strategies, or all that have a lesson."""
    from harness.teaching.explanation import STRATEGIES

    for name in names:
        if name not in STRATEGIES:
            known = ", ".join(STRATEGIES)
            raise InputError(f"--by {name}: no lesson is called that; there are {known}")
    return tuple(dict.fromkeys(names)) or STRATEGIES


@click.command()
@click.argument("hand", nargs=-1, required=True)
@click.option(
    "--by",
    "strategies",
    multiple=True,
    metavar="STRATEGY",
    callback=_of_a_lesson,
    help="Show only this strategy; repeatable. [all four]",
)
@click.option("--svg", metavar="FILE", help="Write what is printed to FILE, as a picture.")
@click.option("--html", metavar="FILE", help="Write a page to FILE that steps back and forth.")
def explain(
    hand: tuple[str, ...], strategies: tuple[str, ...], svg: str | None, html: str | None
) -> None:
    """Show step by step how four strategies rank a hand.

    Runs the code of each strategy's lesson, and shows each statement, the values that it makes,
    and a picture: allhands explain Kd Ks 7c 7h 5s. Of two hands, each as one argument, it shows
    which wins, and which element of each strategy's key decides: allhands explain KdKs7c7h5s
    KhKc7d7s4s. The page of --html has the steps of both.

    The strategies: cactus-kev, matrix-score, sort-by-count, count-buckets.
    """
    from harness.reporting import explaining, terminal
    from harness.teaching.explanation import explain

    hands = _hands(hand)
    svg_file, html_file = writable(svg, "--svg"), writable(html, "--html")
    if len(hands) == 1:
        (cards,) = hands
        lines = explaining.one_hand(cards, (explain(strategy, cards) for strategy in strategies))
    else:
        first, second = hands
        lines = explaining.two_hands(first, second, strategies)
    console = terminal.console()
    drawn = _recording() if svg_file else None
    for line in lines:
        console.print(line)
        if drawn:
            drawn.print(line)
    if svg_file and drawn:
        from harness.reporting.drawing import adapting

        write(svg_file, adapting(drawn, explaining.title(hands)))
    if html_file:
        from harness.reporting.explain_page import page

        write(html_file, page(hands, strategies))


def _hands(texts: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """The hand, or the two hands, of the arguments."""
    from evaluators.cards import CardError, parse_hand
    from harness.checking.witness import best_first

    try:
        hands = two_hands(texts) or (parse_hand(texts, range(CARDS, 8)),)
    except CardError as error:
        raise InputError(str(error)) from None
    for cards in hands:
        if len(cards) > CARDS:
            best = best_first(cards).partition(" (")[0]
            raise InputError(
                f"{len(cards)} cards, but the lessons rank five: explain the best five, {best}"
            )
    return hands


def _recording() -> "Console":
    """A console for a picture."""
    from rich.console import Console

    from harness.reporting.explaining import WIDTH

    options: dict[str, Any] = {"markup": False, "emoji": False, "highlight": False}
    return Console(
        record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor", soft_wrap=True,
        **options,
    )  # fmt: skip
