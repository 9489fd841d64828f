"""``allhands grade`` and ``allhands exercise``."""

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
import yaml
from click.testing import CliRunner, Result

from harness.cli import main
from harness.teaching.exercises.ladder import EXERCISES
from harness.teaching.mutants import broken
from tests.harness.teaching.exercises.submissions import ROOT, solution, stub, written

COUNTS = EXERCISES["03"]
RIGHT = solution(COUNTS).read_text()
WRONG = RIGHT.replace(" or five == (2, 3, 4, 5, 14)", "")
"""It forgets A-2-3-4-5."""


def allhands(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


def test_a_solution_is_done() -> None:
    result = allhands("grade", "3", solution(COUNTS))
    assert result.exit_code == 0
    assert result.output.startswith("03 produce the nine counts: counts.py\n")
    assert "\n8 of 8 points\n" in result.output
    assert result.output.rstrip().endswith("exercises/04-fill-the-buckets/README.md")


def test_a_fault_has_a_sentence_a_case_a_chapter_and_what_is_right(tmp_path: Path) -> None:
    result = allhands("grade", "03", written(tmp_path, WRONG))
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "03 produce the nine counts: handed_in.py",
        "",
        "The count of straight flush is 0; right is 4.",
        "  a deck of 20 cards, of the ranks 2, 3, 4, 5, 14",
        "read chapter 2 of the course: docs/course/02-count-the-hands.md",
        "",
        "  right    its nine counts add up to all hands of a small deck",
        "  right    it counts a deck of the ranks 2 to 6",
        "  wrong    it counts the straight A-2-3-4-5",
        "           3 more steps",
        "",
        "2 of 8 points",
    ]


def test_the_files_for_other_programs_agree(tmp_path: Path) -> None:
    """Points, status and sentence are the same in all."""
    file = written(tmp_path, WRONG)
    options = {
        "--csv": "marks.csv", "--json": "marks.json", "--junit": "marks.xml",
        "--gradescope": "results.json",
    }  # fmt: skip
    paths = {option: tmp_path / name for option, name in options.items()}
    result = allhands("grade", "03", file, *[each for pair in paths.items() for each in pair])
    assert result.exit_code == 1
    (row,) = csv.DictReader(paths["--csv"].read_text().splitlines())
    (document,) = json.loads(paths["--json"].read_text())["submissions"]
    suite = ET.parse(paths["--junit"]).getroot()[0]
    scope = json.loads(paths["--gradescope"].read_text())

    assert row["name"] == document["name"] == suite.get("name") == "handed_in"
    assert row["sentence"] == document["words"] == suite[2][0].get("message")
    assert scope["output"].startswith(row["sentence"])
    assert int(row["marks"]) == document["points"] == sum(case["score"] for case in scope["tests"])
    assert int(row["of"]) == document["of"] == sum(case["max_score"] for case in scope["tests"])
    assert row["status"] == document["status"] == "wrong"
    assert [case["status"] for case in scope["tests"]] == ["passed"] * 2 + ["failed"] * 4
    assert [len(case) for case in suite] == [0, 0, 1, 1, 1, 1]
    assert suite.get("skipped") == "3"
    assert "2, 3, 4, 5, 14" in scope["tests"][2]["output"]


def test_a_hidden_case_shows_no_hand(tmp_path: Path) -> None:
    old = "    return category, fours, threes, twos, ones\n"
    source = solution(EXERCISES["04"]).read_text()
    file = written(tmp_path, source.replace(old, old.replace("ones", "ones[: 5 - 4 * flush]")))
    result = allhands("grade", "04", file, "--gradescope", tmp_path / "results.json")
    assert "As Ks Qs Js 9s" in result.output
    text = (tmp_path / "results.json").read_text()
    assert "only the highest card counts" in text
    assert "As Ks" not in text
    case = json.loads(text)["tests"][5]
    assert case["visibility"] == "hidden"
    assert case["status"] == "failed"


def test_a_folder_is_graded_into_a_table(tmp_path: Path) -> None:
    """Files, folders of one student, and what has no file; names in order, none is a formula."""
    folder = tmp_path / "submissions"
    for name, source in {"=anna.py": RIGHT, "ben.py": WRONG, "dora/counts.py": RIGHT}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(source)
    (folder / "dora" / "notes.py").write_text("nothing")
    (folder / "carl").mkdir()
    (folder / "notes.txt").write_text("not a submission")
    result = allhands("grade", "03", folder, "--csv", tmp_path / "marks.csv")
    assert result.exit_code == 1
    rows = list(csv.DictReader((tmp_path / "marks.csv").read_text().splitlines()))
    assert [row["name"] for row in rows] == ["'=anna", "ben", "carl", "dora"]
    assert [row["status"] for row in rows] == ["done", "wrong", "error", "done"]
    assert [row["marks"] for row in rows] == ["8", "2", "0", "8"]
    assert rows[2]["sentence"] == "No file was handed in that ends in .py: hand in counts.py."
    assert result.output.endswith("2 of 4 are done\n")


def test_what_is_no_submission_is_named(tmp_path: Path) -> None:
    """Else a student who handed in a notebook is missing, and nobody sees it."""
    written(tmp_path, RIGHT, "anna.py")
    (tmp_path / "bob.ipynb").touch()
    result = allhands("grade", "03", tmp_path)
    assert "not graded, since they do not end in .py: bob.ipynb" in result.output


def test_seeds_may_stand_in_a_file(tmp_path: Path) -> None:
    folder, seeds = tmp_path / "submissions", tmp_path / "seeds.csv"
    (folder / "Anna X_123").mkdir(parents=True)
    source = solution(EXERCISES["09"]).read_text().replace('FAULT = "straight flush', 'FAULT = "')
    written(folder / "Anna X_123", source, "broken.py")
    seeds.write_text("Anna X_123,1\n")
    allhands("grade", "09", folder, "--seeds", seeds, "--csv", tmp_path / "marks.csv")
    (row,) = csv.DictReader((tmp_path / "marks.csv").read_text().splitlines())
    assert row["marks"] == "1"
    seeds.write_text("Anna X_123\n")
    result = allhands("grade", "09", folder, "--seeds", seeds)
    assert result.exit_code == 2
    assert "line 1 is not a name and a seed" in result.output


def test_an_interrupted_class_ends_at_once_and_keeps_its_marks(tmp_path: Path) -> None:
    """Else a night's work is lost, or goes on where nobody sees it."""
    folder = tmp_path / "submissions"
    folder.mkdir()
    written(folder, RIGHT, "a.py")
    begun = tmp_path / "begun"
    for name in "bcd":
        source = f"open({str(begun)!r}, 'w').close()\ndef counts(ranks):\n    while True: pass\n"
        written(folder, source, f"{name}.py")
    marks = tmp_path / "marks.csv"
    options = "--csv", str(marks), "--jobs", "1"
    # A shell that runs the tests in the background may ignore SIGINT.
    start = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from harness.cli import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", start, "grade", "03", str(folder), *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    while not begun.exists() and process.poll() is None:  # then the first is graded
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    try:
        output, _ = process.communicate(timeout=12)  # the others would take fifteen seconds
    finally:
        process.kill()
    assert process.returncode == 130
    assert "interrupted: 1 of 4 are graded" in output
    (row,) = csv.DictReader(marks.read_text().splitlines())
    assert (row["name"], row["status"]) == ("a", "done")


def test_json_on_standard_output_is_nothing_else(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["grade", "03", str(solution(COUNTS)), "--json", "-"])
    assert json.loads(result.stdout)["submissions"][0]["status"] == "done"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["13", "x.py"], "exercise 13: there is none; they are 01 to"),
        (["03", "no.py"], "no.py: there is no such file or folder"),
        (["03", "README.md"], "README.md: it is not a file of Python, which ends in .py"),
        (["09", "x.py"], "exercise 09 needs --seed TEXT: whose mutant is it?"),
        (["03", "x.py", "--seed", "1"], "--seed: only exercise 09 has seeds"),
        (["09", "docs", "--seed", "1"], "--seed: of a folder, the names are the seeds"),
        (["03", "docs/_static"], "docs/_static: there is nothing in it to grade"),
        (["03", "setup.py", "--csv", "no/marks.csv"], "there is no such file"),
    ],
)
def test_bad_usage_is_one_line(
    arguments: list[str], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    result = allhands("grade", *arguments)
    assert result.exit_code == 2
    assert complaint in result.output
    assert "Traceback" not in result.output


def test_a_missing_folder_is_refused_before_any_work(tmp_path: Path) -> None:
    result = allhands("grade", "03", solution(COUNTS), "--csv", tmp_path / "no" / "marks.csv")
    assert result.exit_code == 2
    assert "points" not in result.output


def test_exercises_are_listed() -> None:
    lines = allhands("exercise", "list").output.splitlines()
    assert len(lines) == len(EXERCISES)
    assert lines[0].split() == [
        *("01", "name", "the", "category", "10", "points", "exercises/01-name-the-category")
    ]


# --- Everybody's own mutant. ---


def test_a_mutant_is_written_once(tmp_path: Path) -> None:
    """A second time might replace somebody's work."""
    file = tmp_path / "broken.py"
    assert allhands("exercise", "broken", "--seed", "7", "--out", file).exit_code == 0
    assert file.read_text() == broken("7")
    file.write_text("my work")
    result = allhands("exercise", "broken", "--seed", "7", "--out", file)
    assert result.exit_code == 2
    assert file.read_text() == "my work"
    assert allhands("exercise", "broken", "--seed", "7").output == broken("7")
    assert allhands("exercise", "broken", "--seed", " ").exit_code == 2


def test_in_a_folder_names_are_seeds(tmp_path: Path) -> None:
    """The proof of one is not that of another."""
    folder = tmp_path / "submissions"
    folder.mkdir()
    source = solution(EXERCISES["09"]).read_text()
    for seed in ("1", "2"):
        (folder / f"{seed}.py").write_text(source.replace('FAULT = "straight flush', 'FAULT = "'))
    allhands("grade", "09", folder, "--csv", tmp_path / "marks.csv")
    one, two = csv.DictReader((tmp_path / "marks.csv").read_text().splitlines())
    assert (one["name"], one["marks"]) == ("1", "1")
    assert (two["name"], two["marks"]) == ("2", "0")


def test_the_mutant_in_the_folder_is_that_of_seed_1() -> None:
    assert stub(EXERCISES["09"]).read_text() == broken("1")


# --- On a server. ---


def test_the_autograder_runs_where_nothing_is_installed(tmp_path: Path) -> None:
    """In an environment without any package, as Gradescope runs it, and twice the same bytes."""
    packed, again = tmp_path / "autograder.zip", tmp_path / "again.zip"
    assert allhands("exercise", "autograder", "03", packed).exit_code == 0
    assert allhands("exercise", "autograder", "03", again).exit_code == 0
    assert packed.read_bytes() == again.read_bytes()
    root = tmp_path / "autograder"
    for folder in ("source", "submission", "results"):
        (root / folder).mkdir(parents=True)
    with ZipFile(packed) as zipped:
        zipped.extractall(root / "source")
        assert not any(str(ROOT).encode() in zipped.read(name) for name in zipped.namelist())
    (root / "submission" / "any-name.py").write_text(RIGHT)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "clean"], check=True)
    for script in ("setup.sh", "run_autograder"):
        subprocess.run(
            ["/usr/bin/env", "bash", root / "source" / script, root],
            check=True,
            env={"PATH": f"{tmp_path / 'clean' / 'bin'}:/usr/bin:/bin"},
            stdout=subprocess.DEVNULL,
        )
    results = json.loads((root / "results" / "results.json").read_text())
    assert sum(case["score"] for case in results["tests"]) == COUNTS.points


def test_the_workflow_grades_a_file(tmp_path: Path) -> None:
    """The commands of the template, run here; installing is left out."""
    workflow = yaml.safe_load((ROOT / "exercises" / "ci-template.yml").read_text())
    (job,) = workflow["jobs"].values()
    (grade,) = (step["run"] for step in job["steps"] if step.get("name") == "Grade")
    (tmp_path / "counts.py").write_text(RIGHT)
    done = subprocess.run(
        ["/usr/bin/env", "bash", "-e", "-c", grade],
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
        | {"EXERCISE": "03", "FILE": "counts.py"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert ET.parse(tmp_path / "grade.xml").getroot()[0].get("failures") == "0"
    assert {*workflow["env"]} == {"EXERCISE", "FILE", "ALLHANDS"}
    assert workflow["env"]["FILE"] == EXERCISES[workflow["env"]["EXERCISE"]].file
