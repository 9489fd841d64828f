"""Check functions and programs that take two hands and return who wins.

Without keys, all pairs of hands would have to be compared one by one, which takes years. We test
adjacent classes in both orders; two hands of each class, which tie; and random pairs. The result
covers these pairs and no others.

A program reads two hands on a line, with the same number of cards, and writes one number: positive
if the first hand wins, negative if the second does, 0 for a tie; or the reverse, which is inferred
from a royal flush against the weakest hand.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from math import comb
from random import Random
from types import ModuleType
from typing import Any, TypeAlias

from evaluators import UnknownEvaluatorError
from evaluators.cards import Card, format_card, format_hand, rank_of, suit_of
from harness.adapters.adopt import COMMAND, find, the_function_of
from harness.adapters.calling import CallError, how_to_compare
from harness.adapters.commands import Command, CommandError, printable
from harness.checking.tasks import describe
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, REFUSED, TIMEOUT
from harness.checking.witness import BEATS, LOSES, TIES
from harness.hands.classes import class_of, examples
from harness.hands.scopes import hand_at
from harness.processes import workers
from harness.processes.limits import ASKING, LOADING, Died, Limits, limit_memory

RANDOM_PAIRS = 100_000
TOGETHER = 256
KINDS = ("neighbours", "ties", "random pairs")

Hand: TypeAlias = tuple[Card, ...]
Pair: TypeAlias = tuple[str, Hand, Hand]
Ask: TypeAlias = Callable[[Sequence[tuple[Hand, Hand]]], Sequence[int]]
"""From pairs of hands to 1, 0 or -1 for each."""


@dataclass
class Compared:
    """What a check of a comparison found out.

    Attributes:
        name: the function's place.
        cards: in a hand.
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
    cards: int = 5
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


@dataclass(frozen=True)
class _Task:
    name: str
    cards: int
    limits: Limits
    random_pairs: int = RANDOM_PAIRS

    def pairs(self) -> Iterator[Pair]:
        """What is asked about."""
        return pairs(self.cards, self.random_pairs)


def compare(names: Sequence[str], limits: Limits, cards: int = 5) -> Iterator[Compared]:
    """Check comparisons, each in a process of its own.

    Raises:
        UnknownEvaluatorError: there is no comparison at a place; says why.
    """
    tasks = [_Task(name, cards, limits, RANDOM_PAIRS) for name in names]
    for task, said, printed in workers.run(work, tasks, 2, megabytes=limits.megabytes):
        if isinstance(said, Died):
            status = ERROR if said.late is None else TIMEOUT
            found = Compared(task.name, cards, status, message=_where(task, said) + str(said))
        else:
            found = Compared(**said)
        if found.status == REFUSED:
            raise UnknownEvaluatorError(found.message)
        if found.message and not found.output:
            found.output = printable(printed.encode(errors="replace"))
        found.name = task.name.removeprefix(COMMAND)
        yield found


def _where(task: _Task, died: Died) -> str:
    """The pair at which a process died."""
    if died.doing != ASKING:
        return ""
    return _said(next(islice(task.pairs(), died.place, None)))


def work(task: _Task) -> dict[str, Any]:
    """Check a comparison, in a worker; what was found out comes back as plain values."""
    found = Compared(task.name, task.cards)
    try:
        workers.announce(0, task.limits.loading, LOADING)
        ask = _asker_at(task)
        _ask_about_all(found, ask, task)
    except (UnknownEvaluatorError, CallError) as error:
        found.status, found.message = REFUSED, str(error)
    except _PairError as error:
        found.status = TIMEOUT if error.is_late else ERROR
        found.message, found.output = str(error), error.output
    except workers.raised_by_others() as error:
        found.status, found.message = ERROR, describe(error)
    return vars(found)


def _ask_about_all(found: Compared, ask: Ask, task: _Task) -> None:
    best, *_, worst = examples(task.cards).values()
    two = [(best, worst), (worst, best)]
    workers.announce(0, task.limits.seconds, ASKING)
    positive, negative = ask(two)
    if not positive or negative != -positive:
        found.status = ERROR
        found.message = (
            f"{format_hand(best)} does not win against {format_hand(worst)} in both orders; return "
            "a negative number, zero or a positive one, or the hand that wins"
        )
        return
    found.found_out = "positive" if positive > 0 else "negative"
    waiting = task.pairs()
    together = 200_000 if task.name.startswith(COMMAND) else TOGETHER
    place = 0
    while some := list(islice(waiting, together)):
        workers.announce(place, task.limits.seconds, ASKING)
        for (kind, one, other), answer in zip(some, ask([pair[1:] for pair in some])):
            says = answer * positive
            found.asked[kind] += 1
            rules = class_of(other).number - class_of(one).number
            if (says > 0) - (says < 0) != (rules > 0) - (rules < 0):
                found.wrong[kind] += 1
                found.witness = found.witness or (one, other, _verb(rules), _verb(says))
        place += len(some)
    if found.witness:
        found.status = NOT_EQUIVALENT


class _PairError(Exception):
    """A comparison that did not answer; says about which pair."""

    def __init__(self, one: Hand, other: Hand, error: BaseException) -> None:
        super().__init__(f"{_said(('', one, other))}{describe(error)}")
        self.output = error.output if isinstance(error, CommandError) else ""
        self.is_late = isinstance(error, CommandError) and error.is_late


def _said(pair: Pair) -> str:
    return f"{format_hand(pair[1])} and {format_hand(pair[2])}: "


def _verb(order: int) -> str:
    return BEATS if order > 0 else LOSES if order < 0 else TIES


def _asker_at(task: _Task) -> Ask:
    """How to ask what is at a place."""
    if task.name.startswith(COMMAND):
        return _asker_of(Command(task.name.removeprefix(COMMAND), task.limits))
    if workers.is_runner():
        limit_memory(task.limits.megabytes)
    function = find(task.name)
    if isinstance(function, ModuleType):
        function = the_function_of(function, task.name, "compare")
    one_pair = asker(function)

    def ask(some: Sequence[tuple[Hand, Hand]]) -> Sequence[int]:
        answers = []
        for one, other in some:
            workers.announce(workers.position[0], task.limits.seconds, ASKING)
            try:
                answers.append(one_pair(one, other))
            except workers.raised_by_others() as error:
                raise _PairError(one, other, error) from None
            workers.position[0] += 1
        return answers

    return ask


def _asker_of(command: Command) -> Ask:
    """How to ask a program."""

    def ask(some: Sequence[tuple[Hand, Hand]]) -> Sequence[int]:
        lines = [" ".join(map(format_card, (*one, *other))) for one, other in some]
        try:
            return command.ask(lines, _Answers)
        except CommandError as error:
            raise _PairError(*some[error.at], error) from None

    return ask


class _Answers(dict[str, int]):
    """Answers by the lines that they are on."""

    def __missing__(self, line: str) -> int:
        """1, 0 or -1.

        Raises:
            ValueError: the line is not a number; says so.
        """
        try:
            number = float(line)
        except ValueError:
            number = float("nan")
        if number != number:
            raise ValueError(f"{line[:60]!r} is not a number; write -1, 0 or 1")
        self[line] = answer = (number > 0) - (number < 0)
        return answer


def asker(function: Callable[[Any, Any], Any]) -> Callable[[Hand, Hand], int]:
    """A comparison as a function of two hands of card numbers, to 1, 0 or -1.

    Raises:
        CallError: it does not take two hands; says what to write instead.

    >>> by_length = asker(lambda one, other: len(one) - len(other))
    >>> by_winner = asker(lambda one, other: other)
    >>> by_length((0, 1), (2,)), by_winner((0,), (1,)), asker(lambda one, other: None)((0,), (1,))
    (1, -1, 0)
    """
    call = how_to_compare(function)

    def given(hand: Hand) -> Any:
        return call.make_hand(hand if call.cards is int else [format_card(card) for card in hand])

    def ask(one: Hand, other: Hand) -> int:
        first, second = given(one), given(other)
        answer = call.function(first, second)
        if (first, second) != (given(one), given(other)):
            raise AnswerError("a hand was changed; take a copy first")
        if answer is None:
            return 0
        if isinstance(answer, int | float) and not isinstance(answer, bool) and answer == answer:
            return int(answer > 0) - int(answer < 0)
        if answer in (first, second):
            return 1 if answer == first else -1
        raise AnswerError(f"{answer!r} is not a number, and neither of the hands")

    return ask


def pairs(cards: int, random_pairs: int) -> Iterator[Pair]:
    """Pairs of hands of so many cards: neighbours, ties, and so many random ones."""
    of_class = list(examples(cards).values())
    for better, worse in pairwise(of_class):
        yield "neighbours", better, worse
        yield "neighbours", worse, better
    for hand in of_class:
        yield "ties", hand, _other_suits(hand)
    random = Random(1)
    for _ in range(random_pairs):
        one, other = (hand_at(random.randrange(comb(52, cards)), cards) for _ in range(2))
        yield "random pairs", one, other


def _other_suits(hand: Hand) -> Hand:
    return tuple(4 * rank_of(card) + (suit_of(card) + 1) % 4 for card in reversed(hand))
