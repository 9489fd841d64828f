"""An evaluator under examination in a process: a key for each hand, or a failure at a hand.

Every style is examined in the same way; `asking` and `arrays` say how each is asked. First come the
hands of the classes, whose keys the process keeps. Then a task: the preflight asks whether a hand
keeps its key in a second call, in other orders and in other suits; a sweep asks for each hand once.
"""

import gc
from array import array
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import chain, combinations, pairwise
from math import inf
from os import chdir
from time import perf_counter
from typing import Any

from evaluators.cards import describe_sizes, format_hand
from evaluators.rules import STANDARD, Rules
from harness.adapters.adopt import imported, load
from harness.adapters.asking import StoppedError, is_of_memory
from harness.adapters.commands import Command
from harness.adapters.place import Place
from harness.adapters.plain import KeyRefusedError, is_of_cards
from harness.adapters.ranking import are_in_order, parts_in_order
from harness.adapters.styles import STYLES
from harness.checking.tasks import (
    BASE,
    RESUITED,
    WITNESS,
    Difference,
    NoKeyError,
    Shard,
    Task,
    attempt,
)
from harness.faults.kinds import UNSTEADY
from harness.processes import workers
from harness.processes.limits import (
    EVALUATING,
    LOADING,
    LOADING_FACTOR,
    Limits,
    limit_memory,
)
from harness.processes.visible import visible_repr
from harness.processes.workers import Announce, unheard

REPEATS = 20
"""Further calls for a hand that got a second key in another order or in other suits."""
VOTING = 250
"""The approximate number of classes that vote on whether lower keys win."""


def work(task: Task, announce: Announce) -> dict[str, Any]:
    """Do a task in a worker process, and return its `Shard` as plain values."""
    return vars(attempt(lambda: examination(task, announce).shard_of(task)))


def examination(task: Task, announce: Announce) -> "Examination":
    """The examination of a task's evaluator, which is loaded once for each process."""
    return _examination(task.place, task.style, task.limits, task.size, task.rules, announce)


@cache
def _examination(
    place: Place, style: str, limits: Limits, size: int, rules: Rules, announce: Announce
) -> "Examination":
    is_ours = place.text in STYLES[style].ours
    if workers.is_runner():  # anew for each evaluator: an earlier one may hold all that it may take
        limited_elsewhere = is_ours or place.is_program
        limit_memory(inf if limited_elsewhere else limits.megabytes)
        if place.root:  # a version: it reads the files of its commit
            chdir(place.root)
    announce(0, *((workers.START,) if is_ours else (limits.loading, LOADING)))
    evaluator = load(place, style, limits, rules, size)
    imported(place)  # hash the files now: they may change while hands are evaluated
    examined = Examination(evaluator, style, size, limits.seconds, rules, announce)
    if is_ours:  # it compiles code or builds tables for its first hand: not on the clock of a hand
        driver = examined.driver
        driver.ask(driver.take(driver.these(size, bytes(rules.deck[:size])), 0, 1))
    return examined


class Examination:
    """An evaluator in a process.

    Raises:
        NoKeyError: the evaluator does not take hands of this size.
    """

    def __init__(
        self,
        evaluator: Any,
        style: str,
        size: int,
        seconds: float,
        rules: Rules = STANDARD,
        announce: Announce = unheard,
    ) -> None:
        if size not in evaluator.sizes:
            needed = describe_sizes(evaluator.sizes)
            raise NoKeyError(f"it does not take {size} cards: {needed}")
        if getattr(evaluator, "lower_wins", None) not in (None, True, False):
            raise NoKeyError(
                f"its lower_wins is {visible_repr(evaluator.lower_wins)}, not True or False"
            )
        self.driver = STYLES[style].driver(evaluator, rules, announce)
        self.driver.seconds = seconds
        self._size, self._seconds, self._announce = size, seconds, announce
        self._class_keys: Any = ()
        self._message = ""

    def shard_of(self, task: Task) -> Shard:
        """Do a task.

        Raises:
            NoKeyError: the evaluator returned no valid key.
        """
        if task.deaths:  # so that the hand at which it dies is known
            self.driver.ask_about_few()
        self._know_classes(task)
        keys = self.key_space.keys
        has_gaps = bool(task.coarse) and sha256(keys).digest() == task.coarse
        self.key_space.forget(has_gaps)
        shown = self.key_space.shown() if task.is_preflight else {}
        unsteady, codes = (self._preflight(task), b"") if task.is_preflight else self._sweep(task)
        lower_wins, is_inferred = self.direction()
        evaluator = self.driver.evaluator
        remarking = evaluator if isinstance(evaluator, Command) else self.driver
        return Shard(
            keys=keys,
            own_keys=b"" if has_gaps else self.key_space.own_keys,
            has_gaps=has_gaps,
            example_codes=list(self.key_space.of_class.values()),
            codes=codes,
            shown=shown | getattr(self.key_space, "answers", {}),
            lower_wins=lower_wins,
            inferred=is_inferred,
            unsteady=unsteady,
            remarks=[*getattr(remarking, "remarks", ()), *self.key_space.remarks],
            sizes=[size for size in range(5, 8) if size in evaluator.sizes],
            modules=imported(task.place),
            message=self._message,
            fault=getattr(self.driver, "fault", ""),
            pairs=vars(self.driver).pop("pairs", 0),  # the next task counts anew
        )

    def keys(self, task: Task) -> Any:
        """The keys of the hands of a task, as the evaluator returned them.

        Raises:
            NoKeyError: the evaluator failed, or changed a hand.
        """
        hands = self.driver.these(self._size, task.cards)
        return self.driver.joined(self._keys(task, hands, len(task.examples.numbers)))

    def direction(self) -> tuple[bool, bool]:
        """True if lower keys win; and True if that was inferred, since nothing says so."""
        declared = getattr(self.driver.evaluator, "lower_wins", None)
        inferred = self._votes > 0, self._votes != 0
        return inferred if declared is None else (bool(declared), False)

    def _votes_for_lower(self, task: Task) -> int:
        """Count better classes with a lower key than a weaker one, less those with a higher key.

        Each pair of some classes votes, which are evenly spaced. So wrong keys of a few classes
        decide nothing, and no category decides alone. All neighbours vote, too: so each key is
        compared at least once.

        Raises:
            NoKeyError: keys that cannot be compared.
        """
        keys: list[Any] = [self.key_space.values[code] for code in self.key_space.of_class.values()]
        some = range(0, len(keys), len(keys) // VOTING or 1)
        votes = 0
        for n, m in chain(pairwise(range(len(keys))), combinations(some, 2)):
            try:
                votes += (keys[n] < keys[m]) - (keys[m] < keys[n])
            except TypeError:
                hands = " and ".join(format_hand(task.hand(at)) for at in (n, m))
                both = " and ".join(map(visible_repr, (keys[n], keys[m])))
                raise NoKeyError(f"{hands}: their keys cannot be compared: {both}") from None
        return votes

    def _know_classes(self, task: Task) -> None:
        """Ask about a hand of each class, once.

        Raises:
            NoKeyError: a key is not valid, or keys cannot be compared.
        """
        if len(self._class_keys):
            return
        hands = self.driver.these(self._size, task.examples.cards)
        keys = self.driver.joined(self._keys(task, hands, check_input=True))
        dealt = self.driver.these(self._size, task.examples.cards)
        if all(map(is_of_cards, keys, dealt)):
            raise self._fault(task, StoppedError(_of_cards(keys[0], task.place), 0), 0, 1)
        try:
            self.key_space = self.driver.key_space(keys, task.examples.numbers)
        except KeyRefusedError as error:
            raise self._fault(task, StoppedError(error, error.at), 0, len(keys)) from None
        self._announce(0, workers.START)
        self._votes = self._votes_for_lower(task)
        self._class_keys = keys

    def _keys(
        self, task: Task, hands: Any, first: int = 0, check_input: bool = False
    ) -> Iterator[Any]:
        """The keys of hands, in order and in batches.

        Args:
            task: the task; an index of it says which hand is meant.
            hands: hands in the evaluator's form.
            first: the index of the first of them.
            check_input: whether to verify after each call that the hand is unchanged.

        Raises:
            NoKeyError: the evaluator returned no key; the message names the hand.
        """
        at, sizes = first, self.driver.sizes
        while True:
            many = 1 if at in task.suspects else sizes.many
            if not len(dealt := self.driver.take(hands, at - first, many)):
                break
            # The first call with an array of this size may compile code.
            compiles = LOADING_FACTOR if sizes.is_new(len(dealt)) else 1
            self._announce(at, compiles * self._seconds, EVALUATING)
            began = perf_counter()
            try:
                keys = self.driver.ask(dealt, at, check_input)
            except StoppedError as stopped:
                if is_of_memory(stopped.error) and sizes.halve():
                    continue
                raise self._fault(task, stopped, at, len(dealt)) from None
            if not task.deaths:
                sizes.took(len(dealt), perf_counter() - began, self._seconds)
            at += len(dealt)
            yield keys
        self._announce(at, workers.START)

    def _fault(self, task: Task, stopped: StoppedError, at: int, many: int) -> NoKeyError:
        """The failure at a hand of a batch, or somewhere in it."""
        place = task.in_scope(at + (stopped.at or 0))
        if isinstance(stopped.error, KeyRefusedError) and stopped.error.other is not None:
            a, b = (task.hand(n) for n in (at + (stopped.at or 0), stopped.error.other))
            other = format_hand(b) if a != b else "the same hand, asked again,"
            where = f"{format_hand(a)} (a) and {other} (b): "
        elif stopped.at is not None or many == 1:
            where = f"{format_hand(task.hand(at + (stopped.at or 0)))}: "
        elif isinstance(stopped.error, KeyRefusedError):
            where = ""  # what is wrong is not at one hand
        elif place is None:
            where = f"an array of {many:,} hands: "
        else:
            where = f"hands {place + 1:,} to {place + many:,}: "
        return NoKeyError.of(stopped.error, where, place)

    def _preflight(self, task: Task) -> Difference | None:
        """The first hand of the questions that has another key than before, if there is one.

        One with another key in other suits counts only if the order of cards changes none.
        """
        if workers.is_runner():
            gc.freeze()  # so that the collector does not traverse the questions again and again
        first, keys, renamed = len(task.examples.numbers), self.keys(task), None
        self._message = self._what_to_declare(task, keys)
        if not self._are_of_classes(keys, task):
            self._message = self._message or self._what_to_leave_out(task, keys)
            # The hand of a class was evaluated before: its key here is that of a second call.
            first_keys = {task.hand(n): key for n, key in enumerate(self._class_keys)}
            for n, (kind, key) in enumerate(zip(task.kinds, keys), first):
                if kind == BASE:
                    base = n, first_keys.get(task.hand(n), key)
                if renamed and kind == RESUITED:
                    continue
                if difference := self._difference(task, WITNESS[kind], *base, n, key):
                    if difference[0] == UNSTEADY:
                        return difference
                    renamed = difference
        return renamed or self._difference_alone(task)

    def _what_to_declare(self, task: Task, keys: Any) -> str:
        """That cards be int64, if the keys are in order then, and are not as it declares them."""
        driver, wide, advice = self.driver, getattr(self.driver, "wider", None), ""
        numbers = [*task.examples.numbers, *array("H", task.numbers)]
        if not wide or are_in_order(driver.joined([self._class_keys, keys]).tolist(), numbers):
            return ""
        self.driver, hands = wide, wide.these(self._size, task.examples.cards + task.cards)
        with suppress(NoKeyError):
            if are_in_order(wide.joined(self._keys(task, hands)).tolist(), numbers):
                advice = (
                    "check the type of the cards: with int64 cards, its keys are in order for all "
                    f"{len(numbers):,} hands asked about so far; in uint8, which it declares, sums "
                    "above 255 and negative numbers wrap: annotate hands: NDArray[np.int64], or "
                    "convert them first"
                )
        self.driver = driver
        return advice

    def _what_to_leave_out(self, task: Task, keys: Any) -> str:
        """What keys carry besides the strength, if their first parts alone are in order."""
        parts = self._class_keys, keys
        keys = [key for part in parts for key in getattr(part, "tolist", part.copy)()]
        k = parts_in_order(keys, [*task.examples.numbers, *array("H", task.numbers)])
        if not k:
            return ""
        (hand,) = self.driver.these(self._size, bytes(task.hand(0)))
        holds = [
            "cards" if is_of_cards(part, hand) else f"{type(part).__name__}" for part in keys[0][k:]
        ]
        return (
            f"its keys carry more than the strength: key[:{k}] alone is in order for all "
            f"{len(keys):,} hands asked about so far, the rest ({', '.join(holds)}) is not; "
            f"return key[:{k}]"
        )

    def _are_of_classes(self, keys: Any, task: Task) -> bool:
        """True if the hands of a task have the keys of their classes."""
        first, numbers = len(task.examples.numbers), array("H", task.numbers)
        try:
            return self.key_space.codes(keys, numbers, first).first_other is None
        except KeyRefusedError as error:
            if error.other is not None:  # other differences follow from a contradiction
                raise self._fault(task, StoppedError(error, error.at), first, len(keys)) from None
            return False
        finally:
            self.key_space.forget()
            self._announce(0, workers.START)

    def _difference_alone(self, task: Task) -> Difference | None:
        """The first hand with another key beside others than before, of an evaluator of arrays."""
        many, alone = len(self._class_keys), min(self.driver.ALONE, self.driver.sizes.many)
        some = range(many // alone // 2, many, many // alone)[:alone] if alone else range(0)
        hands = self.driver.these(self._size, b"".join(bytes(task.hand(n)) for n in some))
        self._announce(0, LOADING_FACTOR * self._seconds, EVALUATING)
        try:
            keys = self.driver.ask(hands) if some else ()
        except StoppedError as stopped:
            raise self._fault(task, StoppedError(stopped.error, None), 0, len(some)) from None
        for n, key in zip(some, keys):
            if difference := self._difference(task, UNSTEADY, n, self._class_keys[n], n, key):
                return difference
        return None

    def _difference(
        self, task: Task, kind: str, at: int, key: Any, again: int, key_again: Any
    ) -> Difference | None:
        """The difference of two keys of one hand, given by its indices, if they differ."""
        self._announce(again, self._seconds, EVALUATING)
        try:
            if self.key_space.same(key, key_again):
                return None
            for _ in range(REPEATS):  # does the key change without another order or other suits?
                repeated = self._key(task, at)
                self._announce(at, self._seconds, EVALUATING)
                if not self.key_space.same(key, repeated):
                    kind, again, key_again = UNSTEADY, at, repeated
                    break
            shown = self.key_space.display(key), self.key_space.display(key_again)
        except NoKeyError:
            raise
        except Exception as error:
            raise NoKeyError.of(error, f"{format_hand(task.hand(again))}: ", None) from None
        return kind, task.hand(at), shown[0], task.hand(again), shown[1]

    def _key(self, task: Task, at: int) -> Any:
        """The key of the hand at an index, from a call of its own."""
        hand = self.driver.these(self._size, bytes(task.hand(at)))
        (keys,) = self._keys(task, hand, at)
        return keys[0]

    def _sweep(self, task: Task) -> tuple[Difference | None, bytes]:
        """The codes of the keys of all hands of a task, or a hand with two keys.

        No codes are returned if each hand has the key of its class: then its number says it.
        The first hand with another key than its class is evaluated again, lest its key changes with
        every call.
        """
        first, numbers = len(task.examples.numbers), array("H", task.numbers)
        if not task.cards:
            hands: Any = self.driver.every(self._size, task.start, task.stop)
        else:
            deal = self.driver.on_boards if task.has_boards else self.driver.these
            hands = deal(self._size, task.cards)
        codes: list[Any] = []
        at, are_of_classes = 0, True
        for keys in self._keys(task, hands, first):
            try:
                of_keys = self.key_space.codes(keys, numbers[at : at + len(keys)], first + at)
            except KeyRefusedError as error:
                stopped = StoppedError(error, error.at or 0)
                raise self._fault(task, stopped, first + at, len(keys)) from None
            if of_keys.first_other is not None and are_of_classes:
                n, key = first + at + of_keys.first_other, keys[of_keys.first_other]
                again, are_of_classes = (n, self._key(task, n)), False
                if difference := self._difference(task, UNSTEADY, n, key, *again):
                    return difference, b""
            codes.append(of_keys.of_hands)
            at += len(keys)
        return None, b"" if are_of_classes else b"".join(codes)


def _of_cards(key: Any, place: Place) -> KeyRefusedError:
    """The refusal of keys that are cards: a function of several hands returns the best of these."""
    compare = (
        f"if it picks the best of several hands, type --compare {place}; "
        f"if it picks the best five cards, --best-five --cards 7 {place}"
    )
    return KeyRefusedError(
        f"its keys are nothing but cards of the hand, such as {visible_repr(key)}; "
        f"{compare if not place.is_program else 'return how strong the hand is'}"
    )
