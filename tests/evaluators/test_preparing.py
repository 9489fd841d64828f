"""Slow work is done once, before workers start."""

import signal
from pathlib import Path
from types import SimpleNamespace

import pytest

from evaluators import COMPILED, preparing
from evaluators.compiled import store
from evaluators.preparing import NotInstalledError, compile_all, prepare
from evaluators.two_plus_two import table


def test_machine_code_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only if an evaluator of ours needs it; failure means seconds before each command."""
    compiled: list[int] = []
    monkeypatch.setattr(store, "is_installed", lambda: True)
    monkeypatch.setattr(store, "is_ready", lambda: bool(compiled))
    monkeypatch.setattr(preparing, "compile_all", lambda: compiled.append(1))
    prepare(["rank-sums"], "numpy")
    prepare(["mine.py:compiled"], "compiled")
    assert compiled == []
    prepare(["rank-sums"], "compiled")
    prepare(["rank-sums"], "compiled")
    assert compiled == [1]


def test_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "is_installed", lambda: False)
    with pytest.raises(NotInstalledError, match="needs Numba: pip install"):
        prepare(["rank-sums"], "compiled")
    with pytest.raises(NotInstalledError):
        compile_all()
    prepare(["rank-sums"], "python")


def test_the_table_is_there_before_workers_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Failure means that, in some style, each worker builds it, within its time limits."""
    ensured: list[int] = []
    monkeypatch.setenv("ALLHANDS_CACHE", str(tmp_path))
    monkeypatch.setattr(table, "ensure", lambda: ensured.append(1))
    prepare(["rank-sums"], "python")
    assert ensured == []
    prepare(["rank-sums", "two-plus-two"], "python")
    assert ensured == [1]
    table.path().touch()  # a file that is there may be damaged
    prepare(["two-plus-two"], "numpy")
    assert ensured == [1, 1]


def test_without_numpy_the_table_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then two-plus-two is not installed, and the others are checked all the same."""

    def ensure() -> None:
        raise ImportError("numpy")

    monkeypatch.setattr(table, "ensure", ensure)
    prepare(["two-plus-two"], "python")


def test_each_evaluator_and_walk_is_compiled_for_each_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Failure means that machine code is called ready, and a call compiles for seconds."""
    pytest.importorskip("numba")
    asked: list[tuple[str, int]] = []
    ready: list[int] = []

    def fake(name: str, *_: object) -> SimpleNamespace:
        def kernel(size: int) -> None:
            asked.append((name, size))

        evaluate = SimpleNamespace(kernel=kernel)
        return SimpleNamespace(evaluate=evaluate, kernel=kernel, prepare=kernel)

    monkeypatch.setattr(preparing, "load_arrays", fake)
    monkeypatch.setattr(preparing, "find", fake)
    monkeypatch.setattr(store, "say_ready", lambda: ready.append(1))
    took: dict[str, float] = {}
    compile_all(took.__setitem__)
    assert max(took.values()) < 60
    walks = "evaluators.rank_sums.walk", "evaluators.two_plus_two.walk"
    names = *COMPILED, *walks, "evaluators.compiled.reading"
    of_deals = [("evaluators.omaha.compiled", 9), ("evaluators.compiled.reading", 9)]
    of_hands = [(name, size) for name in names for size in (5, 6, 7)]
    assert sorted(asked) == sorted(of_hands + of_deals)
    assert ready == [1]


def test_ctrl_c_waits_for_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that the interrupt is lost inside LLVM, and an internal error is printed."""
    pytest.importorskip("numba")
    compiled: list[int] = []

    def kernel(size: int) -> None:
        signal.raise_signal(signal.SIGINT)
        compiled.append(size)

    fake = SimpleNamespace(evaluate=SimpleNamespace(kernel=kernel))
    monkeypatch.setattr(preparing, "load_arrays", lambda *_: fake)
    monkeypatch.setattr(store, "say_ready", lambda: None)
    before = signal.getsignal(signal.SIGINT)
    # A shell that runs the tests in the background may ignore SIGINT.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            compile_all()
        assert signal.getsignal(signal.SIGINT) == signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert compiled == [5]
