"""``allhands explain``."""

import click

from harness.cli.common import InputError, hands_in

BY_HELP = "Show only this strategy; repeatable. [all four]"


@click.command()
@click.argument("hands", metavar="HAND...", nargs=-1, required=True)
@click.option("--by", multiple=True, metavar="STRATEGY", help=BY_HELP)
def explain(hands: tuple[str, ...], by: tuple[str, ...]) -> None:
    """Show step by step how four strategies rank a hand.

    \b
    allhands explain Kd Ks 7c 7h 5s
    allhands explain KdKs7c7h5s KhKc7d7s4s --by matrix-score

    Runs the code of each strategy's lesson, and shows each statement, its values, and a picture.
    With two hands, each as one argument, it also shows which hand wins, and which element of each
    strategy's key decides. allhands try steps back and forth, in a browser.

    The strategies: cactus-kev, matrix-score, sort-by-count, count-buckets.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators import LESSONS
    from harness.faults.witness import best_first
    from harness.reporting import explaining, terminal
    from harness.teaching.explanation import STRATEGIES, explain

    for name in by:
        if name not in STRATEGIES:
            shown = f"{len(STRATEGIES)} of the {len(LESSONS)} lessons"
            raise InputError(f"--by {name}: explain shows {shown}: {', '.join(STRATEGIES)}")
    strategies = tuple(dict.fromkeys(by)) or STRATEGIES
    first, *others = hands_in(hands)
    if len(others) > 1:
        raise InputError(f"{len(others) + 1} hands; explain shows one, or compares two")
    for cards in (first, *others):
        if len(cards) > 5:
            best = best_first(cards).partition(" (")[0]
            raise InputError(
                f"{len(cards)} cards, but the lessons rank five: explain the best five, {best}"
            )
    if others:
        lines = explaining.two_hands(first, others[0], strategies)
    else:
        lines = explaining.one_hand(first, (explain(strategy, first) for strategy in strategies))
    terminal.console().print(*lines, sep="\n")
