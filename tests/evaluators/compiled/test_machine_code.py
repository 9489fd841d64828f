"""Machine code is compiled once, with a line that says so, and found again."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any
from unittest.mock import Mock

import pytest

import evaluators
from evaluators import MANY, fastest, rank_many
from evaluators.compiled import store
from evaluators.errors import UserError
from tests.scripts import run_script

numba = pytest.importorskip("numba")
from evaluators.compiled.machine_code import LINE, machine_code  # noqa: E402

EVERYTHING = """
import numpy as np
from evaluators import COMPILED, load_arrays
from evaluators.preparing import compile_all
from numba.core import event

class Compiled(event.Listener):
    def on_start(self, happened):
        print(happened.data["dispatcher"].py_func.__module__)
    def on_end(self, happened):
        pass

event.register("numba:compile", Compiled())
compile_all()
bytes_ = np.random.default_rng(0).integers(0, 256, (5_000, 7)).astype(np.uint8)
few = bytes_ % 3
for size in (5, 6, 7):
    for hands in (bytes_, few, np.full_like(few, 255), np.zeros_like(few)):
        for name in COMPILED:
            load_arrays(name, "compiled").evaluate(np.ascontiguousarray(hands[:, :size]))
"""
"""Print the module of each function that is compiled, if any is; then evaluate invalid hands."""

SCRIPT = """
from evaluators import load_arrays
print(load_arrays("count-buckets", "compiled").evaluate.kernel(5).stats.cache_hits)
"""


def test_machine_code_is_compiled_once_and_said_so(tmp_path: Path) -> None:
    """Failure means that each process compiles anew, or that a call takes seconds silently."""
    first, second = (run_script(SCRIPT, ALLHANDS_CACHE=tmp_path) for _ in range(2))
    assert first.stderr.startswith("compiling evaluators to machine code, once")
    assert first.stderr.endswith("half a minute\n")
    assert first.stderr.count("\n") == 1
    assert not first.stdout.startswith("{(")  # no hits
    assert second.stderr == ""
    assert "1" in second.stdout


def kernel(hands: Any, keys: Any) -> None:
    """A small one, for the tests below."""
    keys[0] = len(hands)


def is_found() -> bool:
    """Test whether the small kernel's machine code is loaded; if not, it is compiled."""
    compiled: Any = machine_code("u2")(kernel)
    return bool(compiled.stats.cache_hits)


def test_damaged_machine_code_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once; failure means a traceback of the compiler's library in every run from now on."""
    monkeypatch.setattr(store, "folder", lambda: tmp_path)
    assert [is_found(), is_found()] == [False, True]
    for suffix in (".nbi", ".nbc"):  # the index, and the code
        for damage in (lambda content: content[: len(content) // 2], lambda content: b""):
            (file,) = tmp_path.rglob(f"*{suffix}")
            file.write_bytes(damage(file.read_bytes()))
            assert [is_found(), is_found()] == [False, True], file
    store.say_ready()
    assert store.is_ready()


@pytest.mark.thorough
def test_each_kernel_is_compiled_once_and_survives_invalid_hands() -> None:
    """Keys of invalid hands are undefined.

    Failure means that a kernel's closure has something that each process makes anew; or, if the
    process dies, that machine code reads outside of its tables.
    """
    if not store.is_ready():
        run_script(EVERYTHING)
    assert run_script(EVERYTHING).stdout == ""


def test_the_next_process_finds_what_reads_hands(tmp_path: Path) -> None:
    """Else each one compiles it, and the folder grows for ever."""
    script = "from evaluators.compiled.reading import kernel; kernel(5)"
    said = [run_script(script, ALLHANDS_CACHE=tmp_path).stderr for _ in range(2)]
    assert said == [f"{LINE}\n", ""]


def test_threads_compile_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that Numba's cache folder is another one for a thread, or stays ours."""
    folders: list[str] = []

    def njit(*_: object, **__: object) -> Callable[[Any], Any]:
        def compile_slowly(function: Any) -> Any:
            folders.append(numba.config.CACHE_DIR)
            sleep(0.01)
            folders.append(numba.config.CACHE_DIR)
            return function

        return compile_slowly

    monkeypatch.setattr(numba, "njit", njit)
    before = numba.config.CACHE_DIR
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(machine_code("u2"), [print] * 8))
    assert folders == [str(store.folder())] * 16
    assert before == numba.config.CACHE_DIR


def test_other_sources_or_another_copy_have_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure means that machine code of an earlier version is used.

    Or that ``allhands prepare`` compiles nothing in a second clone, and evaluators are compiled
    later, while their hands are timed: Numba finds machine code by the path of a source file.
    """

    def folder_of(sources: Path, text: str) -> Path:
        sources.mkdir(exist_ok=True)
        (sources / "scalar.py").write_text(text)
        monkeypatch.setattr(store, "SOURCES", sources)
        return store.folder.__wrapped__()

    before = folder_of(tmp_path / "first", "UNIT = 10")  # a constant in machine code
    assert folder_of(tmp_path / "first", "UNIT = 10") == before
    assert folder_of(tmp_path / "first", "UNIT = 14") != before
    assert folder_of(tmp_path / "second", "UNIT = 10") != before


def test_many_hands_are_ranked_by_machine_code_if_it_is_compiled(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Never if `rank_many` would have to compile it."""
    monkeypatch.setattr(store, "is_ready", lambda: False)
    assert fastest(MANY) == "numpy"
    monkeypatch.setattr(store, "is_ready", lambda: True)
    assert fastest(MANY) == "compiled"
    assert fastest(MANY, by="rulebook") == fastest(MANY, size=4) == "numpy"
    assert fastest(MANY, by="matrix-score", size=9) == "numpy"  # its machine code takes up to 7
    assert fastest(1, by="cactus-kev-dict") == fastest(MANY, size=9) == "compiled"
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert fastest(MANY - 1) == "numpy"
    monkeypatch.setitem(sys.modules, "numba", evaluators)
    assert fastest(1) == "compiled"
    with caplog.at_level("DEBUG", "evaluators"):
        assert rank_many(["Kd Qs Jc Th 9s"], style="numpy").tolist() == [1601]
        assert rank_many([[0, 4, 8]], by="matrix-score").shape == (1,)
    assert caplog.messages == ["1 hands: rank-sums, numpy", "1 hands: matrix-score, numpy"]
    monkeypatch.undo()
    monkeypatch.setattr("evaluators.cache.folder", Mock(side_effect=UserError("no home folder")))
    store.folder.cache_clear()
    assert not store.is_ready()  # NumPy needs no folder
    store.folder.cache_clear()
