"""Evaluators from files, modules, plug-ins and commands, and places without an evaluator."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from site import getsitepackages
from typing import Any

import pytest

from evaluators import UnknownEvaluatorError, rulebook
from evaluators.rules import SHORT_DECK
from harness.adapters import adopt
from harness.adapters.adopt import fitted
from harness.adapters.place import Place
from harness.checking.equivalence import verdicts_on
from harness.checking.statuses import EQUIVALENT, ERROR
from harness.hands.scopes import Sample
from harness.timing.benchmark import natively
from tests.hands import key

pytestmark = pytest.mark.usefixtures("short_preflight")

HERE = "tests.harness.adapters.test_adopt"
HAND = "Kd Qs Jc Th 9s"
MINE = """
from helper import best
def evaluate(hand): return best(hand)
def other(hand): return 0
"""
ARRAYS = """
from types import SimpleNamespace
evaluator = SimpleNamespace(name="mine", sizes=range(5, 6), lower_wins=False, evaluate=max)
"""
ORDERED = """
class Hand:
    def __init__(self, cards: tuple): self.cards = cards
    def __eq__(self, key): return max(self.cards) == key
    def __lt__(self, other): return max(self.cards) < max(other.cards)
    def evaluate(self): return max(self.cards)
"""
FILES = {
    "mine.py": MINE,
    "mine.v2.py": MINE,
    "of_arrays.py": ARRAYS,
    "of_list.py": "def evaluate(hand: list[str]): return 0",
    "helper.py": "def best(hand): return max(hand)\n",
    "only.py": "from math import prod\ndef score(hand): return 1\ndef _helper(): pass\n",
    "two.py": "def a(hand): pass\ndef b(hand): pass\n",
    "cached.py": "from functools import cache\n@cache\ndef score(hand): return 1\n",
    "helped.py": "from functools import *\n@cache\ndef table(): ...\ndef score(hand): return 1\n",
    "texts.py": "name, sizes, lower_wins = 't', range(5, 6), True\ndef evaluate(hand): return 0\n",
    "almost.py": "name, sizes, encode = '', range(5, 6), int\ndef evaluate(hand): return 0\n",
    "ordered.py": ORDERED + "from enum import IntEnum\nclass Category(IntEnum): PAIR = 1\n",
    "ordered_twice.py": ORDERED + "class Card(Hand): pass\n",
    "not_ordered.py": "class Hand:\n    def __init__(self, cards): pass\n",
    "empty.py": "",
}


def load(text: str, *about: Any, **others: Any) -> Any:
    """The evaluator that a text names."""
    return adopt.load(Place.of(text), *about, **others)


def refuse_missing(text: str) -> None:
    """Refuse a text that names no evaluator."""
    adopt.refuse_missing(Place.of(text))


def code_of(text: str) -> str:
    """The hash of the code that a text names."""
    return adopt.code_of(Place.of(text))


@pytest.fixture(autouse=True)
def own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """`load` adds folders to the path of modules, which processes of other tests inherit."""
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.fixture
def files(current_folder: Path) -> None:
    """The files, in the current folder."""
    for name, text in FILES.items():
        (current_folder / name).write_text(text)


@pytest.mark.usefixtures("files")
def test_the_function_at_a_place() -> None:
    """Else a file cannot import its neighbours, or another function is the default."""
    for place, name, its_key in [
        ("mine.py", "evaluate", "Th"),
        ("mine.py:evaluate", "evaluate", "Th"),
        ("mine.py:other", "other", 0),
        ("mine.v2.py", "evaluate", "Th"),
        ("only.py", "score", 1),
        ("cached.py", "score", 1),
        ("helped.py", "score", 1),
        ("texts.py", "evaluate", 0),
        ("ordered.py", "Hand", "Th"),
        ("ordered.py:Hand", "Hand", "Th"),
        ("almost.py:evaluate", "evaluate", 0),
        (f"{HERE}:by_text", "by_text", len(HAND)),
        (f"{HERE}:game.evaluate", "evaluate", "Th"),
        ("evaluators.rulebook", "rulebook", key(rulebook, HAND)),
    ]:
        evaluator = load(place)
        assert (evaluator.name, key(evaluator, HAND)) == (name, its_key), place


@pytest.mark.usefixtures("files")
def test_a_place_without_an_evaluator() -> None:
    for place, message in [
        ("none.py", "there is no such file"),
        ("mine.py:none", "has no 'none'; it has evaluate, other"),
        ("empty.py", "no function is called evaluate, and it has none"),
        ("almost.py", "has all that an evaluator has, but no 'lower_wins'; add it"),
        ("two.py", r"it has a, b; say which: two\.py:FUNCTION"),
        ("ordered_twice.py", r"it has Hand, Card; say which"),
        ("not_ordered.py:Hand", r"Hand\(cards\) makes objects without an order; define __lt__ and"),
        (f"{HERE}:nothing", "has no 'nothing'"),
        (f"{HERE}:MINE", "is not an evaluator and not a function"),
        (f"{HERE}:Game.evaluate", "is a method; name that of an instance"),
        ("tests.harness.broken:Broken", "is a class; name an evaluator that it makes, or write"),
    ]:
        with pytest.raises(UnknownEvaluatorError, match=message):
            load(place)


def test_evaluators_of_one_folder_share_no_process(tmp_path: Path) -> None:
    """Else what the first one changes makes a wrong one right, or a right one wrong."""
    key = "from tests.harness.broken import number_of as best\ndef evaluate(hand): return "
    changes = "import builtins, os\nbuiltins.other = best\nos.chdir('/')\n"
    (tmp_path / "first.py").write_text(f"{key}best(hand)\n{changes}")
    (tmp_path / "second.py").write_text(f"{key}other(hand)")
    first, second = verdicts_on(
        [f"{tmp_path}/{name}.py" for name in ("first", "second")], Sample(5, 2)
    )
    assert (first.status, second.status) == (EQUIVALENT, ERROR)
    assert "NameError: name 'other' is not defined" in second.message


@pytest.mark.usefixtures("files")
def test_a_file_is_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its tables are made again and again."""
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    monkeypatch.syspath_prepend(str(Path.cwd()))
    assert load("mine.py").function is load("mine.py").function
    # By another name, Numba's cache beside the file would break the user's own programs.
    assert load("mine.py").function.__module__ == "mine"


def test_a_file_with_the_name_of_a_module_does_not_replace_it(tmp_path: Path) -> None:
    """Else a reader's random.py ends whatever draws a number afterwards."""
    for name in ("random", "a_name_that_nobody_has"):
        file = tmp_path / f"of {name}" / f"{name}.py"
        file.parent.mkdir()
        file.write_text("def evaluate(hand): return 1\n")
        before = sys.modules.get(name)
        assert load(str(file)).evaluate(["2c"]) == 1
        assert sys.modules[name] is (before or adopt.find(Place.of(str(file))))
    # What a file imports is looked for among what is installed, then beside it, then elsewhere.
    installed = max(at for at, folder in enumerate(sys.path) if folder in getsitepackages())
    own = [f"{tmp_path}/of {name}" for name in ("a_name_that_nobody_has", "random")]
    assert sys.path[installed + 1 : installed + 3] == own


def by_text(hand: str) -> int:
    return len(hand)


class Game:
    def evaluate(self, hand: list[str]) -> str:
        return max(hand)


game = Game()


def test_a_file_with_relative_imports_is_one_of_its_packages(tmp_path: Path) -> None:
    """Else a package must be installed before any file of it can be checked."""
    for name in ("poker_at_home", "json"):
        (tmp_path / name / "ranks").mkdir(parents=True)
        (tmp_path / name / "cards.py").write_text("def best(hand): return max(hand)\n")
        (tmp_path / name / "__init__.py").touch()
        file = tmp_path / name / "ranks" / "mine.py"
        file.write_text("from ..cards import best\nfrom . import more\n")
        file.with_name("__init__.py").touch()
        file.with_name("more.py").touch()
    place = "poker_at_home/ranks/mine.py:best"
    assert load(f"{tmp_path}/{place}").function([1, 2]) == 2
    with pytest.raises(
        ImportError, match="json cannot be imported as a package: its name is taken"
    ):
        load(f"{tmp_path}/{place.replace('poker_at_home', 'json')}")


def test_a_plugin(current_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also beside a folder of the same name, which it may come from."""
    (current_folder / "theirs").mkdir()
    plugin = EntryPoint("theirs", f"{HERE}:by_text", adopt.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [plugin])
    refuse_missing("theirs")
    assert load("theirs").name == "by_text"
    assert code_of("theirs") == code_of(f"{HERE}:by_text")
    with pytest.raises(UnknownEvaluatorError, match="did you mean 'theirs'"):
        load("their")


def test_only_the_function_itself_is_timed() -> None:
    """Else its time includes the making of containers, unlike that of built-in evaluators."""
    for hint in ["list[str]", "tuple[int, ...]", "str", "list"]:
        namespace: dict[str, Any] = {}
        exec(f"def evaluate(hand: {hint}): return hand", namespace)
        evaluate, hand_of = natively(fitted(namespace["evaluate"], "evaluate"))
        assert evaluate is namespace["evaluate"]
        assert type(hand_of(["Kd", "Qs"])).__name__ == hint.partition("[")[0]


def test_functions_of_single_cards_can_be_timed() -> None:
    """Else `bench` calls them with one argument, a tuple, and the function fails or ranks that."""
    for function in (lambda a, b, c, d, e: (a, b), lambda *cards: cards[:2]):
        evaluate, hand_of = natively(fitted(function, "evaluate"))
        assert evaluate(hand_of(["Kd", "Qs", "Jc", "Th", "9s"])) == ("Kd", "Qs")


@pytest.mark.usefixtures("files")
def test_each_style_has_its_evaluators() -> None:
    """Else a place that one command takes is unknown to another."""
    for place in ("of_arrays:evaluator", "of_arrays.py:evaluator"):
        assert load(place, "numpy").sizes == range(5, 6)
        with pytest.raises(UnknownEvaluatorError, match="not an evaluator and not a function"):
            load(place)
    assert load("cactus-kev", "numpy") is not load("cactus-kev")
    for place, message in (
        ("of_list.py", r"evaluate\(\) takes no array, but list; annotate hand as np.ndarray"),
        ("cactus-ke", "did you mean 'cactus-kev'"),
        ("rulebook", "takes one hand a call: it has no numpy style"),
    ):
        with pytest.raises(UnknownEvaluatorError, match=message):
            load(place, "numpy", rules=SHORT_DECK)


def test_places_without_an_evaluator_are_refused_without_running_code(tmp_path: Path) -> None:
    """Else the file would end this process."""
    (tmp_path / "ends.py").write_text("import os; os._exit(1)\n")
    ends, program = f"{tmp_path}/ends.py", sys.executable
    for place in (ends, "tests.ends:it", "rulebook", "exec:anything", "tests"):
        refuse_missing(place)
    hints = {"nowhere": "list shows", f"{ends}::it": f"{ends}:it", program: f"--exec {program}"}
    hints["mine.o"] = "cc -shared -o libmine.so mine.o makes a library of it"
    for place, hint in hints.items():
        with pytest.raises(UnknownEvaluatorError, match=hint):
            refuse_missing(place)


def test_hashing_code_does_not_run_it(current_folder: Path) -> None:
    """Else the import of the package would end this process."""
    pack = current_folder / "pack"
    pack.mkdir()
    (pack / "__init__.py").write_text("import os; os._exit(1)\n")
    (pack / "mine.py").write_text("x = 1\n")
    before = code_of("pack.mine:x")
    (pack / "mine.py").write_text("x = 2\n")
    assert "" != before != code_of("pack.mine:x")
    # Of a command, a folder counts with its files, but for the hidden ones.
    before = code_of("exec:cat pack")
    (pack / ".installed").touch()
    assert code_of("exec:cat pack") == before
    (pack / "lock.txt").write_text("1.0")
    assert code_of("exec:cat pack") != before
    before = code_of("exec:cat pack")
    (pack / "lock.txt").rename(pack / "lock2.txt")
    assert code_of("exec:cat pack") != before
    # A word that is a program's source names no file, and does not change the hash.
    assert code_of(f"exec:cat {'x' * 300}") == code_of("exec:cat")
