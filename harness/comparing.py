"""Functions of two hands that say who wins, instead of giving a hand a key.

Without keys, all pairs of hands would have to be asked about one by one, which takes years. Asked
are: each class against the next, both ways round; two hands of each class, which tie; and random
pairs. What passes is right about these, and no more is claimed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import Any, TypeAlias

from evaluators.cards import Card, format_card, format_hand, parse_hand, rank_of, suit_of
from harness import workers
from harness.adopt import EXTREMES, find, takes, the_function_of
from harness.classes import class_of, classes
from harness.external import printable
from harness.hands import hand_at
from harness.limits import Limits, OutOfTimeError, in_time, limit_memory
from harness.shards import describe
from harness.verdict import BEATS, EQUIVALENT, ERROR, LOSES, NOT_EQUIVALENT, TIES, TIMEOUT

RANDOM_PAIRS = 100_000
KINDS = ("neighbours", "ties", "random pairs")

Hand: TypeAlias = tuple[Card, ...]
Pair: TypeAlias = tuple[str, Hand, Hand]


@dataclass
class Compared:
    """What a check of a comparison found out.

    Attributes:
        name: the function's place.
        status: equivalent (on these pairs), not_equivalent, error or timeout.
        asked: how many pairs of each kind were asked about.
        wrong: of these, how many were decided otherwise than by the rules.
        witness: the first of them: two hands, what the rules say the first does to the second,
            and what the function says.
        found_out: which answers mean that the first wins.
        message: what an error was.
        output: the end of what was printed then.
    """

    name: str
    status: str = EQUIVALENT
    asked: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    wrong: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    witness: tuple[Hand, Hand, str, str] | None = None
    found_out: str = ""
    message: str = ""
    output: str = ""

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        document = {key: value for key, value in vars(self).items() if key != "witness"}
        if self.witness:
            first, second, rules, says = self.witness
            document["witness"] = {
                "first": format_hand(first),
                "second": format_hand(second),
                "rules_say": rules,
                "evaluator_says": says,
            }
        return document


class AnswerError(ValueError):
    """A comparison gave something else than a number or a winner."""


def compare(names: Sequence[str], limits: Limits) -> Iterator[Compared]:
    """Check comparisons, each in a process of its own."""
    tasks = [(name, limits) for name in names]
    for (name, _), found, printed in workers.run(_work, tasks, 2):
        if isinstance(found, workers.Died):
            status = ERROR if found.late is None else TIMEOUT
            found = Compared(name, status, message=str(found))
        if found.message:
            found.output = printable(printed.encode())
        yield found


def _work(task: tuple[str, Limits]) -> Compared:
    name, limits = task
    if workers.is_worker():
        limit_memory(limits.megabytes)
    found = Compared(name)
    pair: Pair | None = None
    try:
        with in_time(limits.seconds):
            function = find(name)
            if isinstance(function, ModuleType):
                function = the_function_of(function, name, "compare")
        with in_time(limits.seconds, lambda: sum(found.asked.values())):
            ask = asker(function)
            best, worst = map(parse_hand, EXTREMES)
            pair = "", best, worst
            positive = ask(best, worst)
            if not positive or ask(worst, best) != -positive:
                found.status = ERROR
                found.message = (
                    f"{EXTREMES[0]} does not win against {EXTREMES[1]} both ways round; return a "
                    "negative number, zero or a positive one, or the hand that wins"
                )
                return found
            found.found_out = "positive" if positive > 0 else "negative"
            for pair in pairs():
                kind, one, other = pair
                says = ask(one, other) * positive
                found.asked[kind] += 1
                rules = class_of(other).number - class_of(one).number
                if (says > 0) - (says < 0) != (rules > 0) - (rules < 0):
                    found.wrong[kind] += 1
                    found.witness = found.witness or (one, other, _verb(rules), _verb(says))
    except OutOfTimeError as error:
        found.status, found.message = TIMEOUT, f"{_said(pair)}{error}"
        return found
    except BaseException as error:
        found.status, found.message = ERROR, f"{_said(pair)}{describe(error)}"
        return found
    if found.witness:
        found.status = NOT_EQUIVALENT
    return found


def _said(pair: Pair | None) -> str:
    return f"{format_hand(pair[1])} and {format_hand(pair[2])}: " if pair else ""


def _verb(order: int) -> str:
    return BEATS if order > 0 else LOSES if order < 0 else TIES


def asker(function: Callable[[Any, Any], Any]) -> Callable[[Hand, Hand], int]:
    """A comparison as a function of two hands of card numbers, to 1, 0 or -1.

    >>> by_length = asker(lambda one, other: len(one) - len(other))
    >>> by_winner = asker(lambda one, other: other)
    >>> by_length((0, 1), (2,)), by_winner((0,), (1,)), asker(lambda one, other: None)((0,), (1,))
    (1, -1, 0)
    """
    form = takes(function)

    def as_it_takes(hand: Hand) -> Any:
        if form is int:
            return list(hand)
        cards = [format_card(card) for card in hand]
        return " ".join(cards) if form is str else cards

    def ask(one: Hand, other: Hand) -> int:
        first, second = as_it_takes(one), as_it_takes(other)
        answer = function(first, second)
        if (first, second) != (as_it_takes(one), as_it_takes(other)):
            raise AnswerError("a hand was changed; take a copy first")
        if answer is None:
            return 0
        if isinstance(answer, int | float) and not isinstance(answer, bool) and answer == answer:
            return int(answer > 0) - int(answer < 0)
        if answer in (first, second):
            return 1 if answer == first else -1
        raise AnswerError(f"{answer!r} is no number, and neither of the hands")

    return ask


def pairs() -> Iterator[Pair]:
    """What is asked about."""
    for better, worse in zip(classes(), classes()[1:]):
        yield "neighbours", better.example, worse.example
        yield "neighbours", worse.example, better.example
    for each in classes():
        yield "ties", each.example, _other_suits(each.example)
    random = Random(1)
    for _ in range(RANDOM_PAIRS):
        yield (
            "random pairs",
            hand_at(random.randrange(2_598_960)),
            hand_at(random.randrange(2_598_960)),
        )


def _other_suits(hand: Hand) -> Hand:
    return tuple(4 * rank_of(card) + (suit_of(card) + 1) % 4 for card in reversed(hand))
