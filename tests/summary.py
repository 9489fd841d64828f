"""A pytest plug-in that writes a summary of all tests: ``pytest -p tests.summary --summary FILE``.

``make test-all`` writes the file that is committed.
"""

from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path
from shlex import join
from time import perf_counter

import pytest

OUTCOMES = ("passed", "failed", "error", "skipped", "xfailed", "xpassed", "deselected")
TOOLS = ("numpy", "pytest", "hypothesis", "coverage")
SLOWEST = 10


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file."""
    parser.addoption("--summary", metavar="FILE", help="write a summary of the tests into a file")


def pytest_configure(config: pytest.Config) -> None:
    """Start the summary, but not in the worker processes of xdist."""
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
        from evaluators.cache import write_whole
        from harness.processes.machine import machine

        reports = terminalreporter.stats
        counts = [f"{len(reports[name]):,} {name}" for name in OUTCOMES if name in reports]
        coverage = getattr(config.pluginmanager.getplugin("_cov"), "cov_total", None)
        host = machine()
        rows = {
            "date": host["date"],
            "machine": f"{host['cpu']}, {host['cores']} cores, {host['system']}",
            "versions": ", ".join((str(host["python"]), *_versions("allhands", *TOOLS))),
            "libraries": ", ".join(_versions(*PEERS)),
            "command": join(("pytest", *config.invocation_params.args)),
            "tests": ", ".join(counts),
            "seconds": f"{perf_counter() - self.began:.0f}",
            "coverage": "not measured" if coverage is None else f"{coverage:.1f} %, with branches",
        }
        timed = [
            report
            for report in chain.from_iterable(reports.values())
            if isinstance(report, pytest.TestReport)
        ]
        timed.sort(key=lambda report: -report.duration)
        lines = [f"{name:<10}{value}" for name, value in rows.items()]
        lines += ["", "The slowest, in seconds:"]
        lines += [f"{r.duration:6.1f}  {r.when:<8}  {r.nodeid}" for r in timed[:SLOWEST]]
        write_whole(self.file, "\n".join(lines) + "\n")


def _versions(*names: str) -> list[str]:
    """Names and versions of the installed packages among these."""
    versions = []
    for name in names:
        with suppress(PackageNotFoundError):
            versions.append(f"{name} {version(name)}")
    return versions
