"""How things look on a terminal of 80 columns, and in a pipe."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from evaluators.cards import format_hand
from harness.classes import CATEGORIES, class_of
from harness.failures import FALSE_TIE, FALSE_WIN, REVERSED
from harness.verdict import (
    EQUIVALENT,
    ERROR,
    NOT_EQUIVALENT,
    NOT_INSTALLED,
    RENAMED,
    TIMEOUT,
    UNSTEADY,
    Verdict,
    Witness,
)

if TYPE_CHECKING:
    from harness.comparing import Compared

STATUS = {
    EQUIVALENT: ("equivalent", "green"),
    NOT_EQUIVALENT: ("not equivalent", "red"),
    ERROR: ("error", "red"),
    TIMEOUT: ("out of time", "red"),
    NOT_INSTALLED: ("not installed", "yellow"),
}
MOST_GROUPS = 6
_SAID = {REVERSED: "", FALSE_TIE: ", tied", FALSE_WIN: ", not tied"}


def console(stderr: bool = False) -> Console:
    """A console that neither colours numbers nor breaks lines for a reader that is a program."""
    return Console(stderr=stderr, highlight=False, soft_wrap=True)


class Bar:
    """A progress bar, on whichever of the two outputs is a terminal; nothing if neither is."""

    def __init__(self, out: Console, total: int, unit: str) -> None:
        where = out if out.is_terminal else console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(separator=" of "),
            TextColumn(unit),
            TimeRemainingColumn(),
            console=where,
            transient=True,
            disable=not where.is_terminal,
        )
        self._task = self._progress.add_task("", total=total)

    def advance(self, steps: int, what: str) -> None:
        """Move on by `steps`, and say what is running."""
        self._progress.update(self._task, advance=steps, description=what)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show the bar for as long as this lasts."""
        with self._progress:
            yield


def check_head(names: Sequence[str]) -> str:
    """The head of a table of verdicts."""
    columns = f"{'verdict':<14}  {'keys':>9}  {'wrong':>12}  {'core s':>7}"
    return f"[bold]{'evaluator':<{width_of(['evaluator', *names])}}  {columns}"


def check_row(verdict: Verdict, names: Sequence[str]) -> str:
    """A verdict on a line."""
    status, colour = STATUS[verdict.status]
    is_known = verdict.status == EQUIVALENT or verdict.wrong  # else the witness is about a hand
    wrong = one_in(verdict) if is_known else "-"
    keys = f"{verdict.classes:,}" if verdict.classes else "-"
    seconds = f"{verdict.seconds:.1f}" if verdict.seconds else "-"
    name = f"{escape(verdict.name):<{width_of(['evaluator', *names])}}"
    return f"{name}  [{colour}]{status:<14}[/]  {keys:>9}  {wrong:>12}  {seconds:>7}"


def width_of(texts: Sequence[str]) -> int:
    """How wide a column of a table has to be."""
    return max(map(len, texts), default=0)


def one_in(verdict: Verdict) -> str:
    """The share of showdowns that is wrong, as people say it."""
    if not verdict.wrong:
        return "none"
    if verdict.wrong > verdict.showdowns / 20:
        return f"{verdict.wrong / verdict.showdowns:.1%}"
    return f"1 in {verdict.showdowns / verdict.wrong:,.0f}"


def details(verdict: Verdict) -> Iterator[str]:
    """Why an evaluator is not equivalent, or what went wrong."""
    yield f"[bold]{escape(verdict.name)}[/]"
    if verdict.wrong:
        yield f"  {verdict.scope}:"
    if verdict.message:
        yield f"  {escape(verdict.message)}"
    yield from _written(verdict.output)
    if verdict.wrong:
        misplaced = sum(family.hands for family in verdict.families)
        share = f"{one_in(verdict)} of all showdowns decided wrongly"
        yield f"  {misplaced:,} hands are out of place, {share}:"
        yield (
            f"  {verdict.reversed:,} reversed, {verdict.false_ties:,} false ties, "
            f"{verdict.false_wins:,} false wins"
        )
    if verdict.families:
        yield ""
        for family in verdict.families[:MOST_GROUPS]:
            yield f"  {family}"
        if (more := len(verdict.families) - MOST_GROUPS) > 0:
            kinds = "1 more kind" if more == 1 else f"{more} more kinds"
            yield f"  and {kinds}; --json has them all"
    if verdict.hint:
        yield f"  [dim]{verdict.hint}[/]"
    if verdict.witness:
        yield ""
        yield from (f"  {line}" for line in witness_lines(verdict.witness))
    if verdict.failures:
        yield ""
        yield f"  [dim]{'showdowns':>17}  wrong between hands[/]"
        for failure, _ in verdict.failures[:MOST_GROUPS]:
            between = (
                f"{failure.stronger_hands:,} {CATEGORIES[failure.stronger]} / "
                f"{failure.weaker_hands:,} {CATEGORIES[failure.weaker]}"
            )
            yield f"  {failure.showdowns:>17,}  {between}{_SAID[failure.kind]}"
        if (more := len(verdict.failures) - MOST_GROUPS) > 0:
            kinds = "1 more kind" if more == 1 else f"{more} more kinds"
            yield f"  {'':>17}  and {kinds}; --json has them all"


def _written(output: str) -> Iterator[str]:
    if output:
        yield "  The last that it wrote:"
        yield from (f"  [dim]| {escape(line)}[/]" for line in output.splitlines())


def first_look(verdict: Verdict) -> Iterator[str]:
    """What a look at some hands said, before every hand is asked about."""
    if verdict.status in (EQUIVALENT, NOT_EQUIVALENT) and verdict.style == "python":
        steady = f"{verdict.hands:,} hands: same key in other orders and suits, left as they were"
        if verdict.witness:
            renamed = verdict.witness.kind == RENAMED
            steady = "[red]suits matter[/]" if renamed else "[red]the same cards have two keys[/]"
        yield f"first look   {steady}"
        if verdict.families:
            fault, *others = verdict.families
            faults = "fault" if len(others) == 1 else "faults"
            more = f", and {len(others)} more {faults}" if others else ""
            yield f"one a class  [red]{fault.what}[/]{more}"
        elif verdict.classes:
            yield f"one a class  {verdict.classes:,} hands are in order"


def witness_lines(witness: Witness) -> Iterator[str]:
    """Two hands side by side, and what is said of them."""
    sides = witness.first, witness.second
    hands = [format_hand(side.hand) for side in sides]
    names = [str(side.hand_class) for side in sides]
    keys = [f"key {side.key!r}" for side in sides]
    aligned = [
        f"{hand:<{width_of(hands)}}  {name:<{width_of(names)}}" for hand, name in zip(hands, names)
    ]
    beside = width_of(aligned) + width_of(keys) < 75
    for line, key in zip(aligned, keys):
        yield escape(f"{line}  {key}" if beside else line)
        if not beside:
            yield escape(f"  {key}")
    if witness.kind == RENAMED:
        yield "The same hand but for the names of suits: they tie by the rules, and not here."
    elif witness.kind == UNSTEADY:
        how = "asked again" if witness.first.hand == witness.second.hand else "in another order"
        yield f"The same cards, {how}: one hand by the rules, and here it has two keys."
    else:
        yield (
            f"By the rules the first {witness.rules_say} the second; "
            f"here it {witness.evaluator_says} it."
        )


def compared(found: "Compared") -> Iterator[str]:
    """What a check of a comparison found out."""
    status, colour = STATUS[found.status]
    yield f"[bold]{escape(found.name)}[/]  [{colour}]{status}[/]"
    if found.message:
        yield f"  {escape(found.message)}"
        yield from _written(found.output)
        return
    yield f"  a {found.found_out} answer means that the first wins, which was found out"
    for kind, asked in found.asked.items():
        wrong = found.wrong[kind]
        yield f"  {kind:<12}  {asked:>7,} asked  {wrong:>7,} wrong"
    if found.witness:
        first, second, rules, says = found.witness
        hands = [f"{format_hand(hand)}  {class_of(hand)}" for hand in (first, second)]
        yield from ("", *(f"  {escape(hand)}" for hand in hands))
        yield f"  By the rules the first {rules} the second; here it {says} it."
    else:
        yield "  Right on these pairs: neighbouring classes, ties within each, and random ones."
        yield "  Without a key for each hand, not all pairs can be asked about."


def summary(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """What all verdicts together say."""
    right = [verdict for verdict in verdicts if verdict.status == EQUIVALENT]
    digests = {verdict.digest for verdict in right}
    for verdict in verdicts:
        if verdict.found_out:
            name = escape(verdict.name)
            yield f"{name}: its {verdict.found_out} key wins, as a royal flush and 7-5-4-3-2 show."
    for verdict in verdicts:
        yield from map(escape, verdict.deaths)
    if right:
        scope = right[0].scope
        order = "one and the same order" if len(right) > 1 else "the order of the rules"
        verb = "is" if len(right) == 1 else "are"
        who = "It is" if len(verdicts) == 1 else f"{len(right)} of {len(verdicts)} {verb}"
        where = " on this sample" if scope.sample else ""
        yield (
            f"{who} equivalent{where}: {right[0].hands:,} hands, "
            f"so {right[0].showdowns:,} showdowns,\nin {order}. Class digest (SHA-256):"
        )
        yield from sorted(str(digest) for digest in digests)
        if scope.sample:
            yield "Nothing is known of other hands; without --sample, every hand is checked."
        if scope.up_to_suits:
            yield (
                "That the names of suits do not matter was tried on 2,000 of these hands, in all\n"
                "24 ways, and is not proven: --all does that."
            )
        if twins := sum(verdict.twins for verdict in right):
            of = sum(verdict.hands for verdict in right if verdict.twins)
            which = f"all {twins:,}" if twins == of else f"{twins:,} compared, of {of:,}"
            yield f"Key for key the same as in the python style: {which}."
    elif any(verdict.status == NOT_EQUIVALENT for verdict in verdicts):
        yield "None is equivalent." if len(verdicts) > 1 else "It is not equivalent."
    unknown = [v for v in verdicts if v.status not in (EQUIVALENT, NOT_EQUIVALENT)]
    if len(unknown) == len(verdicts):
        yield "Nothing was checked to the end."
    elif unknown:
        yield f"{len(unknown)} of {len(verdicts)} could not be checked to the end."
