"""A mutant has one fault with one right name, and neighbours have different ones."""

import ast
from difflib import ndiff
from pathlib import Path

from evaluators.cards import format_hand
from harness.hands.classes import classes
from harness.teaching.mistakes import CLEAN, FAULTS, function_of
from harness.teaching.mutants import broken, fault_of

HANDS = [format_hand(each.example).split() for each in classes()]
HANDS += [["Ks", "9s", "7s", "4s", "2d"]]  # four of a suit
FOLDER = Path(__file__).parents[3] / "exercises/09-mend-your-own-mutant"
SEEDS = [str(number) for number in range(1, len(FAULTS) + 1)]


def order_of(source: str) -> tuple[int, ...]:
    """The place of the key of each hand among the keys of an evaluator."""
    keys = [*map(function_of(source), HANDS)]
    places = {key: place for place, key in enumerate(sorted({*keys}))}
    return tuple(places[key] for key in keys)


def test_every_mutant_has_a_wrong_order_of_its_own() -> None:
    """Else a mutant is right, or a student can name another fault, and is right, too."""
    orders = {order_of(broken(seed)) for seed in SEEDS}
    assert len(orders | {order_of(CLEAN)}) == len(FAULTS) + 1


def test_neighbours_differ() -> None:
    """Else they copy. All faults come before one comes again; a Mac spells names otherwise."""
    assert fault_of("zo\u00eb") == fault_of("zoe\u0308")
    assert {*map(fault_of, SEEDS)} == {*FAULTS}
    assert all(fault_of(str(number)) != fault_of(str(number + 1)) for number in range(200))


def test_a_mutant_can_be_mended_within_8_lines() -> None:
    """Else a student who puts the right code back is told to change less."""
    for name in FAULTS:
        before, after = (
            ast.unparse(ast.parse(source)).splitlines() for source in (FAULTS[name].source, CLEAN)
        )
        assert sum(line[0] in "+-" for line in ndiff(before, after)) <= 8


def test_a_seed_always_gives_the_same() -> None:
    """Else a student's file does not fit to the grader of another version."""
    assert fault_of("1") == fault_of("031") == "straight flush as a flush"
    assert fault_of(" Ada@example.org\n") == "flush by its highest card"
    assert fault_of("\udcff") == "straight that skips equal ranks"


def test_a_seed_cannot_break_the_file() -> None:
    """Else text from outside becomes code, or a command that does something else."""
    for seed in ['"""', "two\nlines", "{seed}", "Ada Lovelace", "7" * 9_999]:
        assert "\nallhands grade 09 FILE --seed SEED\n" in broken(seed)


def test_the_folder_has_all_faults_and_the_mutant_of_seed_1() -> None:
    lines = (FOLDER / "README.md").read_text("utf-8").splitlines()
    assert [line[2:] for line in lines if line.startswith("- ")] == [*FAULTS]
    assert (FOLDER / "broken.py").read_text("utf-8") == broken("1")
