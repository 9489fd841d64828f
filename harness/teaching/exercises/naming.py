"""Exercises 01 to 03: name the category, break the tie, count the hands."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from evaluators.cards import DECK, format_card, rank_of
from harness.hands.classes import CATEGORIES, classes
from harness.hands.order import hands
from harness.hands.scopes import ALL_FIVE
from harness.processes import workers
from harness.processes.limits import EVALUATING
from harness.teaching.exercises.steps import Asked, Exercise, Swept
from harness.teaching.exercises.submission import PLACE_BITS, Stop, Submission, short

TEXTS = [format_card(card) for card in DECK]
COUNTING_SECONDS = 90.0
"""A student may count the hands of a deck one by one."""
SMALL_COUNTING_SECONDS = 15.0


# --- What is right. ---


@cache
def category_of() -> list[str]:
    """The name of the category of each class, by class number."""
    return ["", *(CATEGORIES[each.category] for each in classes())]


@cache
def order_of() -> list[list[int]]:
    """The ranks of each class in the order of comparison, by class number.

    >>> order_of()[1], order_of()[1609]
    ([14, 13, 12, 11, 10], [5, 4, 3, 2, 1])
    """
    return [[], *([rank + 2 for rank in each.ranks] for each in classes())]


def counts_of(ranks: Sequence[int]) -> dict[str, int]:
    """How many hands of each category a deck of these ranks, in four suits, deals.

    >>> counts_of([2, 3, 4, 5, 14])["straight"]
    1020
    """
    deck = {rank - 2 for rank in ranks}
    counts = dict.fromkeys(CATEGORIES, 0)
    for each in classes():
        if deck.issuperset(map(rank_of, each.example)):
            counts[CATEGORIES[each.category]] += each.size
    return counts


# --- 01, name the category. ---


def expect_category(submission: Submission, text: str, right: str) -> None:
    """Ask for the category of a hand."""
    category = submission.function("category")
    hand = text.split()
    answer = category(hand)
    if type(answer) is not str:  # another type could call itself equal to all names
        wanted = 'a text such as "one pair"'
        raise Stop("wrong_type", text, function="category", value=short(answer), wanted=wanted)
    if answer not in CATEGORIES:
        raise Stop("no_such_category", text, value=short(answer), right=short(right))
    if answer != right:
        raise submission.refute("category", [hand], answer, right)
    again = category(hand)
    if again != answer:
        raise Stop(
            "two_answers", text, function="category", first=short(answer), second=short(again)
        )


def categories(name: str, chapter: int, *cases: tuple[str, str]) -> Asked:
    """A step that asks for the categories of some hands."""

    def ask(submission: Submission) -> None:
        for text, right in cases:
            expect_category(submission, text, right)

    return Asked(name=name, chapter=chapter, ask=ask)


def category_of_classes(submission: Submission) -> None:
    """Ask for the category of one hand of each class."""
    for each in classes():
        text = " ".join(TEXTS[card] for card in each.example)
        expect_category(submission, text, CATEGORIES[each.category])


def category_of_all(submission: Submission, start: int, stop: int) -> None:
    """Ask for the category of every hand."""
    sweep(submission, "category", category_of(), start, stop)


def sweep(submission: Submission, name: str, right: Sequence[Any], start: int, stop: int) -> None:
    """Ask about the hands from a place to another.

    Args:
        submission: the submission.
        name: the name of its function, from a hand to an answer.
        right: the right answer for each class number.
        start: the first place.
        stop: the place after the last.
    """
    submission.function(name)
    function = getattr(submission.module, name)
    dealt = hands(TEXTS, 5, start, stop)
    numbers = ALL_FIVE.numbers(start, stop).tolist()
    hand: tuple[str, ...] = ()
    first = 1 + start + (submission.step << PLACE_BITS)
    seconds = submission.limits.seconds
    try:
        with submission.output:
            for place, (hand, number) in enumerate(zip(dealt, numbers), start=first):
                workers.announce(place, seconds, EVALUATING)
                answer = function([*hand])
                if not is_plain(answer) or not same(answer, right[number]):
                    break
            else:
                return
    except workers.raised_by_others() as error:
        raise submission.stop_of(error, name, [" ".join(hand)]) from None
    text = " ".join(hand)
    raise Stop("wrong_value", text, function=name, value=short(answer), right=short(right[number]))


def is_plain(answer: Any) -> bool:
    """Whether an answer is a text, or a list or tuple of whole numbers: no type that may lie."""
    kind = type(answer)
    return kind is str or (kind in (list, tuple) and {*map(type, answer)} <= {int})


def same(answer: Any, right: Any) -> bool:
    """Whether a plain answer is right; a list may be a tuple."""
    return bool(answer == right) or (type(answer) is tuple and [*answer] == right)


NAME_THE_CATEGORY = Exercise(
    number="01",
    title="name the category",
    file="category.py",
    steps=(
        categories(
            "it tells one pair from a high card",
            3,
            ("Kd Ks 7c 6h 2s", "one pair"),
            ("Kd Qs 9c 6h 2s", "high card"),
            ("2d Qs 9c 6h 2s", "one pair"),
            ("Kd 7s 7c 6h 2s", "one pair"),
        ),
        categories(
            "it finds two pair, three of a kind, a full house and four of a kind",
            3,
            ("Kd Ks 7c 7h 2s", "two pair"),
            ("Kd Ks Kc 7h 2s", "three of a kind"),
            ("Kd Ks Kc 7h 7s", "full house"),
            ("Kd 7s 7c 7h 7d", "four of a kind"),
        ),
        categories(
            "it finds a straight, a flush, and both at once",
            3,
            ("9d 8s 7c 6h 5s", "straight"),
            ("Kh Th 9h 6h 2h", "flush"),
            ("9h 8h 7h 6h 5h", "straight flush"),
            ("Kh Th 9h 6h 2d", "high card"),
            ("9d 8s 7c 6h 4s", "high card"),
            ("6d 4s 3c 2h 2s", "one pair"),
        ),
        categories(
            "it puts the ace at both ends of a straight, and nowhere else",
            3,
            ("Ad Ks Qc Jh Ts", "straight"),
            ("Ad 5s 4c 3h 2s", "straight"),
            ("Ah 5h 4h 3h 2h", "straight flush"),
            ("Ad Ks 4c 3h 2s", "high card"),
        ),
        categories(
            "it takes the cards in any order",
            3,
            ("5s 9d 7c 8s 6h", "straight"),
            ("2s Ad 4c 3h 5s", "straight"),
            ("7h Kd 7s Kc Ks", "full house"),
            ("6c 2d 4h 3s 2c", "one pair"),
        ),
        Asked(
            name="it names one hand of each class",
            chapter=3,
            points=2,
            is_hidden=True,
            ask=category_of_classes,
        ),
        Swept(
            name="it names every hand",
            chapter=3,
            points=3,
            is_hidden=True,
            ask=category_of_all,
        ),
    ),
)


# --- 02, break the tie. ---


def expect_order(submission: Submission, text: str, right: list[int]) -> None:
    """Ask for the ranks of a hand, in the order of comparison."""
    answer = submission.function("ranks_in_order")(text.split())
    if not is_plain(answer):
        raise Stop(
            "wrong_type",
            text,
            function="ranks_in_order",
            value=short(answer),
            wanted="a list such as [13, 7, 2]",
        )
    if [*answer] != right:
        raise submission.refute("ranks_in_order", [text.split()], answer, right)


def orders(name: str, chapter: int, *cases: tuple[str, list[int]]) -> Asked:
    """A step that asks for the ranks of some hands."""

    def ask(submission: Submission) -> None:
        for text, right in cases:
            expect_order(submission, text, right)

    return Asked(name=name, chapter=chapter, ask=ask)


def order_of_classes(submission: Submission) -> None:
    """Ask for the ranks of one hand of each class."""
    for number, each in enumerate(classes(), start=1):
        expect_order(submission, " ".join(TEXTS[card] for card in each.example), order_of()[number])


def order_of_all(submission: Submission, start: int, stop: int) -> None:
    """Ask for the ranks of every hand."""
    sweep(submission, "ranks_in_order", order_of(), start, stop)


BREAK_THE_TIE = Exercise(
    number="02",
    title="break the tie",
    file="ties.py",
    steps=(
        orders(
            "it puts five different ranks in order, the highest first",
            1,
            ("Kd Qs 9c 6h 2s", [13, 12, 9, 6, 2]),
            ("2d Ts 9c Ah 3s", [14, 10, 9, 3, 2]),
        ),
        orders(
            "it puts a pair before the kickers, once",
            1,
            ("Kd Ks 7c 6h 2s", [13, 7, 6, 2]),
            ("Ad 7s 7c 9h 2s", [7, 14, 9, 2]),
        ),
        orders(
            "it puts two pair, three and four of a kind and a full house in order",
            1,
            ("Kd Ks 7c 7h As", [13, 7, 14]),
            ("2d 2s 2c 7h As", [2, 14, 7]),
            ("2d 2s 2c 2h As", [2, 14]),
            ("2d 2s 2c Ah As", [2, 14]),
        ),
        orders(
            "it knows that the ace of A-2-3-4-5 is the lowest card",
            3,
            ("Ad 5s 4c 3h 2s", [5, 4, 3, 2, 1]),
            ("2h 4h Ah 5h 3h", [5, 4, 3, 2, 1]),
            ("Ad Ks Qc Jh Ts", [14, 13, 12, 11, 10]),
            ("Ad 6s 4c 3h 2s", [14, 6, 4, 3, 2]),
        ),
        Asked(
            name="it is right about one hand of each class",
            chapter=4,
            points=2,
            is_hidden=True,
            ask=order_of_classes,
        ),
        Swept(
            name="it is right about every hand",
            chapter=4,
            points=3,
            is_hidden=True,
            ask=order_of_all,
        ),
    ),
)


# --- 03, the nine counts. ---


def counted(submission: Submission, ranks: list[int], seconds: float) -> dict[str, Any]:
    """The counts of a deck, with all nine names."""
    case = [_deck(ranks)]
    answer = submission.function("counts", "ranks")(ranks, case=case, seconds=seconds)
    wanted = "a dictionary with the nine names and their counts"
    if type(answer) is not dict:
        raise Stop("wrong_type", *case, function="counts", value=short(answer), wanted=wanted)
    for name in answer:
        if name not in CATEGORIES:
            raise Stop("no_such_count", *case, value=short(name))
    for count in answer.values():
        if type(count) is not int:
            wanted = "a whole number for each name"
            raise Stop("wrong_type", *case, function="counts", value=short(count), wanted=wanted)
    for name in CATEGORIES:
        if name not in answer:
            raise Stop("no_count", *case, name=short(name))
    return answer


def expect_sum(submission: Submission) -> None:
    """Ask for the counts of a small deck: do they add up to all its hands?"""
    for ranks in ([2, 3, 4, 5, 6], [2, 3, 4, 5, 14]):
        counts = counted(submission, ranks, SMALL_COUNTING_SECONDS)
        total, right = sum(counts.values()), sum(counts_of(ranks).values())
        if total != right:
            raise Stop("wrong_sum", _deck(ranks), total=f"{total:,}", right=f"{right:,}")


def expect_counts(submission: Submission, ranks: list[int], seconds: float) -> None:
    """Ask for each count of a deck."""
    counts = counted(submission, ranks, seconds)
    for name, right in reversed(counts_of(ranks).items()):
        if counts[name] != right:
            raise Stop(
                "wrong_count",
                _deck(ranks),
                category=name,
                value=_count(counts[name]),
                right=f"{right:,}",
            )


def _count(value: Any) -> str:
    """A count with commas, and anything else as Python shows it."""
    return f"{value:,}" if type(value) is int else short(value)


def deck_counted(
    name: str, ranks: list[int], seconds: float = SMALL_COUNTING_SECONDS, points: int = 1
) -> Asked:
    """A step that asks for the counts of a deck."""

    def ask(submission: Submission) -> None:
        expect_counts(submission, ranks, seconds)

    return Asked(name=name, chapter=2, points=points, ask=ask)


def _deck(ranks: Sequence[int]) -> str:
    return f"a deck of {4 * len(ranks)} cards, of the ranks {', '.join(map(str, ranks))}"


COUNT_THE_HANDS = Exercise(
    number="03",
    title="produce the nine counts",
    file="counts.py",
    steps=(
        Asked(
            name="its nine counts add up to all hands of a small deck", chapter=2, ask=expect_sum
        ),
        deck_counted("it counts a deck of the ranks 2 to 6", [2, 3, 4, 5, 6]),
        deck_counted("it counts the straight A-2-3-4-5", [2, 3, 4, 5, 14]),
        deck_counted("it sees where a rank is missing", [2, 3, 4, 5, 7, 8]),
        deck_counted("it counts a deck of 24 cards, nine to ace", [9, 10, 11, 12, 13, 14]),
        deck_counted("it counts all 2,598,960 hands", [*range(2, 15)], COUNTING_SECONDS, points=3),
    ),
)
