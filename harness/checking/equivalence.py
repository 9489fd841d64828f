"""The exhaustive check: does an evaluator order all hands as the rules do?

For every pair of hands, comparing their keys must say what the rules say: stronger, weaker or tied.
There are 3,377,295,241,320 pairs of different hands. One pass over the 2,598,960 hands decides them
all, because two conditions are enough:

1. all hands of a class get the same key, and
2. the keys of the 7,462 classes are strictly ordered.

First comes the preflight. Then workers take the hands, shard by shard, and compare each hand's key
with the key of its class. If all agree, and the keys of the classes are in order, the proof is
complete. If not, the workers return which hands have which other keys. From the number of hands for
each class and key follows the rest of the verdict: the failures, how many showdowns each decides
wrongly, and hands that show it.
"""

import hashlib
import marshal
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain, compress, count, product
from os import cpu_count
from sys import byteorder
from typing import TYPE_CHECKING, Any, TypeAlias

from evaluators import UnknownEvaluatorError
from evaluators.cards import Card, format_hand, rank_of
from evaluators.protocol import Key
from harness.adapters.adopt import COMMAND, fitted
from harness.adapters.commands import printable
from harness.adapters.keys import Shown, repacked
from harness.checking.failures import FALSE_TIE, FALSE_WIN, REVERSED, Cell, Failure, judge, totals
from harness.checking.families import families
from harness.checking.questions import how_many
from harness.checking.shards import Examination
from harness.checking.tasks import BEFORE_ALL, NUMPY, PYTHON, Difference, Shard, Task, attempt
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, REFUSED, TIMEOUT, Verdict
from harness.checking.witness import BEATS, LOSES, TIES, UNSTEADY, Side, Witness
from harness.checking.work import work
from harness.hands.classes import classes, examples
from harness.hands.numbers import class_numbers
from harness.hands.scopes import ALL_FIVE, Scope
from harness.processes import workers
from harness.processes.limits import ASKING, LOADING, USUAL, Died, Limits

if TYPE_CHECKING:
    from harness.checking.state import State

Done: TypeAlias = tuple[Task, Shard | Died, str]
"""A task, what came of it, and the end of what was printed meanwhile."""
Runner: TypeAlias = Callable[[Iterable[Task]], Iterator[Done]]

SHARD = 100_000
TRIES = 3
ARRAY_SHARD = 1 << 19
COMMAND_SHARD = 200_000  # a command is started for each
MOST_HANDS_OF_A_CLASS = 1_020


@dataclass(frozen=True)
class _Trouble:
    """What ended a check: the place, the status, and a message."""

    place: int
    status: str
    message: str = ""
    output: str = ""


@dataclass
class Tally:
    """What is known so far about one evaluator.

    Attributes:
        tasks_left: how many are not done.
        shard: how many hands are in one.
        keys: those of classes, by number, as shards speak of them.
        found: for the first hand of each shard, what shards say of other keys: which of `keys` are
            those of its classes, and its strange keys and column.
        numbers: the class numbers of the hands of a shard, where its worker has said them.
        shown: how keys look that order themselves, by the numbers that stand for them.
        trouble: the first.
        deaths: of processes, where another try came to an end.
    """

    name: str
    scope: Scope
    tasks_left: int
    shard: int = SHARD
    style: str = PYTHON
    lower_wins: bool = False
    found_out: bool = False
    keys: dict[bytes, dict[int, Key]] = field(default_factory=dict)
    found: dict[int, tuple[bytes, list[Key], "array[int]"]] = field(default_factory=dict)
    numbers: dict[int, bytes] = field(default_factory=dict)
    shown: dict[int, str] = field(default_factory=dict)
    hands: int = 0
    compared: int = 0
    unsteady: Witness | None = None
    trouble: _Trouble | None = None
    deaths: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, task: Task, shard: Shard | Died, printed: str = "") -> None:
        """Take in what a worker found, and the end of what was printed meanwhile."""
        self.tasks_left -= 1
        if isinstance(shard, Died):
            shard = _of_death(task, shard)
        elif shard.status == EQUIVALENT and task.deaths:
            self.deaths.append(f"{task}: {task.deaths[-1]}; tried again, they came to an end")
        self.seconds += shard.seconds
        self.compared += shard.compared
        self.shown |= shard.shown
        if shard.unsteady and not self.unsteady:
            self.unsteady = _witness(shard.unsteady, bool(self.shown))
        if self.unsteady and self.unsteady.kind == UNSTEADY:  # no order to speak of
            self._meet(_Trouble(BEFORE_ALL, NOT_EQUIVALENT))
        if shard.status != EQUIVALENT:
            place = task.start if shard.failed_at is None else shard.failed_at
            output = shard.output or printable(printed.encode(errors="replace"))
            self._meet(_Trouble(place, shard.status, shard.message, output))
            return
        if shard.keys not in self.keys:
            self.keys[shard.keys] = marshal.loads(shard.keys)
        self.lower_wins, self.found_out = shard.lower_wins, shard.found_out
        if not task.is_preflight:
            column = _narrow(array("I", shard.column))
            self.found[task.start] = shard.keys, shard.strange, column
            if shard.numbers:
                self.numbers[task.start] = shard.numbers
            self.hands += task.stop - task.start

    def _meet(self, trouble: _Trouble) -> None:
        """The first trouble by place counts, whichever came first by time."""
        if self.trouble is None or trouble.place < self.trouble.place:
            self.trouble = trouble

    def needs(self, task: Task) -> bool:
        """Whether a task could still change the verdict: what fails first is known by place."""
        return self.trouble is None or task.start < self.trouble.place

    def skip(self) -> None:
        """A task is not needed any more."""
        self.tasks_left -= 1

    def verdict(self) -> Verdict:
        """Judge the evaluator, once all of its tasks are done."""
        verdict = Verdict(self.name, EQUIVALENT, self.scope, self.hands, self.style)
        verdict.seconds, verdict.compared, verdict.deaths = self.seconds, self.compared, self.deaths
        if self.trouble:
            verdict.status, verdict.message = self.trouble.status, self.trouble.message
            verdict.output = self.trouble.output
            verdict.hands = max(self.trouble.place, 0)  # whatever else was done by then
            verdict.witness = self.unsteady if verdict.status == NOT_EQUIVALENT else None
            return verdict
        if self.found_out:
            verdict.found_out = "lower" if self.lower_wins else "higher"
        self.found = dict(sorted(self.found.items()))  # whichever was done first
        try:
            place_of, keys = self._in_order()
        except TypeError as error:
            verdict.status, verdict.message = ERROR, f"its keys cannot be compared: {error}"
            return verdict
        self._judge(verdict, place_of, keys)
        if self.unsteady:
            verdict.witness = self.unsteady
        if verdict.witness:
            verdict.status = NOT_EQUIVALENT
        return verdict

    def _in_order(self) -> tuple[dict[bytes, int], list[Key]]:
        """The place of each key, 0 the strongest, and the keys at places.

        Keys that are the same value in other bytes, such as 1 and 1.0, have one place.

        Raises:
            TypeError: two of them cannot be compared. Sorting compares every key with the one that
                ends up beside it, and where neighbours compare, so do all.
        """
        values = chain.from_iterable(keys.values() for keys in self.keys.values())
        strange = chain.from_iterable(strange for _, strange, _ in self.found.values())
        unique = {repacked(key): key for key in chain(values, strange)}
        try:
            ordered = sorted(unique.items(), key=_value, reverse=not self.lower_wins)
        except TypeError:
            kinds = {type(key).__name__: key for key in reversed(unique.values())}
            if len(kinds) > 1:
                raise TypeError(" and ".join(map(repr, kinds.values()))) from None
            raise
        place_of: dict[bytes, int] = {}
        keys: list[Key] = []
        for as_bytes, key in ordered:
            if not keys or keys[-1] != key:
                keys.append(key)
            place_of[as_bytes] = len(keys) - 1
        return place_of, keys

    def _judge(self, verdict: Verdict, place_of: Mapping[bytes, int], keys: list[Key]) -> None:
        """Find out what is wrong, from how many hands of which class have which key."""
        of_class = {
            as_bytes: {number: place_of[repacked(key)] for number, key in by_number.items()}
            for as_bytes, by_number in self.keys.items()
        }
        examples_of: Counter[Cell] = Counter()
        for place_of_class in of_class.values():
            examples_of.update(place_of_class.items())
        in_order = [place for _, place in sorted(examples_of)] == list(range(len(keys)))
        if in_order and not any(strange for _, strange, _ in self.found.values()):
            verdict.digest = self._digest_of_classes()
            verdict.distinct_keys = len(keys) if not self.scope.sample else self._classes()
            return

        placed: dict[int, array[int]] = {}
        table: Counter[Cell] = Counter()
        digest = hashlib.sha256()
        for start, (as_bytes, strange, column) in self.found.items():
            numbers = self._numbers(start)
            places = array("I", map(of_class[as_bytes].__getitem__, numbers))
            others = [place_of[repacked(key)] for key in strange]
            usual = Counter(numbers)
            for index in compress(count(), column):
                places[index] = others[column[index] - 1]
                usual[numbers[index]] -= 1
                table[numbers[index], places[index]] += 1
            for number, hands in usual.items():
                table[number, of_class[as_bytes][number]] += hands
            placed[start] = _narrow(places)
            if len(keys) <= 0xFFFF:
                digest.update(_little_endian(map((1).__add__, places)))
        table = +table  # without the classes of which no hand has the usual key
        verdict.distinct_keys = len({place for _, place in table})
        failures = judge(table, _category_of(), _clarity)
        if failures:
            verdict.digest = digest.hexdigest() if len(keys) <= 0xFFFF else None
            wrong = totals(failures)
            verdict.reversed, verdict.false_ties, verdict.false_wins = (
                wrong[kind] for kind in (REVERSED, FALSE_TIE, FALSE_WIN)
            )
        else:  # so it is wrong about the examples of classes alone, or not at all
            verdict.digest = self._digest_of_classes()
            table = Counter(dict.fromkeys(examples_of, 1))
            failures = judge(table, _category_of(), _clarity)
            for failure in failures:
                failure.showdowns = 0  # among the hands of the scope
        verdict.failures = list(zip(failures, self._witnesses(failures, placed, keys)))
        verdict.families = families(table)
        if failures:  # two hands that tie by the rules say less than two that do not
            _, verdict.witness = max(
                verdict.failures,
                key=lambda found: (
                    found[0].kind != FALSE_WIN,
                    int(found[0].clarity),
                    found[0].showdowns,
                ),
            )
        if self._shares_are_unknown():
            verdict.reversed = verdict.false_ties = verdict.false_wins = verdict.digest = None

    def _shares_are_unknown(self) -> bool:
        """Whether keys that order themselves lie between two classes, in an unknown order."""
        strange = chain.from_iterable(strange for _, strange, _ in self.found.values())
        return bool(self.shown) and any(isinstance(key, int) and key % 2 == 0 for key in strange)

    def _digest_of_classes(self) -> str | None:
        """The digest of a right evaluator; none for the preflight, which has no such hands."""
        if not self.found:
            return None
        if not self.numbers:
            return _class_digest(self.scope)
        digest = hashlib.sha256()
        for start in self.found:
            digest.update(_little_endian(self._numbers(start)))
        return digest.hexdigest()

    def _classes(self) -> int:
        """How many classes the hands of the scope have."""
        return len(set(chain.from_iterable(map(self._numbers, self.found))))

    def _numbers(self, start: int) -> "array[int]":
        if start in self.numbers:
            return array("H", self.numbers[start])
        return class_numbers(self.scope, start, min(start + self.shard, len(self.scope)))

    def _witnesses(
        self, failures: Sequence[Failure], placed: Mapping[int, "array[int]"], keys: Sequence[Key]
    ) -> list[Witness]:
        """Hands for the failures' examples, found in one pass; two from one deck where possible."""
        wanted: dict[Cell, list[tuple[Card, ...]]] = {
            cell: [] for failure in failures for cell in failure.example
        }
        is_wanted = {number for number, _ in wanted}.__contains__
        for start, places in placed.items():
            numbers = self._numbers(start)
            for index in compress(count(), map(is_wanted, numbers)):
                hands = wanted.get((numbers[index], places[index]))
                if hands is not None and len(hands) < MOST_HANDS_OF_A_CLASS:
                    hands.append(self.scope.hand(start + index))
        for (number, _), hands in wanted.items():
            if not hands:
                hands.append(examples(self.scope.size)[number])

        def side(hand: tuple[Card, ...], place: int) -> Side:
            key = keys[place]
            return Side(hand[::-1], Shown(self.shown[int(key)]) if self.shown else key)  # type: ignore[arg-type]

        def witness(failure: Failure) -> Witness:
            one, two = failure.example
            pairs = product(wanted[one], wanted[two])
            any_two = wanted[one][0], wanted[two][-1]
            hands = next((pair for pair in pairs if set(pair[0]).isdisjoint(pair[1])), any_two)
            rules = TIES if one[0] == two[0] else BEATS
            says = TIES if one[1] == two[1] else BEATS if one[1] < two[1] else LOSES
            sides = side(hands[0], one[1]), side(hands[1], two[1])
            return Witness(failure.kind, *sides, rules, says)

        return list(map(witness, failures))


def _value(item: tuple[bytes, Key]) -> Any:
    return item[1]


def _of_death(task: Task, died: Died) -> Shard:
    """What a process that died says of an evaluator."""
    where = f"{task}: "
    if task.deaths and died.doing == ASKING:  # it has said at which hand it was
        where = f"{format_hand(task.hand(died.place))}: "
    if died.doing == LOADING:
        where = ""
    tries = f", {len(task.deaths) + 1} times" if task.deaths and died.late is None else ""
    return Shard(
        status=ERROR if died.late is None else TIMEOUT,
        message=f"{where}{died}{tries}",
        failed_at=BEFORE_ALL if task.is_preflight else died.place if task.deaths else task.start,
    )


def _witness(difference: Difference, are_shown: bool) -> Witness:
    """A hand with two keys."""
    kind, hand, key, again, other = difference
    look: Callable[[Any], Key] = Shown if are_shown else lambda key: key
    sides = Side(tuple(hand), look(key)), Side(tuple(again), look(other))
    return Witness(kind, *sides, TIES, "gets another key than")


def _narrow(column: "array[int]") -> "array[int]":
    """The same column in half the memory, if its numbers allow."""
    return array("H", column) if column and max(column) <= 0xFFFF else column


@lru_cache(maxsize=8)
def _class_digest(scope: Scope) -> str:
    """The digest that is right: of the class numbers themselves."""
    digest = hashlib.sha256()
    for start in range(0, len(scope), SHARD):
        numbers = class_numbers(scope, start, min(start + SHARD, len(scope)))
        digest.update(_little_endian(numbers))
    return digest.hexdigest()


def _little_endian(numbers: Iterable[int]) -> bytes:
    """Class numbers as little-endian uint16, on any machine."""
    column = array("H", numbers)
    if byteorder == "big":
        column.byteswap()
    return column.tobytes()


@cache
def _category_of() -> list[int]:
    return [-1, *(hand_class.category for hand_class in classes())]


def _clarity(better: int, other: int) -> float:
    """How easily a reader can compare two classes.

    Hands that can be dealt from one deck come first, then those with ranks in common, then
    near ones.
    """
    left, right = _ranks_of(better), _ranks_of(other)
    one_deck = max((left + right).values()) <= 4
    return 5 * one_deck + (left & right).total() - abs(better - other) / 10_000


@cache
def _ranks_of(number: int) -> "Counter[int]":
    """How many cards of each rank a class has."""
    return Counter(map(rank_of, classes()[number - 1].example))


def check_here(
    evaluator: Any,
    scope: Scope = ALL_FIVE,
    progress: Callable[[Task], None] = lambda task: None,
) -> Verdict:
    """Check an evaluator, or a function, that is here: in this process, on one processor.

    It is this very object that is asked, whatever its name, and nothing of the process is changed.
    `progress` is called with each task that is done.

    Raises:
        UnknownEvaluatorError: it is not an evaluator, nor a function of a hand.
    """
    name = getattr(evaluator, "name", getattr(evaluator, "__name__", type(evaluator).__name__))
    fits = fitted(evaluator, name)
    tally = Tally(str(name), scope, _shards(scope, SHARD) + 1)

    @cache
    def examination() -> Examination:
        return Examination(fits, scope.size, Limits())

    for task in _tasks(["here"], scope, PYTHON, Limits()):
        if tally.needs(task):
            tally.add(task, attempt(lambda: examination().shard_of(task)))  # noqa: B023
        progress(task)
    return tally.verdict()


def _shards(scope: Scope, size: int) -> int:
    return -(-len(scope) // size)


def _size_of_shard(name: str, style: str) -> int:
    return ARRAY_SHARD if style == NUMPY else COMMAND_SHARD if name.startswith(COMMAND) else SHARD


def _tasks(names: Iterable[str], scope: Scope, style: str, limits: Limits) -> Iterator[Task]:
    """The tasks: the preflight of every evaluator, then all hands of each."""
    names = list(names)
    for name in names:
        yield Task(name, scope, 0, 0, style=style, limits=limits)
    for name in names:
        shard = _size_of_shard(name, style)
        for start in range(0, len(scope), shard):
            stop = min(start + shard, len(scope))
            numbers = b""
            if style == PYTHON and (scope == ALL_FIVE or scope.sample):
                numbers = class_numbers(scope, start, stop).tobytes()
            yield Task(name, scope, start, stop, numbers, style, limits)


def try_again(task: Task, died: Died) -> Task | None:
    """The task to try again after its process died; this time it announces every hand.

    A process may have been killed for what is not a fault of the evaluator's; the third time it is
    taken for one. What hung is tried once more, to learn where.
    """
    tries = 2 if died.late is not None else TRIES
    if len(task.deaths) + 1 >= tries or died.memory is not None or died.doing == LOADING:
        return None
    if task.style == NUMPY and died.late is not None:
        return None
    return replace(task, deaths=(*task.deaths, str(died)))


def on_this_machine(tasks: Iterable[Task], jobs: int | None = None) -> Iterator[Done]:
    """Run tasks in processes of their own, as many as there are processors."""
    waiting = iter(tasks)
    first = next(waiting, None)
    if first is None:
        return
    megabytes = first.limits.megabytes
    every = chain([first], waiting)
    for task, found, printed in workers.run(
        work, every, jobs or cpu_count() or 1, try_again, megabytes=megabytes
    ):
        yield task, found if isinstance(found, Died) else Shard(**found), printed


def check(
    names: Sequence[str],
    scope: Scope = ALL_FIVE,
    progress: Callable[[Task], None] = lambda task: None,
    style: str = PYTHON,
    limits: Limits = USUAL,
    state: "State | None" = None,
    run: Runner = on_this_machine,
    preflight: Callable[[Verdict], None] = lambda verdict: None,
) -> Iterator[Verdict]:
    """Check evaluators on all hands of a scope; a verdict for each as soon as it is known.

    Args:
        names: of evaluators, or places of some: ``module:attribute``.
        scope: which hands.
        progress: called with each task that is done, or that is not needed any more.
        style: how the evaluators run: one hand a call, or an array of hands.
        limits: what each may take.
        state: where finished shards are kept, those of an interrupted run among them.
        run: where tasks run.
        preflight: called with the verdict on one hand of each class.

    Raises:
        UnknownEvaluatorError: a place holds no evaluator; the message says why.
    """
    names = list(dict.fromkeys(names))
    tallies = {}
    for name in names:
        shard = _size_of_shard(name, style)
        tallies[name] = Tally(name, scope, 1 + _shards(scope, shard), shard, style)
    kept: dict[Task, Shard] = {}

    def todo() -> Iterator[Task]:
        """The tasks that are left, and still needed when their turn comes."""
        for task in _tasks(names, scope, style, limits):
            tally = tallies.get(task.name)
            if tally is None or task in kept:
                continue
            if tally.needs(task):
                yield task
            else:
                tally.skip()
                progress(task)

    def done() -> Iterator[Done]:
        """Results of earlier runs, then those of this one."""
        if state:
            for task in _tasks(names, scope, style, limits):
                if shard := state.shard(task):
                    kept[task] = shard
                    yield task, shard, ""
        for task, result, printed in run(todo()):
            if state and isinstance(result, Shard) and result.status == EQUIVALENT:
                state.keep(task, result)
            yield task, result, printed

    for task, result, printed in done():
        if isinstance(result, Shard) and result.status == REFUSED:
            raise UnknownEvaluatorError(result.message)
        tallies[task.name].add(task, result, printed)
        progress(task)
        if task.is_preflight and isinstance(result, Shard):
            preflight(_at_first_sight(task, result))
        for name in [name for name, tally in tallies.items() if not tally.tasks_left]:
            yield tallies.pop(name).verdict()


def _at_first_sight(task: Task, shard: Shard) -> Verdict:
    """The verdict on one hand of each class."""
    verdict = Verdict(task.name, shard.status, task.scope, style=task.style)
    verdict.hands = how_many(task.scope)
    if shard.keys:
        tally = Tally(task.name, task.scope, 1, style=task.style)
        tally.add(task, shard)
        seen = tally.verdict()
        verdict.status, verdict.witness = seen.status, tally.unsteady
        verdict.families = seen.families
        verdict.distinct_keys = len(examples(task.scope.size))
    return verdict
