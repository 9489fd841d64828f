"""Every evaluator that takes one hand a call: its order on hands of five, six and seven cards.

``tests/harness/checking/test_equivalence.py`` checks the order of all five-card hands.
"""

from collections import Counter
from itertools import groupby
from typing import Any

import pytest

from evaluators import (
    BUILT_IN,
    LESSONS,
    NOT_IN_PYTHON,
    PEERS,
    PUBLISHED,
    Evaluator,
    UnknownEvaluatorError,
    load,
)
from evaluators.cards import DECK
from evaluators.two_plus_two import table
from harness.checking.equivalence import verdicts_on
from harness.checking.statuses import EQUIVALENT, NOT_INSTALLED
from harness.timing.benchmark import natively
from tests.hands import dealt
from tests.scripts import run_script

OURS = [name for name in BUILT_IN if name != "rulebook"]
CLASS_NUMBERS = ("cactus-kev", "rank-sums", "counting-hash", "two-plus-two")
"""Prefixes of the names of evaluators whose keys are the class numbers."""


@pytest.fixture(params=[*OURS, *LESSONS, *PEERS], scope="module")
def evaluator(request: pytest.FixtureRequest) -> Evaluator[Any, Any]:
    try:
        return load(request.param)
    except ImportError:
        pytest.skip(f"{request.param} is not installed")


def test_hands_of_any_size_are_ordered_as_by_the_rules(evaluator: Evaluator[Any, Any]) -> None:
    """One hand of each class, and rare shapes; of libraries, which may be slow, each ninth.

    A hand is a tuple here, which nobody can change, and a list in the doctests.
    """
    deck = [evaluator.encode(card) for card in DECK]
    for size in range(5, 8):
        if size in evaluator.sizes:
            step = 9 if evaluator.name in PEERS else 1
            hands, numbers = dealt(size)[0][::step].tolist(), dealt(size)[1][::step]
            keys = [evaluator.evaluate(tuple(deck[card] for card in hand)) for hand in hands]
            ranked = [key for key, _ in groupby(sorted(keys, reverse=not evaluator.lower_wins))]
            assert len(ranked) == len({*numbers}), size
            key_of = dict(zip(sorted({*numbers}), ranked))
            assert keys == [key_of[number] for number in numbers], size
            if evaluator.name.startswith(CLASS_NUMBERS):
                assert keys == numbers


def test_the_timed_function_of_a_library_is_the_checked_one() -> None:
    """A hand in the library's own container has the same key, and has it again when repeated."""
    installed = Counter[str]()
    for name in PEERS:
        try:
            peer = load(name)
        except ImportError:
            continue
        evaluate, hand_of = natively(peer)
        for hand in dealt(5)[0][::100].tolist():
            encoded = tuple(map(peer.encode, hand))
            native = hand_of(encoded)
            assert evaluate(native) == peer.evaluate(encoded) == evaluate(native), name
        installed[name] += 1
    assert installed["treys"]


def test_names_are_the_evaluators_own() -> None:
    """Failure means that a report shows another name, or does not find a library's version."""
    assert set(PEERS) >= set(NOT_IN_PYTHON)
    for name in (*BUILT_IN, *LESSONS, *PUBLISHED, "treys"):
        assert load(name).name == name


@pytest.mark.thorough
def test_every_five_card_hand_is_ordered_as_by_the_rules() -> None:
    """All 2,598,960 hands, by each installed library; a failure makes its timings worthless."""
    statuses = {verdict.name: verdict.status for verdict in verdicts_on(list(PEERS))}
    assert set(statuses) == set(PEERS)
    assert set(statuses.values()) <= {EQUIVALENT, NOT_INSTALLED}
    assert statuses["treys"] == EQUIVALENT


def test_unknown_evaluators_are_named() -> None:
    """Failure means a traceback, or a line that does not say what to do."""
    for name, message in (
        ("cactus-kv", "did you mean 'cactus-kev'?"),
        ("zzz", "allhands list shows all names"),
        (".", "no evaluator is called"),
        (":x", "no evaluator is called"),
        ("./good.py", "no evaluator is called"),
        ("nowhere.at.all", "there is no module 'nowhere'"),
        ("evaluators.cards", "is not an evaluator: it has no 'name'"),
        ("evaluators.cactus_kev.scalar:nothing", "evaluators.cactus_kev.scalar has no 'nothing'"),
    ):
        with pytest.raises(UnknownEvaluatorError, match=message.replace("?", r"\?")):
            load(name)


def test_evaluators_need_nothing_but_the_standard_library() -> None:
    """A failure means that they do not run everywhere, or that a worker starts slowly."""
    script = (
        "import sys; before = {*sys.modules}\n"
        "import evaluators\n"
        "for name in [*evaluators.BUILT_IN, *evaluators.PUBLISHED]: evaluators.load(name)\n"
        "import harness.checking.examination\n"
        "roots = {name.partition('.')[0] for name in {*sys.modules} - before}\n"
        "ours = {'evaluators', 'harness', '__mp_main__'}\n"
        "print(sorted(roots - sys.stdlib_module_names - ours))\n"
    )
    assert run_script(script).stdout.strip() == "[]"


def test_tables_are_made_on_first_use() -> None:
    """A failure means that the import, or five cards, pay for the tables of seven; or for NumPy."""
    assert table.ensure()
    for room, tables, entries in (
        ("rank_sums", "NUMBERS", [0, 11_323, 11_323, 11_323 + 49_205]),
        ("counting_hash", "TABLES", [0, 1, 1, 2]),
        ("two_plus_two", "entries", [0, *[32_487_834] * 3]),
    ):
        done = run_script(
            f"import sys; sys.modules['numpy'] = None\nfrom evaluators.{room} import scalar\n"
            f"print(len(scalar.{tables}))\n"
            "for hand in map(range, (5, 5, 7)):\n"
            f"    scalar.evaluate([*map(scalar.encode, hand)]); print(len(scalar.{tables}))\n"
        )
        assert ([*map(int, done.stdout.split())], done.stderr) == (entries, "")
