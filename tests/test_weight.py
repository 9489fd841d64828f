"""Lines of code are counted, not docstrings, comments or blanks; the committed run is small."""

from pathlib import Path

from benchmarks.weight import budgets, code_lines, is_too_large, rooms

ROOT = Path(__file__).parent.parent
SOURCE = '''"""A docstring
of two lines."""

# A comment.
NAMES = [
    "one",  # code, and a comment

    "two",
]
"""What they are."""
TEXT = """Not a docstring,

with a blank line in it."""
'''


def test_lines_of_code_are_counted() -> None:
    """Else a docstring costs something, or code hides from its budget."""
    assert code_lines(SOURCE) == 4 + 3


def test_a_room_is_too_large_at_five_percent_more(tmp_path: Path) -> None:
    """Else a room grows without a word, or by a line only with an argument."""
    (tmp_path / "pyproject.toml").write_text('[tool.weight]\n"one two/rooms" = 100\nmany = 1\n')
    for file, lines in (("one/a.py", 50), ("two/rooms/b/c.py", 55), ("two/d.py", 9)):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("x = 1\n" * lines)
    (tmp_path / "one/.venv").mkdir()
    (tmp_path / "one/.venv/theirs.py").write_text("x = 1\n" * 99)
    assert [*rooms(tmp_path)] == [("one two/rooms", 100, 105), ("many", 1, 0)]
    assert [is_too_large(lines, 100) for lines in (105, 106)] == [False, True]


def test_every_room_has_a_budget() -> None:
    """Else a new room is weighed by nobody."""
    rooms_there = {f"harness/{file.parent.name}" for file in ROOT.glob("harness/*/__init__.py")}
    assert rooms_there | {"evaluators", "tests"} <= {*" ".join(budgets(ROOT)).split()}


def test_the_committed_run_is_small() -> None:
    """Else each new run makes a clone larger by megabytes."""
    files = [file for file in (ROOT / "reports").rglob("*") if file.is_file()]
    committed = [file for file in files if "local" not in file.parts and file.name != "index.html"]
    assert sum(file.stat().st_size for file in committed) <= 2_000_000
