"""Output on a terminal: literal text, whatever a name contains, within 80 columns."""

import io
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from evaluators.cards import parse_hand
from evaluators.protocol import Key
from harness.adapters import BEST_FIVE, COMPARISON, NAMING
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.faults.families import COUNTS_AS, Family
from harness.faults.hints import Hint, Kind, hint
from harness.faults.kinds import RENAMED, UNSTEADY
from harness.faults.showdowns import WrongShowdowns
from harness.faults.witness import BEATS, LOSES, Side, Witness
from harness.hands.scopes import All, Sample, UpToSuits
from harness.processes.visible import visible, visible_repr
from harness.reporting import terminal, timing_tables
from harness.reporting.terminal import Line
from harness.teaching.witnesses import witness_lines
from harness.timing.results import Results, Timing
from tests.harness.names import HOSTILE

FAMILY = Family(4, COUNTS_AS, 0, (1609,), 10_200, (12, 3, 2, 1, 0), is_whole=False)
EVIL = " ".join(HOSTILE)
"""All hostile names in one."""


def show(lines: Iterable[Line], **options: Any) -> str:
    """Print lines as the commands do: into a pipe or, with options, on a terminal."""
    out = io.StringIO()
    console = terminal.console(file=out, color_system=None, **options)
    for line in lines:
        console.print(line)
    return out.getvalue()


def witness(key: Key = 1.5, kind: str = "reversed") -> Witness:
    first, second = (Side(parse_hand(text), key) for text in ("Ad5c4c3c2c", "AcQc5d4d3d"))
    return Witness(kind, first, second, BEATS, LOSES)


def wrong(name: str = "mine", key: Key = 1.5, **changes: object) -> Verdict:
    """A verdict with all its fields."""
    example = witness(key)
    fields: dict[str, object] = {
        "hands": 2_598_960, "distinct_keys": 7_462, "reversed": 10**9, "witness": example,
        "failures": [(WrongShowdowns("reversed", 4, 0, 1_000, 10, 100), example)],
        "families": [FAMILY],
        "found_out": "higher", "seconds": 12.3,
    }  # fmt: skip
    return Verdict(name, NOT_EQUIVALENT, All(), **(fields | changes))  # type: ignore[arg-type]


def test_text_from_outside_in_lines_and_tables() -> None:
    """Or a name could colour the terminal, draw an emoji, or write lines of its own."""
    error = Verdict(EVIL, ERROR, All(), message=EVIL, output=EVIL, remarks=[EVIL])
    faulty = wrong(EVIL, key=EVIL)
    timings = [Timing(EVIL, "random-5", (1.0, 1.0), "numpy"), Timing("o", "random-5", (9.0,))]
    everything = ""
    for lines, count in (
        (terminal.details(error), 2),
        (terminal.details(faulty), 1),
        (terminal.summary([error, faulty, wrong(found_out="lower")]), 2),
        ([terminal.check_row(faulty, [EVIL])], 1),
        ([timing_tables.timing_table("random-5", timings, Results(tuple(timings)), {})], 1),
    ):
        printed = show(lines)
        assert printed.replace("\n", "").isprintable()
        assert " ".join(printed.split()).count(" ".join(visible(EVIL).split())) == count
        everything += printed
    assert everything.count(f"key {visible_repr(EVIL)[:60]}") == 2
    for line in visible(EVIL, lines=True).split("\n"):
        assert f"  | {line}\n" in everything


def test_text_from_outside_in_the_label_of_a_bar() -> None:
    out = io.StringIO()
    console = terminal.console(file=out, force_terminal=True, width=5_000)
    with terminal.bar(console, 2_598_960, "hands") as advance:
        advance(20_000, EVIL)
    assert visible(EVIL) in out.getvalue()
    assert "20,000 of 2,598,960 hands" in out.getvalue()


def test_a_pipe_gets_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ten minutes of silence look like a check that hangs."""
    clock = iter(range(0, 1_000, 10))
    monkeypatch.setattr(terminal, "monotonic", lambda: next(clock))
    with terminal.bar(terminal.console(), 400, "hands") as advance:
        for _ in range(5):
            advance(80, "mine.py")
    assert capsys.readouterr() == ("", "mine.py  240 of 400 hands\n")


def test_a_bar_without_steps_is_drawn_at_once() -> None:
    """Failure means that a bar stands still at 100 % while the check counts what is wrong."""
    out = io.StringIO()
    with terminal.bar(terminal.console(file=out, force_terminal=True), 10, "hands") as advance:
        advance(10, "[red]: counting", has_steps=False)
        assert "[red]: counting" in out.getvalue()
        assert "10 of 10 hands" not in out.getvalue()


def test_the_seconds_are_those_of_evaluating_and_of_counting() -> None:
    verdict = wrong(counting=1.44)
    printed = show([terminal.check_row(verdict, []), *terminal.details(verdict)])
    assert printed.splitlines()[0].endswith(" 13.7")
    assert printed.endswith("\n\n  7,462 keys, 12.3 s evaluating, 1.4 s counting\n")
    assert show(terminal.details(wrong(counting=1.0))).endswith(
        "\n  7,462 keys, 12.3 s evaluating\n"
    )


def test_rows_come_one_by_one_and_are_aligned() -> None:
    right = Verdict("x", EQUIVALENT, All(), distinct_keys=7_462, seconds=1)
    rows = [right, wrong("cactus-kev"), Verdict("sad", ERROR, All())]
    names = [verdict.name for verdict in rows]
    lines = [terminal.check_head(names), *(terminal.check_row(row, names) for row in rows)]
    assert [line.rstrip() for line in show(lines).splitlines()] == [
        "evaluator   verdict              keys               wrong    cpu s",
        "x           equivalent          7,462                none      1.0",
        "cactus-kev  not equivalent      7,462          1 in 3,377     12.3",
        "sad         error                   -                   -        -",
    ]


def test_a_long_name_is_folded_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that a name, or a number in its row, is cut."""
    name = "package.module:" + "n" * 70
    of_80 = partial(terminal.console, force_terminal=True, width=80)
    monkeypatch.setattr(terminal, "console", of_80)
    lines = show([terminal.check_row(wrong(name), [name])]).splitlines()
    assert max(map(len, lines)) == 80
    assert "".join(line.split()[0] for line in lines) == name
    assert "1 in 3,377" in lines[0]


def test_a_share_may_be_an_interval() -> None:
    printed = show(terminal.details(wrong(undecided=1_000_000_000)))
    assert "\n  1 in 3,377 to 1 in 1,689 of all showdowns decided wrongly:\n" in printed
    assert "\n  and at most 1,000,000,000 more, between keys that were not compared\n" in printed


def test_a_fault_of_a_single_hand_makes_no_showdown_wrong() -> None:
    verdict = wrong(reversed=0, witness=witness(kind=UNSTEADY), failures=[], families=[])
    printed = show([terminal.check_row(verdict, []), *terminal.details(verdict)])
    assert printed.splitlines()[0].split()[-2:] == ["-", "12.3"]
    assert "out of place" not in printed


def test_details_fit_and_each_fault_has_its_own_hint() -> None:
    """Failure means that a hint stands under a fault that it does not explain, or is repeated."""
    words = "check how one pair is compared: " + ", ".join(["first kicker"] * 6)
    first = replace(FAMILY, advice=Hint(Kind.ORDER_OF_RANKS, words))
    second = replace(FAMILY, advice=Hint(Kind.ODD_KEY, "another"))
    verdict = wrong(families=[first, second, first])
    lines = show(terminal.details(verdict), force_terminal=True, width=80).splitlines()
    assert all(len(line) <= 80 for line in lines)
    place = lines.index(f"  {FAMILY}")
    assert " ".join(line.strip() for line in lines[place + 1 : place + 3]) == words
    assert lines[place + 3] == "    read chapter 1 of the course: docs/course/01-tuples.md"
    assert lines[place + 4 : place + 8] == ["", f"  {FAMILY}", "    another", f"  {FAMILY}"]
    verdict.cause = hint(Kind.ONE_KEY)
    lines = show(terminal.details(verdict)).splitlines()
    place = lines.index("  Every hand has the same key: check what the function returns.")
    assert lines[place - 1] == ""
    assert lines[place + 1].startswith("  read chapter 0 ")
    assert lines[place + 2 : place + 4] == ["", f"  {FAMILY}"]


def test_many_faults_are_counted_by_kind() -> None:
    """Failure means that six kinds look like all, or that a number is at the wrong kind."""
    kinds = ["reversed", "false tie", "false win"] * 2
    failures = [(WrongShowdowns(kind, 4, 0, 1_000, 10, 100), witness()) for kind in kinds]
    verdict = wrong(families=[FAMILY] * 8, witness=witness(kind=RENAMED), failures=failures)
    verdict.reversed, verdict.false_ties, verdict.false_wins = 3, 2, 1
    printed = show(terminal.details(verdict))
    assert "  3 reversed, 2 false ties, 1 false wins\n" in printed
    assert f"{f'  {FAMILY}{chr(10)}' * 5}  and 2 more kinds; --json has them all\n" in printed
    endings = re.findall(r"10 straight / 100 high card(.*)\n", printed)
    assert [ending.rstrip() for ending in endings] == ["", ", tied", ", not tied"] * 2
    assert printed.count("more kind") == 1
    assert "about" not in printed
    verdict.scope = UpToSuits(5)
    assert "  81,600 hands are out of place,\n  about " in show(terminal.details(verdict))


def test_numbers_of_seven_cards_fit_and_are_aligned() -> None:
    """Else a terminal of 80 columns breaks a line in the middle of a number."""
    failures = [
        (WrongShowdowns("reversed", 4, 0, number, 10, 100), witness()) for number in (10**15, 1)
    ]
    verdict = wrong(failures=failures, reversed=10**15, false_ties=10**15, false_wins=10**15)
    lines = show(terminal.details(verdict), force_terminal=True, width=80).splitlines()
    assert max(map(len, lines)) <= 78
    places = [line.index("10 straight") for line in lines if "10 straight" in line]
    assert places == [line.index("wrong between") for line in lines if "wrong between" in line] * 2


def test_a_sample_is_not_all_showdowns() -> None:
    """Failure means that a share of a sample is taken for that of all hands."""
    sample = wrong(hands=1_000, reversed=100)
    sample.scope = Sample(5, 1_000)
    printed = show([*terminal.details(sample), *terminal.summary([sample])])
    assert "of this sample's showdowns decided wrongly" in " ".join(printed.split())
    assert "Nothing is known about other hands: this is a sample." in printed
    sample.reversed = 0
    shown = show(terminal.details(sample))
    assert f" {sample.scope}: none shows a fault; one hand of " in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) < 80


def test_two_hands_stand_before_all_else() -> None:
    """Else somebody reads counts and hints before the two hands that prove the fault."""
    hands = [f"  {line}" for line in witness_lines(witness())]
    lines = show(terminal.details(wrong())).splitlines()
    assert lines[:7] == ["mine: not equivalent", "", *hands, "", f"  {All()}:"]
    unsteady = wrong(reversed=0, witness=witness(kind=UNSTEADY), failures=[], families=[])
    printed = show(terminal.details(unsteady))
    assert "  The same cards in another order get another key.\n\n  Check what" in printed


def test_the_preflight() -> None:
    """It is said of what is equivalent: of a fault in it, the verdict says more."""
    right = Verdict("x", EQUIVALENT, All(), hands=7_564, distinct_keys=7_462)
    assert show(terminal.preflight(right)).splitlines() == [
        "preflight      7,564 hands: key independent of order and suits; input unchanged",
        "one per class  7,462 hands are in order",
    ]
    for other in (wrong(), replace(right, style="numpy"), Verdict("x", ERROR, All())):
        assert not show(terminal.preflight(other))


def test_the_summary_says_what_is_inferred_and_what_is_not_proven() -> None:
    both = [wrong("one"), wrong("two", found_out="lower")]
    assert [*map(str, terminal.summary(both))] == [
        "one: inferred from most classes: higher keys win",
        "two: inferred from most classes: lower keys win",
        "No evaluator is equivalent.",
    ]
    failed = Verdict("three", ERROR, All(), message=" ".join(["broken"] * 20))
    once = [*map(str, terminal.summary([wrong("one"), wrong("two"), failed]))]
    assert once[0] == "inferred from most classes: higher keys win"
    assert once[1] == "No evaluator is equivalent."
    assert max(map(len, show(terminal.details(failed)).splitlines())) < 80
    right = Verdict("x", EQUIVALENT, UpToSuits(6), style=COMPARISON, found_out="higher")
    lines = [*map(str, terminal.summary([right]))]
    assert lines[0].endswith(": positive answers mean that the first hand wins")
    assert "that decides about all pairs as far as the comparison is transitive." in lines
    assert lines[-1].endswith("it is not proven: --all does that.")


def test_the_summary_claims_no_more_than_was_asked() -> None:
    """Else a right function of names or of five cards is said to order all hands."""
    for style, said in [
        (NAMING, "It names the category of every hand as the rules do: 45 hands."),
        (BEST_FIVE, "It picks the best five cards of every hand as the rules do: 45 hands."),
    ]:
        shown = show(terminal.summary([Verdict("x", EQUIVALENT, All(), 45, style=style)]))
        assert shown.startswith(said)
        assert "order" not in shown
    both = [Verdict(name, EQUIVALENT, Sample(5, 9), 9, style=NAMING) for name in "ab"]
    lines = [*map(str, terminal.summary(both))]
    assert lines[0] == "2 of 2 name the category of each of these 9 hands as the rules do."


def test_the_summary_says_once_which_sizes_were_not_checked() -> None:
    """Failure means that an evaluator that is wrong with seven cards seems to be proven right."""
    both = [Verdict("x", EQUIVALENT, All(), sizes=sizes) for sizes in ([5], [5, 6, 7])]
    last = "Hands of 6 and 7 cards were not checked: --cards 6, --cards 7."
    assert show(terminal.summary(both)).count(last) == 1
    assert "checked" not in show(terminal.summary(both[:1]))


@pytest.mark.parametrize(
    ("scope", "hands"), [(All(7), "all 133,784,560"), (UpToSuits(7), "these 6,009,159")]
)
def test_a_digest_says_of_how_many_hands_it_is(scope: All | UpToSuits, hands: str) -> None:
    """That of hands up to suits stands beside all showdowns, and is not the published one."""
    right = Verdict("mine", EQUIVALENT, scope, len(scope), digest="5a1e")
    lines = "\n".join(map(str, terminal.summary([right])))
    assert f"Digest of the order of {hands} hands (SHA-256):\n5a1e" in lines
