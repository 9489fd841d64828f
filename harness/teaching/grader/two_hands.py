"""Two hands that a file names: WITNESS in exercise 09, WRONG in exercise 10."""

from evaluators.cards import CardError, format_card, parse_hand
from harness.hands.classes import class_of
from harness.teaching.grader.submission import Fault, Submission

EXAMPLE = '("Kd Ks 7c 7h 2s", "Ad Ks 7c 6h 2s")'


def two_hands(theirs: Submission, name: str) -> tuple[list[list[str]], str]:
    """The two hands, the better one first, and the two lines that show them.

    Args:
        theirs: the submission.
        name: the name of the value.

    Raises:
        Fault: the value is not two hands, the better one first.
    """
    value = theirs.value(name, EXAMPLE)
    is_pair = type(value) in (tuple, list) and len(value) == 2
    if not is_pair or any(type(text) is not str for text in value):
        shown = theirs.show(value)
        raise Fault(f"{name} is {shown}: write two hands, the better one first, as in {EXAMPLE}.")
    if not "".join(value).strip():
        raise Fault(
            f"{name} is still empty: write two hands, the better one first, as in {EXAMPLE}."
        )
    try:
        parsed = [parse_hand(text, range(5, 6)) for text in value]
    except CardError as error:
        raise Fault(f"{name} is not two hands of five cards: {error}.") from None
    hands = [[format_card(card) for card in hand] for hand in parsed]
    better, worse = map(class_of, parsed)
    lines = f"{' '.join(hands[0])}  {better}\n{' '.join(hands[1])}  {worse}"
    if better.number == worse.number:
        raise Fault(f"The two hands of {name} tie by the rules: choose two that do not.", lines)
    if better.number > worse.number:
        raise Fault(
            f"The second hand of {name} beats the first: write the better hand first.", lines
        )
    return hands, lines
