"""Choose evaluators to time, their styles, and the workloads that fit them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from evaluators import ARRAYS, BY_STYLE, PEERS, WALKS, UnknownEvaluatorError
from evaluators.compiled import store
from evaluators.null import COPY, NULL, NULL_ARRAYS
from evaluators.preparing import prepare
from evaluators.rules import OMAHA, STANDARD, Rules
from harness.adapters.adopt import load, refuse_missing, style_of
from harness.adapters.place import Place
from harness.adapters.styles import STYLES
from harness.processes import workers
from harness.processes.limits import LOADING, USUAL, Died
from harness.timing.benchmark import reads_text
from harness.timing.workloads import COLD, DEALT, FORMS, FROM_TEXT, SCALES, WORKLOADS

ALL_STYLES = "all"
"""In place of a style: each that an evaluator has."""
RANK_MANY = "rank-sums"
"""The evaluator by which `rank_many` ranks, if none is named."""
OURS = (NULL, NULL_ARRAYS, COPY)
"""Evaluators that show what a loop or a copy costs; their start is not measured."""
TIMED, FAILED, TIMEOUT, NOT_INSTALLED = "timed", "failed", "timeout", "not installed"
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Status:
    """The end of a job: timed, failed, timeout or not installed, and the reason."""

    status: str = TIMED
    message: str = ""


@dataclass(frozen=True)
class Loaded(Status):
    """The outcome of loading an evaluator, with the status of a failure.

    Attributes:
        sizes: the sizes of hand that it takes, from five to seven; all if it could not be loaded.
        reads_texts: whether each call reads the texts of cards.
    """

    sizes: tuple[int, ...] = (5, 6, 7)
    reads_texts: bool = False


@dataclass(frozen=True)
class Job:
    """An evaluator in a style, the workloads to time it on, and how loading it ended."""

    name: str
    style: str
    workloads: tuple[str, ...]
    status: Status = Status()
    place: Place | None = None

    @property
    def at(self) -> Place:
        """The place, which need not be that of the name."""
        return self.place or Place.of(self.name)

    def __str__(self) -> str:
        return f"{self.style}/{self.name}"


def load_all(
    names: Iterable[str | Place],
    style: str,
    seconds: float = USUAL.loading,
    rules: Rules = STANDARD,
) -> dict[str, Loaded]:
    """Load evaluators; third-party ones in a process of their own, which may hang or die.

    Args:
        names: the places of evaluators, or the texts that name them.
        style: their style.
        seconds: the time limit for each.
        rules: the rules of the game.

    Raises:
        UnknownEvaluatorError: a place without an evaluator, or a program; the message says why.

    >>> load_all(["treys", "evaluators.null"], "python")["treys"].sizes
    (5, 6, 7)
    """
    tasks = {place.text: (place, style, seconds, rules) for place in map(Place.of, names)}
    ours = [name for name in tasks if name in (*BY_STYLE[style], *OURS)]
    foreign = [task for name, task in tasks.items() if name not in ours]
    for place, *_ in foreign:
        if place.is_program:
            raise UnknownEvaluatorError(f"{place}: programs are not timed; use hyperfine")
        refuse_missing(place, style)
    answers = {name: _load(tasks[name], workers.unheard) for name in ours}
    for (place, *_), answer, _ in workers.run(
        _load, foreign, min(1, len(foreign)), isolate_by=lambda task: task[0].folder
    ):
        if isinstance(answer, Died):
            answer = FAILED, "its import did not end in time" if answer.late else str(answer)
        status, message, *_ = answers[place.text] = answer
        if status == UNKNOWN:
            raise UnknownEvaluatorError(message)
    return {name: Loaded(*answers[name]) for name in tasks}


def _load(task: tuple[Place, str, float, Rules], announce: workers.Announce) -> tuple[Any, ...]:
    """Load an evaluator: the attributes of `Loaded`, as plain values."""
    place, style, seconds, rules = task
    announce(0, seconds, LOADING)
    try:
        evaluator = load(place, style, rules=rules)
        sizes = tuple(size for size in rules.sizes if size in evaluator.sizes)
        return TIMED, "", sizes, style == "python" and reads_text(evaluator)
    except UnknownEvaluatorError as error:
        return UNKNOWN, str(error)
    except ImportError as error:
        return NOT_INSTALLED, f"pip install {place}" if place.text in PEERS else str(error)
    except workers.raised_by_others() as error:
        return FAILED, f"{type(error).__name__}: {error}"


def workloads_for(
    name: str, style: str, loaded: Loaded, chosen: Iterable[str] = ()
) -> tuple[str, ...]:
    """The workloads that an evaluator can be timed on, among the chosen ones or all.

    Reading text costs the same for every evaluator, so only the null evaluator is timed on it. The
    scale workloads are for evaluators that have both styles, ``python`` and ``numpy``; only arrays
    go beyond 100,000 hands. An evaluator that reads texts does so on every workload.

    >>> workloads_for("cactus-kev", "numpy", Loaded(), ["random-7", "encode", "import"])
    ('random-7', 'import')
    """

    def fits(chosen_name: str) -> bool:
        if chosen_name in COLD:
            return name not in OURS
        workload = WORKLOADS[chosen_name]
        is_walk = Place.of(name).is_walk
        if workload.kind == "walk":
            return style == "compiled" and (name in WALKS or is_walk)
        if workload.kind in FORMS:
            return style != "python" and name == RANK_MANY
        if is_walk:
            return False
        if style != "python":
            takes_it = workload.size in loaded.sizes and workload.kind in ("hands", "showdowns")
            return takes_it and (style == "numpy" or not workload.hands)
        if workload.kind == "parse":
            return name == NULL
        if workload.hands:
            return name in ARRAYS and workload.hands <= SCALES[-1]
        is_text = workload.kind == "text"
        return workload.size in loaded.sizes and not (is_text and loaded.reads_texts)

    return tuple(workload for workload in chosen or (*WORKLOADS, *COLD) if fits(workload))


def jobs_of(names: Iterable[str | Place], style: str, workloads: Iterable[str]) -> list[Job]:
    """The jobs of the named evaluators, or of all, in one style or in `ALL_STYLES` that they have.

    If one of them reads texts, the others are timed from text, too.

    Raises:
        UnknownEvaluatorError: deals beside hands, which no evaluator takes both.
    """
    named, chosen = dict.fromkeys(map(Place.of, names)), dict.fromkeys(workloads)
    rules = OMAHA if DEALT in chosen else STANDARD
    if DEALT in chosen and len(chosen) > 1:
        raise UnknownEvaluatorError(f"{DEALT} is a workload of deals: time it alone")
    loaded: list[tuple[Place, str, Loaded]] = []
    style_at = {place: style_of([place]) if style == ALL_STYLES else style for place in named}
    styles = [each for each in STYLES.values() if each.timed and style in (each.name, ALL_STYLES)]
    for each in styles:
        together = [at for at in named if at.text in each.ours or each.name == style_at[at]]
        if not named:
            together = [*map(Place.of, each.timed)]
        if style == ALL_STYLES and each.name == "compiled" and not store.is_installed():
            together = [at for at in together if at.text not in each.ours]
        prepare(map(str, together), each.name)
        outcomes = load_all(together, each.name, rules=rules)
        loaded += [(place, each.name, outcomes[place.text]) for place in together]
    if any(outcome.reads_texts for *_, outcome in loaded):
        chosen |= dict.fromkeys(FROM_TEXT[name] for name in chosen if name in FROM_TEXT)
    return [
        Job(place.text, of_style, fitting, Status(outcome.status, outcome.message), place)
        for place, of_style, outcome in loaded
        if (fitting := workloads_for(place.text, of_style, outcome, chosen))
    ]
