"""``allhands list``, ``rank`` and ``odds``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.common import (
    EQUIVALENT_EXIT,
    INTERRUPTED_EXIT,
    NOT_EQUIVALENT_EXIT,
    UNFINISHED_EXIT,
    InputError,
    Sample,
    hands_in,
    refuse_unknown,
)

if TYPE_CHECKING:
    from harness.table.showdown import Player


@click.command(name="list")
@click.option("--workloads", is_flag=True, help="Show the hands that bench can time on instead.")
def list_(workloads: bool) -> None:
    """Show the evaluators that can be checked and timed."""
    from inspect import getdoc
    from textwrap import shorten

    from evaluators import ARRAYS, BUILT_IN, COMPILED, LESSONS, PEERS, PUBLISHED, SCALARS, load
    from evaluators.cards import describe_sizes
    from evaluators.compiled import store
    from harness.adapters.adopt import plugins
    from harness.processes.visible import visible

    if workloads:
        _list_workloads()
        return
    width = max(map(len, SCALARS))
    for title, names in (
        ("Built in", BUILT_IN),
        ("Step by step, for five cards", LESSONS),
        ("As published, with their faults: check published", PUBLISHED),
        ("Other people's libraries", PEERS),
    ):
        click.secho(title, bold=True)
        for name in names:
            try:
                evaluator = load(name)
            except ImportError:
                click.echo(f"  {name:<{width}}  not installed: pip install {name}")
                continue
            except Exception as error:
                reason = shorten(f"{type(error).__name__}: {error}", 68 - width)
                click.echo(f"  {name:<{width}}  broken: {visible(reason)}")
                continue
            about = (getdoc(evaluator) or "").partition("\n")[0].replace("`", "")
            cards = describe_sizes(evaluator.sizes).removesuffix(" are needed")
            wins = "lower" if evaluator.lower_wins else "higher"
            click.echo(f"  {name:<{width}}  {cards + ' cards':<13}  {wins} key wins")
            click.secho(f"    {about}", dim=True)
        click.echo()
    if offered := plugins():
        click.secho("Offered by packages that are installed", bold=True)
        for name, plugin in sorted(offered.items()):
            click.echo(f"  {visible(name):<{width}}  {visible(plugin.value)}")
        click.echo()
    click.secho("As arrays of hands, too: check --style numpy", bold=True)
    click.echo("".join(f"  {name}\n" for name in ARRAYS))
    state = "needs Numba: pip install 'allhands[compiled]'"
    if store.is_installed():
        state = "compiled" if store.is_ready() else "not compiled yet: allhands prepare"
    click.secho("In machine code: check --style compiled", bold=True)
    click.secho(f"    {state}", dim=True)
    click.echo("\n".join(f"  {name}" for name in COMPILED))


def _list_workloads() -> None:
    from harness.timing.workloads import COLD, WORKLOADS

    for workload in WORKLOADS.values():
        click.echo(f"{workload.name:<15}  {workload.about}")
    click.echo("\nIn a fresh process, once: " + ", ".join(COLD))


@click.command()
@click.argument("hands", metavar="HAND...", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="3 to 5 cards that all share.")
@click.option("--by", metavar="EVALUATOR", help="Show the key of this evaluator, such as mine.py.")
def rank(hands: tuple[str, ...], board: str, by: str | None) -> None:
    """Show what a hand is worth, or who wins.

    \b
    One hand, of 5 to 7 cards:  allhands rank Kd Qs Jc Th 9s
    Several, each one argument: allhands rank AsKs5d4c2h KdKc7h7s2c
    Of two cards, on a board:   allhands rank AsKd QhQd --board "Qs Jd 2c"
    A file of them, or -:       allhands rank FILE

    Each line of FILE is a player, or it has two hands:

    \b
    Joe, 3H, 4H, 5H, 6H, 8H
    5H 5C 6S 7S KD 2C 3S 8S 8D TD

    With --by, one hand or two are ranked by an evaluator, in place of the built-in ones. Exit code:
    0; with --by, 1 if it orders two hands against the rules, and 3 if it does not answer.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators.cards import CardError, format_hand, parse_hand
    from harness.table.showdown import Player, read

    (first, *others), showdowns = hands, []
    try:
        if not others and (first == "-" or Path(first).is_file()):
            with click.open_file(first, encoding="utf-8-sig") as lines:
                showdowns = read(lines)
        else:
            shared = parse_hand(board, range(3, 6)) if board else ()
            dealt = hands_in(hands, range(2, 3) if shared else range(5, 8))
            if shared:
                parse_hand(" ".join(map(format_hand, (shared, *dealt))))  # a card is there once
            cards = [(*hand, *shared) for hand in dealt]
            showdowns = [[Player(format_hand(own), all_) for own, all_ in zip(dealt, cards)]]
    except UnicodeDecodeError:
        raise InputError(f"{first}: it is not UTF-8 text") from None
    except CardError as error:
        where = f"{first}, " if str(error).startswith("line ") else ""
        raise InputError(f"{where}{error}") from None
    players = showdowns[0]
    if by:
        sys.exit(_rank_by(by, [player.hand for player in players]))
    if len(showdowns) > 1 or players[0].name == "left":
        _print_duels(showdowns)
    elif len(players) == 1:
        _print_worth(players[0].hand)
    else:
        _print_winner(players, board)


def _print_worth(cards: tuple[int, ...]) -> None:
    """Print the class of a hand, its place among all hands, and its keys."""
    from evaluators import BUILT_IN, load
    from evaluators.cards import format_hand
    from harness.hands.classes import CATEGORIES, class_of, classes

    own = class_of(cards)
    all_hands = sum(hand_class.size for hand_class in classes())
    beaten = sum(hand_class.size for hand_class in classes()[own.number :])
    numbers = [hand_class.number for hand_class in classes() if hand_class.category == own.category]
    click.secho(f"{format_hand(cards)}: {own}", bold=True)
    if len(cards) > 5:
        click.echo("  (its best five cards, among hands of five)")
    click.echo(f"  class     {own.number:>9,} of {len(classes()):,}")
    place = f"{numbers.index(own.number) + 1:,} of {len(numbers):,} from the top"
    click.echo(f"  category  {CATEGORIES[own.category]}, {place}")
    for verb, count, note in (
        ("beats", beaten, f" of {all_hands:,} hands"),
        ("ties", own.size, ", itself included"),
        ("loses to", all_hands - beaten - own.size, ""),
    ):
        click.echo(f"  {verb:<8}  {count:>9,}{note}: {count / all_hands:.4%}")
    click.echo()
    for name in BUILT_IN:
        evaluator = load(name)
        if len(cards) in evaluator.sizes:
            key = evaluator.evaluate([evaluator.encode(card) for card in cards])
            click.echo(f"  {name:<{max(map(len, BUILT_IN))}}  {key!r}")


def _print_winner(players: "Sequence[Player]", board: str) -> None:
    """Print who wins, and what each hand is worth."""
    from evaluators.cards import format_hand
    from harness.processes.visible import visible
    from harness.table.showdown import explain

    click.secho(visible(explain(players)), bold=True)
    rows = [
        (visible(player.name), format_hand(player.hand), player.hand_class)
        for player in sorted(players, key=lambda player: player.hand_class.number)
    ]
    width = max(len(name) for name, _, _ in rows)
    for name, hand, worth in rows:
        cards = "" if name == hand or board else f"{hand}  "
        click.echo(f"  {name:<{width}}  {cards}{worth}")


def _print_duels(duels: "Sequence[Sequence[Player]]") -> None:
    """Print who wins each showdown of two hands, and how often each side wins."""
    from collections import Counter

    from harness.table.showdown import winners

    counts: Counter[str] = Counter()
    for number, (left, right) in enumerate(duels, start=1):
        best, *tied = winners((left, right))
        winner = "neither" if tied else best.name
        verb = {"left": "beats", "right": "loses to", "neither": "ties with"}[winner]
        click.echo(f"{number:>4}  {winner:<7}  {left.hand_class} {verb} {right.hand_class}")
        counts[winner] += 1
    click.secho(
        f"left wins {counts['left']:,}, right wins {counts['right']:,}, {counts['neither']:,} tied",
        bold=True,
    )


def _rank_by(name: str, hands: "Sequence[tuple[int, ...]]") -> int:
    """Print an evaluator's keys of one hand or two, and return the exit code."""
    from evaluators.cards import format_hand
    from harness.checking.witness import BEATS, LOSES, TIES
    from harness.hands.classes import class_of
    from harness.processes.visible import visible
    from harness.table.asking import Question, ask

    if len(hands) > 2:
        raise InputError("--by takes one hand, or two to compare")
    refuse_unknown([name])
    answer = ask(Question(name, tuple(hands)))
    if answer.message:
        click.echo(f"{visible(name)}: {visible(answer.message)}", err=True)
        return UNFINISHED_EXIT
    width = max(len(str(class_of(hand))) for hand in hands)
    for hand, key in zip(hands, answer.keys):
        click.echo(f"{format_hand(hand)}  {class_of(hand)!s:<{width}}  key {visible(key)}")
    inferred = ", inferred from a royal flush and the weakest hand" if answer.is_inferred else ""
    click.echo(f"The {answer.wins} key wins{inferred}.")
    if len(hands) == 1:
        return EQUIVALENT_EXIT
    first, second = (class_of(hand).number for hand in hands)
    rules = TIES if first == second else BEATS if first < second else LOSES
    is_right = rules == answer.says
    here = "and so it is here" if is_right else f"here it {answer.says} it"
    click.secho(f"By the rules the first {rules} the second; {here}.", bold=True)
    return EQUIVALENT_EXIT if is_right else NOT_EQUIVALENT_EXIT


@click.command()
@click.argument("hands", metavar="HAND...", nargs=-1, required=True)
@click.option(
    "--opponents",
    type=click.IntRange(0, 22),
    metavar="N",
    help="Random hands. [1, or 0 if other hands are named]",
)
@click.option("--board", default="", metavar="CARDS", help="3 to 5 cards that all share.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that nobody can have.")
@click.option("--sample", type=Sample(), metavar="N[:SEED]", help="Sample N showdowns.")
def odds(
    hands: tuple[str, ...],
    opponents: int | None,
    board: str,
    dead: str,
    sample: tuple[int, int] | None,
) -> None:
    """Show how often a hand wins, against random hands or others that you name.

    A HAND has 2 cards, which are joined by a board, or 5.

    \b
    allhands odds As Kd --board "Qs Jd 2c"
    allhands odds AsKd QhQd

    This counts all showdowns if there are at most 300 million, else it samples 2 million and shows
    the standard error.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators.cards import CardError, format_hand, parse_hand
    from harness.reporting import terminal
    from harness.table.odds import MOST_COUNTED, how_many
    from harness.table.odds import odds as count_or_sample

    used: list[int] = []

    def cards_of(option: str, text: str, sizes: "range | tuple[int, ...]") -> tuple[int, ...]:
        """The cards of a text, which nothing before it has."""
        try:
            cards = parse_hand(text, sizes) if text.strip() or not option else ()
        except CardError as error:
            raise InputError(f"{option}{error}") from None
        if twice := [card for card in cards if card in used]:
            raise InputError(f"{option}{format_hand(twice)} is in use already")
        used.extend(cards)
        return cards

    is_one = len(hands) == 1 or not all(len(text.strip()) > 3 for text in hands)
    own, *known = (cards_of("", text, (2, 5)) for text in ([" ".join(hands)] if is_one else hands))
    community = cards_of("--board: ", board, range(3, 6))
    gone = cards_of("--dead: ", dead, range(48))
    if community and len(own) == 5:
        raise InputError("--board goes with a hand of 2 cards")
    if different := [hand for hand in known if len(hand) != len(own)]:
        raise InputError(f"{format_hand(own)} and {format_hand(different[0])}: not of one size")
    if opponents is None:
        opponents = 0 if known else 1
    if not opponents and not known:
        raise InputError("--opponents 0: against whom?")
    needed = opponents * len(own) + (5 - len(community) if len(own) == 2 else 0)
    if needed > (left := 52 - len(used)):
        raise InputError(f"--opponents {opponents}: {needed} cards are needed, {left} are left")

    total = how_many(own, community, (*gone, *(card for hand in known for card in hand)), opponents)
    many, seed = sample or (2_000_000 if total > MOST_COUNTED else None, 1)
    console = terminal.console()
    bar = terminal.Bar(console, many or total, "showdowns")
    try:
        with bar.shown():
            result = count_or_sample(
                own, community, gone, opponents, many, seed, lambda n: bar.advance(n, "odds"), known
            )
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        sys.exit(INTERRUPTED_EXIT)

    random_hands = "1 random hand" if opponents == 1 else f"{opponents} random hands"
    others = [*map(format_hand, known), *[random_hands] * bool(opponents)]
    on = f" on {format_hand(community)}" if community else ""
    without = f", {format_hand(gone)} gone" if gone else ""
    click.secho(f"{format_hand(own)}{on} against {' and '.join(others)}{without}", bold=True)
    size = f"{total:,}" if total < 10**18 else f"{total:.1e}"
    scope = f"a sample of {size}, drawn with seed {seed}" if many else "all there are"
    click.echo(f"  {result.showdowns:,} showdowns, {scope}")
    for verb, times in (("wins", result.wins), ("ties", result.ties), ("loses", result.losses)):
        spread = f"  ± {result.standard_error(times):.4%}" if many else ""
        console.print(f"  {verb:<5}  {times:>11,}  {times / result.showdowns:>9.4%}{spread}")
    click.echo(f"  {'share of the pot':<18}  {result.pots / result.showdowns:>9.4%}")
    if many:
        console.print("  ± is the standard error")
