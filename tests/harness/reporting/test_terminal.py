"""Output on a terminal: literal text, whatever a name contains, within 80 columns."""

import io
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from importlib.metadata import EntryPoint

import pytest
from click.testing import CliRunner

from evaluators.cards import parse_hand
from evaluators.protocol import Key
from harness.adapters import adopt
from harness.checking.families import COUNTS_AS, Family
from harness.checking.hints import Hint, Kind
from harness.checking.showdowns import Failure
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT, RENAMED, UNSTEADY
from harness.checking.verdict import Verdict
from harness.checking.witness import BEATS, LOSES, TIES, Side, Witness
from harness.cli import main
from harness.hands.scopes import All, Sample
from harness.processes.visible import visible, visible_repr
from harness.reporting import terminal
from harness.reporting import timing_tables as timing_terminal
from harness.reporting.terminal import Line
from harness.reporting.witnesses import witness_lines
from harness.testing.properties import findings
from harness.timing.results import Timing
from tests.harness.names import HOSTILE

FAMILY = Family(4, COUNTS_AS, 0, (1609,), 10_200, (12, 3, 2, 1, 0), is_whole=False)
Show = Callable[[Iterable[Line]], str]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """The output of all later consoles, on a terminal without colours."""
    screen = io.StringIO()
    console = partial(
        terminal._Console, file=screen, force_terminal=True, color_system=None, width=250
    )
    monkeypatch.setattr(terminal, "_Console", console)
    return screen


@pytest.fixture
def show(screen: io.StringIO) -> Show:
    """A function that prints lines as the commands do, and returns the output."""

    def show(lines: Iterable[Line]) -> str:
        out = terminal.console()
        for line in lines:
            out.print(line)
        return screen.getvalue()

    return show


def witness(
    first: str = "Ad 5c 4c 3c 2c",
    second: str = "Ac Qc 5d 4d 3d",
    keys: tuple[Key, Key] = (1.5, 2.5),
    kind: str = "reversed",
    says: tuple[str, str] = (BEATS, LOSES),
) -> Witness:
    sides = [Side(parse_hand(text), key) for text, key in zip((first, second), keys)]
    return Witness(kind, sides[0], sides[1], *says)


def wrong(name: str = "mine", key: Key = 1.5, **changes: object) -> Verdict:
    """A verdict with all its fields."""
    example = witness(keys=(key, key))
    fields: dict[str, object] = {
        "hands": 2_598_960, "distinct_keys": 7_462, "reversed": 10**9, "witness": example,
        "failures": [(Failure("reversed", 4, 0, 1_000, 10, 100), example)], "families": [FAMILY],
        "found_out": "higher", "seconds": 12.3,
    }  # fmt: skip
    return Verdict(name, NOT_EQUIVALENT, All(), **(fields | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", HOSTILE)
class TestTextFromOutside:
    """Or a name could colour the terminal, draw an emoji, or write lines of its own."""

    def test_of_an_error(self, text: str, show: Show) -> None:
        verdict = Verdict(text, ERROR, All(), message=text, output=text, remarks=[text])
        printed = show([*terminal.details(verdict), *terminal.summary([verdict])])
        written = visible(text, lines=True).split("\n")
        assert printed.split("\n") == [
            visible(text),
            f"  {visible(text)}",
            "  Its last output:",
            *(f"  | {line}" for line in written),
            visible(text),
            "Nothing was checked to the end.",
            "",
        ]

    def test_in_a_table(self, text: str, show: Show) -> None:
        names = [text, "other"]
        verdicts = [wrong(text), wrong("other")]
        rows = [terminal.check_row(verdict, names) for verdict in verdicts]
        head, first, second, end = show([terminal.check_head(names), *rows]).split("\n")
        assert (first[: len(visible(text))], end) == (visible(text), "")
        assert len(head) == len(first) == len(second)
        assert head.index("verdict") == first.index("not equiv") == second.index("not equiv")

    def test_in_names_and_keys(self, text: str, show: Show) -> None:
        verdict = wrong(text, key=text)
        printed = show([*terminal.details(verdict), *terminal.summary([verdict])])
        assert printed.replace("\n", "").isprintable()
        assert printed.startswith(f"{visible(text)}\n")
        assert "\ninferred: higher keys win" in printed
        assert printed.count(f"key {visible_repr(text)}\n") == 2

    def test_beside_a_bar(self, text: str, screen: io.StringIO) -> None:
        bar = terminal.Bar(terminal.console(), 10, "hands")
        with bar.shown():
            bar.advance(1, text)
        assert visible(text) in screen.getvalue()

    def test_of_timings(self, text: str, show: Show) -> None:
        timings = [Timing(text, "random-5", (1.0, 1.0), "numpy"), Timing("o", "random-5", (9.0,))]
        lines = timing_terminal.timing_table("random-5", timings, timings[0], {})
        head, first, second, end = show(lines).split("\n")
        assert first.startswith(f"{visible(text)}, numpy ")
        assert end == ""
        assert len(first) == len(second)
        assert head.endswith(f"x {visible(text)}")

    def test_of_evaluators_not_timed(self, text: str, show: Show) -> None:
        statuses = {f"python/{text}": {"status": "failed", "message": text}}
        printed = show(timing_terminal.not_timed(statuses))
        assert printed == f"\nnot timed\n{visible(text)}  {visible('failed: ' + text)}\n"

    def test_in_tests(self, text: str) -> None:
        """The texts for pytest."""
        for verdict in (wrong(text, text), Verdict(text, ERROR, All(), message=text)):
            for finding in findings(verdict):
                assert finding.complaint.replace("\n", "").isprintable()
        in_order = list(findings(wrong(key=text)))[3]
        assert f"key {visible_repr(text)}\n" in in_order.complaint


def test_columns_keep_their_places() -> None:
    head = terminal.check_head(["cactus-kev"])
    row = terminal.check_row(Verdict("x", EQUIVALENT, All(), distinct_keys=7_462, seconds=1), [])
    assert str(head) == "evaluator   verdict              keys         wrong    cpu s"
    assert str(row) == "x          equivalent          7,462          none      1.0"


def test_an_unknown_share_is_called_unknown(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it would count as no wrong showdowns, or stop the command."""
    verdict = wrong()
    monkeypatch.setattr(Verdict, "wrong", None)
    assert str(terminal.check_row(verdict, [])).split()[-2:] == ["unknown", "12.3"]
    printed = show(terminal.details(verdict))
    assert "  10,200 hands are out of place; the share of wrong showdowns is unknown\n" in printed
    assert "\n            unknown  10 straight / 100 high card\n" in printed
    complaints = [finding.complaint for finding in findings(verdict) if not finding.holds]
    assert complaints
    for complaint in complaints:
        assert complaint.startswith("some showdowns are decided wrongly:\n")


def test_a_fault_of_a_single_hand_makes_no_showdown_wrong(show: Show) -> None:
    verdict = wrong(reversed=0, witness=witness(kind=UNSTEADY), failures=[], families=[])
    assert str(terminal.check_row(verdict, [])).split()[-2:] == ["-", "12.3"]
    assert "out of place" not in show(terminal.details(verdict))


def test_a_long_hint_fits_into_80_columns(show: Show) -> None:
    words = "check how one pair is compared: " + ", ".join(["first kicker"] * 6)
    family = replace(FAMILY, advice=Hint(Kind.ORDER_OF_RANKS, words))
    lines = show(terminal.details(wrong(families=[family]))).splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert words in " ".join(line.strip() for line in lines)
    assert "  read chapter 1 of the course: docs/course/01-tuples.md" in lines


def test_the_hint_stands_below_the_first_fault(show: Show) -> None:
    """Else a reader looks for what to do next below ten lines of what is wrong."""
    first = replace(FAMILY, advice=Hint(Kind.ORDER_OF_RANKS, "check the order of ranks"))
    lines = show(terminal.details(wrong(families=[first, FAMILY]))).splitlines()
    place = lines.index(f"  {FAMILY}")
    assert lines[place + 1] == "  check the order of ranks"
    assert lines[place + 3 : place + 5] == ["", f"  {FAMILY}"]


def test_the_preflight_of_an_equivalent_evaluator(show: Show) -> None:
    verdict = Verdict("x", EQUIVALENT, All(), hands=7_564, distinct_keys=7_462)
    assert show(terminal.preflight(verdict)) == (
        "preflight      7,564 hands: key independent of order and suits; input unchanged\n"
        "one per class  7,462 hands are in order\n"
    )


@pytest.mark.parametrize(
    ("kind", "fault"),
    [(RENAMED, "suits change the key"), (UNSTEADY, "the same cards have two keys")],
)
def test_the_preflight_of_wrong_evaluators(kind: str, fault: str, show: Show) -> None:
    verdict = wrong(witness=witness(kind=kind), families=[FAMILY, FAMILY])
    assert show(terminal.preflight(verdict)) == (
        f"preflight      {fault}\none per class  {FAMILY.summary}, and 1 more fault\n"
    )


def test_classes_are_not_called_in_order_if_they_were_not_compared(show: Show) -> None:
    """Failure means that a student believes in an order that nobody has looked at."""
    unsteady = wrong(witness=witness(kind=UNSTEADY), families=[], distinct_keys=7_462)
    assert "in order" not in show(terminal.preflight(unsteady))
    assert "not compared" in show(terminal.preflight(unsteady))
    renamed = wrong(witness=witness(kind=RENAMED), families=[], distinct_keys=7_462)
    assert "7,462 hands are in order" in show(terminal.preflight(renamed))


def test_a_fault_that_no_hand_of_the_sample_shows(show: Show) -> None:
    verdict = wrong()
    assert "none shows a fault" not in show(terminal.details(verdict))
    verdict.reversed = 0
    verdict.scope = Sample(5, 1_000)
    assert f"  {verdict.scope}: none shows a fault;\n" in show(terminal.details(verdict))


def test_arrays_and_errors_have_no_preflight() -> None:
    assert not list(terminal.preflight(wrong(style="numpy")))
    assert not list(terminal.preflight(Verdict("x", ERROR, All())))


def test_the_best_five_of_seven_cards_come_first() -> None:
    """Or a reader would have to look for the hand among the cards."""
    first, second, _ = witness_lines(witness("Ad 9h 5c 4c 8d 3c 2c", "As Qc 5d 4d 3d 9c 8h"))
    assert first == "Ad 5c 4c 3c 2c (and 9h 8d)  five-high straight    key 1.5"
    assert second == "As Qc 5d 9c 8h (and 4d 3d)  high card, A-Q-9-8-5  key 2.5"


def test_the_same_cards_are_shown_in_both_orders() -> None:
    """Or both hands of an evaluator that is wrong about unsorted cards would look the same."""
    unsteady = witness("Ad 9h 5c 4c 8d 3c 2c", "9h Ad 5c 4c 8d 3c 2c", kind=UNSTEADY)
    first, second, explanation = witness_lines(unsteady)
    assert first.startswith("Ad 9h 5c 4c 8d 3c 2c  five-high straight")
    assert second.startswith("9h Ad 5c 4c 8d 3c 2c  five-high straight")
    assert explanation.startswith("The same cards, in another order:")


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("kind", ["reversed", RENAMED, UNSTEADY])
def test_witnesses_fit_on_a_terminal(size: int, kind: str) -> None:
    """Even with keys as long as a line, which then have separate lines."""
    for key in (1, 1.5254300000000002e-09, "k" * 70):
        first, second = "Kd Qd Jd Td 9d 8h 2c"[: 3 * size], "Kc Qc Jc Tc 9c 2h 2d"[: 3 * size]
        tie = witness(first, second, keys=(key, key), kind=kind, says=(TIES, BEATS))
        assert all(len(line) <= 78 for line in witness_lines(tie))


def test_the_summary_names_inferred_directions() -> None:
    verdicts = [wrong("one"), wrong("two")]
    assert list(terminal.summary(verdicts)) == [
        "one: inferred: higher keys win (royal flush against the weakest hand)",
        "two: inferred: higher keys win (royal flush against the weakest hand)",
        "No evaluator is equivalent.",
    ]


def test_names_of_players_and_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """They come from a file or from any installed package, and could colour the terminal."""
    table = "Jo\x1b[31me\u202e, 3H 4H 5H 6H 8H\nAl, 3C 3D 3S 8C 10D\n"
    output = CliRunner().invoke(main, ["rank", "-"], table, color=True).output
    assert output.startswith("\x1b[1mJo\\x1b[31me\\u202e wins: flush")
    assert "\n  Jo\\x1b[31me\\u202e  3h 4h 5h 6h 8h  flush" in output
    assert "\n  Al                 3c 3d 3s 8c Td  three" in output
    plugin = EntryPoint("\x1b[31mred", "red\u202e:key", adopt.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [plugin])
    listed = CliRunner().invoke(main, ["list"], color=True).output
    assert re.search(r"\n  \\x1b\[31mred +red\\u202e:key\n", listed)
