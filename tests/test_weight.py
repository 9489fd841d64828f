"""Lines of code are counted, not docstrings, comments or blanks; the committed run is small."""

from pathlib import Path

from benchmarks.weight import Room, code_lines, rooms

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
    two, many = rooms(tmp_path)
    assert (two, two.is_too_large) == (Room("one two/rooms", 100, 105), False)
    assert (many.lines, two._replace(lines=106).is_too_large) == (0, True)
    words = str(two._replace(lines=1_060)).split()
    assert " ".join(words) == "one two/rooms 100 1,060 too large"


def test_every_room_has_a_budget() -> None:
    """Else a new room is weighed by nobody."""
    with_budget = {folder for room in rooms(ROOT) for folder in room.folders.split()}
    files = ROOT.glob("harness/*/__init__.py")
    rooms_there = {str(file.parent.relative_to(ROOT)) for file in files}
    assert {*rooms_there, "harness", "evaluators", "tests"} <= with_budget


def test_the_committed_run_is_small() -> None:
    """Else each new run makes a clone larger by megabytes."""
    files = [file for file in (ROOT / "reports").rglob("*") if file.is_file()]
    committed = [file for file in files if "local" not in file.parts and file.name != "index.html"]
    assert sum(file.stat().st_size for file in committed) <= 2_000_000
