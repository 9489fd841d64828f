"""``allhands grade`` and ``allhands exercise``."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml

from harness.processes.workers import ROOT
from harness.teaching.chapters import CHAPTERS
from harness.teaching.grader.exercise import Exercise
from harness.teaching.grader.grade import Mark, grade
from tests.scripts import run

SOLUTIONS = ROOT / "solutions"
COUNTS = SOLUTIONS / "03-produce-the-nine-counts" / "counts.py"
MENDED = SOLUTIONS / "09-mend-your-own-mutant" / "broken.py"
RIGHT = COUNTS.read_text()
BUCKETS = (SOLUTIONS / "04-fill-the-buckets" / "buckets.py").read_text()
WRONG = RIGHT.replace(" or five == (2, 3, 4, 5, 14)", "")
"""It forgets A-2-3-4-5."""


@pytest.fixture(scope="module", autouse=True)
def graded_once() -> Iterator[None]:
    """A content that a command of this module has graded gets the same mark again."""
    marks: dict[object, Mark] = {}

    def once(exercise: Exercise, file: Path, *, seed: str = "", **options: Any) -> Mark:
        asked = exercise.number, seed, file.read_text()
        return marks.get(asked) or marks.setdefault(
            asked, grade(exercise, file, seed=seed, **options)
        )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("harness.teaching.grader.handed_in.grade", once)
        yield


def written(folder: Path, source: str, name: str = "handed_in.py") -> Path:
    """A file with this content."""
    (folder / name).write_text(source)
    return folder / name


def test_the_files_for_other_programs_agree(tmp_path: Path) -> None:
    """Points, status, sentence and hands are the same in all; JSON counts printed lines, too."""
    file = written(tmp_path, f"{WRONG}\nprint(1)\n")
    marks = tmp_path / "marks.csv"
    result = run("grade", "03", file, "--csv", marks, "--json", "-")
    assert result.exit_code == 1
    (row,) = csv.DictReader(marks.read_text().splitlines())
    (document,) = json.loads(result.stdout)["submissions"]
    assert row["name"] == document["name"] == "handed_in"
    assert row["sentence"] == document["sentence"]
    assert row["sentence"].startswith("The count of straight flush is 0; right is 4")
    assert row["hands"] == document["hands"][0] == "a deck of 20 cards, of the ranks 2, 3, 4, 5, 14"
    assert int(row["marks"]) == document["points"] == 2
    assert int(row["of"]) == document["of"] == 8
    assert row["status"] == document["status"] == "wrong"
    assert (row["chapter"], document["chapter"]) == ("2", CHAPTERS[2].page)
    assert len(document["right"]) == 2
    assert document["wrong"] == "it counts the straight A-2-3-4-5"
    assert document["printed"] > 0


def test_a_file_alone_may_import_the_files_of_its_folder(tmp_path: Path) -> None:
    written(tmp_path, RIGHT, "next_to_it.py")  # no other test uses this name
    result = run("grade", "03", written(tmp_path, "from next_to_it import counts\n"))
    assert "\n8 of 8 points\n" in result.output


def test_a_folder_is_graded_into_a_table(tmp_path: Path) -> None:
    """Files, folders of one student, and what has no file: all in order, and none is a formula."""
    folder = tmp_path / "submissions"
    files = {"=anna.py": RIGHT, "ben.py": WRONG, "dora/counts.py": RIGHT, "fay/week 3/a.PY": RIGHT}
    files |= {"gil/a.py": "", "gil/b.py": "", "fay/.git/b.py": "", "__MACOSX/a.py": ""}
    files |= {"ida/1/counts.py": WRONG, "ida/2/counts.py": RIGHT, "marks.csv": "of an earlier run"}
    files |= {"joe/main.py": "", "joe/src/counts.py": RIGHT}
    for name, source in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(source)
    (folder / "dora" / "notes.py").write_text("nothing")
    (folder / "carl").mkdir()
    (folder / "eva.ipynb").write_text("a student without a row would not be missed")
    (folder / "hal.py").symlink_to(tmp_path / "of_the_teacher.py")
    written(tmp_path, "x = 1", "of_the_teacher.py")
    result = run("grade", "03", folder, "--csv", folder / "marks.csv")
    assert result.exit_code == 1
    rows = list(csv.DictReader((folder / "marks.csv").read_text().splitlines()))
    names = ["'=anna", "ben", "carl", "dora", "eva.ipynb", "fay", "gil", "hal", "ida", "joe"]
    assert [row["name"] for row in rows] == names
    done, wrong, error = ("8", "done"), ("2", "wrong"), ("0", "error")
    marks = [done, wrong, error, done, error, done, error, error, error, done]
    assert [(row["marks"], row["status"]) for row in rows] == marks
    assert "there is nothing in it to grade" in run("grade", "03", folder / "carl").output
    for row in (rows[2], rows[4]):
        assert row["sentence"] == "No file was handed in that ends in .py: hand in counts.py."
    assert rows[6]["sentence"].startswith("2 files end in .py, and none is called counts.py")
    assert rows[7]["sentence"].startswith("The file cannot be read (it is not a file)")
    assert rows[8]["sentence"].startswith("2 files are called counts.py: hand in one")
    assert result.output.endswith("\n4 of 10 are done\n")


def test_links_and_large_files_are_refused_and_no_case_of_letters_is_lost(tmp_path: Path) -> None:
    """A link may lead to a solution; of 3 GB, no copy is made."""
    folder = tmp_path / "submissions"
    for student in (tmp_path / "solution", folder / "data"):
        student.mkdir(parents=True)
        written(student, RIGHT, "counts.py")
    for name, source in (("Anna", RIGHT), ("anna", WRONG), ("large", "")):
        written(folder, source, f"{name}.py")
    (folder / "linked").symlink_to(tmp_path / "solution")
    for file in (folder / "large.py", folder / "data" / "table.bin"):
        with file.open("wb") as sparse:
            sparse.truncate(3_000_000_000)
    run("grade", "03", folder, "--csv", tmp_path / "marks.csv")
    rows = list(csv.DictReader((tmp_path / "marks.csv").read_text().splitlines()))
    marks = {row["name"]: (row["marks"], row["sentence"].partition(":")[0]) for row in rows}
    large = "0", "3,000.0 MB are handed in, and 100 MB is the most"
    assert [*marks] == ["Anna", "anna", "data", "large", "linked"]
    assert marks["Anna"] == ("8", "")
    assert marks["anna"][0] == "2"
    assert (marks["data"], marks["large"]) == (large, large)
    assert marks["linked"] == ("0", "The file cannot be read (it is not a file)")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_class_ends_at_once_and_keeps_its_marks(tmp_path: Path, number: int) -> None:
    """Else a night's work is lost, or goes on where nobody sees it."""
    folder, temporary = tmp_path / "submissions", tmp_path / "temporary"
    folder.mkdir()
    temporary.mkdir()
    written(folder, RIGHT, "a.py")
    begun, marks = tmp_path / "begun", tmp_path / "marks.csv"
    endless = f"import os; os.symlink(str(os.getpid()), {str(begun)!r})\nwhile True: pass\n"
    for name in "bc":
        written(folder, endless, f"{name}.py")
    # A shell that runs the tests in the background may ignore SIGINT.
    start = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from harness.cli import main; from harness.teaching.grader import handed_in\n"
        "handed_in.cpu_count = lambda: 1; main()"
    )
    options = "--csv", str(marks), "--timeout", "1000"
    with subprocess.Popen(
        [sys.executable, "-c", start, "grade", "03", str(folder), *options],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(temporary)},
    ) as process:
        try:
            while not begun.is_symlink() and process.poll() is None:  # then the first is graded
                time.sleep(0.05)
            assert len([*temporary.iterdir()]) == 1
            process.send_signal(number)
            while number == signal.SIGTERM and process.poll() is None:  # `timeout` sends two
                time.sleep(0.01)
                process.send_signal(number)
            _, errors = process.communicate(timeout=120)  # the others would take a thousand
        finally:
            process.kill()
    assert process.returncode == 130
    assert "interrupted: 1 of 3 are graded" in errors
    (row,) = csv.DictReader(marks.read_text().splitlines())
    assert (row["name"], row["status"]) == ("a", "done")
    assert not [*temporary.iterdir()]
    wait_until_ended(int(begun.readlink().name))


def wait_until_ended(process: int) -> None:
    """Wait until a process has ended, at most a minute."""
    with suppress(psutil.NoSuchProcess):
        for _ in range(1_200):
            if psutil.Process(process).status() == psutil.STATUS_ZOMBIE:
                return  # nobody waits for it any more
            time.sleep(0.05)
        raise AssertionError(f"process {process} goes on")


def test_in_a_folder_names_are_seeds(tmp_path: Path) -> None:
    """The proof of one is not that of another; of a file alone, the command says the seed."""
    folder = tmp_path / "submissions"
    folder.mkdir()
    nameless = re.sub("(?m)^FAULT = .*", 'FAULT = ""', MENDED.read_text())
    for seed in ("1", "2"):
        written(folder, nameless, f"{seed}.py")
    run("grade", "09", folder, "--csv", tmp_path / "marks.csv")
    one, two = csv.DictReader((tmp_path / "marks.csv").read_text().splitlines())
    assert (one["name"], one["marks"]) == ("1", "1")
    assert (two["name"], two["marks"]) == ("2", "0")
    alone = run("grade", "09", folder / "2.py", "--seed", "2")
    assert f"\n0 of {two['of']} points\n" in alone.output


@pytest.mark.thorough
def test_the_script_for_an_autograder_writes_results(tmp_path: Path) -> None:
    """The script of the page about classrooms, run here; the folder and Python are others."""
    page = (ROOT / "docs" / "course" / "classroom.md").read_text()
    script = page.partition("```python\n")[2].partition("```")[0]
    script = script.replace("/autograder/venv/bin", str(Path(sys.executable).parent))
    written(tmp_path, script.replace("/autograder", str(tmp_path)), "run_autograder").chmod(0o755)
    for folder in ("submission", "results"):
        (tmp_path / folder).mkdir()
    results = []
    for source in (BUCKETS, BUCKETS.replace("return category", "return -category"), None):
        (tmp_path / "submission" / "buckets.py").unlink(missing_ok=True)
        if source:
            written(tmp_path / "submission", source, "buckets.py")
        subprocess.run([tmp_path / "run_autograder"], check=True)
        results.append(json.loads((tmp_path / "results" / "results.json").read_text()))
    assert [result["score"] for result in results] == [10, 3, 0]
    texts = "\n10 of 10 points\n", "A royal flush has a lower key", "there is no such file"
    for text, result in zip(texts, results):
        assert text in result["output"]


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
    assert {*workflow["env"]} == {"EXERCISE", "FILE", "ALLHANDS"}
