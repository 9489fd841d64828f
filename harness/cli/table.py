"""``allhands list``, ``rank``, ``showdown`` and ``odds``."""

import sys

import click

from harness.cli.common import (
    EQUIVALENT_EXIT,
    INTERRUPTED_EXIT,
    NOT_EQUIVALENT_EXIT,
    UNFINISHED_EXIT,
    InputError,
    refuse_unknown,
    two_hands,
)


@click.command(name="list")
def list_() -> None:
    """Show the evaluators that can be checked and timed."""
    from inspect import getdoc
    from textwrap import shorten

    from evaluators import ARRAYS, BUILT_IN, COMPILED, LESSONS, PEERS, PUBLISHED, SCALARS, load
    from evaluators.cards import describe_sizes
    from evaluators.compiled import store
    from harness.adapters.adopt import plugins
    from harness.processes.visible import visible

    width = max(map(len, SCALARS))
    for title, names in (
        ("Built in", BUILT_IN),
        ("Step by step, for five cards", LESSONS),
        ("As published, with their faults: check --published", PUBLISHED),
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
    for name in ARRAYS:
        click.echo(f"  {name}")
    click.echo()
    state = "needs Numba: pip install 'allhands[compiled]'"
    if store.is_installed():
        state = "compiled" if store.is_ready() else "not compiled yet: allhands prepare"
    click.secho("In machine code: check --style compiled", bold=True)
    click.secho(f"    {state}", dim=True)
    for name in COMPILED:
        click.echo(f"  {name}")


@click.command()
@click.argument("hand", nargs=-1, required=True)
@click.option("--by", metavar="EVALUATOR", help="Show the key of this evaluator, such as mine.py.")
def rank(hand: tuple[str, ...], by: str | None) -> None:
    """Show what a hand is worth.

    A HAND has 5 to 7 cards: allhands rank Kd Qs Jc Th 9s. With --by, give one hand, or two hands
    to compare, each as one argument: allhands rank --by mine.py KdQsJcTh9s AsKs9s5s2s

    Exit code: 0; with --by, 1 if the evaluator orders two hands against the rules, and 3 if it
    does not answer.
    """
    from evaluators import BUILT_IN, load
    from evaluators.cards import CardError, format_hand, parse_hand
    from harness.hands.classes import CATEGORIES, class_of, classes

    try:
        hands = two_hands(hand) or (parse_hand(hand, range(5, 8)),)
    except CardError as error:
        raise InputError(str(error)) from None
    if by:
        sys.exit(_rank_by(by, hands))
    if len(hands) > 1:
        raise InputError("two hands are compared with --by EVALUATOR; see also allhands showdown")
    (cards,) = hands
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
        if len(cards) not in evaluator.sizes:
            continue
        key = evaluator.evaluate([evaluator.encode(card) for card in cards])
        click.echo(f"  {name:<{max(map(len, BUILT_IN))}}  {key!r}")


def _rank_by(name: str, hands: tuple[tuple[int, ...], ...]) -> int:
    """Print an evaluator's keys of one hand or two, and return the exit code."""
    from evaluators.cards import format_hand
    from harness.checking.witness import BEATS, LOSES, TIES
    from harness.hands.classes import class_of
    from harness.processes.visible import visible
    from harness.table.asking import Question, ask

    refuse_unknown([name])
    answer = ask(Question(name, hands))
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
@click.argument("file", default="-")
def showdown(file: str) -> None:
    """Show who wins. FILE, or standard input, has one of two forms.

    \b
    A player a line:      Joe, 3H, 4H, 5H, 6H, 8H
    Two hands a line:     5H 5C 6S 7S KD 2C 3S 8S 8D TD
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators.cards import CardError, format_hand
    from harness.processes.visible import visible
    from harness.table.showdown import explain, read, tally

    name = "standard input" if file == "-" else file
    try:
        with click.open_file(file, encoding="utf-8-sig") as lines:
            players, duels = read(lines)
    except UnicodeDecodeError:
        raise InputError(f"{name}: it is not UTF-8 text") from None
    except CardError as error:
        raise InputError(f"{name}, {error}") from None
    except OSError as error:
        raise InputError(f"{name}: {error.strerror}") from None

    if players:
        click.secho(visible(explain(players)), bold=True)
        width = max(len(visible(player.name)) for player in players)
        for player in sorted(players, key=lambda player: player.hand_class.number):
            padded = f"{visible(player.name):<{width}}"
            click.echo(f"  {padded}  {format_hand(player.hand)}  {player.hand_class}")
        return
    for number, duel in enumerate(duels, start=1):
        verb = {"left": "beats", "right": "loses to", "neither": "ties with"}[duel.winner]
        click.echo(f"{number:>4}  {duel.winner:<7}  {duel.left} {verb} {duel.right}")
    counts = tally(duels)
    of = "1 showdown" if len(duels) == 1 else f"{len(duels):,} showdowns"
    click.secho(
        f"left wins {counts['left']:,}, right wins {counts['right']:,}, "
        f"{counts['neither']:,} tied, of {of}",
        bold=True,
    )


@click.command()
@click.argument("hand", nargs=-1, required=True)
@click.option("--opponents", type=click.IntRange(1, 22), default=1, help="Random hands. [1]")
@click.option("--board", default="", metavar="CARDS", help="3 to 5 cards that all share.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that nobody can have.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Sample N showdowns.")
@click.option("--seed", type=int, default=1, help="Seed of the sample. [1]")
def odds(
    hand: tuple[str, ...],
    opponents: int,
    board: str,
    dead: str,
    sample: int | None,
    seed: int,
) -> None:
    """Show how often a hand wins against random ones.

    A HAND has 5 cards, or 2 beside a board: allhands odds As Kd --board "Qs Jd 2c"

    This counts all showdowns if there are at most 300 million, else it samples 2 million and shows
    the standard error.
    """
    from evaluators.cards import CardError, format_hand, parse_hand
    from harness.reporting import terminal
    from harness.table.odds import MOST_COUNTED, how_many
    from harness.table.odds import odds as count_or_sample

    used: list[tuple[int, ...]] = []
    for option, text, sizes in (
        ("", hand, (2, 5)),
        ("--board: ", (board,), (0, 3, 4, 5)),
        ("--dead: ", (dead,), range(48)),
    ):
        try:
            cards = parse_hand(text, sizes) if any(map(str.strip, text)) or not option else ()
        except CardError as error:
            raise InputError(f"{option}{error}") from None
        if twice := [card for card in cards if any(card in earlier for earlier in used)]:
            raise InputError(f"{option}{format_hand(twice)} is in use already")
        used.append(cards)
    own, community, gone = used
    if community and len(own) == 5:
        raise InputError("--board goes with a hand of 2 cards")
    left = 52 - sum(map(len, used))
    needed = opponents * len(own) + (5 - len(community) if len(own) == 2 else 0)
    if needed > left:
        raise InputError(f"--opponents {opponents}: {needed} cards are needed, {left} are left")

    total = how_many(own, community, gone, opponents)
    if sample is None and total > MOST_COUNTED:
        sample = 2_000_000
    console = terminal.console()
    bar = terminal.Bar(console, sample or total, "showdowns")
    try:
        with bar.shown():
            result = count_or_sample(
                own, community, gone, opponents, sample, seed, lambda n: bar.advance(n, "odds")
            )
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        sys.exit(INTERRUPTED_EXIT)

    against = "1 random hand" if opponents == 1 else f"{opponents} random hands"
    on = f" on {format_hand(community)}" if community else ""
    without = f", {format_hand(gone)} gone" if gone else ""
    click.secho(f"{format_hand(own)}{on} against {against}{without}", bold=True)
    size = f"{total:,}" if total < 10**18 else f"{total:.1e}"
    scope = f"a sample of {size}, drawn with seed {seed}" if sample else "all there are"
    click.echo(f"  {result.showdowns:,} showdowns, {scope}")
    for verb, times in (("wins", result.wins), ("ties", result.ties), ("loses", result.losses)):
        spread = f"  ± {result.standard_error(times):.4%}" if sample else ""
        console.print(f"  {verb:<5}  {times:>11,}  {times / result.showdowns:>9.4%}{spread}")
    click.echo(f"  {'share of the pot':<18}  {result.pots / result.showdowns:>9.4%}")
    if sample:
        console.print("  ± is the standard error")
