"""Exercises 04 to 06: evaluators by buckets, by the repaired key of 2019, and by one number."""

from collections.abc import Callable, Iterable, Sequence
from itertools import count, pairwise
from random import Random
from typing import Any

from evaluators.cards import parse_hand, rank_of
from evaluators.matrix_score import lesson
from harness.adapters.keys import KeyRefusedError, orders_itself, plain
from harness.checking.witness import BEATS, LOSES, TIES
from harness.hands.classes import HandClass, class_of, classes
from harness.teaching.exercises.steps import Asked, Exercise, classes_and_all
from harness.teaching.exercises.submission import Stop, Submission, short

BEST, WORST = ["As", "Ks", "Qs", "Js", "Ts"], ["7d", "5c", "4h", "3s", "2c"]


# --- Two hands. ---


def expect_order(submission: Submission, first: str, verb: str, second: str) -> None:
    """Ask for the keys of two hands, of which the higher one wins."""
    evaluate = submission.function("evaluate")
    keys = [evaluate(text.split()) for text in (first, second)]
    shown = [short(key) for key in keys]
    for text, key in zip((first, second), keys):
        try:
            plain(key)
        except KeyRefusedError as error:
            if not orders_itself(key):
                raise Stop("not_a_key", text, error=error) from None
    hands = [f"{text}  key {key}" for text, key in zip((first, second), shown)]
    try:
        wins, ties = bool(keys[0] > keys[1]), bool(keys[0] == keys[1])
    except Exception:
        raise Stop("not_comparable", *hands, first=shown[0], second=shown[1]) from None
    says = TIES if ties else BEATS if wins else LOSES
    if says != verb and evaluate(BEST) < evaluate(WORST):
        raise Stop("upside_down", *hands)
    if says != verb:
        better, worse = (str(class_of(parse_hand(text.split()))) for text in (first, second))
        raise Stop("wrong_order", *hands, first=better, rules=verb, second=worse, says=says)


def showdowns(name: str, chapter: int, *cases: tuple[str, str, str]) -> Asked:
    """A step that asks for the keys of pairs of hands, with the verb between them."""

    def ask(submission: Submission) -> None:
        for first, verb, second in cases:
            expect_order(submission, first, verb, second)

    return Asked(name=name, chapter=chapter, ask=ask)


LADDER = (
    "Kd Qs 9c 6h 2s",
    "2d 2s 9c 6h 3s",
    "3d 3s 2c 2h 9s",
    "2d 2s 2c 7h 9s",
    "6d 5s 4c 3h 2s",
    "7d 5d 4d 3d 2d",
    "2d 2s 2c 3h 3s",
    "2d 2s 2c 2h 3s",
    "6d 5d 4d 3d 2d",
)
"""A hand of each category, the weakest first."""
CATEGORIES_IN_ORDER = tuple((better, BEATS, worse) for worse, better in pairwise(LADDER))
TIES_BROKEN = (
    ("Kd Qs 9c 6h 3s", BEATS, "Kh Qd 9h 6c 2s"),
    ("3d 3s 4c 5h 7s", BEATS, "2d 2s Ac Kh Qs"),
    ("Ad As 3c 3h 2s", BEATS, "Kd Ks Qc Qh Js"),
    ("7d 7s 2c 2h As", BEATS, "7c 7h 2d 2s Ks"),
    ("3d 3s 3c 2h 2s", BEATS, "2d 2s 2c Ah As"),
    ("7d 7s 2c 2h As", TIES, "7c 7h 2d 2s Ad"),
)
WHEEL = (
    ("6d 5s 4c 3h 2s", BEATS, "Ad 5s 4c 3h 2s"),
    ("Ad 5s 4c 3h 2s", BEATS, "Ac Ad Ah Ks Qc"),
    ("6d 5d 4d 3d 2d", BEATS, "Ah 5h 4h 3h 2h"),
    ("Ad Ks Qc Jh Ts", BEATS, "Kd Qs Jc Th 9s"),
)


# --- 04, fill the buckets. ---


def expect_buckets(submission: Submission, text: str, right: dict[int, list[int]]) -> None:
    """Ask for the buckets of a hand."""
    answer = submission.function("buckets")(text.split())
    parts: dict[str, Any] = {"function": "buckets", "value": short(answer)}
    is_plain = type(answer) is dict and all(type(each) is list for each in answer.values())
    if not is_plain or {*answer} != {1, 2, 3, 4}:
        wanted = "a dictionary with the keys 4, 3, 2 and 1, and a list for each"
        raise Stop("wrong_type", text, wanted=wanted, **parts)
    if answer != right:
        raise submission.refute("buckets", [text.split()], answer, right)


def buckets(name: str, chapter: int, *cases: tuple[str, dict[int, list[int]]]) -> Asked:
    """A step that asks for the buckets of some hands."""

    def ask(submission: Submission) -> None:
        for text, filled in cases:
            expect_buckets(submission, text, {4: [], 3: [], 2: [], 1: []} | filled)

    return Asked(name=name, chapter=chapter, ask=ask)


FILL_THE_BUCKETS = Exercise(
    number="04",
    title="fill the buckets",
    file="buckets.py",
    steps=(
        buckets(
            "it puts a pair into the bucket of twos, and the others into that of ones",
            3,
            ("Kd Ks 9c 6h 2s", {2: [13], 1: [9, 6, 2]}),
            ("2d Ts 9c Ah 3s", {1: [14, 10, 9, 3, 2]}),
        ),
        buckets(
            "it fills the buckets of threes and fours",
            3,
            ("7d Ks 7c Kh 7s", {3: [7], 2: [13]}),
            ("7d 7s 7c 7h As", {4: [7], 1: [14]}),
            ("2d Ks 2c Kh As", {2: [13, 2], 1: [14]}),
        ),
        buckets(
            "it counts the ace of A-2-3-4-5 as 1",
            3,
            ("4c Ad 5s 3h 2s", {1: [5, 4, 3, 2, 1]}),
            ("Ad Ks Qc Jh Ts", {1: [14, 13, 12, 11, 10]}),
            ("Ad 6s 4c 3h 2s", {1: [14, 6, 4, 3, 2]}),
        ),
        showdowns("its keys put the nine categories in order", 3, *CATEGORIES_IN_ORDER),
        showdowns("its keys break ties", 1, *TIES_BROKEN, *WHEEL),
        *classes_and_all(),
    ),
)


# --- 05, repair the key of 2019. ---


REPAIR_THE_KEY = Exercise(
    number="05",
    title="repair the key of 2019",
    file="handrank.py",
    steps=(
        showdowns(
            "a flush beats a straight, and a straight beats three of a kind",
            4,
            ("7d 5d 4d 3d 2d", BEATS, "Ad Ks Qc Jh Ts"),
            ("6d 5s 4c 3h 2s", BEATS, "Ad As Ac Kh Qs"),
        ),
        showdowns(
            "all counts are compared before the first rank",
            4,
            ("Qd Qs 6c 6h 2s", BEATS, "Kd Ks 7c 6h 2s"),
            ("2d 2s 2c 7h 9s", BEATS, "Ad As Kc Kh Qs"),
            ("Kd Ks 7c 6h 2s", BEATS, "Qd Qs 7c 6h 2s"),
        ),
        showdowns("the ace of A-2-3-4-5 is its lowest card", 3, *WHEEL),
        showdowns("ties are broken", 4, *TIES_BROKEN),
        *classes_and_all(chapter=4),
    ),
)


# --- 06, find the smallest safe base. ---


def rows_of(lowest: int, highest: int, shift: int = 0) -> list[list[int]]:
    """A row of eight digits for each class of a deck, the weakest first.

    The digits are those of the matrix score: the category, two ranks that occur more than once,
    five single cards. Where there is no such rank stands 0.

    Args:
        lowest: the lowest rank of the deck.
        highest: the highest.
        shift: what is taken away from each rank.

    >>> rows_of(2, 14)[0], rows_of(2, 14)[-1]
    ([0, 0, 0, 7, 5, 4, 3, 2], [8, 0, 0, 14, 13, 12, 11, 10])
    """
    return [
        _row(each, shift)
        for each in reversed(classes())
        if all(lowest <= rank_of(card) + 2 <= highest for card in each.example)
    ]


def _row(each: HandClass, shift: int) -> list[int]:
    score = f"{lesson.evaluate([lesson.encode(card) for card in each.example]):.14f}"
    ranks = [int(score[at : at + 2]) for at in range(2, 16, 2)]
    return [each.category, *(max(rank - shift, 0) for rank in ranks)]


def packed(digits: Sequence[int], base: int) -> int:
    """Digits as one number.

    >>> packed([3, 0, 7], 10)
    307
    """
    number = 0
    for digit in digits:
        number = number * base + digit
    return number


def smallest_safe_base(rows: Sequence[Sequence[int]]) -> int:
    """The smallest base, from 2, in which each row is a greater number than the one before.

    >>> smallest_safe_base(rows_of(2, 14)), smallest_safe_base(rows_of(2, 14, shift=2))
    (15, 13)
    """
    return next(base for base in count(2) if _rises(packed(row, base) for row in rows))


def _rises(numbers: Iterable[int]) -> bool:
    return all(smaller < greater for smaller, greater in pairwise(numbers))


def expect_number(submission: Submission, right: object, name: str, *arguments: Any) -> None:
    """Ask for a value, and compare it."""
    parameters = {"pack": "digits, base", "unpack": "number, base, places"}[name]
    case = f"{name}({', '.join(map(short, arguments))})"
    answer = submission.function(name, parameters)(*arguments, case=[case])
    if type(answer) is not type(right) or answer != right:
        raise Stop("wrong_value", case, function=name, value=short(answer), right=short(right))


def expect_pack(submission: Submission) -> None:
    """Ask for some numbers."""
    for digits, base in (([3, 0, 7], 10), ([14, 2], 15), ([13, 12], 100), ([8, 14, 13, 12], 16)):
        expect_number(submission, packed(digits, base), "pack", digits, base)


def expect_unpack(submission: Submission) -> None:
    """Ask for the digits of some numbers."""
    random = Random(6)
    rows = [([3, 0, 7], 10), ([0, 0, 7], 10), ([14, 2], 15)]
    rows += [([random.randrange(13) for _ in range(5)], 13) for _ in range(20)]
    for digits, base in rows:
        expect_number(submission, digits, "unpack", packed(digits, base), base, len(digits))


Rows = Callable[[], list[list[int]]]


def safe_bases(name: str, *decks: tuple[str, Rows], is_hidden: bool = False) -> Asked:
    """A step that asks for the smallest safe base of some lists of rows.

    Args:
        name: the name of the step.
        decks: what the rows are, in words, and a function that makes them.
        is_hidden: whether the sentence stands without the rows.
    """

    def ask(submission: Submission) -> None:
        function = submission.function("smallest_safe_base", "rows")
        for deck, make_rows in decks:
            rows = make_rows()
            answer = function(rows, case=[deck])
            if type(answer) is int and answer == smallest_safe_base(rows):
                continue
            if type(answer) is not int or not 2 <= answer < 1_000:
                raise Stop(
                    "wrong_type",
                    deck,
                    function="smallest_safe_base",
                    value=short(answer),
                    wanted="a base, 2 or more",
                )
            numbers = [packed(row, answer) for row in rows]
            if _rises(numbers):
                raise Stop("not_the_smallest", deck, base=answer)
            place = next(place for place, (a, b) in enumerate(pairwise(numbers)) if a >= b)
            lines = [f"{short(rows[n])} is {numbers[n]:,}" for n in (place, place + 1)]
            raise Stop("not_safe", *([] if is_hidden else [deck, *lines]), base=answer)

    return Asked(name=name, chapter=5, ask=ask, is_hidden=is_hidden)


def expect_int(submission: Submission) -> None:
    """Ask for keys: they are numbers."""
    evaluate = submission.function("evaluate")
    for text in LADDER:
        key = evaluate(text.split())
        if type(key) is not int:
            wanted = "one number, an int"
            raise Stop("wrong_type", text, function="evaluate", value=short(key), wanted=wanted)
    for first, verb, second in CATEGORIES_IN_ORDER + TIES_BROKEN + WHEEL:
        expect_order(submission, first, verb, second)


FIND_THE_BASE = Exercise(
    number="06",
    title="find the smallest safe base",
    file="bases.py",
    steps=(
        Asked(name="it packs digits into a number", chapter=5, ask=expect_pack),
        Asked(name="it gets the digits back", chapter=5, ask=expect_unpack),
        safe_bases(
            "it finds the smallest safe base of a few rows",
            ("the rows [0, 1], [0, 2], [1, 0]", lambda: [[0, 1], [0, 2], [1, 0]]),
            ("the rows [0, 5], [1, 0], [2, 0]", lambda: [[0, 5], [1, 0], [2, 0]]),
            ("the rows [0, 4], [1, 3], [1, 4]", lambda: [[0, 4], [1, 3], [1, 4]]),
        ),
        safe_bases(
            "it finds that of all classes, with ranks from 2 and from 0",
            ("a row for each of the 7,462 classes, ranks 2 to 14", lambda: rows_of(2, 14)),
            ("a row for each of the 7,462 classes, ranks 0 to 12", lambda: rows_of(2, 14, shift=2)),
        ),
        safe_bases(
            "it finds that of other decks",
            ("32 cards", lambda: rows_of(7, 14)),
            ("24 cards", lambda: rows_of(9, 14)),
            ("32 cards, ranks from 0", lambda: rows_of(7, 14, shift=7)),
            is_hidden=True,
        ),
        Asked(name="its key is one number", chapter=5, ask=expect_int),
        *classes_and_all(chapter=5),
    ),
)
