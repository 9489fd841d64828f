"""The answer key is the order whose digest a verdict shows, and so are the files in ``key``."""

import gzip
import json
import lzma
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks.key import FOLDER, SCOPES, digest, facts_of, files, name_of, without_key
from evaluators.rules import RULES, Rules
from harness.hands.arrays import Hands, Numbers, numbers_of
from harness.hands.scopes import All
from tests.harness.in_process import verdict_here


class OfGame:
    """An evaluator of arrays by the rules of a game."""

    name, sizes, lower_wins = "of-game", range(5, 8), False

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def evaluate(self, hands: Hands) -> Numbers:
        """Ten thousand less the class number: other keys than the places."""
        return np.uint16(10_000) - numbers_of(hands, self.rules)


GAMES = SimpleNamespace(**{name.replace("-", "_"): OfGame(RULES[name]) for name in RULES})
DIGESTS = {
    "standard-5": "af14c746cc10125be8d2b9eac27f2f5ebeb464d28756f0a2c0f5ffe5192746fc",
    "standard-7": "49734a86df930be3c3b293ef5f5b8f2aee4371f06001996cdbd3b884561680a4",
}
"""Those of ``docs/proof.md``."""
EACH = [
    pytest.param(scope, marks=[pytest.mark.thorough] * (scope.size > 5), id=name_of(scope))
    for scope in SCOPES
]


@pytest.mark.every(3)
@pytest.mark.parametrize("scope", EACH)
def test_the_digest_is_that_of_a_verdict(scope: All) -> None:
    """Two routes: places by class numbers here, places among an evaluator's own keys there."""
    place = f"{__name__}:GAMES.{scope.rules.name.replace('-', '_')}"
    verdict, of_key = verdict_here(place, scope, "numpy"), digest(scope)
    assert verdict.digest == of_key == DIGESTS.get(name_of(scope), of_key)


@pytest.mark.every(3)
@pytest.mark.parametrize("scope", EACH)
def test_the_committed_files_are_those_of_the_command(scope: All) -> None:
    """What they unpack to: the packed bytes depend on the version of zlib and liblzma."""
    if name_of(scope) in without_key():
        pytest.skip(f"{name_of(scope)} is not in the folder yet: make key")
    unpack: dict[str, Callable[[bytes], bytes]]
    unpack = {".gz": gzip.decompress, ".xz": lzma.decompress, ".csv": bytes}
    for name, content in files(scope):
        of = unpack[name[name.rindex(".") :]]
        assert of((FOLDER / name).read_bytes()) == of(content), name
    committed = json.loads((FOLDER / "key.json").read_text(encoding="utf-8"))["games"]
    assert committed[name_of(scope)] == facts_of(scope)
    assert [*committed] == [name for name in map(name_of, SCOPES) if name in committed]


def test_the_folder_is_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.rglob("*") if file.is_file()) < 8_000_000


def run(command: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the command in a shell."""
    command = command.replace("allhands", f"{Path(sys.executable).parent}/allhands")
    return subprocess.run(["bash", "-c", command], capture_output=True, check=False)


def test_the_command_writes_the_stream_of_a_game() -> None:
    done = run("allhands key --rules short-deck")
    assert done.stderr == b"all 376,992 hands of 5 cards by the rules of short deck\n"
    assert sha256(done.stdout).hexdigest() == digest(All(5, rules=RULES["short-deck"]))


def test_a_closed_pipe_has_its_own_exit_code() -> None:
    done = run("allhands key | head -c 2; exit ${PIPESTATUS[0]}")
    assert (done.returncode, len(done.stdout)) == (141, 2)
    assert b"Error" not in done.stderr


def test_a_terminal_gets_one_line() -> None:
    """Else it shows five million bytes."""
    done = run("script -qec 'allhands key' /dev/null")
    line = b"Error: the key is binary: write it to a file, `allhands key > order.u16`\r\n"
    assert (done.returncode, done.stdout) == (2, line)
