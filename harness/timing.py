"""What a hand costs: measured by pyperf, one evaluator after another, kept in its files.

Each evaluator has a pyperf process of its own, which starts a fresh process for every so many
values. The file's name is the evaluator's and a benchmark's is the workload's, in a folder for
each style, so that ``python -m pyperf compare_to a.json b.json`` works on the files as they are.

A run that was interrupted goes on where it was: a workload that is done is in a file of the
folder ``unfinished`` until the evaluator's own file is written, whole.
"""

import inspect
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

import pyperf

from evaluators import VECTORIZED, load, load_vectorized
from harness.costs import CostError, cold_costs
from harness.files import write_whole
from harness.results import STATUS, STYLES, ResultError, load_suite, machine_of, read_statuses
from harness.workloads import COLD, SCALES, WORKLOADS

NULL = "harness.null"
UNFINISHED = "unfinished"
TIMED, FAILED, TIMEOUT, NOT_INSTALLED = "timed", "failed", "timeout", "not installed"

PYPERF_TIMEOUT = 124
LOG = 20_000  # characters, the last

PRIVATE = ("hostname", "python_executable", "python_config_args", "python_cflags")
"""What pyperf notes of a machine, and nobody has to know."""


@dataclass(frozen=True)
class Job:
    """An evaluator in a style, and what it is to be timed on."""

    name: str
    style: str
    workloads: tuple[str, ...]

    def __len__(self) -> int:
        """In steps of progress: a workload each."""
        return len(self.workloads)

    def __str__(self) -> str:
        return f"{self.style}/{self.name}"


@dataclass(frozen=True)
class Status:
    """What became of a job: one of the four statuses, and why."""

    status: str
    message: str = ""


def workloads_for(name: str, style: str, chosen: Iterable[str] = ()) -> tuple[str, ...]:
    """Of the chosen workloads, or all, those that an evaluator can be timed on.

    Reading text is the same for all: it is timed beside the evaluator that does nothing. How time
    grows with the number of hands is for those that take arrays, too, and only arrays go beyond
    100,000. An evaluator that cannot be loaded is left to its failure.

    >>> workloads_for("cactus-kev", "numpy", ["random-7", "encode", "import"])
    ('random-7', 'import')
    """
    try:
        sizes = (load_vectorized if style == "numpy" else load)(name).sizes
    except Exception:
        sizes = range(5, 8)

    def fits(which: str) -> bool:
        if which in COLD:
            return name != NULL
        workload = WORKLOADS[which]
        if style == "numpy":
            return workload.size in sizes and workload.kind in ("hands", "showdowns")
        if workload.kind == "parse":
            return name == NULL
        if workload.hands:
            return name in VECTORIZED and workload.hands <= SCALES[-1]
        return workload.size in sizes

    return tuple(which for which in chosen or (*WORKLOADS, *COLD) if fits(which))


def run(
    jobs: Sequence[Job],
    out: Path,
    options: Sequence[str] = (),
    timeout: float = 60,
    fresh: bool = False,
    progress: Callable[[Job, int], None] = lambda job, steps: None,
) -> dict[Job, Status]:
    """Time evaluators, and put a file for each into ``out/style``.

    What the folder has of other workloads, from the same machine, stays. A failure is a status
    and the next evaluator's turn.

    Args:
        jobs: what to time.
        out: the folder.
        options: for pyperf, such as ``--fast`` or ``--affinity=1``.
        timeout: seconds for each process, after which an evaluator is given up.
        fresh: begin anew, without what the folder has: of another machine, or half done.
        progress: called with steps of a job that are done; with 0 when it begins.

    Raises:
        ResultError: the folder has results of another machine.
    """
    if fresh:
        _remove(out)
    refuse_other_machines(out)
    unfinished = out / UNFINISHED
    request = _request(jobs, options)
    begun = None if fresh else _begun(unfinished, request)
    if begun is None:
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
    statuses = begun or {}
    _note(unfinished, request, statuses)

    for job in jobs:
        left = len(job)

        def count(job: Job, steps: int) -> None:
            nonlocal left
            left -= steps
            progress(job, steps)

        count(job, 0)
        if statuses.get(str(job), {}).get("status") != TIMED:
            part = unfinished / f"{job.style}-{_file_name(job.name)}.json"
            statuses[str(job)] = asdict(measure(job, part, out, options, timeout, count))
            _note(unfinished, request, statuses)
        if left:  # what was done before, or is given up
            count(job, left)
    every = read_statuses(out)
    every |= {f"{job.style}/{name_of(job)}": statuses[str(job)] for job in jobs}
    write_whole(out / STATUS, json.dumps(every, indent=2, sort_keys=True) + "\n")
    shutil.rmtree(unfinished)
    return {job: Status(**statuses[str(job)]) for job in jobs}


def interrupted(out: Path, jobs: Sequence[Job], options: Sequence[str]) -> int:
    """How many of these jobs an interrupted run has done already."""
    return len(_begun(out / UNFINISHED, _request(jobs, options)) or {})


def _request(jobs: Sequence[Job], options: Sequence[str]) -> dict[str, Any]:
    """What a run has to do; another one if an evaluator's file has changed."""
    code = {str(job): _code(job) for job in jobs}
    return {"jobs": [asdict(job) for job in jobs], "options": [*options], "code": code}


def _code(job: Job) -> str:
    """A hash of the file that an evaluator is in; nothing if there is none to read."""
    try:
        evaluator = _load(job)
        file = getattr(evaluator, "__file__", None) or inspect.getfile(type(evaluator))
        return sha256(Path(file).read_bytes()).hexdigest()
    except Exception:
        return ""


def _note(unfinished: Path, request: dict[str, Any], statuses: dict[str, Any]) -> None:
    text = json.dumps({"request": request, "statuses": statuses})
    write_whole(unfinished / "run.json", text)


def _begun(unfinished: Path, request: dict[str, Any]) -> dict[str, Any] | None:
    """What became of jobs in an interrupted run, if it was asked for the same."""
    try:
        document = json.loads((unfinished / "run.json").read_text())
        same = document["request"] == json.loads(json.dumps(request))
        return dict(document["statuses"]) if same else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def measure(
    job: Job,
    part: Path,
    out: Path,
    options: Sequence[str] = (),
    timeout: float = 60,
    progress: Callable[[Job, int], None] = lambda job, steps: None,
) -> Status:
    """Time one evaluator on its workloads; what is in `part` already is not timed again."""
    try:
        name = name_of(job)
        _load(job)
    except ImportError as error:
        return Status(NOT_INSTALLED, str(error))
    except Exception as error:
        return Status(FAILED, f"{type(error).__name__}: {error}")
    failures: list[Status] = []
    log_file = out / job.style / f"{_file_name(name)}.log"
    log_file.unlink(missing_ok=True)
    todo = [workload for workload in job.workloads if workload in WORKLOADS]
    while todo := [workload for workload in todo if workload not in _in(part)]:
        failure = _pyperf(job, todo, part, [*options, f"--timeout={timeout:g}"], progress, log_file)
        if not failure:
            break
        failures.append(failure)
        if failure.status == TIMEOUT:
            break
        # What failed is given up; what comes after it may do.
        failed = next(workload for workload in todo if workload not in _in(part))
        todo = todo[todo.index(failed) + 1 :]
    cold = [workload for workload in job.workloads if workload in COLD]
    suite = [*load_suite(part)] if part.exists() else []
    if cold and not failures:
        try:
            suite += _cold(job, cold, 3 if "--fast" in options else 5, timeout)
        except (CostError, ValueError) as error:
            failures.append(Status(FAILED, f"in a fresh process: {error}"))
        progress(job, len(cold))
    if suite:
        _merge(suite, out / job.style / f"{_file_name(name)}.json")
    return failures[0] if failures else Status(TIMED)


def _load(job: Job) -> Any:
    return load_vectorized(job.name) if job.style == "numpy" else load(job.name)


def name_of(job: Job) -> str:
    """The evaluator's own name; that of its place where it cannot be loaded."""
    try:
        return str(_load(job).name)
    except Exception:
        return job.name


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.+-]", "-", name)


def _in(part: Path) -> set[str]:
    """The workloads that a file has; none if it was cut off while it was written."""
    try:
        return set(load_suite(part).get_benchmark_names()) if part.exists() else set()
    except ResultError:
        part.unlink()
        return set()


def _pyperf(
    job: Job,
    workloads: Iterable[str],
    part: Path,
    options: Iterable[str],
    progress: Callable[[Job, int], None],
    log_file: Path,
) -> Status | None:
    """Let pyperf time workloads, and add them to a file one by one.

    If that fails, its log is kept, and the failure returned.
    """
    command = [sys.executable, "-m", "harness.timed", "--quiet", f"--append={part}", *options]
    command += ["--evaluator", job.name, "--style", job.style]
    for workload in workloads:
        command += ["--workload", workload]
    with TemporaryFile("w+") as errors:
        said = []
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as timed:
            try:
                for line in timed.stdout or ():
                    if "Mean +- std dev" in line or "Median +- " in line:
                        progress(job, 1)
                    said.append(line)
            except BaseException:
                timed.kill()
                raise
        errors.seek(0)
        log = "".join(said) + errors.read()
    if not timed.returncode:
        return None
    log_file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(log_file, log[-LOG:])
    if timed.returncode == PYPERF_TIMEOUT:
        return Status(TIMEOUT, f"{_where(job, part)}: a process did not end in time")
    return Status(FAILED, f"{_where(job, part)}: {_cause(log)}")


def _where(job: Job, part: Path) -> str:
    done = _in(part)
    return next(name for name in job.workloads if name not in done)


def _cause(log: str) -> str:
    """What went wrong, from the log of pyperf: the first error in it is the worker's."""
    lines = log.strip().splitlines() or ["pyperf gave no result"]
    errors = (line for line in lines if re.match(r"[\w.]*(Error|Exception|Interrupt|Exit)\b", line))
    return next(errors, lines[-1])


def _cold(job: Job, chosen: Iterable[str], processes: int, timeout: float) -> list[Any]:
    """What is measured in fresh processes, as pyperf has it."""
    return [
        pyperf.Benchmark(
            [
                pyperf.Run(
                    [value],
                    metadata={"name": cost.name, "unit": cost.unit, "style": job.style},
                    collect_metadata=True,
                )
                for value in cost.values
            ]
        )
        for cost in cold_costs(job.name, job.style, processes, timeout)
        if cost.name in chosen
    ]


def _merge(benchmarks: Iterable[Any], file: Path) -> None:
    """Put benchmarks into a file, in place of those of the same name."""
    file.parent.mkdir(parents=True, exist_ok=True)
    every = {each.get_name(): each for each in load_suite(file)} if file.exists() else {}
    every |= {each.get_name(): each for each in benchmarks}
    order = [*WORKLOADS, *COLD]
    suite = pyperf.BenchmarkSuite(
        sorted(every.values(), key=lambda each: order.index(each.get_name()))
    )
    with TemporaryDirectory() as scratch:
        beside = Path(scratch) / "suite.json"
        suite.dump(str(beside))
        document = json.loads(beside.read_text())
    for about in (document, *document["benchmarks"]):
        for key in PRIVATE:
            about.get("metadata", {}).pop(key, None)
    write_whole(file, json.dumps(document, separators=(",", ":")) + "\n")


def refuse_other_machines(out: Path) -> None:
    """Raise unless what a folder has was measured here.

    Raises:
        ResultError: it was measured on another machine; says which.
    """
    if not (files := _files(out)):
        return
    here = machine_of(pyperf.Run([1.0], collect_metadata=True).get_metadata())
    for file in files:
        there = machine_of(load_suite(file).get_metadata())
        if there != here:
            raise ResultError(f"{file} was measured on another machine: {there}; this is {here}")


def _files(out: Path) -> list[Path]:
    return [file for style in STYLES for file in sorted((out / style).glob("*.json"))]


def _remove(out: Path) -> None:
    for file in _files(out):
        file.unlink()
    (out / STATUS).unlink(missing_ok=True)
