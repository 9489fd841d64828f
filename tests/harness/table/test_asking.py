"""What an evaluator says of a hand, or of two."""

from evaluators.cards import parse_hand
from harness.table.asking import Answer, task_of, work

KINGS, ACES = parse_hand("Kd Kh 7s 5c 2d"), parse_hand("Ad Ah 7s 5c 2d")


def raises(hand: list[str]) -> int:
    """An evaluator of this test that fails at one hand."""
    if "Kd" in hand:
        raise ValueError("no kings")
    return 1


def answer(name: str, *hands: tuple[int, ...]) -> Answer:
    """The answer, from this process."""
    return Answer(**work(task_of(name, hands)))


def test_the_winner_of_two_hands() -> None:
    """Failure means that the wrong player gets the pot."""
    for first, says in ((KINGS, "loses to"), (ACES, "ties with")):
        said = answer("cactus-kev-dict", first, ACES)
        assert (said.says, said.wins, said.is_inferred, said.message) == (says, "lower", False, "")
        assert len(said.keys) == 2


def test_a_failure_has_a_message_and_no_keys() -> None:
    """Failure means that a reader sees a key that no evaluator gave."""
    said = answer(f"{__name__}:raises", KINGS)
    assert (said.keys, said.says) == ((), "")
    assert said.message.endswith("ValueError: no kings (test_asking.py:12)"), said.message
