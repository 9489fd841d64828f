"""What takes long is done once, before workers start."""

import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import evaluators
from evaluators import COMPILED
from evaluators.cards import format_card
from evaluators.compiled import store
from evaluators.two_plus_two import table
from harness.adapters import preparing
from harness.adapters.preparing import NotInstalledError, compile_all, prepare
from harness.processes import limits, workers


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
    """In any style; failure means that each worker builds it, within its time limits."""
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


@pytest.mark.parametrize(
    ("name", "style", "hands"),
    [
        ("two-plus-two", "python", [["2c", "2d", "2h", "2s", "3c", "3d"]]),
        ("rank-sums", "numpy", [[[0, 1, 2, 3, 4, 5]]]),
        ("rank-sums", "compiled", [[[0, 1, 2, 3, 4, 5]]]),
        ("treys", "python", []),
        ("matrix-score-as-published", "python", []),
        ("mine.py", "numpy", []),
    ],
)
def test_a_built_in_evaluator_gets_a_hand_before_its_hands_are_timed(
    monkeypatch: pytest.MonkeyPatch, name: str, style: str, hands: list[object]
) -> None:
    """On our clock, and of the size that is checked; no code of others runs on it."""
    evaluated: list[object] = []
    clocks: list[tuple[int, int]] = []

    def evaluate(hand: Any) -> None:
        evaluated.append(hand if style == "python" else hand.tolist())  # an array of hands
        _, milliseconds, doing = workers.position
        clocks.append((milliseconds, doing))

    fake = SimpleNamespace(sizes=range(5, 7), evaluate=evaluate, encode=format_card)
    monkeypatch.setattr(preparing, "load", lambda name: fake)
    for module in (evaluators, preparing):
        monkeypatch.setattr(module, "load_arrays", lambda name, style: fake)
    preparing.warm(name, style, 6)
    preparing.warm(name, style, 7)  # not one of its sizes
    assert evaluated == hands
    assert clocks == [(1000 * workers.START, limits.OURS)] * len(hands)


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

        return SimpleNamespace(evaluate=SimpleNamespace(kernel=kernel), kernel=kernel)

    monkeypatch.setattr(preparing, "load_arrays", fake)
    monkeypatch.setattr(preparing, "find", fake)
    monkeypatch.setattr(store, "say_ready", lambda: ready.append(1))
    compile_all()
    walks = "evaluators.rank_sums.walk", "evaluators.two_plus_two.walk"
    assert sorted(asked) == sorted(
        (name, size) for name in (*COMPILED, *walks) for size in (5, 6, 7)
    )
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
