"""A roster: a list of evaluators in a TOML file, each with the sizes of hands it is checked at.

    [[evaluator]]
    name = "mine"
    exec = "./mine --keys"       # a program; or place = "mine.py:rank", as `allhands check` takes
    cards = [5, 7]               # the numbers of cards that are checked; [5] if left out
    documented = [5]             # those that its documentation promises; all of `cards` if left out
    sample = { 7 = 100_000 }     # random hands instead of all, where it is slow
    timeout = 60                 # seconds for one hand; 10 if left out
    about = { version = "1.2" }  # anything; it is copied to the verdicts

A fault at a size that the documentation does not promise is reported, and is not counted as one.
"""

import json
import tomllib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from harness.adapters.adopt import COMMAND
from harness.checking.equivalence import Runner, check, on_this_machine
from harness.checking.state import State, about, renewed
from harness.checking.tasks import PYTHON, Shard, Task
from harness.checking.verdict import Verdict
from harness.hands.scopes import Scope
from harness.processes.limits import USUAL, Limits

SIZES = (5, 6, 7)


class RosterError(Exception):
    """The roster cannot be used; the message says where and why."""


@dataclass(frozen=True)
class Entry:
    """One evaluator of a roster.

    Attributes:
        name: the name that is shown.
        place: the place of the evaluator, such as ``exec:./mine``.
        cards: the numbers of cards that are checked.
        documented: those that its documentation promises.
        sample: random hands instead of all, by the number of cards.
        limits: its limits.
        about: anything else, copied to the verdicts.
    """

    name: str
    place: str
    cards: tuple[int, ...] = (5,)
    documented: tuple[int, ...] = (5,)
    sample: dict[int, int] = field(default_factory=dict)
    limits: Limits = USUAL
    about: dict[str, Any] = field(default_factory=dict)

    def scope(self, size: int) -> Scope:
        """The hands that are checked: all of five cards; up to suits of more; or a sample."""
        sample = self.sample.get(size)
        return Scope(size, sample, up_to_suits=size > 5 and sample is None)


@dataclass(frozen=True)
class Result:
    """The verdict on one evaluator of a roster at one number of cards."""

    entry: Entry
    verdict: Verdict

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.verdict.scope.size

    @property
    def is_documented(self) -> bool:
        """Whether the evaluator's documentation promises this number of cards."""
        return self.size in self.entry.documented

    def as_json(self) -> dict[str, Any]:
        """The verdict as plain values, with what the roster says about the evaluator."""
        about: dict[str, Any] = json.loads(json.dumps(self.entry.about, default=str))  # no dates
        return self.verdict.as_json() | {"documented": self.is_documented, "about": about}


@dataclass(frozen=True)
class Job:
    """An evaluator of a roster, and the hands that it is checked on."""

    entry: Entry
    scope: Scope


class States:
    """The finished shards of all evaluators of a group, each in a folder of its own."""

    def __init__(self, states: dict[str, State]) -> None:
        self._states = states

    def shard(self, task: Task) -> Shard | None:
        """The result of a task, if it is finished."""
        return self._states[task.name].shard(task)

    def keep(self, task: Task, result: Shard) -> None:
        """Write the result of a finished task."""
        self._states[task.name].keep(task, result)


def check_roster(
    jobs: Sequence[Job],
    progress: Callable[[Task], None] = lambda task: None,
    state: Path | None = None,
    warn: Callable[[str], None] = lambda line: None,
    run: Runner = on_this_machine,
) -> Iterator[Result]:
    """Check the evaluators of a roster; a result for each job as soon as it is known.

    Evaluators that are checked on the same hands are checked together, smaller hands first.

    Args:
        jobs: evaluators, and the hands of each.
        progress: called with each task that is done, or that is not needed any more.
        state: the folder of finished shards, including those of an interrupted run. If what an
            evaluator depends on has changed since then, it is checked anew.
        warn: called with a line about each evaluator that is checked anew.
        run: the function that runs tasks.

    Raises:
        UnknownEvaluatorError: a place does not hold an evaluator; the message says why.
        StateError: the folder of finished shards cannot be used.
    """
    groups: dict[tuple[Scope, Limits], list[Entry]] = {}
    for job in sorted(jobs, key=lambda job: (job.scope.size, job.scope.sample or 0)):
        groups.setdefault((job.scope, job.entry.limits), []).append(job.entry)
    for (scope, limits), entries in groups.items():
        entry_of = {entry.place: entry for entry in entries}
        with ExitStack() as stack:
            states = {}
            for place, entry in entry_of.items() if state else ():
                folder = state / _folder(entry, scope)  # type: ignore[operator]
                opened = renewed(folder, about([place], scope, PYTHON), warn)
                states[place] = stack.enter_context(closing(opened))
            kept = States(states) if state else None
            for verdict in check(list(entry_of), scope, progress, PYTHON, limits, kept, run):
                entry = entry_of[verdict.name]
                verdict.name = entry.name
                yield Result(entry, verdict)


def _folder(entry: Entry, scope: Scope) -> str:
    """The name of the folder of an evaluator's shards: readable, and different for each name."""
    readable = "".join(char if char.isalnum() else "-" for char in entry.name).strip("-")
    return f"{readable}-{scope.size}-{sha256(entry.name.encode()).hexdigest()[:6]}"


def read(file: Path, limits: Limits = USUAL) -> list[Entry]:
    """The evaluators of a roster; `limits` are of those that do not say otherwise.

    Raises:
        RosterError: a file that is missing or no roster; the message names the evaluator.
    """
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RosterError(f"{file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RosterError(f"{file}: {error}") from None
    tables = document.get("evaluator")
    if set(document) != {"evaluator"} or not isinstance(tables, list) or not tables:
        raise RosterError(f"{file}: a roster is a list of [[evaluator]] tables, and nothing else")
    entries = [_entry(table, f"{file}: evaluator {n}", limits) for n, table in enumerate(tables, 1)]
    for key, values in (("name", [e.name for e in entries]), ("place", [e.place for e in entries])):
        for value in values:
            if values.count(value) > 1:
                raise RosterError(f"{file}: two evaluators have the {key} {value!r}")
    return entries


def _entry(table: Any, where: str, limits: Limits) -> Entry:
    """One evaluator of a roster, from its table."""
    if not isinstance(table, dict):
        raise RosterError(f"{where} is not a table")
    rest = dict(table)

    def value(key: str, kind: type | tuple[type, ...], words: str, default: Any = None) -> Any:
        given = rest.pop(key, default)
        if not isinstance(given, kind) or isinstance(given, bool):
            raise RosterError(f"{where}: {key!r} is not {words}")
        return given

    name = value("name", str, "a text", "")
    where = f"{where} ({name})" if name else where
    places = [key for key in ("exec", "place") if key in rest]
    if not name or len(places) != 1:
        raise RosterError(f"{where}: it needs a 'name', and either 'exec' or 'place'")
    place = value(places[0], str, "a text")
    cards = _sizes(value("cards", list, "a list", [5]), SIZES, f"{where}: 'cards'")
    if not cards:
        raise RosterError(f"{where}: 'cards' is empty")
    documented = value("documented", list, "a list", list(cards))
    sample = value("sample", dict, "a table", {})
    seconds = value("timeout", (int, float), "a number of seconds", limits.seconds)
    about = value("about", dict, "a table", {})
    if rest:
        raise RosterError(f"{where}: there is no key {min(rest)!r}")
    if not seconds > 0:
        raise RosterError(f"{where}: 'timeout' is not more than 0")
    for size, hands in sample.items():
        if size not in map(str, cards) or type(hands) is not int or hands < 2:
            raise RosterError(f"{where}: 'sample' is not a number of hands for each of its sizes")
        if hands > (most := Scope(int(size)).all_hands):
            raise RosterError(f"{where}: 'sample' asks for {hands:,} of {most:,} hands of {size}")
    return Entry(
        name,
        f"{COMMAND}{place}" if places == ["exec"] else place,
        cards,
        _sizes(documented, SIZES, f"{where}: 'documented'"),
        {int(size): hands for size, hands in sample.items()},
        replace(limits, seconds=float(seconds)),
        about,
    )


def _sizes(values: list[Any], allowed: Collection[int], where: str) -> tuple[int, ...]:
    for value in values:
        if type(value) is not int or value not in allowed:
            raise RosterError(f"{where}: {value!r} is not one of {', '.join(map(str, allowed))}")
    return tuple(sorted(set(values)))
