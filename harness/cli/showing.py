"""Check evaluators on a terminal: progress, a row for each verdict at once, then the details.

Of one evaluator that is not equivalent, the details are all: two hands come before anything else.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from evaluators.cache import write_whole
from harness.adapters.place import Place, short_names
from harness.adapters.styles import STYLES
from harness.checking import equivalence
from harness.checking.statuses import NOT_EQUIVALENT
from harness.checking.tasks import PYTHON, Task
from harness.checking.verdict import Verdict
from harness.hands.scopes import Scope
from harness.processes.limits import USUAL, Limits
from harness.reporting import terminal
from harness.reporting.counterexample import again

if TYPE_CHECKING:
    from harness.checking.equivalence import RunTasks
    from harness.checking.state import State


def check_and_show(
    places: Sequence[Place],
    scope: Scope,
    *,
    quiet: bool = False,
    run: "RunTasks | None" = None,
    style: str = PYTHON,
    limits: Limits = USUAL,
    state: "State | None" = None,
    folder: Path | None = None,
    rest: str = terminal.IN_JSON,
) -> list[Verdict]:
    """Check, print each verdict at once, then the details of those that are not equivalent.

    Args:
        places: the places of the evaluators.
        scope: the hands.
        quiet: True if standard output is reserved for a document: all goes to standard error.
        run: the function that runs tasks.
        style: the style of the evaluators.
        limits: their limits.
        state: the finished shards.
        folder: the folder for a file with all faults, if there are more than are shown; None if
            the caller writes them.
        rest: where all faults are, if there is no folder, in words.

    Raises:
        KeyboardInterrupt: with lines that say how far the check came.
    """
    names, short = [place.text for place in places], short_names(places)
    out, is_alone = terminal.console(stderr=quiet), len(names) == 1
    count = "1 evaluator" if is_alone else f"{len(names)} evaluators"
    how = "" if style == PYTHON else f", {STYLES[style].how}"
    head: list[terminal.Line] = [f"{count} on {scope}{how}\n"]
    labels = dict(short)
    verdict_of: dict[str, Verdict] = {}
    hands: Counter[str] = Counter()

    @cache
    def print_head() -> None:
        """Print the head when tasks begin: then no evaluator is missing."""
        if not is_alone:
            out.print(*head, terminal.check_head([*short.values()]), sep="\n")

    def progress(task: Task) -> None:
        print_head()
        hands[task.name] += (number := task.stop - task.start)
        if hands[task.name] < len(scope):
            advance(number, labels[task.name])
        else:
            advance(number, f"{labels[task.name]}: counting", has_steps=False)

    def preflight(verdict: Verdict) -> None:
        if verdict.status == NOT_EQUIVALENT:  # known in a second: all hands may take an hour
            labels[verdict.name] += ": not equivalent"
        if lines := [*terminal.preflight(verdict)]:
            head.extend((*lines, ""))

    try:
        with terminal.bar(out, len(names) * len(scope), "hands") as advance:
            for verdict in equivalence.verdicts_on(
                *(places, scope, progress, style, limits, state, run),
                preflight if is_alone else None,  # several have a table, whose rows are enough
            ):
                verdict_of[verdict.name] = replace(verdict, name=short[verdict.name])
                advance(0, short[verdict.name])  # no more counting, while others are evaluated
                row = terminal.check_row(verdict_of[verdict.name], [*short.values()])
                if not is_alone:
                    out.print(row)
                elif verdict:
                    out.print(*head, terminal.check_head([*short.values()]), row, sep="\n")
    except KeyboardInterrupt:
        reached = f"{len(verdict_of)} of {len(names)} verdicts were reached"
        raise KeyboardInterrupt(reached, *[resumable(state)] * bool(state)) from None

    verdicts = [verdict_of[name] for name in names]
    others = [verdict for verdict in verdicts if not verdict]
    if not (is_alone and others):
        out.print()
    file = folder and folder / f"faults-{scope.size}.txt"
    rest = _write_faults(others, file) if file else rest
    for verdict in others:
        out.print(*terminal.details(verdict, rest=rest), "", sep="\n")
    if summary := [*terminal.summary(verdicts)]:
        out.print(*summary, sep="\n")
    verdicts = [replace(verdict, name=name) for verdict, name in zip(verdicts, names)]
    out.print(*filter(None, map(again, verdicts, places)), sep="\n", end="")
    return verdicts


def _write_faults(verdicts: Sequence[Verdict], file: Path) -> str:
    """Write a file with all faults, if there are more than are shown; the words that name it."""
    most = max((max(len(v.families), len(v.failures)) for v in verdicts), default=0)
    if most > terminal.MOST_GROUPS:
        lines = [line for verdict in verdicts for line in (*terminal.details(verdict, most), "")]
        try:
            file.parent.mkdir(exist_ok=True)
            write_whole(file, "".join(f"{line}\n" for line in lines))
        except OSError:  # the verdict matters more
            return terminal.IN_JSON
    return f"all in {file}"


def resumable(state: "State | None") -> str:
    """A sentence about how an interrupted check goes on."""
    if state:
        return f"what is finished is in {state.folder}; the same command goes on with it"
    return "with --state DIR, a check can be resumed"
