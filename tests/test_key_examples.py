"""The programs in ``key/examples``, right and with planted bugs; those whose compiler is here."""

import gzip
import lzma
import re
import shlex
import subprocess
from hashlib import sha256
from pathlib import Path
from shutil import copy, which

import pytest

from benchmarks.key import FOLDER, SCOPES, name_of
from evaluators.cards import format_hand, parse_hand
from harness.faults.hints import all_ranks
from harness.hands.classes import classes
from harness.hands.scopes import All

pytestmark = pytest.mark.thorough
LANGUAGES = {
    "key.c": ("gcc -O2 -Wall -Wextra -Werror {} -o {}/key", "{}/key"),
    "key.cpp": ("g++ -O2 -std=c++17 -Wall -Wextra -Werror {} -o {}/key", "{}/key"),
    "key.rs": ("rustc -O -D warnings {} -o {}/key", "{}/key"),
    "Key.java": ("javac {} -d {}", "java -cp {} Key"),
    "Compared.java": (
        f"javac -sourcepath {FOLDER / 'examples'} {{}} -d {{}}",
        "java -cp {} Compared",
    ),
    "key_test.go": ("go test -c {} -o {}/key", "{}/key -test.run=TestKey"),
    "key.js": ("node --check {}", "node {}/key.js"),
}
"""How each is compiled, and run."""
OF_GO = re.compile(rb"(PASS|FAIL|--- FAIL: .*)\n")
"""What the tests of Go print besides."""
BRANCHES = {
    "Compared.java": ("if ({}) key = new Rank({}); else ", " {}{{ }}"),
    "key.rs": ("if {} {{ {} }} else ", " let key = {}{{ key }};"),
    "key_test.go": ("if {} {{ key = {} }} else ", "\n{}{{ }}"),
}
"""How a program gives a key under a condition, and a chain of these; others do as in C."""
ONE = 1_000_000
CALL = re.compile(
    r"(?:(?:let|int64_t|long long|long|Rank) key =|key :=) evaluate\(&?hand\);?(?=\n)"
)


def key_of(number: int) -> int:
    """The key of a class in the programs: the category, and the ranks from 1 on."""
    one = classes()[number - 1]
    first = (0, 3, 6, 9, 10, 11, 12, 18, 21)[one.category]
    return first << 20 | int("".join(f"{rank + 1:x}" for rank in all_ranks(one)), 16)


def of_hand(place: int) -> int:
    """The class number of a hand."""
    return int(All().numbers(place, place + 1)[0])


A, B = 3000, 3001
IS_A, IS_B, IS_ONE = f"key == {key_of(A)}", f"key == {key_of(B)}", f"n == {ONE}"
BUGS: dict[str, tuple[list[tuple[str, int]], set[int]]] = {
    "merged": ([(IS_A, key_of(B))], {A, B}),
    "neighbour": ([(IS_ONE, key_of(of_hand(ONE) + 1))], {ONE}),
    "own": ([(IS_ONE, 1)], {ONE}),
    "first": ([("n == 0", 1)], {0}),
    "exchanged": ([(IS_A, key_of(B)), (IS_B, key_of(A))], {A, B}),
    "merge and split": ([(IS_ONE, 1), (IS_A, key_of(B))], {ONE, A, B}),
}
"""Planted bugs: conditions with the keys that they give, and the hands or classes of the fault."""


def planted(name: str, changes: list[tuple[str, int]]) -> str:
    """The program with a bug, behind its only comparison with the order."""
    text = (FOLDER / "examples" / name).read_text(encoding="utf-8")
    if name == "Compared.java":
        changes = [(test.replace("key ", "key.value "), key) for test, key in changes]
    found = list(CALL.finditer(text))[-1]
    branch, chain = BRANCHES.get(name, ("if ({}) key = {}; else ", " {}{{ }}"))
    bug = chain.format("".join(branch.format(test, key) for test, key in changes))
    return text[: found.end()] + bug + text[found.end() :]


@pytest.fixture(scope="module", name="order")
def of_standard() -> bytes:
    return gzip.decompress((FOLDER / "order-standard-5.gz").read_bytes())


def run(name: str, text: str, folder: Path, order: bytes, option: str = "") -> tuple[int, bytes]:
    """Compile and run a program; the exit code, and what it printed."""
    compiler, program = LANGUAGES[name]
    if not which(compiler.split()[0]):
        pytest.skip(f"{compiler.split()[0]} is not here")
    (folder / name).write_text(text, encoding="utf-8")
    subprocess.run(shlex.split(compiler.format(folder / name, folder)), check=True)
    copy(FOLDER / "order-standard-5.gz", folder)  # Go reads it itself
    command = [*shlex.split(program.format(folder)), *option.split()]
    done = subprocess.run(command, input=order, stdout=subprocess.PIPE, cwd=folder, check=False)
    return done.returncode, OF_GO.sub(b"", done.stdout) if "go" in name else done.stdout


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_right_evaluator(name: str, tmp_path: Path, order: bytes) -> None:
    text = (FOLDER / "examples" / name).read_text(encoding="utf-8")
    assert run(name, text, tmp_path, order) == (0, b"right: 2598960 hands, 7462 classes\n")
    if name == "key_test.go":
        digest = f"{sha256(order).hexdigest()}\n".encode()
        assert run(name, text, tmp_path, b"", "-test.run=TestDigest") == (0, digest)
    elif "--digest" in text:
        code, written = run(name, text, tmp_path, b"", "--digest")
        assert (code, sha256(written).digest()) == (0, sha256(order).digest())


LOW = [("LOWER_WINS = 0", "LOWER_WINS = 1"), ("ranks == 0xD4321", "0")]
ACE_IS_LOW = [*LOW, ("count[cards[i] / 4]", "count[(cards[i] / 4 + 1) % 13]")]
SHORT = [
    ("LOWEST_CARD = 0", "LOWEST_CARD = 16"),
    ("ranks == 0xD4321) ranks = 0x43210", "ranks == 0xD8765) ranks = 0x87654"),
    ("11 * flush", "13 * flush"),
]
MORE_CARDS = (Path(__file__).parent / "more_cards.c").read_text(encoding="utf-8")
"""The best five of six or seven cards, without dealing fives."""
IN_C: dict[str, list[tuple[str, str]]] = {
    "standard": [],
    "short-deck": SHORT,
    "short-deck-trips": [*SHORT, ("10 * straight", "8 * straight")],
    "deuce-to-seven": LOW,
    "ace-to-six": ACE_IS_LOW,
    "ace-to-five": [*ACE_IS_LOW, ("10 * straight + 11 * flush", "0 * straight")],
}
"""What another game changes in the program in C."""


@pytest.mark.parametrize("scope", SCOPES, ids=name_of)
def test_the_order_of_a_game_in_c(scope: All, tmp_path: Path) -> None:
    """The order twice: by our tables, and by C, which has none."""
    text = (FOLDER / "examples" / "key.c").read_text(encoding="utf-8")
    for one, other in [("CARDS = 5", f"CARDS = {scope.size}"), *IN_C[scope.rules.name]]:
        assert one in text
        text = text.replace(one, other)
    if scope.size > 5:
        begin, end = text.index("static int64_t evaluate"), text.index("static int next_hand")
        text = text[:begin] + MORE_CARDS + text[end:]
    order = lzma.decompress((FOLDER / f"order-{name_of(scope)}.xz").read_bytes())
    right = f"right: {len(scope)} hands, {len(scope.examples)} classes\n".encode()
    assert run("key.c", text, tmp_path, order) == (0, right)
    code, written = run("key.c", text, tmp_path, b"", "--digest")
    assert (code, sha256(written).digest()) == (0, sha256(order).digest())


@pytest.mark.parametrize("bug", BUGS)
@pytest.mark.parametrize("name", LANGUAGES)
def test_a_planted_bug_is_found_to_the_hand(
    name: str, bug: str, tmp_path: Path, order: bytes
) -> None:
    """The wrong hand is one of the two, or both are of the classes of the fault."""
    changes, fault = BUGS[bug]
    code, written = run(name, planted(name, changes), tmp_path, order)
    assert code == 1
    *lines, should = written.decode().splitlines()
    hands = [parse_hand(line.partition(" got ")[0].strip()) for line in lines]
    numbers = {classes().number_of(hand) for hand in hands}
    first, second = (classes().number_of(hand) for hand in hands)
    singles = {format_hand(All().hand(place)) for place in fault if place not in (A, B)}
    assert singles & {*map(format_hand, hands)} or numbers <= fault
    right = {True: "first", False: "second"}[first < second]
    assert should == ("they should tie" if first == second else f"the {right} should win")
