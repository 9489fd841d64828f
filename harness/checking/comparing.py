"""Check functions and programs that take two hands and return who wins.

Without keys, all pairs of hands would have to be compared one by one, which takes years. We test
adjacent classes in both orders; two hands of each class, which tie; and random pairs. The result
covers only these pairs.

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
from evaluators.cards import Card, format_hand, rank_of, suit_of
from harness.adapters.adopt import COMMAND, find, the_function_of
from harness.adapters.calling import CallError, Function
from harness.adapters.commands import Command, CommandError, printable
from harness.checking.tasks import describe
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, REFUSED, TIMEOUT
from harness.checking.witness import BEATS, LOSES, TIES
from harness.hands.classes import class_of, examples
from harness.hands.scopes import hand_at
from harness.processes import workers
from harness.processes.limits import EVALUATING, LOADING, Died, Limits, limit_memory

RANDOM_PAIRS = 100_000
BATCH = 256
COMMAND_BATCH = 200_000
KINDS = ("neighbours", "ties", "random pairs")

Hand: TypeAlias = tuple[Card, ...]
Pair: TypeAlias = tuple[str, Hand, Hand]
"""A kind and two hands."""
BatchComparison: TypeAlias = Callable[[Sequence[Pair]], Sequence[int]]
"""From pairs of hands to 1, 0 or -1 for each."""


@dataclass
class Compared:
    """The result of checking a comparison.

    Attributes:
        name: the place of the function.
        cards: the number of cards in a hand.
        status: equivalent (on these pairs), not_equivalent, error or timeout.
        asked: the number of pairs compared, by kind.
        wrong: the number of these pairs that were decided wrongly, by kind.
        witness: the first wrong pair: two hands, the verb between them by the rules, and the verb
            by the function.
        found_out: "positive" or "negative", the answers that mean that the first hand wins.
        message: the error.
        output: the end of the output before the error.
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
        """The result as plain values."""
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
    """A comparison returned neither a number nor one of the hands."""


@dataclass(frozen=True)
class _Task:
    name: str
    cards: int
    limits: Limits
    random_pairs: int = RANDOM_PAIRS

    def pairs(self) -> Iterator[Pair]:
        """The pairs to compare."""
        return pairs(self.cards, self.random_pairs)


def compare(names: Sequence[str], limits: Limits, cards: int = 5) -> Iterator[Compared]:
    """Check comparisons, each in a separate process.

    Raises:
        UnknownEvaluatorError: a place does not hold a comparison; the message says why.
    """
    tasks = [_Task(name, cards, limits, RANDOM_PAIRS) for name in names]
    for task, values, printed in workers.run(work, tasks, 2, megabytes=limits.megabytes):
        if isinstance(values, Died):
            status = ERROR if values.late is None else TIMEOUT
            result = Compared(task.name, cards, status, message=f"{_where(task, values)}{values}")
        else:
            result = Compared(**values)
        if result.status == REFUSED:
            raise UnknownEvaluatorError(result.message)
        if result.message and not result.output:
            result.output = printable(printed.encode(errors="replace"))
        result.name = task.name.removeprefix(COMMAND)
        yield result


def _where(task: _Task, died: Died) -> str:
    """The pair at which a process died."""
    if died.doing != EVALUATING:
        return ""
    if died.place < 0:
        return _in_words(_extremes(task.cards)[died.place])
    return _in_words(next(islice(task.pairs(), died.place, None)))


def work(task: _Task) -> dict[str, Any]:
    """Check a comparison in a worker, and return the result as plain values."""
    result = Compared(task.name, task.cards)
    try:
        workers.announce(0, task.limits.loading, LOADING)
        _compare_all(result, _batch_comparison(task), task)
    except (UnknownEvaluatorError, CallError) as error:
        result.status, result.message = REFUSED, str(error)
    except _PairError as error:
        result.status = TIMEOUT if error.is_late else ERROR
        result.message, result.output = str(error), error.output
    except workers.raised_by_others() as error:
        result.status, result.message = ERROR, describe(error)
    return vars(result)


def _compare_all(result: Compared, compare_batch: BatchComparison, task: _Task) -> None:
    extremes = _extremes(task.cards)
    workers.announce(-len(extremes), task.limits.seconds, EVALUATING)  # these come before all pairs
    positive, negative = compare_batch(extremes)
    if not positive or negative != -positive:
        result.status = ERROR
        _, best, worst = extremes[0]
        result.message = (
            f"{format_hand(best)} does not win against {format_hand(worst)} in both orders; return "
            "a negative number, zero or a positive one, or the hand that wins"
        )
        return
    result.found_out = "positive" if positive > 0 else "negative"
    waiting = task.pairs()
    size = COMMAND_BATCH if task.name.startswith(COMMAND) else BATCH
    place = 0
    while batch := list(islice(waiting, size)):
        workers.announce(place, task.limits.seconds, EVALUATING)
        for (kind, first, second), answer in zip(batch, compare_batch(batch)):
            says = answer * positive
            result.asked[kind] += 1
            rules = class_of(second).number - class_of(first).number
            if (says > 0) - (says < 0) != (rules > 0) - (rules < 0):
                result.wrong[kind] += 1
                result.witness = result.witness or (first, second, _verb(rules), _verb(says))
        place += len(batch)
    if result.witness:
        result.status = NOT_EQUIVALENT


def _extremes(cards: int) -> list[Pair]:
    """The strongest hand against the weakest, in both orders: these show the direction."""
    best, *_, worst = examples(cards).values()
    return [("", best, worst), ("", worst, best)]


class _PairError(Exception):
    """A comparison failed; the message names the pair."""

    def __init__(self, pair: Pair, error: BaseException) -> None:
        super().__init__(f"{_in_words(pair)}{describe(error)}")
        self.output = error.output if isinstance(error, CommandError) else ""
        self.is_late = isinstance(error, CommandError) and error.is_late


def _in_words(pair: Pair) -> str:
    return f"{format_hand(pair[1])} and {format_hand(pair[2])}: "


def _verb(order: int) -> str:
    return BEATS if order > 0 else LOSES if order < 0 else TIES


def _batch_comparison(task: _Task) -> BatchComparison:
    """The comparison at a place, for batches of pairs."""
    if task.name.startswith(COMMAND):
        return _command_comparison(Command(task.name.removeprefix(COMMAND), task.limits))
    if workers.is_runner():
        limit_memory(task.limits.megabytes)
    function = find(task.name)
    if isinstance(function, ModuleType):
        function = the_function_of(function, task.name, "compare")
    compare_pair = comparison_of(function)

    def compare_batch(batch: Sequence[Pair]) -> Sequence[int]:
        answers = []
        for pair in batch:
            workers.announce(workers.position[0], task.limits.seconds, EVALUATING)
            try:
                answers.append(compare_pair(*pair[1:]))
            except workers.raised_by_others() as error:
                raise _PairError(pair, error) from None
            workers.position[0] += 1
        return answers

    return compare_batch


def _command_comparison(command: Command) -> BatchComparison:
    """The comparison of a program, for batches of pairs."""

    def compare_batch(batch: Sequence[Pair]) -> Sequence[int]:
        texts = [
            (format_hand(first).split(), format_hand(second).split()) for _, first, second in batch
        ]
        try:
            return command.compare_many(texts)
        except CommandError as error:
            raise _PairError(batch[error.at], error) from None

    return compare_batch


def comparison_of(function: Callable[[Any, Any], Any]) -> Callable[[Hand, Hand], int]:
    """A comparison as a function of two hands of card numbers, to 1, 0 or -1.

    Raises:
        CallError: the function does not take two hands; the message says what to write instead.

    >>> by_length = comparison_of(lambda first, second: len(first) - len(second))
    >>> by_winner = comparison_of(lambda first, second: second)
    >>> always_tie = comparison_of(lambda first, second: None)
    >>> by_length((0, 1), (2,)), by_winner((0,), (1,)), always_tie((0,), (1,))
    (1, -1, 0)
    """
    asked = Function(function, hands=2)

    def argument(hand: Hand) -> Any:
        return asked.native(list(map(asked.encode, hand)))

    def compare_pair(first_hand: Hand, second_hand: Hand) -> int:
        first, second = argument(first_hand), argument(second_hand)
        answer = asked.evaluate_native(first, second)
        if (first, second) != (argument(first_hand), argument(second_hand)):
            raise AnswerError("a hand was changed; take a copy first")
        if answer is None:
            return 0
        if isinstance(answer, int | float) and not isinstance(answer, bool) and answer == answer:
            return int(answer > 0) - int(answer < 0)
        if answer in (first, second):
            return 1 if answer == first else -1
        raise AnswerError(f"{answer!r} is not a number, and neither of the hands")

    return compare_pair


def pairs(cards: int, random_pairs: int) -> Iterator[Pair]:
    """Pairs of hands: adjacent classes in both orders, ties, and random pairs."""
    hands = list(examples(cards).values())
    for stronger, weaker in pairwise(hands):
        yield "neighbours", stronger, weaker
        yield "neighbours", weaker, stronger
    for hand in hands:
        renamed = (4 * rank_of(card) + (suit_of(card) + 1) % 4 for card in reversed(hand))
        yield "ties", hand, tuple(renamed)
    random = Random(1)
    for _ in range(random_pairs):
        first, second = (hand_at(random.randrange(comb(52, cards)), cards) for _ in range(2))
        yield "random pairs", first, second
