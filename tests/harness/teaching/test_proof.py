"""The proof on one page has the numbers of the check, to the last showdown."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from benchmarks.golden import golden
from evaluators.cards import DECK, format_card, format_hand
from harness.hands.classes import classes
from harness.hands.scopes import ALL_FIVE
from harness.teaching import proof
from harness.teaching.mistakes import BUGS, FAULTS, MISTAKES, Mistake
from harness.teaching.proof import Cell, faults, hashable, tabulate, wrong_showdowns
from tests.harness.faults.test_families import cells_of

GROUPS = {"bugs": BUGS, "mistakes": MISTAKES, "exercise": FAULTS}
VERDICTS = {
    name: (GROUPS[group][fault], verdict)
    for name, verdict in golden().items()
    for group, fault, *_ in [name.split("/")]
    if fault in GROUPS.get(group, {}) and verdict.get("hands") in (134_459, len(ALL_FIVE))
}
"""All planted faults that the check was asked about on every hand, and what it said."""
BY_CLASS = [name for name, (fault, _) in VERDICTS.items() if fault.by_class]


def wrong(verdict: dict[str, Any]) -> tuple[int, int, int]:
    """The number of wrong showdowns of each kind, from the check."""
    return tuple(verdict.get(kind, 0) for kind in ("reversed", "false_ties", "false_wins"))


def one_of_each_class(mistake: Mistake) -> dict[tuple[int, int], int]:
    """The table of a fault that depends on nothing but the class."""
    return cells_of(lambda each: hashable(mistake.function(format_hand(each.example).split())))


def test_the_classes_are_those_of_the_rulebook() -> None:
    """The rules are written down twice, and both times they say the same of every hand."""
    sizes = Counter(worth for _, worth in proof.every_hand())
    worths = sorted(sizes, reverse=True)
    assert worths == [(each.category, each.ranks) for each in classes()]
    assert [sizes[worth] for worth in worths] == [each.size for each in classes()]
    cells = [Cell(n, n, worth, sizes[worth], ()) for n, worth in enumerate(worths, start=1)]
    assert not [*faults(cells)]
    assert wrong_showdowns(cells) == (0, 0, 0)


@pytest.mark.every(8)
@pytest.mark.parametrize("name", BY_CLASS)
def test_wrong_showdowns_are_those_of_the_check(name: str) -> None:
    mistake, verdict = VERDICTS[name]
    table = one_of_each_class(mistake)
    cells = [Cell(n, place + 1, None, hands, ()) for (n, place), hands in table.items()]
    assert wrong_showdowns(cells) == wrong(verdict)
    assert any(faults(cells)) == (verdict["status"] == "not_equivalent")


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted({*VERDICTS} - {*BY_CLASS[1:]}))
def test_every_hand_gives_the_numbers_of_the_check(name: str) -> None:
    mistake, verdict = VERDICTS[name]
    cells = tabulate(mistake.function)
    assert sum(cell.hands for cell in cells) == len(ALL_FIVE)
    assert len({cell.key for cell in cells}) == verdict["keys"]
    assert wrong_showdowns(cells) == wrong(verdict)


def test_a_small_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """All showdowns of 792 hands, tried one by one; keys depend on suits, and lower ones win."""
    deck = [format_card(card) for card in DECK[-12:]]
    monkeypatch.setattr(proof, "DECK", deck)

    def evaluate(hand: list[str]) -> list[int]:
        category, ranks = proof.rules(tuple(hand))
        return [-category, -ranks[-1], hand[0].endswith("s")]

    hands = [(proof.rules(hand), evaluate([*hand])) for hand in combinations(deck, 5)]
    expected = [0, 0, 0]
    for (worth, key), (other_worth, other_key) in combinations(hands, 2):
        if worth == other_worth:
            expected[2] += key != other_key
        elif key == other_key:
            expected[1] += 1
        else:
            expected[0] += (worth > other_worth) != (key < other_key)
    cells = tabulate(evaluate)
    assert all(expected)
    assert wrong_showdowns(cells) == tuple(expected)
    for words, one, other in faults(cells):
        better, worse = (proof.rules(cell.first) for cell in (one, other))
        assert (better == worse) == words.startswith("the hands tie")
        assert better >= worse
        is_reversed = evaluate([*one.first]) > evaluate([*other.first])
        assert (better > worse and is_reversed) == words.endswith("loses")


def test_nan_is_refused() -> None:
    """Else a sort that it confuses may look like an order."""
    with pytest.raises(ValueError, match="NaN"):
        tabulate(lambda hand: (1, float("nan")))
