"""What all tests came to, in a file that is committed: ``make test-all`` writes it.

A plugin of pytest: ``pytest -p tests.summary --summary FILE``.
"""

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shlex import join
from time import perf_counter

import pytest

OUTCOMES = ("passed", "failed", "error", "skipped", "xfailed", "xpassed", "deselected")
TOOLS = ("numpy", "pytest", "hypothesis", "coverage")
SLOWEST = 10


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file."""
    parser.addoption("--summary", metavar="FILE", help="write what the tests came to into a file")


def pytest_configure(config: pytest.Config) -> None:
    """Begin; with xdist, not in the processes that run the tests."""
    file = config.getoption("--summary")
    if file and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Summary(Path(file)))


class _Summary:
    def __init__(self, file: Path) -> None:
        self.file, self.began = file, perf_counter()

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        """Write the file."""
        from evaluators import PEERS  # not before coverage is measured
        from harness.processes.files import write_whole
        from harness.processes.machine import machine

        reports = terminalreporter.stats
        counts = [f"{len(reports[name]):,} {name}" for name in OUTCOMES if name in reports]
        coverage = getattr(config.pluginmanager.getplugin("_cov"), "cov_total", None)
        here = machine()
        rows = {
            "date": here["date"],
            "machine": f"{here['cpu']}, {here['cores']} cores, {here['system']}",
            "versions": ", ".join((str(here["python"]), *_versions("allhands", *TOOLS))),
            "libraries": ", ".join(_versions(*PEERS)),
            "command": join(("pytest", *config.invocation_params.args)),
            "tests": ", ".join(counts),
            "seconds": f"{perf_counter() - self.began:.0f}",
            "coverage": "not measured" if coverage is None else f"{coverage:.1f} %, with branches",
        }
        every = (report for some in reports.values() for report in some)
        timed = [report for report in every if isinstance(report, pytest.TestReport)]
        timed.sort(key=lambda report: -report.duration)
        lines = [f"{name:<10}{value}" for name, value in rows.items()]
        lines += ["", "The slowest, in seconds:"]
        lines += [f"{r.duration:6.1f}  {r.when:<8}  {r.nodeid}" for r in timed[:SLOWEST]]
        write_whole(self.file, "\n".join(lines) + "\n")


def _versions(*names: str) -> list[str]:
    """Names with versions, of what is installed."""
    found = []
    for name in names:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return found
