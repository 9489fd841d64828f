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
OURS = ("01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12")
SEED = "1"
"""The student's seed in exercise 09."""


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
    return files | easy_attempts(number, right) | hard_files_of(number, right)


def hard_files_of(number: str, right: str) -> dict[str, str | bytes]:
    """The wrong attempts at exercises 08, 09, 10 and 12."""
    from tests.harness.teaching.exercises import (
        test_fooling,
        test_killing,
        test_measuring,
        test_mending,
    )

    files: dict[str, str | bytes] = {}
    if number == "08":
        files |= {f"said {name}": text for name, (_, text) in test_killing.SAID.items()}
        files |= {
            f"of nothing {name}": text for name, text in test_killing.TESTS_OF_NOTHING.items()
        }
        for use in ("evaluate(HANDS[0])[0] < 9", "len({evaluate(HANDS[0])}) == 1"):
            files[f"use {use}"] = f"{right}\ndef test_use(evaluate):\n    assert {use}"
        for hands in (
            "2d 2s 7c 6h 5s, ",
            "9d 8s 7c 6h 5s, ",
            "Ah 5h 4h 3h 2h, ",
            "3d 3s 3c 2h 2s, ",
        ):
            files[f"without {hands}"] = right.replace(hands, "")
        for line in (
            "the_order_of_the_cards_does_not_matter",
            "the_names_of_the_suits_do_not_matter",
            "a_hand_keeps_its_key",
            "each_hand_beats_the_one_before",
        ):
            files[f"without test {line}"] = right.replace(f"test_{line}", line)
        files["counting"] = (
            f"{right}\nasked = []\ndef test_z(evaluate):\n    asked.append(1)\n"
            "    assert len(asked) < 9"
        )
        files["hidden"] = (
            f"{test_killing.TEST}try:\n        evaluate(3)\n    except Exception:\n        pass"
        )
        files["examples alone"] = right.split("def test_the_order")[0]
    if number == "09":
        files |= {f"said {name}": test_mending.changed(name) for name in test_mending.SAID}
        for witness in ("5", "(1, 2)", "['6d', '2c']", "('', '')", "('A' * 10**6, '')"):
            files[f"witness {witness}"] = right.replace(test_mending.WITNESS, witness)
        files["without seed"] = right.replace("--seed 1", "")
        files["not mended"] = (
            text_of("exercises", "09")
            .replace('FAULT = ""', 'FAULT = "straight flush as a flush"')
            .replace('("", "")', test_mending.WITNESS)
        )
        files["mended too far"] = right.replace("len(pairs) == 2", "len(pairs) == 3")
    if number == "10":
        files["cheating"] = test_fooling.CHEATED
        files |= {f"said {name}": text for name, (_, text) in test_fooling.SAID.items()}
        files |= {f"kinds {name}": text for name, (text, _) in test_fooling.KINDS.items()}
        files |= {
            f"hostile {name}": f"{text}\ndef evaluate(hand): return 1"
            for name, text in test_fooling.HOSTILE.items()
        }
        claim = test_fooling.BETTER_AND_WORSE
        files |= {f"form {name}": f"{claim}\n{text}" for name, text in test_fooling.FORMS.items()}
        files |= {
            f"alone {name}": f"import sys\n{claim}\n{text}"
            for name, (_, text) in test_fooling.ALONE.items()
        }
        for after in ("return None", "1 / 0"):
            files[f"no answer {after}"] = (
                f"{claim}\ndef evaluate(hand):\n    if hand[0] == 'Kd':\n        {after}\n"
                "    return 1"
            )
        files["prints"] = right.replace(
            "    counts =", "    print('[1, 1, 1]', flush=True)\n    counts =", 1
        )
        files["not hidden"] = test_fooling.CHEATED.replace('"harness" in sys.modules', "False")
    if number == "12":
        files |= {f"said {name}": text for name, (_, text) in test_measuring.SAID.items()}
        files |= {f"hostile {name}": text for name, (text, _, _) in test_measuring.HOSTILE.items()}
        files["much slower"] = test_measuring.OLD + (
            "def evaluate(hand):\n for _ in range(6): key_of(hand)\n return old(hand)"
        )
        files["endless"] = test_measuring.OLD + (
            "def evaluate(hand):\n while hand[0] == '2c': pass\n return old(hand)"
        )
    return files


def with_functions(right: str, **functions: str) -> str:
    """A solution, with functions that stand in place of those above, which are `old_...`."""
    for name, body in functions.items():
        right = right.replace(f"def {name}(", f"def old_{name}(") + f"\n\ndef {name}{body}\n"
    return right


def easy_attempts(number: str, right: str) -> dict[str, str]:
    """Attempts at 02, 03, 05, 06 and 11."""
    from tests.harness.teaching.exercises import test_differences, test_grader, test_sentences

    files = {}
    if number in ("02", "03", "05", "06"):
        files |= {
            f"changed {name}": right.replace(old, new)
            for name, (of, old, new) in test_sentences.CHANGED.items()
            if of == number
        }
    if number == "01":
        four = "ranks[0] - ranks[4] == 4 or ranks == [14, 5, 4, 3, 2]"
        assert four in right
        files["straights as text"] = right.replace(
            four,
            "''.join(sorted(card[0] for card in hand)) in '23456789' or "
            "{14, 13, 12, 11, 10} == {*ranks} or ranks == [14, 5, 4, 3, 2]",
        )
    if number == "07":
        files["direct table, with its lookup"] = with_functions(
            right,
            make_table="(products):\n    table = [None] * (products[-1] + 1)\n"
            "    for place, product in enumerate(products):\n"
            "        table[product] = place\n    return table",
            by_hash="(table, product):\n"
            "    if product >= len(table) or table[product] is None:\n"
            "        raise KeyError(product)\n    return table[product]",
        )
        files["index error"] = right.replace(
            "low, high = 0, len(products)\n",
            "low, high = 0, len(products)\n    products[product]\n",
        )
    if number == "02":
        wheel = "[5, 4, 3, 2, 1] if different == [14, 5, 4, 3, 2] else "
        files |= {
            "no wheel": right.replace(wheel, ""),
            "wheel only in order": right.replace(
                wheel,
                "[5, 4, 3, 2, 1] if [card[0] for card in hand] == ['A', '5', '4', '3', '2'] else ",
            ),
            "ranks alone": right.replace("    different.sort", "    # different.sort"),
            "with repetition": right.replace("set(ranks)", "ranks"),
            "a set": right.replace("sorted(set(ranks), reverse=True)", "set(ranks)").replace(
                "    different.sort", "    # different.sort"
            ),
            "a tuple": right.replace("return ", "return tuple(").replace(
                "else different", "else different)"
            ),
            "letters": right.replace("RANKS.index(card[0])", "card[0]"),
            "bools": with_functions(right, ranks_in_order="(hand):\n    return [True]"),
            "a subclass": with_functions(
                right, ranks_in_order="(hand):\n    return L(old_ranks_in_order(hand))"
            )
            + "class L(list): pass\n",
            "floats": right.replace("RANKS.index(card[0])", "float(RANKS.index(card[0]))"),
            "one wrong hand": with_functions(
                right,
                ranks_in_order="(hand):\n    wrong = set(hand) == "
                "{'Kd', 'Ks', 'Ah', 'Ac', 'As'}\n    return [1] if wrong "
                "else old_ranks_in_order(hand)",
            ),
            "full house by rank": right.replace(
                "    return [5",
                "    if len(different) == 2:\n        different.sort(reverse=True)\n    return [5",
            ),
            "endless at one hand": right.replace(
                "    ranks = [",
                "    while set(hand) == {'2c', '2d', "
                "'2h', '2s', '7d'}:\n        pass\n    ranks = [",
            ),
            "prints": right.replace("    ranks =", "    print(hand)\n    ranks ="),
            "ten as two letters": with_functions(
                right, ranks_in_order="(hand):\n    return [int(card[:-1]) for card in hand]"
            ),
        }
    if number == "03":
        files |= {
            f"hostile {name}": text for name, text in test_grader.HOSTILE.items() if name != "pipes"
        }
        files |= {
            "breaks builtins": "import builtins"
            f"\n{right}\nbuiltins.sorted = builtins.len = builtins.dict = None\n",
            "imports": "from harness.teaching.exercises.naming import counts_of as counts\n",
            "prints": right.replace("    n = len", "    print('counting', ranks)\n    n = len"),
            "no wheel": right.replace(" or five == (2, 3, 4, 5, 14)", ""),
            "wheel twice": right.replace("five == (2, 3, 4, 5, 14)", "14 in five and 2 in five"),
            "10 straights": right.replace(
                "runs = sum(is_run(five) for five in combinations(sorted(ranks), 5))", "runs = 10"
            ),
            "runs by number": right.replace(
                "runs = sum(is_run(five) for five in combinations(sorted(ranks), 5))",
                "runs = n - 4 + (14 in ranks and 2 in ranks)",
            ),
            "straights with straight flushes": right.replace("runs * (4**5 - 4)", "runs * 4**5"),
            "only 52 cards": with_functions(
                right, counts="(ranks):\n    return old_counts(range(2, 15))"
            ),
            "floats": right.replace("no_runs * 4,", "no_runs * 4 / 1,"),
            "bool": right.replace("no_runs * 4,", "True,"),
            "a list": with_functions(
                right, counts="(ranks):\n    return [*old_counts(ranks).values()]"
            ),
            "a Counter": "from collections import Counter\n"
            + with_functions(right, counts="(ranks):\n    return Counter(old_counts(ranks))"),
            "huge": right.replace("no_runs * 4,", "10**5000,"),
            "sorts ranks": right.replace(
                "    n = len(ranks)", "    ranks.remove(2)\n    n = len(ranks)"
            ),
            "two pair twice": right.replace(
                "comb(n, 2) * comb(4, 2) ** 2", "n * (n - 1) * comb(4, 2) ** 2"
            ),
            "endless": right.replace(
                "    n = len(ranks)", "    n = len(ranks)\n    while n == 13:\n        pass"
            ),
            "dealt": DEALT,
        }
    if number == "05":
        stub = text_of("exercises", "05")
        flags = "two_ranks, straight, flush, rows"
        files |= {
            "only the flags": stub.replace(flags, "two_ranks, flush, straight, rows"),
            "flags and wheel": stub.replace(flags, "two_ranks, flush, straight, rows").replace(
                "    if straight:", "    if wheel:"
            ),
            "flags and counts": right.replace("    if wheel:", "    if straight:"),
            "wheel high": right.replace("    if wheel:", "    if False:"),
            "flush of two suits": right.replace(
                "for card in hand}) == 1", "for card in hand}) <= 2"
            ),
            "key as text": right.replace("counts, in_order\n", "str(counts), str(in_order)\n"),
            "negative": right.replace(
                "return straight and flush, two_ranks, flush, straight",
                "return not (straight and flush), not two_ranks, not flush, not straight",
            ),
            "four of a kind below a full house": right.replace(
                "counts, in_order\n", "counts[::-1], in_order\n"
            ),
            "no two ranks": right.replace("two_ranks, flush,", "flush,"),
            "kickers left out": right.replace("counts, in_order\n", "counts, in_order[:4]\n"),
            "a generator": right.replace(
                "counts, in_order = zip(*rows)", "counts, in_order = (n for n, _ in rows), 0"
            ),
            "a dictionary": with_functions(
                right, evaluate="(hand):\n    return dict(enumerate(old_evaluate(hand)))"
            ),
            "an object": with_functions(right, evaluate="(hand):\n    return K(old_evaluate(hand))")
            + "class K:\n    def __init__(self, key): self.key = key\n"
            "    def __lt__(self, other): return self.key < other.key\n"
            "    def __gt__(self, other): return self.key > other.key\n"
            "    def __eq__(self, other): return self.key == other.key\n"
            "    def __hash__(self): return hash(self.key)\n",
            "nan": with_functions(right, evaluate="(hand):\n    return float('nan')"),
            "changes the hand": right.replace("    flush =", "    hand.sort()\n    flush ="),
        }
    if number == "06":
        files |= {
            "pack reversed": right.replace("for digit in digits:", "for digit in digits[::-1]:"),
            "pack as text": with_functions(
                right, pack="(digits, base):\n    return int(''.join(map(str, digits)))"
            ),
            "pack in base 10": right.replace(
                "number = base * number + digit", "number = 10 * number + digit"
            ),
            "pack a float": right.replace("    number = 0\n", "    number = 0.0\n"),
            "pack True": with_functions(right, pack="(digits, base):\n    return True"),
            "unpack reversed": right.replace("digits[::-1]", "digits"),
            "unpack without zeros": right.replace("for _ in range(places):", "while number:"),
            "unpack a tuple": right.replace("return digits[::-1]", "return tuple(digits[::-1])"),
            "unpack floats": right.replace("divmod(number, base)", "divmod(float(number), base)"),
            "largest digit and one": right.replace(
                "    base = 2\n    while", "    return 1 + max(map(max, rows))\n    while"
            ),
            "always 15": right.replace("    base = 2\n", "    return 15\n"),
            "always 13 or 15": right.replace(
                "    base = 2\n", "    return 15 if max(map(max, rows)) == 14 else 13\n"
            ),
            "not smaller": right.replace("smaller < greater", "smaller <= greater"),
            "base as text": with_functions(
                right, smallest_safe_base="(rows):\n    return str(old_smallest_safe_base(rows))"
            ),
            "base 1": right.replace("    base = 2\n", "    return 1\n"),
            "base minus": right.replace("    base = 2\n", "    return -10**5000\n"),
            "base 10**6": right.replace("    base = 2\n", "    return 10**6\n"),
            "changes the rows": right.replace(
                "    base = 2\n", "    rows.sort()\n    rows.pop()\n    base = 2\n"
            ),
            "endless": right.replace("        base += 1\n", "        pass\n"),
            "key a tuple": right.replace(
                "return pack([category, *different, 0, 0, 0][:6], 15)",
                "return category, *different",
            ),
            "key a float": right.replace(
                "return pack([category, *different, 0, 0, 0][:6], 15)",
                "return pack([category, *different, 0, 0, 0][:6], 15) / 1",
            ),
            "key in base 13": right.replace("[:6], 15)", "[:6], 13)"),
            "key in base 14": right.replace("[:6], 15)", "[:6], 14)"),
            "key without wheel": right.replace("different = [5, 4, 3, 2, 1]", "pass"),
            "key of four ranks": right.replace(
                "*different, 0, 0, 0][:6]", "*different, 0, 0, 0][:5]"
            ),
            "key without zeros": right.replace(", 0, 0, 0][:6]", "]"),
            "key negative": right.replace("return pack([category", "return -pack([category"),
            "flush of two suits": right.replace(
                "for card in hand}) == 1", "for card in hand}) <= 2"
            ),
            "no pack": right.replace("def pack(", "def packs("),
            "no unpack": right.replace("def unpack(", "def unpackk("),
            "one parameter": right.replace("def pack(digits, base)", "def pack(digits)"),
            "remembers": right.replace("    base = 2\n", "    base = BASES[-1]\n").replace(
                "    return base\n", "    BASES.append(base)\n    return base\n"
            )
            + "BASES = [2]\n",
        }
    if number == "11":
        files |= {f"said {name}": text for name, (_, text) in test_differences.SAID.items()}
        line = "low, _ = interval([b / a for a, b in zip(times[faster], times[slower])])"
        files |= {
            f"idea {name}": "from statistics import median\n" + right.replace(line, idea)
            for name, idea in test_differences.WRONG_IDEAS.items()
        }
        files |= {
            f"hostile {name}": f"{right}\n{text}\n"
            for name, (text, _) in test_differences.HOSTILE.items()
        }
        files |= {
            "pairs as text": with_functions(right, real_differences="(times):\n    return ['ab']"),
            "a set in place of lines": right.replace("DictReader(lines)", "DictReader({*lines})"),
            "one more": right.replace("enough[-1]]", "enough[-1] + 1]"),
            "an int": right.replace("return -inf, inf", "return 0, 0"),
            "endless": right.replace(
                "    pairs = []", "    pairs = []\n    while len(times) == 5: pass"
            ),
        }
    return files


DEALT = """
from collections import Counter
from itertools import combinations

def name(hand):
    ranks = sorted(card // 4 + 2 for card in hand)
    counts = sorted(Counter(ranks).values())
    flush = len({card % 4 for card in hand}) == 1
    if counts == [1] * 5:
        straight = ranks[4] - ranks[0] == 4 or ranks == [2, 3, 4, 5, 14]
        return ["high card", "straight", "flush", "straight flush"][straight + 2 * flush]
    return {(1, 1, 1, 2): "one pair", (1, 2, 2): "two pair", (1, 1, 3): "three of a kind",
            (2, 3): "full house", (1, 4): "four of a kind"}[tuple(counts)]

NAMES = ("high card", "one pair", "two pair", "three of a kind", "straight", "flush", "full house",
         "four of a kind", "straight flush")

def counts(ranks):
    deck = [4 * (rank - 2) + suit for rank in ranks for suit in range(4)]
    return dict.fromkeys(NAMES, 0) | Counter(map(name, combinations(deck, 5)))
"""


def grade_old(number: str, file: Path) -> dict[str, object]:
    """What the old grader says."""
    from harness.teaching.exercises.grader import grade

    marked = grade(EXERCISES[number], file, SEED, limits=LIMITS, jobs=1)
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
    from harness.teaching.grader.exercise import find
    from harness.teaching.grader.grade import grade

    mark = grade(find(number), file, LIMITS, jobs=1, seed=SEED)
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
