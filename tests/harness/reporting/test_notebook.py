"""Progress of a check in a notebook, which is played by a few lines here."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from harness import check
from harness.reporting.notebook import progress
from tests.harness.checking.test_check_here import right


class Notebook:
    """What IPython does with displays in a notebook; or, without a kernel, in a terminal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, has_kernel: bool = True) -> None:
        self.lines: list[str] = []
        shell = SimpleNamespace(kernel=None) if has_kernel else SimpleNamespace()
        ipython, display = ModuleType("IPython"), ModuleType("IPython.display")
        vars(ipython).update(get_ipython=lambda: shell)
        vars(display).update(Pretty=str, display=self.display)
        monkeypatch.setitem(sys.modules, "IPython", ipython)
        monkeypatch.setitem(sys.modules, "IPython.display", display)

    def display(self, line: str, display_id: bool) -> "Notebook":
        assert display_id  # or it could not be replaced
        self.update(line)
        return self

    def update(self, line: str) -> None:
        self.lines.append(line)


def test_a_check_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function's, and that of an evaluator in processes of its own."""
    for evaluator in (right, "cactus-kev-dict"):
        notebook = Notebook(monkeypatch)
        assert check(evaluator, sample=150_000)
        assert notebook.lines[0] == "0 of 150,000 hands"
        assert notebook.lines[-1].startswith("150,000 hands, ")


def test_lines_are_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser would be busy with nothing else; the last one comes in any case."""
    notebook = Notebook(monkeypatch)
    advance = progress(1_000)
    for _ in range(1_000):
        advance(1)
    assert 2 < len(notebook.lines) < 20
    assert "s left" in notebook.lines[1]
    assert notebook.lines[-1].startswith("1,000 hands, ")


def test_elsewhere_it_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = Notebook(monkeypatch, has_kernel=False)
    progress(10)(10)
    assert not notebook.lines
    monkeypatch.delitem(sys.modules, "IPython")
    progress(10)(10)
    assert not notebook.lines
