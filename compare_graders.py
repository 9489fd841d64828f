# ruff: noqa: T201
"""Grade the same submissions with the old and the new grader, and list what differs.

A working tool of issue 28; it is deleted with the old grader.

    python compare_graders.py old OUT.json [EXERCISE ...]
    python compare_graders.py new OUT.json [EXERCISE ...]
    python compare_graders.py differ OLD.json NEW.json
"""

import ast
import json
import sys
from contextlib import suppress
from os import times, waitpid
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.classroom import submissions
from harness.processes.limits import Limits
from harness.teaching.exercises.ladder import EXERCISES

LIMITS = Limits(seconds=1.0, megabytes=1_000)
CONSTANTS = ("0", "1", "''", "'one pair'", "'high card'", "[]", "{}", "()")
OURS = {"01": "category", "04": "buckets", "07": "lookups"}


def text_of(folder: str, number: str) -> str:
    """The stub or the solution of an exercise."""
    exercise = EXERCISES[number]
    return Path(folder, exercise.folder, exercise.file).read_text(encoding="utf-8")


def constants(number: str) -> dict[str, str]:
    """The stub, with functions that return a constant."""
    files = {}
    for constant in CONSTANTS:
        tree = ast.parse(text_of("exercises", number))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                node.body = ast.parse(f"return {constant}").body
        files[f"constant {constant}"] = ast.unparse(tree)
    return files


def files_of(number: str) -> dict[str, str | bytes]:
    """The submissions of an exercise, by name."""
    from tests.harness.teaching.exercises import test_lookups, test_sentences

    right = text_of("solutions", number)
    files: dict[str, str | bytes] = {"solution": right, "stub": text_of("exercises", number)}
    files |= constants(number)
    said = test_sentences.SAID
    files |= {f"said {name}": said[name][1] for name in said if said[name][0] == number}
    if number == "01":
        files |= {f"late {name}": test_sentences.LATE[name] for name in test_sentences.LATE}
        files |= {
            "ace beside Q-J-T-9": right.replace(
                "== [14, 5, 4, 3, 2]", "in ([14, 5, 4, 3, 2], [14, 12, 11, 10, 9])"
            ),
            "ranks as letters": right.replace(
                "(RANKS.index(card[0]) for card in hand)", "(card[0] for card in hand)"
            ).replace(
                "ranks[0] - ranks[4] == 4 or ranks == [14, 5, 4, 3, 2]",
                "''.join(sorted(ranks, key=RANKS.index)) in 'A23456789TJQKA'",
            ),
            "one wrong hand": right.replace("def category(", "def old(")
            + "\ndef category(hand):\n    wrong = set(hand) == {'Kd', 'Ks', 'Ah', 'Ac', 'As'}\n"
            "    return 'flush' if wrong else old(hand)\n",
            "equal to all": "class Odd(str):\n    __eq__ = lambda *_: True\n"
            "    __ne__ = lambda *_: False\n    __hash__ = str.__hash__\n\n"
            "def category(hand):\n    return Odd('?')\n",
            "says the hand": right.replace("def category(", "def old(")
            + "\nasked = []\ndef category(hand):\n    asked.append(1)\n"
            "    return old(hand) if len(asked) < 61 else ' '.join(hand)\n",
            "exits": "import sys\nsys.exit()\n",
            "asks at import": "input()\n",
            "no wheel": right.replace(" or ranks == [14, 5, 4, 3, 2]", ""),
            "nested": "x = " + "+".join(["1"] * 5_000) + "\n",
            "prints": right.replace("    ranks =", "    print(hand)\n    ranks ="),
        }
    if number == "04":
        files |= submissions()
        files |= {
            f"changed {name}": right.replace(old, new)
            for name, (of, old, new) in test_sentences.CHANGED.items()
            if of == number
        }
        files |= {
            "flush of two suits": right.replace(
                "for card in hand}) == 1", "for card in hand}) <= 2"
            ),
            "negative category": right.replace("return category,", "return -category,"),
            "key as text": right.replace(
                "return category, fours", "return str(category), str(fours)"
            ).replace("threes, twos, ones\n", "str(threes), str(twos), str(ones)\n"),
            "changes the hand": right.replace("    filled = b", "    hand.sort()\n    filled = b"),
            "a set as key": right.replace(
                "return category, fours, threes, twos, ones", "return {category, *ones}"
            ),
        }
    if number == "07":
        files |= {f"said {name}": text for name, (_, text) in test_lookups.SAID.items()}
        files |= {
            f"hostile {name}": f"{right}\n{text}\n"
            for name, (text, _) in test_lookups.HOSTILE.items()
        }
        files |= {
            "two lists": right + test_lookups.IN_TWO_LISTS,
            "bisect": right + test_lookups.WITH_BISECT,
            "endless": right.replace("low = middle + 1", "low = middle"),
            "None if absent": right.replace("    raise KeyError(product)", "    return None"),
            "direct table": right + "\ndef make_table(products):\n"
            "    table = [None] * (products[-1] + 1)\n    for n, p in enumerate(products):\n"
            "        table[p] = n\n    return table\n",
            "list.index": right + "\ndef by_search(products, product):\n"
            "    return products.index(product)\n",
        }
    return files


def grade_old(number: str, file: Path) -> dict[str, object]:
    """What the old grader says."""
    from harness.teaching.exercises.grader import grade

    marked = grade(EXERCISES[number], file, limits=LIMITS, jobs=1)
    said = marked.said
    return {
        "points": marked.points,
        "passed": marked.passed,
        "status": marked.status,
        "chapter": marked.chapter,
        "words": said.words if said else "",
        "hands": list(said.hands) if said else [],
        "quiet": said.quiet if said else "",
    }


def grade_new(number: str, file: Path) -> dict[str, object]:
    """What the new grader says."""
    from harness.teaching.grader.process import folder_of, grade

    mark = grade(folder_of(number), file, LIMITS, jobs=1)
    return {
        "points": mark.points,
        "passed": mark.passed,
        "status": mark.status,
        "chapter": mark.chapter,
        "words": mark.sentence,
        "hands": list(mark.lines),
        "quiet": mark.quiet,
    }


def run(which: str, out: str, numbers: list[str]) -> None:
    """Grade all, and write what is said."""
    import ctypes

    ctypes.CDLL(None).prctl(36, 1)  # what a worker leaves behind is ours to wait for, and to count
    grade = {"old": grade_old, "new": grade_new}[which]
    result: dict[str, dict[str, object]] = {}
    if Path(out).exists():
        result = json.loads(Path(out).read_text())
    only = [number.split(":") for number in numbers or [*OURS]]
    for number, *names in only:
        for name, source in files_of(number).items():
            if "kills" in name or f"{number} {name}" in result or (names and name not in names):
                continue
            with TemporaryDirectory() as folder:
                file = Path(folder, EXERCISES[number].file)
                file.write_bytes(source if isinstance(source, bytes) else source.encode())
                before = times()
                row = grade(number, file)
            with suppress(ChildProcessError):
                while waitpid(-1, 0):
                    pass
            after = times()
            row["cpu"] = round(sum(after[:4]) - sum(before[:4]), 2)
            row["wall"] = round(after.elapsed - before.elapsed, 2)
            result[f"{number} {name}"] = row
            print(number, name, row["points"], row["words"], row["cpu"], flush=True)
            Path(out).write_text(json.dumps(result, indent=1))


def differ(old_file: str, new_file: str) -> None:
    """List the differences: of marks and first faults, then of words."""
    old, new = (json.loads(Path(file).read_text()) for file in (old_file, new_file))
    both = [name for name in old if name in new]
    same = other = 0
    for name in both:
        a, b = old[name], new[name]
        keys = [
            key
            for key in ("points", "passed", "status", "chapter", "words", "hands")
            if a[key] != b[key]
        ]
        same += not keys
        other += bool({"points", "passed"} & {*keys})
        for key in keys:
            print(f"{name}: {key}\n   old {a[key]}\n   new {b[key]}")
    cpu = [sum(each[name]["cpu"] for name in both) for each in (old, new)]
    print(
        f"{len(both)} graded, {same} the same in every word, {other} with other marks or steps; "
        f"processor seconds {cpu[0]:.0f} and {cpu[1]:.0f}"
    )


if __name__ == "__main__":
    if sys.argv[1] == "differ":
        differ(*sys.argv[2:])
    else:
        run(sys.argv[1], sys.argv[2], sys.argv[3:])
