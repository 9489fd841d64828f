"""The progress of a check in a notebook, which a few lines imitate here."""

import builtins
import sys
from types import ModuleType, SimpleNamespace

import pytest

from harness import check
from harness.adapters import NAMING
from harness.checking import equivalence
from harness.checking.statuses import EQUIVALENT
from harness.checking.verdict import Verdict
from harness.hands.scopes import All
from harness.reporting.notebook import as_html, progress
from tests.harness.checking.test_check_here import right

pytestmark = pytest.mark.usefixtures("short_preflight")


class Notebook:
    """IPython's displays in a notebook or, without a kernel, on a terminal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, has_kernel: bool = True) -> None:
        self.lines: list[str] = []
        self.shown_as: dict[type, object] = {}
        html = SimpleNamespace(for_type=self.shown_as.__setitem__)
        formatter = SimpleNamespace(formatters={"text/html": html})
        # rich knows a notebook by the name of this class.
        shell = type("ZMQInteractiveShell", (SimpleNamespace,), {})(
            kernel=None, display_formatter=formatter
        )
        if not has_kernel:
            del shell.kernel
        ipython, display = ModuleType("IPython"), ModuleType("IPython.display")
        vars(ipython).update(get_ipython=lambda: shell)
        vars(display).update(Pretty=str, display=self.display)
        monkeypatch.setattr(builtins, "get_ipython", lambda: shell, raising=False)
        monkeypatch.setitem(sys.modules, "IPython", ipython)
        monkeypatch.setitem(sys.modules, "IPython.display", display)

    def display(self, line: str, display_id: bool) -> "Notebook":
        assert display_id  # needed to update the line
        self.update(line)
        return self

    def update(self, line: str) -> None:
        self.lines.append(line)


def test_a_check_shows_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both of a function, in this process, and of an evaluator in worker processes."""
    monkeypatch.setattr(equivalence, "SHARD", 800)
    for evaluator in (right, "cactus-kev-dict"):
        notebook = Notebook(monkeypatch)
        assert check(evaluator, sample=2_000)
        assert notebook.lines[0] == "0 of 2,000 hands"
        assert notebook.lines[-1].startswith("2,000 hands, ")
        assert notebook.shown_as == {Verdict: as_html}


def test_a_verdict_is_one_output_that_promises_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """rich shows each line as an output of its own in a notebook, unless it is told not to."""
    notebook = Notebook(monkeypatch)
    html = as_html(Verdict("f", EQUIVALENT, All(), 45, style=NAMING))
    assert "It names the category of every hand as the rules do: 45 hands." in html
    assert not notebook.lines


def test_updates_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a browser would be busy with nothing else. The last update always comes."""
    notebook = Notebook(monkeypatch)
    advance = progress(1_000)
    advance(0)  # the preflight, after which no rate is known
    for _ in range(1_000):
        advance(1)
    assert 2 < len(notebook.lines) < 20
    assert notebook.lines[1].startswith("1 of 1,000 hands, ")
    assert notebook.lines[-1].startswith("1,000 hands, ")


def test_outside_a_notebook_it_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = Notebook(monkeypatch, has_kernel=False)
    progress(10)(10)
    assert not notebook.lines
    monkeypatch.delitem(sys.modules, "IPython")
    progress(10)(10)
    assert not notebook.lines
