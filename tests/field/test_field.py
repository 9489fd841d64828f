"""The field: adapters of packages, run in their environments, and what is made of the verdicts.

The packages here are doubles of our own, so that the tests need no foreign package.
"""

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from field import check, page
from field.entries import FIELD, Entry, named, read
from field.install import can_be_offline, install, problems, write_classes
from field.results import RUNS, WRONG, packages

pytestmark = pytest.mark.usefixtures("short_preflight")

HERE = Path(__file__).parent
HANDS = "Ah 5h 4c 3c 2h\n7d 5d 4s 3h 2h\nAs 5d 5c 4s 3h\n"
ENTRIES = read()
ONLINE = """
import socket
from answering import answer
socket.create_connection(("127.0.0.1", PORT), timeout=5)
answer(len)
"""


@pytest.fixture
def field(tmp_path: Path) -> Path:
    """A field with the doubles, each in an environment."""
    for name in ("harness", "evaluators"):
        (tmp_path / name).symlink_to(FIELD.parent / name)
    field = tmp_path / "field"
    shutil.copytree(HERE / "packages", field / "packages")
    for name in ("field.toml", "scoring.py"):
        shutil.copy(HERE / name, field)
    for name in ("run", "answering.py", "answering.mjs"):
        shutil.copy(FIELD / name, field)
    for folder in (field / "packages").iterdir():
        python = folder / ".venv/bin/python"
        python.parent.mkdir(parents=True)
        python.symlink_to(Path(sys.executable).resolve())
        (folder / ".installed").touch()
    write_classes(field / "classes")
    return field


def run(field: Path, name: str, *options: str, hands: str = HANDS) -> list[str]:
    command = [str(field / "run"), f"packages/{name}", *options]
    done = subprocess.run(command, input=hands, text=True, capture_output=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.thorough
def test_adapters_get_verdicts_and_what_has_changed_is_checked_anew(
    field: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A failure means that a run begins anew, or that a verdict outlives the package's code.

    Each game has rules of its own: the wheel that `compares` misses is none in deuce-to-seven.
    """
    entries, file = read(field), field / "verdicts.json"
    assert entries[2].command == [*entries[1].command[:2], "deuce-to-seven"]
    promises = [entry.about.get("promise") for entry in entries]
    assert promises == [None, None, "deuce-to-seven", "Omaha"]
    rows = check.verdicts(entries, file)
    assert [(row["name"], row["rules"], row["status"], row["documented"]) for row in rows] == [
        ("scores", "standard", "equivalent", True),
        ("compares", "standard", "not_equivalent", False),
        ("compares", "deuce-to-seven", "equivalent", True),
        ("compares", "omaha", "not_equivalent", True),
    ]
    right, wrong, _, of_deals = rows
    assert right["scope"].startswith("300 of the 2,598,960 hands of 5 cards")
    assert of_deals["scope"].startswith("300 of the 463,563,500,400 deals of Omaha")
    assert right["version"] == "1.0"
    printed = capsys.readouterr().out
    assert f"<scores: equivalent on {right['scope']}>\n" in printed
    assert f"<compares: equivalent on {entries[2].scope(5)}>\n" in printed
    assert "straight flush with A-5-4-3-2 counts as a flush" in printed
    (entries[0].folder / ".installed").unlink()  # it cannot be asked again
    entries[0].documented.clear()
    adapter = entries[1].folder / "adapter.py"
    adapter.write_text("from answering import answer\nanswer(len)\n")
    kept, changed = check.verdicts(entries[:2], file)
    assert kept == right | {"documented": False}
    assert wrong["classes"] > changed["classes"] == 1
    assert len(json.loads(file.read_text())["evaluators"]) == len(rows)
    assert check.verdicts(entries[1:2], file) == [changed]


def test_a_file_of_something_else_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text("[]")
    with pytest.raises(SystemExit, match=r"mine\.json is there, and is not a file of these"):
        check.verdicts([], tmp_path / "mine.json")


def test_all_hands_are_checked_unless_the_list_says_how_many() -> None:
    """A failure means that a verdict covers fewer hands than the page says."""
    entry = Entry("a", HERE, [5, 6, 7], [5], {}, {"7": 3_000})
    assert [str(entry.scope(size)) for size in entry.cards] == [
        "all 2,598,960 hands of 5 cards",
        "962,988 of the 20,358,520 hands of 6 cards: all, up to suits",
        "3,000 of the 133,784,560 hands of 7 cards, drawn with seed 1",
    ]
    assert all(entry.sample for entry in ENTRIES if entry.rules.parts), "all deals take days"


def test_a_package_that_compares_gives_places_among_the_classes(field: Path) -> None:
    """Odd places tie with a class, and the missed wheel is the best of its high cards.

    A flush of the same ranks, asked about before or after, is another class.
    """
    flush = "7d 5d 4d 3d 2d\n"
    wheel, lowest, fives, *same_ranks = map(
        int, run(field, "compares", hands=f"{HANDS}{flush}7h 5d 4s 3h 2h\n{flush}")
    )
    assert lowest < wheel < fives < same_ranks[0]
    assert lowest == 1
    assert wheel % 2 == 1
    assert same_ranks == [same_ranks[0], lowest, same_ranks[0]]


def test_two_own_cards_of_a_deal_play_with_three_of_its_board(field: Path) -> None:
    """A failure means that packages are asked about other deals of Omaha than the rules are.

    With three own cards, the first deal would be a flush, and win.
    """
    board = "Kh Qh 9c 5s 2d"
    deals = [f"{board} {own}\n" for own in ("7h 6h 3h 3c", "Ah Ac 8s 7d", "Kd Kc 4s 4d")]
    threes, aces, kings = map(int, run(field, "compares", "omaha", hands="".join(deals)))
    assert threes < aces < kings
    if shutil.which("node"):
        assert run(field, "counts", "omaha", hands="".join(deals)) == ["11", "35", "26"]


def test_packages_are_named_as_in_the_list_or_by_their_folders() -> None:
    """A failure means that a name checks or installs another package, or none in silence."""
    chosen = [entry.name for entry in named(["treys", "rank-hands"])]
    assert chosen == ["@botpoker/rank-hands", "treys"]
    assert named([]) == ENTRIES
    with pytest.raises(SystemExit, match="no package is called 'rank-hand'"):
        named(["treys", "rank-hand"])


def test_a_package_may_need_another_python(tmp_path: Path) -> None:
    """A failure means that a package gets an environment that its lock file is not made for."""
    (tmp_path / "requirements.txt").write_text("")
    (tmp_path / ".python-version").write_text("3.99\n")
    assert install(tmp_path) == "there is no python3.99"


def test_a_package_in_javascript_answers_and_is_timed(field: Path) -> None:
    if not shutil.which("node"):
        pytest.skip("there is no node")
    assert run(field, "counts") == ["18", "11", "21"]
    for name in ("counts", "scores"):
        (line,) = run(field, name, "--time")
        cards, nanoseconds = line.split()
        assert cards == "5"
        assert 10 < float(nanoseconds) < 1e6


def test_packages_run_without_a_network(field: Path) -> None:
    if not can_be_offline():
        pytest.skip("the network cannot be cut off here")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        (field / "packages/scores/adapter.py").write_text(ONLINE.replace("PORT", port))
        python = [sys.executable, "packages/scores/adapter.py"]
        environment = {"PYTHONPATH": str(field)}
        online = subprocess.run(python, cwd=field, env=environment, input=b"", check=False)
        assert online.returncode == 0  # with a network, it does connect
        with pytest.raises(subprocess.CalledProcessError):
            run(field, "scores")


def test_a_package_that_is_not_installed_is_a_row_that_says_why(field: Path) -> None:
    """It is tried again the next time, for it may be installed then."""
    (field / "packages/scores/.installed").unlink()
    (field / "packages/scores/.problem").write_text("it cannot be installed: no wheel\n")
    (row,) = check.verdicts(read(field)[:1])
    assert (row["status"], row["code"]) == ("not_installed", "")
    assert "it cannot be installed: no wheel" in row["output"]


def test_the_list_names_what_the_lock_files_hold() -> None:
    """A failure means that a verdict is said of another version than the one that was checked."""
    assert [problem for entry in ENTRIES for problem in problems(entry)] == []


COMMITTED = FIELD.parent / RUNS


@pytest.mark.parametrize(
    "change", [{"documented": False}, {"version": "0"}, {"cards": 6, "documented": False}]
)
def test_verdicts_of_another_version_or_promise_are_not_told(
    tmp_path: Path, change: dict[str, object]
) -> None:
    """A failure means that a page gives a version the verdict on another one."""
    document = json.loads((COMMITTED / "verdicts.json").read_text())
    document["evaluators"][0] |= change
    (tmp_path / "verdicts.json").write_text(json.dumps(document))
    with pytest.raises(ValueError, match="is not of this list"):
        packages(tmp_path / "verdicts.json")


def test_each_wrong_package_has_faults_that_were_confirmed() -> None:
    printed = json.loads((COMMITTED / "faults.json").read_text())["printed"]
    of_run = packages(COMMITTED / "verdicts.json")
    assert {package.folder.name for package in of_run if package.faults} == printed.keys()
    told = [len(package.faults) for package in of_run]
    files = FIELD.glob("packages/*/fault.toml")
    assert sum(told) == sum(file.read_text().count("[[fault]]") for file in files)
    assert all(printed[name].strip() for name in printed)
    assert all(bool(package.causes) == (package.status == WRONG) for package in of_run)


def test_the_page_is_what_its_command_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure means that the page says other numbers than the committed run."""
    monkeypatch.setattr(page, "PAGE", tmp_path / "field.md")
    page.main()
    assert (tmp_path / "field.md").read_text() == (FIELD.parent / "docs/field.md").read_text()
