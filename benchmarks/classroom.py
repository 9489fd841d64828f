"""Grade all solutions, and a class of 30: ``python -m benchmarks.classroom``.

Prints how long each exercise takes, and then what one command says about 30 submissions of exercise
04: some are right, some have a typical fault, some are hostile. Exit code 1 if a solution is not
done, or other submissions than the right ones are.
"""

import csv
import subprocess
import sys
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from harness.processes.workers import ROOT
from harness.teaching.grader.exercise import exercises, find
from harness.teaching.grader.grade import DONE, grade

SOLUTIONS = ROOT / "solutions"
CLASS = find("04")
SOURCE = (SOLUTIONS / CLASS.folder.name / CLASS.file).read_text()
KEY = "    return category, fours, threes, twos, ones\n"
BEGIN = "    filled = buckets(hand)\n"

RIGHT = {
    "right": SOURCE,
    "right_and_prints": SOURCE.replace(KEY, "    print(hand, category)\n" + KEY),
    "right_as_a_number": SOURCE.replace(
        KEY,
        "    number = category\n"
        "    for ranks in (fours + threes + twos + ones + [0, 0, 0])[:5],:\n"
        "        for rank in ranks:\n"
        "            number = 15 * number + rank\n"
        "    return number\n",
    ),
    "right_but_slow": SOURCE.replace(BEGIN, "    sorted(range(200), key=str)\n" + BEGIN),
    "right_by_import": SOURCE + "\nfrom evaluators import load  # to look something up\n",
}
FAULTY = (
    *("no_wheel", "wheel_with_a_high_ace", "no_kicker", "flush_by_its_highest"),
    *("four_between_highest_and_lowest", "flush_of_four", "three_before_full_house"),
    *("flush_above_full_house", "kickers_from_the_lowest", "ranks_as_letters"),
    *("ranks_added", "only_a_sum"),
)
"""Mistakes of students."""
OTHERS = {
    "empty": "",
    "not_begun": (CLASS.folder / CLASS.file).read_text(),
    "syntax_error": SOURCE.replace("def evaluate(hand):", "def evaluate(hand)"),
    "no_such_function": SOURCE.replace("def buckets", "def bucket").replace(
        "= buckets", "= bucket"
    ),
    "returns_nothing": SOURCE.replace("    return filled\n", ""),
    "prints_only": SOURCE.replace("    return filled\n", "    print(filled)\n"),
    "asks_with_input": SOURCE.replace(BEGIN, "    hand = input('hand? ').split()\n" + BEGIN),
    "hangs": SOURCE.replace(BEGIN, "    while hand:\n        pass\n" + BEGIN),
    "hangs_at_import": SOURCE + "\nwhile True:\n    pass\n",
    "takes_all_memory": SOURCE.replace(BEGIN, "    bytearray(10**11)\n" + BEGIN),
    "ends_the_process": "import os\n" + SOURCE.replace(BEGIN, "    os._exit(0)\n" + BEGIN),
    "breaks_builtins": (
        "import builtins\n" + SOURCE + "\nbuiltins.sorted = builtins.len = builtins.print = None\n"
    ),
    "kills_its_parent": (
        "import os, signal\n"
        + SOURCE.replace(BEGIN, "    os.kill(os.getppid(), signal.SIGKILL)\n" + BEGIN)
    ),
}
"""Mistakes that leave no answer, and what is hostile."""


def submissions() -> dict[str, str]:
    """The files of the class, by name."""
    faulty = {
        name: f"{SOURCE}\n\nfrom harness.teaching.mistakes import MISTAKES\n\n"
        f"evaluate = MISTAKES[{name!r}].function\n"
        for name in FAULTY
    }
    return RIGHT | faulty | OTHERS


def main() -> None:
    """Grade the solutions, then the class, and print both."""
    show(f"{'solution':<36}  {'status':<7}  seconds, {cpu_count()} processes")
    are_done = []
    for exercise in exercises():
        mark = grade(exercise, SOLUTIONS / exercise.folder.name / exercise.file, seed="1")
        show(f"{exercise!s:<36}  {mark.status:<7}  {mark.seconds:>7.1f}")
        are_done.append(mark.status == DONE)
    with TemporaryDirectory() as folder:
        Path(folder, "submissions").mkdir()
        for name, source in submissions().items():
            Path(folder, "submissions", f"{name}.py").write_text(source)
        began = monotonic()
        command = ["allhands", "grade", CLASS.number, "submissions", "--csv", "marks.csv"]
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL, cwd=folder)
        seconds = monotonic() - began
        table = Path(folder, "marks.csv").read_text()
    show(
        f"\na class: {len(submissions())} submissions of exercise {CLASS}, {seconds:.0f} seconds\n"
    )
    show(table.rstrip())
    done = {row["name"] for row in csv.DictReader(table.splitlines()) if row["status"] == "done"}
    sys.exit(done != {*RIGHT} or not all(are_done))


def show(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
