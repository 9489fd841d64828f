"""The verdicts on a roster, as a matrix: a row for each evaluator, a column for each size."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from harness.checking.roster import SIZES, Result
from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT, NOT_INSTALLED
from harness.checking.verdict import Verdict
from harness.processes.visible import visible
from harness.reporting import terminal
from harness.reporting.terminal import Line, details, width_of

WORDS = {5: "five cards", 6: "six cards", 7: "seven cards"}
SAMPLED, UNDOCUMENTED = "~", "*"
STATUS = terminal.STATUS | {EQUIVALENT: ("right", "green"), NOT_EQUIVALENT: ("wrong", "red")}


def cell(result: Result) -> Text:
    """A verdict in a few words: right, 1 in 39 wrong, error."""
    verdict = result.verdict
    words, colour = STATUS[verdict.status]
    if verdict.status == NOT_EQUIVALENT and verdict.wrong:
        words = f"{verdict.share} wrong"
    is_judged = verdict.status in (EQUIVALENT, NOT_EQUIVALENT)
    marks = SAMPLED if verdict.scope.sample and is_judged else ""
    marks += "" if result.is_documented else UNDOCUMENTED
    return Text.assemble((words, colour if result.is_documented else "dim"), f" {marks}".rstrip())


def matrix(names: Sequence[str], results: Sequence[Result]) -> Iterator[Line]:
    """The matrix, and what its marks mean."""
    of = {(result.entry.name, result.size): result for result in results}
    sizes = [size for size in SIZES if any(result.size == size for result in results)]
    width = width_of(["evaluator", *map(visible, names)])
    widths = {
        size: width_of([WORDS[size], *(cell(r).plain for r in results if r.size == size)])
        for size in sizes
    }
    heads = "".join(f"  {WORDS[size]:<{widths[size]}}" for size in sizes)
    yield Text(f"{'evaluator':<{width}}{heads}  {'cpu s':>7}", "bold")
    for name in names:
        row = Text(f"{visible(name):<{width}}")
        for size in sizes:
            text = cell(of[name, size]) if (name, size) in of else Text("-", "dim")
            text.pad_right(widths[size] - len(text))
            row.append("  ").append_text(text)
        seconds = sum(result.verdict.seconds for result in results if result.entry.name == name)
        yield row.append(f"  {seconds:>7.1f}")
    yield ""
    for scope in dict.fromkeys(result.verdict.scope for result in results):
        yield f"{WORDS[scope.size]}: {scope}{f' ({SAMPLED})' if scope.sample else ''}"
    if not all(result.is_documented for result in results):
        yield f"{UNDOCUMENTED} outside of its documentation: not counted"


def faults(results: Sequence[Result]) -> Iterator[Line]:
    """The faults, and why some evaluators could not be checked, each followed by an empty line."""
    missing = set()
    for result in results:
        verdict = result.verdict
        if verdict.status == EQUIVALENT or result.entry.name in missing:
            continue
        if verdict.status == NOT_INSTALLED:
            missing.add(result.entry.name)
        head, *lines = details(verdict)
        yield Text.assemble(head, f", {WORDS[result.size]}")
        yield from lines
        yield ""


def row(result: Result, names: Sequence[str]) -> Line:
    """The line of a verdict that has just been reached."""
    width = width_of([*map(visible, names)])
    name, words = visible(result.entry.name), WORDS[result.size]
    start = f"{name:<{width}}  {words:<11}  "
    return Text.assemble(start, cell(result), (f"  {result.verdict.seconds:.1f} s", "dim"))


def summary(results: Sequence[Result]) -> Iterator[Line]:
    """How many evaluators are right at all sizes that they document."""
    verdicts: dict[str, list[Verdict]] = {}
    for result in results:
        of_evaluator = verdicts.setdefault(result.entry.name, [])
        if result.is_documented:
            of_evaluator.append(result.verdict)
    documented = {name: of for name, of in verdicts.items() if of}
    right = sum(all(of) for of in documented.values())
    wrong = sum(any(v.status == NOT_EQUIVALENT for v in of) for of in documented.values())
    verb = "is" if wrong == 1 else "are"
    yield f"{right} of {len(verdicts)} are right on these hands, {wrong} {verb} wrong."
    if rest := len(verdicts) - right - wrong:
        yield f"{rest} could not be checked to the end, or at no size that is documented."
    if any(result.verdict.scope.sample for result in results):
        yield "Samples prove nothing about other hands."
