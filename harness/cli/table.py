"""``allhands list``, ``rank`` and ``odds``."""

import os
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from inspect import getdoc
from itertools import chain
from textwrap import shorten
from typing import TYPE_CHECKING

import click

from harness.cli import common
from harness.processes.visible import visible

if TYPE_CHECKING:
    from evaluators.rules import Rules
    from harness.table.showdown import Player


@click.command(name="list")
@click.argument(
    "what", type=click.Choice(["evaluators", "workloads", "rules"]), default="evaluators"
)
def list_(what: str) -> None:
    """List evaluators, workloads or games.

    \b
    allhands list            the evaluators that can be checked and timed
    allhands list workloads  the hands that bench can time on
    allhands list rules      the games that check and rank know
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators import ARRAYS, BUILT_IN, COMPILED, LESSONS, PEERS, PUBLISHED
    from evaluators.compiled import store
    from evaluators.rules import ALIASES, DEALS, RULES
    from harness.adapters.adopt import plugins
    from harness.timing.workloads import COLD, WORKLOADS

    if what == "workloads":
        for workload in WORKLOADS.values():
            click.echo(f"{workload.name:<15}  {workload.about}")
        click.echo("\nIn a fresh process, once: " + ", ".join(COLD))
    if what == "rules":
        for game in (RULES | DEALS).values():
            click.echo(f"{game.name:<16}  {game.about}")
        for alias, (_, note) in ALIASES.items():
            click.echo(f"{alias:<16}  {note}")
    if what != "evaluators":
        return
    state = "with pip install numba"
    if store.is_installed():
        state = "compiled" if store.is_ready() else "not compiled yet: allhands prepare"
    offered = [
        f"{visible(name):<26}  {visible(plugin.value)}"
        for name, plugin in sorted(plugins().items())
    ]
    for title, names in (
        ("Built in", map(_about, BUILT_IN)),
        ("Step by step, for five cards", map(_about, LESSONS)),
        ("As published, wrong at five cards or at seven: check published", map(_about, PUBLISHED)),
        ("Other people's libraries", map(_about, PEERS)),
        ("Offered by packages that are installed", offered),
        ("As arrays of hands, too: check --style numpy", ARRAYS),
        (f"In machine code, {state}: check --style compiled", COMPILED),
    ):
        lines = list(names)
        if lines:
            click.secho(title, bold=True)
            click.echo("".join(f"  {line}\n" for line in lines))


def _about(name: str) -> str:
    """Describe one of our evaluators, or a library."""
    from evaluators import load
    from evaluators.cards import describe_sizes

    try:
        evaluator = load(name)
    except ImportError:
        return f"{name:<26}  not installed: pip install {name}"
    except Exception as error:
        return f"{name:<26}  broken: {visible(shorten(f'{type(error).__name__}: {error}', 42))}"
    about = (getdoc(evaluator) or "").partition("\n")[0].replace("`", "")
    cards = describe_sizes(evaluator.sizes).removesuffix(" are needed") + " cards"
    wins = "lower" if evaluator.lower_wins else "higher"
    return f"{name:<26}  {cards:<13}  {wins} key wins\n    {about}"


@click.command()
@click.argument("hands", metavar="HAND...", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="3 to 5 cards that all share.")
@common.rules_option
@click.option("--by", metavar="EVALUATOR", help="Show the key of this evaluator, such as mine.py.")
def rank(hands: tuple[str, ...], board: str, rules: "Rules", by: str | None) -> None:
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

    Exit code: 0, or 2 bad usage or input, or 3 if the evaluator of --by does not answer.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators.cards import format_hand
    from harness.table.showdown import Player

    if any(text == "-" or {".", "/"} & {*text} or os.path.isfile(text) for text in hands):  # noqa: PTH113
        if len(hands) > 1 or board or by is not None:
            raise common.InputError("a file of hands stands alone, without hands, --board and --by")
        if rules.parts:
            raise common.InputError("write each deal as an argument of nine cards, the board first")
        showdowns = _showdowns_in(hands[0], rules)
    else:
        community: tuple[int, ...] = ()
        if board and rules.parts:
            raise common.InputError("--board: write a deal as nine cards, the board first")
        if board:
            dealt_hands, community, _ = common.dealt(hands, (2,), board, deck=rules.deck)
        else:
            dealt_hands = common.hands_in(hands, rules.sizes, rules.deck)
        players = [Player(format_hand(hand), (*hand, *community), rules) for hand in dealt_hands]
        showdowns = [players]
    players, *more = showdowns
    if by is not None:
        _print_keys(by, [player.hand for player in players], rules)
    elif more:
        _print_showdowns(showdowns)
    elif len(players) == 1:
        _print_worth(players[0].hand, rules)
    else:
        _print_winner(players)


def _showdowns_in(file: str, rules: "Rules") -> list[list["Player"]]:
    """The showdowns in a file, or on standard input."""
    from harness.table.showdown import LONGEST_LINE, read

    if file == "-" and sys.stdin is None:
        raise common.InputError("-: standard input is closed")
    try:
        with click.open_file(file, encoding="utf-8-sig") as lines:
            # No more of a long line is read than shows that it is too long.
            return read(iter(partial(lines.readline, LONGEST_LINE + 1), ""), rules)
    except ValueError as error:  # a line that is not a hand
        why = "it is not text in UTF-8" if isinstance(error, UnicodeDecodeError) else error
        raise common.InputError(f"{file}: {why}") from None


def _print_worth(cards: tuple[int, ...], rules: "Rules") -> None:
    """Print the class of a hand, its place among all hands, and its keys."""
    from evaluators import BUILT_IN, rulebook
    from evaluators.cards import format_hand
    from evaluators.rules import STANDARD
    from harness.adapters.adopt import load
    from harness.adapters.place import Place
    from harness.hands.classes import CATEGORIES, classes

    of_game = classes(rules)
    own = of_game.of(cards)
    all_hands = sum(hand_class.size for hand_class in of_game)
    beaten = sum(hand_class.size for hand_class in of_game[own.number :])
    numbers = [hand_class.number for hand_class in of_game if hand_class.category == own.category]
    click.secho(f"{format_hand(cards)}: {own}", bold=True)
    if len(cards) > 5:
        click.echo("  (its best five cards, among hands of five)")
    click.echo(f"  class     {own.number:>9,} of {len(of_game):,}")
    place = f"{numbers.index(own.number) + 1:,} of {len(numbers):,} from the top"
    click.echo(f"  category  {CATEGORIES[own.category]}, {place}")
    for verb, count, note in (
        ("beats", beaten, f" of {all_hands:,} hands"),
        ("ties", own.size, ", itself included"),
        ("loses to", all_hands - beaten - own.size, ""),
    ):
        click.echo(f"  {verb:<8}  {count:>9,}{note}: {count / all_hands:.4%}")
    click.echo()
    for name in BUILT_IN if rules == STANDARD else [rulebook.name]:
        evaluator = load(Place.of(name), rules=rules)
        if len(cards) in evaluator.sizes:
            key = evaluator.evaluate([evaluator.encode(card) for card in cards])
            click.echo(f"  {name:<{max(map(len, BUILT_IN))}}  {key!r}")


def _print_winner(players: Sequence["Player"]) -> None:
    """Print who wins, and what each hand is worth."""
    from rich.cells import cell_len, set_cell_size

    from evaluators.cards import format_hand
    from harness.table.showdown import explain

    click.secho(visible(explain(players)), bold=True)
    width = max(cell_len(visible(player.name)) for player in players)
    for player in sorted(players, key=lambda player: player.hand_class.number):
        cards = format_hand(player.hand)
        shown = "" if f"{cards} ".startswith(f"{player.name} ") else f"{cards}  "
        click.echo(f"  {set_cell_size(visible(player.name), width)}  {shown}{player.hand_class}")


def _print_showdowns(showdowns: Sequence[Sequence["Player"]]) -> None:
    """Print who wins each showdown, and how often each side wins."""
    from harness.table.showdown import explain, winners

    counts: Counter[str] = Counter()
    for number, players in enumerate(showdowns, start=1):
        best, *tied = winners(players)
        counts["neither" if tied else best.name] += 1
        click.echo(f"{number:>4}  {explain(players)}")
    tally = (f"{name} wins {counts[name]:,}" for name in ("left", "right", "neither"))
    click.secho(", ".join(tally), bold=True)


def _print_keys(name: str, hands: Sequence[tuple[int, ...]], rules: "Rules") -> None:
    """Print the class of each hand, and the key that an evaluator gives it."""
    from evaluators.cards import format_hand
    from harness.adapters.adopt import style_of
    from harness.adapters.place import Place
    from harness.hands.classes import class_of
    from harness.table.asking import ask

    # A missing file or program is refused before any code runs.
    named = common.places([name], style=style_of([Place.of(name)]))
    place = next((place for place in named if place.text == name), Place.of(name))  # no group
    keys, failure = ask(place, hands, rules)
    if failure:
        click.echo(f"{visible(name)}: {visible(failure)}", err=True)
        sys.exit(common.UNFINISHED_EXIT)
    names = [str(class_of(hand, rules)) for hand in hands]
    width = max(map(len, names))
    for hand, hand_class, key in zip(hands, names, keys):
        click.echo(f"{format_hand(hand)}  {hand_class:<{width}}  key {key}")


@click.command()
@click.argument("hands", metavar="HAND...", nargs=-1, required=True)
@click.option(
    "--opponents", type=common.Whole(0, 22), help="Random hands. [1, or 0 if you name hands]"
)
@click.option("--board", default="", metavar="CARDS", help="3 to 5 cards that all share.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that nobody can have.")
@click.option("--sample", type=common.sample, metavar="N[:SEED]", help="Sample N showdowns.")
def odds(
    hands: tuple[str, ...],
    opponents: int | None,
    board: str,
    dead: str,
    sample: tuple[int, int] | None,
) -> None:
    """Show how often a hand wins against random hands, or against hands that you name.

    A HAND has 2 cards, which are joined by a board, or 5.

    \b
    allhands odds As Kd --board "Qs Jd 2c"
    allhands odds AsKd QhQd

    This counts all showdowns if there are at most 300 million, else it samples 2 million and shows
    the standard error.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators.cards import format_hand
    from harness.reporting import terminal
    from harness.table.odds import MOST_COUNTED, how_many
    from harness.table.odds import odds as count_or_sample

    (own, *known), community, excluded = common.dealt(hands, (2, 5), board, dead)
    if opponents is None:
        opponents = 0 if known else 1
    if not opponents and not known:
        raise common.InputError("--opponents 0: against whom?")
    total = how_many(own, community, [*excluded, *chain.from_iterable(known)], opponents)
    if sample and sample[0] > total:
        raise common.InputError(f"--sample {sample[0]}: there are only {total:,} showdowns")
    many, seed = sample or (2_000_000 if total > MOST_COUNTED else None, 1)
    console = terminal.console()
    with terminal.bar(console, many or total, "showdowns") as advance:
        result = count_or_sample(own, community, excluded, opponents, many, seed, known=known,
                                 progress=lambda done: advance(done, "odds"))  # fmt: skip
    others = [format_hand(hand) for hand in known]
    if opponents:
        others.append(f"{opponents} random hand{'s' * (opponents > 1)}")
    on = f" on {format_hand(community)}" if community else ""
    without = f", {format_hand(excluded)} gone" if excluded else ""
    click.secho(f"{format_hand(own)}{on} against {' and '.join(others)}{without}", bold=True)
    size = f"{total:,}" if total < 10**18 else f"{total:.1e}"
    scope = f"a sample of {size}, drawn with seed {seed}" if many else "all there are"
    plural = "s" * (result.showdowns > 1)
    click.echo(f"  {result.showdowns:,} showdown{plural}, {scope}")
    for verb, times in (("wins", result.wins), ("ties", result.ties), ("loses", result.losses)):
        spread = f"  ± {result.standard_error(times):.4%}" if many else ""
        console.print(f"  {verb:<5}  {times:>11,}  {times / result.showdowns:>9.4%}{spread}")
    click.echo(f"  {'share of the pot':<18}  {result.pots / result.showdowns:>9.4%}")
    if many:
        console.print("  ± is the standard error")
