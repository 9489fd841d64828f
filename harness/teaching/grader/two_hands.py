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
    task = f"write two hands, the better one first, as in {EXAMPLE}."
    if type(value) not in (tuple, list) or [*map(type, value)] != [str, str]:
        raise Fault(f"{name} is {theirs.show(value)}: {task}")
    if not "".join(value).strip():
        raise Fault(f"{name} is still empty: {task}")
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
        words = f"The second hand of {name} beats the first: write the better hand first."
        raise Fault(words, lines)
    return hands, lines
