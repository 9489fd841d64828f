"""The command at a terminal and in a script."""

import errno
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from importlib.metadata import EntryPoint, version
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import click
import psutil
import pytest
from click.testing import Result
from jsonschema import Draft202012Validator

from evaluators import PUBLISHED
from evaluators.compiled import store
from evaluators.errors import UserError
from evaluators.rules import RULES
from harness.adapters import adopt
from harness.checking import judgement
from harness.checking.verdict import Verdict
from harness.cli import common, main
from harness.hands.key import blocks
from harness.hands.scopes import All, Sample, usual
from harness.processes import workers
from harness.processes.limits import Limits
from harness.processes.workers import ROOT, unheard
from harness.teaching.explanation import STRATEGIES
from tests.harness.in_process import Here
from tests.scripts import run

pytestmark = pytest.mark.usefixtures("short_preflight")

MOST_OPTIONS = 50
SCHEMA = json.loads((ROOT / "docs" / "verdicts.schema.json").read_text())
BROKEN = "tests.harness.broken"


def run_apart(*arguments: str, reader: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process, perhaps with a reader of its output."""
    command = shlex.join([sys.executable, "-c", "from harness.cli import main; main()", *arguments])
    script = f"set -o pipefail; {command} {reader}"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)


def is_refused(result: Result, message: str) -> bool:
    """Whether a command was refused with a message, in one line."""
    assert result.exit_code == 2, result.output
    (line,) = result.output.splitlines()
    return message in line


def all_commands(command: click.Command) -> Iterator[click.Command]:
    """A command, and those in it."""
    yield command
    for each in getattr(command, "commands", {}).values():
        yield from all_commands(each)


def test_there_are_few_options() -> None:
    """A new one has to be worth more than one that is there; --help is not counted."""
    options = [
        f"{command.name} {option.opts[-1]}"
        for command in all_commands(main)
        for option in command.params
        if isinstance(option, click.Option)
    ]
    assert len(options) <= MOST_OPTIONS, options


def test_help() -> None:
    """It says what a value is in a word, and shows an example of each command."""
    overview = run("--help").stdout
    for name, command in main.commands.items():
        shown = run(name, "--help").stdout
        assert f"\n  {name} " in overview
        assert "RANGE" not in shown
        assert "[python|" not in shown
        assert max(map(len, shown.splitlines())) <= 80
        for option in command.params:
            if isinstance(option, click.Option) and type(option.default) is int:
                assert f" [{option.default}]" in str(option.help), option.name
        is_plain = name in ("list", "prepare", "exercise", "try")
        assert is_plain or f"allhands {name} " in shown, name
    assert ", ".join(STRATEGIES) in " ".join(run("explain", "--help").stdout.split())
    assert run().output == overview
    assert is_refused(run("help"), "No such command 'help'")
    assert run("-V").stdout == f"allhands, version {version('allhands')}\n"


def test_the_help_of_check_has_each_option_in_a_group() -> None:
    """Else somebody with a file in hand reads twenty options to find none to begin with."""
    head, *groups = re.split(
        r"(?m)^(What is checked|How it runs|What is written):$", run("check", "--help").stdout
    )
    assert head.index("allhands check mine.py ") < head.index("EVALUATOR is")
    assert groups[::2] == ["What is checked", "How it runs", "What is written"]
    declared = [p.opts[0] for p in main.commands["check"].params if isinstance(p, click.Option)]
    assert re.findall(r"(?m)^  (--[a-z-]+)", "".join(groups)) == declared
    assert [group.split()[0] for group in groups[1::2]] == ["--exec", "--batch", "--json"]


def test_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of plug-ins come from any installed package."""
    plugin = EntryPoint("\x1b[31mred", "red\u202e:key", adopt.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [plugin])
    output = run("list").stdout
    for name in ("rulebook", "cactus-kev-perfect-hash", "handrank-2019-as-published", "treys"):
        assert f"  {name} " in output
    assert "  cactus-kev                  5 to 7 cards   lower key wins\n" in output
    assert "check published" in output
    assert "Offered by packages that are installed\n  \\x1b[31mred  " in output
    assert "  red\\u202e:key\n" in output
    about = "    "  # the first line of a docstring: an author decides how long it is
    assert all(len(row) <= 80 for row in output.splitlines() if not row.startswith(about))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("check --sample 2598960 cactus-kv", "did you mean 'cactus-kev'?"),
        ("check --all --sample 9", "--quick, --sample, --flops and --all each say which hands: ch"),
        ("check --style numpy published", "takes one hand a call: it has no numpy style"),
        ("check --sample 9999999", "there are only 2,598,960"),
        ("check --rules short-deck --sample 400000", "there are only 376,992"),
        ("check --rules badugi", "no rules are called 'badugi'; known are standard, short-deck, "),
        ("check --rules omaha --cards 7", "--cards: a deal of Omaha has 9 cards, always"),
        ("check --rules omaha --compare x", "--compare: deals of Omaha are checked by a key for"),
        ("check --rules omaha x.u32", "file of keys: deals of Omaha are checked by a key for each"),
        ("check --flops 9", "--flops: the hands of this game have no board: add --rules omaha"),
        ("check --rules omaha --flops 0", "'0' is not a number from 1 on, such as 1000 or"),
        ("check --rules short-deck --style numpy", "none of ours knows short deck"),
        ("rank --rules short-deck As2c7d8h9s", "card 2 of 5: '2c' is not in this deck"),
        ("check --sample 1", "'1' is not a number from 2 on, such as 1000 or, with a seed, 1000:7"),
        ("check --json /no/such/folder/x.json", "there is no folder /no/such/folder"),
        ("check --json /", "it is a folder"),
        ("check no_such_file.py", "there is no such file"),
        ("check --compare x.py", "x.py: there is no such file"),
        ("check --compare", "--compare needs a function"),
        ("check --compare --style numpy", "leave out --style numpy"),
        ('check --exec "say \'hello"', "No closing quotation"),
        ("check --exec cat --style numpy", "a program writes keys, and nothing else"),
        ("check --categories", "--categories needs a function"),
        ("check --categories rulebook", "'rulebook' returns keys"),
        ("check --compare --best-five x.py", "--compare is a style of its own: leave out --best"),
        ("check --best-five x.py", "--best-five picks from 6 or 7 cards: add --cards 7"),
        ("check --memory 1 nobody", "1 is not in the range x>=100 ("),
        ("check --cards 8 nobody", "8 is not in the range 5<=x<=7 ("),
        ("check --timeout 0 nobody", "0 is not a number of seconds above 0"),
        ("grade 04 x.py --timeout inf", "inf is not a number of seconds above 0"),
        ("check ''", "an EVALUATOR is empty"),
        ("check exec:./nobody", "there is no program './nobody'"),
        ("check --json no/mine.py", "no/mine.py: evaluators end in .py; name the file to write"),
        ("check --json no/libmine.so", "no/libmine.so: evaluators end in .so; name the file to"),
        ("check --exec ./pyproject.toml", "'./pyproject.toml' cannot be run"),
        ("check --jobs 0 rulebook", "--jobs 0: neither 1 to 999 processes nor the address"),
        (f"check --jobs {'9' * 20} rulebook", "99: neither 1 to 999 processes nor the address"),
        ("check --state pyproject.toml rulebook", "pyproject.toml is not a folder"),
        ("--nope", "No such option '--nope' ("),
        ("rank --by exec:./nobody KdQsJcTh9s", "there is no program './nobody'"),
        ("rank --by published KdQsJcTh9s", "no evaluator is called 'published'"),
        ("rank --by '' KdQsJcTh9s", "an EVALUATOR is empty"),
        ("bench nobody", "no evaluator is called 'nobody'"),
        ("bench --show --out /no/such/folder", "no such timings are there"),
        ("bench --workload flushes", "--workload flushes: unknown"),
        ("bench --processes 0 nobody", "0 is not in the range x>=1 ("),
        ("bench --style numpy treys", "'treys' takes one hand a call"),
        ("bench --count", "--count needs EVALUATORs, and neither --until nor --show"),
        ("bench rank-sums --until 2%", "--until needs two EVALUATORs to compare, new.py old.py"),
        ("bench --show rank-sums treys --until 2%", "--until: --show measures nothing"),
        ("bench --json x.json", "--json needs two EVALUATORs"),
        ("bench rank-sums treys --until x", "x is not a percentage above 0, such as 2%"),
        ("bench rank-sums treys --fail-slower 0", "0 is not a percentage above 0"),
        ("bench treys eval7 --fail-slower 3% --processes 5", "--fail-slower needs 6 --processes"),
        ("report no.py", "no.py: there is no such file"),
        ("report x.py --redraw", "--redraw measures nothing: leave out x.py"),
        ("report --redraw --folder /no/such/folder", "no timing is there"),
        ("rank 'Kd Qs Xc Th 9s'", "card 3 of 5: 'Xc' has no such rank"),
        ("rank ''", "no cards"),
        ("rank no.txt", "no.txt: No such file or directory"),
        ("rank ./tests", "./tests: Is a directory"),
        ("rank /dev/null", "/dev/null: the input is empty"),
        ("rank pyproject.toml Kd", "a file of hands stands alone"),
        ("check --state '' rulebook", "--state: the name of the folder is empty"),
        ("check --numbering " + "-" * 100_000 + "1 rulebook", "does not number 52 cards"),
        ("rank pyproject.toml --rules omaha", "write each deal as an argument of nine cards"),
        ("rank " + "Kd" * 200, "card 2 of 200: 'Kd' is there twice"),
        ("rank pyproject.toml --board 2c3c4c", "stands alone, without hands, --board and --by"),
        ("rank AsKd QhQd", "2 cards, but 5 to 7 are needed"),
        ("rank AsKd AsQd --board QsJd2c", "'As' is there twice"),
        ("rank KdQsJcTh9s AsKsQsJsTs9s", "hand 1 has 5 cards, hand 2 has 6"),
        ("odds As", "1 card, but 2 or 5 are needed: 'As'"),
        ("odds As Kd --board '2c 3c'", "2 cards, but 3 to 5 are needed: '2c 3c'"),
        ("odds As Kd --board 'As 2c 3c'", "card 3 of 5: 'As' is there twice"),
        ("odds As Kd --dead 'Kd Kc'", "all cards together: card 3 of 4: 'Kd' is there twice"),
        ("odds As Kd --dead Kx", "--dead: card 1 of 1: 'Kx' has no such suit"),
        ("odds AsKd QhQd --sample 2000000", "--sample 2000000: there are only 1,712,304 showdowns"),
        ("odds 'As Ks Qs Js Ts' --board '2c 3c 4c'", "a board goes with hands of 2 cards"),
        ("odds 'As Ks Qs Js Ts' --opponents 10", "50 more cards are needed, 47 are left"),
        ("odds AsKd AsQd", "card 3 of 4: 'As' is there twice"),
        ("odds AsKd --opponents 0", "against whom?"),
        ("odds AsKd --opponents 23", "23 is not in the range 0<=x<=22 ("),
        ("odds AsKd --opponents 22 --dead 2c3c", "49 more cards are needed, 48 are left"),
        (
            "explain KdKs7c7h5s KhKc7d7s4s 2c3c4c5c7d",
            "3 hands; explain shows one, or compares two",
        ),
        ("explain KdKs7c7h5s4s", "6 cards, but the lessons rank five: explain the best five, Kd"),
        ("explain KdKs7c7h5s --by counting-hash", "explain shows 4 of the 7 lessons"),
        ("explain KdKs7c7h5s --by \x1b[31m", r"--by \x1b[31m: explain shows"),
        ("grade 14 x.py", "no exercise 14; choose 01 to"),
        ("grade 03 no.py", "no.py: there is no such file or folder"),
        ("grade 04", "exercise 04: of which FILE, such as buckets.py?"),
        ("grade exercises/04-fill-the-buckets", "exercise 04: of which FILE, such as buckets.py?"),
        ("grade mine.py", "mine.py: of which exercise? As in: allhands grade 04 mine.py"),
        ("grade 03 README.md", "README.md: it is not a file of Python, which ends in .py"),
        ("grade 09 x.py", "exercise 09 needs --seed TEXT: whose mutant is it?"),
        ("grade 03 x.py --seed 1", "--seed: only exercise 09 has seeds"),
        ("grade 09 docs --seed 1", "--seed: of a folder, the names are the seeds"),
        ("grade 03 conftest.py --csv -", "--csv needs a file"),
        ("exercise broken ' '", "the seed is empty: give a number or a name"),
    ],
)
def test_bad_usage_is_one_line(command: str, message: str) -> None:
    assert is_refused(run(*shlex.split(command)), message)


def test_an_error_of_the_system_is_not_blamed_on_the_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    error = OSError(errno.EMFILE, "Too many open files")
    monkeypatch.setattr(common, "places", Mock(side_effect=error))
    assert is_refused(run("check", "rulebook"), "the system: Too many open files")


def test_a_call_has_as_many_hands_as_batch_says() -> None:
    place = "tests.harness.broken_arrays:a_hundred"
    done = run("check", "--sample", "500", "--style", "numpy", "--batch", "100", place)
    assert (done.exit_code, "equivalent on this sample" in done.stdout) == (0, True), done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_line() -> None:
    process = run_apart("rank", "KdQsJcTh9s", reader="> /dev/full")
    assert process.returncode == 2
    assert process.stderr == "Error: standard output: No space left on device\n"
    file = run("check", "--sample", "100", "rulebook", "--json", "/dev/full")
    assert file.stderr == "Error: /dev/full: No space left on device\n"


@pytest.mark.skipif(not store.is_installed(), reason="Numba is not installed")
@pytest.mark.every(2)
@pytest.mark.parametrize("command", ["check --sample 9", "bench --processes 1"])
def test_a_full_disk_under_the_cache_is_said_of_the_cache(command: str, tmp_path: Path) -> None:
    """A limit on the size of a file stands for it: neither error of the system names a file.

    With that limit, Python would write a part of what it compiles of Numba, for all to read.
    """
    script = f"ulimit -f 20; {sys.executable} -m allhands {command} --style compiled count-buckets"
    environment = os.environ | {"ALLHANDS_CACHE": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        ["bash", "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True
    )
    said = f"the cache in {tmp_path}: File too large; to keep it elsewhere, set ALLHANDS_CACHE"
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_a_shell_completes_files() -> None:
    """Else no file that one has written is completed."""
    command = main.commands["check"]
    names, *_ = command.params
    (file,) = names.shell_complete(click.Context(command), "mine")
    assert file.type == "file"


def test_a_closed_pipe_has_its_own_exit_code() -> None:
    """Else a reader that leaves looks like an evaluator that is wrong."""
    process = run_apart("check", "--sample", "100", "rulebook", "cactus-kev", reader="| head -1")
    assert (process.returncode, process.stderr) == (141, "")
    assert process.stdout.startswith("2 evaluators on 100 of the")
    assert run_apart("--version", reader="> /dev/full").stderr.startswith("Error: standard output:")


def test_an_internal_error_is_one_line_and_code_3(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object, **options: object) -> None:
        raise RuntimeError("a table is\x1b[31m missing")

    monkeypatch.setattr("harness.checking.equivalence.verdicts_on", fails)
    result = run("check", "rulebook")
    assert result.exit_code == 3
    assert result.stderr.startswith(
        "Internal error: RuntimeError: a table is\\x1b[31m missing (test_cli.py:"
    )
    assert result.stderr.endswith("; please report this line\n")


def test_ctrl_c_before_a_check_has_its_own_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an interrupted table or machine code looks like an evaluator that is wrong."""
    interrupted = Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr("evaluators.preparing.build_table", interrupted)
    for arguments in (("prepare",), ("check", "two-plus-two")):
        result = run(*arguments)
        assert (result.exit_code, result.stdout, result.stderr) == (130, "", "interrupted\n")
    refused = run("check", "two-plus-two", "nobody")  # before a table is made
    assert is_refused(refused, "no evaluator is called 'nobody'")


def test_an_interrupted_check_leaves_cleanly() -> None:
    """Else Ctrl-C, which goes to every process of the group, leaves a worker or a traceback."""
    # A shell that runs the tests in the background may ignore SIGINT.
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from harness.cli import main; main()"
    )
    command = [sys.executable, "-u", "-c", script, "check", "rulebook"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not (started := psutil.Process(process.pid).children(recursive=True)):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "interrupted: 0 of 1 verdicts were reached\n"
    assert "Traceback" not in output
    _, left = psutil.wait_procs(started, timeout=20)
    assert not [child for child in left if child.is_running()]


def test_output_in_ascii() -> None:
    """Failure means an internal error, or bytes that are not ASCII, where a locale is missing."""
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "allhands", "odds", "KdKs", "--board", "Qs Jd 2c"]
    done = subprocess.run([*command, "--sample", "100"], capture_output=True, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "\\xb1 is the standard error" in done.stdout.decode("ascii")


def test_text_that_cannot_be_encoded_is_shown(tmp_path: Path) -> None:
    """Else lone surrogates, escapes or markup in an error or a name end the command or are lost."""
    text = "\\udc80 \\x1b[31m [red] :key: <b>"
    (tmp_path / "emoji.py").write_text(f"def key(hand): raise ValueError('{text}')\n")
    place = f"{tmp_path}/emoji.py:key"
    process = run_apart("check", "--sample", "2", place)
    assert (process.returncode, process.stderr) == (3, "")
    assert f"ValueError: {text}" in process.stdout
    assert process.stdout.startswith("emoji.py:key: error\n")


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask evaluators in this process: these tests are about what is printed."""
    monkeypatch.setattr("harness.cli.check._runner", lambda jobs, state: nullcontext(Here()))
    monkeypatch.setattr(
        workers,
        "run",
        lambda work, tasks, *_, **__: [(each, work(each, unheard), "") for each in tasks],
    )


SCREEN = """\
$ check --sample 3000 cactus-kev sort-by-count
of the 2,598,960 hands of 5 cards, drawn with seed 1
2 of 2 are equivalent on this sample: 3,000 hands
$ check --sample 3000 tests.harness.broken:flush_straight_swapped cactus-kev
The first should beat the second, but the keys say that it loses.
1 of 2 is equivalent on this sample
[1]
$ check --sample 3000 tests.harness.broken:exits cactus-kev
SystemExit: enough
1 of 2 is equivalent
[3]
$ check --sample 50:7 rulebook
50 of the 2,598,960 hands of 5 cards, drawn with seed 7
$ check --quick rulebook
20,000 of the 2,598,960 hands
one per class  7,462 hands are in order
$ check --sample 20000 --style numpy --cards 7 sort-by-count
an array a call
$ check --sample 3000 --rules deuce-to-seven
3,000 of the 2,598,960 hands of 5 cards by the rules of deuce-to-seven
rulebook   equivalent
in the order of the rules of deuce-to-seven.
$ check --sample 3000 --rules short-deck cactus-kev-dict
cactus-kev-dict: not equivalent
By the rules of short deck, the first should beat the second
every flush loses to every full house
[1]
$ rank --rules deuce-to-seven As5d4c3h2d --by rulebook
As 5d 4c 3h 2d  high card, A-5-4-3-2  key (0, (12, 3, 2, 1, 0))
$ exercise broken 7
allhands grade 09 FILE --seed 7
"""
"""Commands, parts of lines that each prints, in this order, and its exit code, unless that is 0."""


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("command", SCREEN.split("$ ")[1:])
def test_what_a_command_says(command: str) -> None:
    """Else a player or an author reads something else.

    The docs and ``tests/transcripts.md`` have whole outputs, which a test compares.
    """
    words, *lines = command.splitlines()
    exit_code = int(lines.pop().strip("[]")) if lines[-1].startswith("[") else 0
    result = run(*shlex.split(words))
    assert result.exit_code == exit_code, result.output
    has_table = words.startswith("check ") and (exit_code != 1 or " is equivalent" in lines[-1])
    assert result.output.count("\nevaluator  ") == has_table
    printed = iter(result.output.splitlines())
    for part in lines:
        assert any(part in line for line in printed), f"{part}\n\n{result.output}"


@pytest.mark.usefixtures("here")
def test_the_bar_says_that_the_check_counts_before_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that a full bar stands still, for seconds or minutes."""
    shown: list[str] = []

    def advance(steps: int, label: str, has_steps: bool = True) -> None:
        shown.append(label if has_steps else f"{label} ...")

    def judge(results: Any) -> Verdict:
        shown.append("judge")
        return judgement.judge(results)

    monkeypatch.setattr("harness.reporting.terminal.bar", lambda *_: nullcontext(advance))
    monkeypatch.setattr("harness.checking.equivalence.judge", judge)
    run("check", "--sample", "300", "rulebook")
    assert shown == ["rulebook", "judge", "rulebook: counting ...", "judge", "rulebook"]
    shown.clear()
    run("check", "--sample", "300", place := f"{BROKEN}:flush_straight_swapped")
    assert f"{place}: not equivalent: counting ..." in shown  # the preflight knows it


def test_which_hands_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a verdict is of fewer hands, or takes hours; published versions fail at seven cards."""
    check = Mock(return_value=[])
    monkeypatch.setattr("harness.cli.showing.check_and_show", check)
    six = "--cards 6 rulebook", "--cards 6 --all rulebook", "--cards 6 --style numpy rank-sums"
    for options in ("rulebook published rulebook", "published --quick", *six):
        assert run("check", *options.split()).exit_code == 0
    asked = [([*map(str, call.args[0])], call.args[1]) for call in check.call_args_list]
    seven = [name for name in PUBLISHED if not name.startswith("handrank")]
    assert asked[:2] == [(["rulebook", *PUBLISHED], All()), (seven, Sample(7, 100_000))]
    assert [scope for _, scope in asked[2:]] == [Sample(5, 20_000), usual(6), All(6), All(6)]


@pytest.mark.usefixtures("current_folder")
def test_check_of_a_module_in_the_current_folder() -> None:
    """In a process of its own, which the module may end."""
    Path("leaves.py").write_text("import os\nos._exit(0)\n")
    Path("constant.py").write_text("def evaluate(hand): return 0\n")
    names = "leaves", "constant"
    result = run("check", "--sample", "3000", *names, "--jobs", "1", "--json", "-")
    assert result.exit_code == 3
    statuses = [row["status"] for row in json.loads(result.stdout)["evaluators"]]
    assert statuses == ["error", "not_equivalent"]


@pytest.mark.usefixtures("here")
def test_a_path_is_as_short_as_it_can_be(tmp_path: Path) -> None:
    """Else a long path hides the finding, or two files have one name, or JSON loses a path."""
    files = [tmp_path / name / "mine.py" for name in ("one", "two")]
    for file in files:
        file.parent.mkdir()
        file.write_text("def evaluate(hand: list[int]): return min(hand)\n")
    alone = run("check", "--sample", "300", str(files[0]))
    assert alone.stdout.startswith("mine.py: not equivalent\n")
    both = run("check", "--sample", "300", *map(str, files), "--json", "-")
    assert "\none/mine.py: not equivalent\n" in both.stderr
    assert "\ntwo/mine.py  not equivalent " in both.stderr
    names = [row["name"] for row in json.loads(both.stdout)["evaluators"]]
    assert names == [*map(str, files)]


@pytest.mark.usefixtures("here", "current_folder")
def test_a_file_has_the_faults_that_are_not_shown() -> None:
    """Failure means that a check has to run again for them, or that an option is named in vain."""
    Path("lowest.py").write_text("def evaluate(hand: list[int]): return min(hand)\n")
    command = "check", "--sample", "300", "lowest.py"
    assert "; all in allhands-results/faults-5.txt" in run(*command).stdout
    text = Path("allhands-results/faults-5.txt").read_text()
    verdict = json.loads(run(*command, "--json", "-").stdout)["evaluators"][0]
    faults = [family["fault"] for family in verdict["families"]]
    assert len(faults) > 6
    assert all(fault in text for fault in faults)
    Path("allhands-results").rename("others")
    Path("allhands-results").touch()
    assert "; --json has them all" in run(*command).stdout


def first_card(hand: list[str]) -> str:
    """A wrong name of a category, which many hands have."""
    return hand[0][0]


MISBEHAVING = "wheel_missing", "suits_break_ties", "sorted_only", "none", "lists", "exits"


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "arguments",
    [
        ["cactus-kev-dict", *(f"{BROKEN}:{name}" for name in MISBEHAVING)],
        ["--style", "numpy", "rank-sums"],
        ["--rules", "short-deck", "rank-sums"],
        ["--rules", "omaha", "--style", "numpy", "evaluators.omaha.arrays"],
        ["--compare", f"{BROKEN}:all_tie", "operator:lt"],
        ["--categories", f"{__name__}:first_card"],
        pytest.param(["--cards", "7", "matrix-score-as-published"], marks=pytest.mark.thorough),
    ],
)
def test_json_matches_its_schema(arguments: list[str]) -> None:
    """A failure means that a program which relies on the schema cannot read the file."""
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(
        json.loads(run("check", "--sample", "3000", "--json", "-", *arguments).stdout)
    )


def test_who_wins_in_a_file(tmp_path: Path) -> None:
    """Else a byte-order mark, carriage returns or escapes spoil the names of players."""
    table = "\ufeffJo\x1b[31me, 3H, 4H, 5H, 6H, 8H\r\n3, 3C, 3D, 3S, 8C, 10D\r\n"
    assert run("rank", "-", text=table.encode()).stdout.splitlines() == [
        "Jo\\x1b[31me wins: flush, 8-6-5-4-3 beats three threes, T-8",
        "  Jo\\x1b[31me  3h 4h 5h 6h 8h  flush, 8-6-5-4-3",
        "  3            3c 3d 3s 8c Td  three threes, T-8",
    ]
    file = tmp_path / "poker.txt"
    file.write_text(
        "5H 5C 6S 7S KD 2C 3S 8S 8D TD\n"
        "5D 8C 9S JS AC 2C 5C 7D 8S QH\n"
        "\n"
        "2c 3d 4h 5s 7c 2d 3h 4s 5c 7d\n"
    )
    ranked = run("rank", str(file))
    output = ranked.stdout
    assert ranked.exit_code == 0
    assert output == run_apart("rank", "/dev/stdin", reader=f"< <(cat {file})").stdout
    assert "   1  right wins: pair of eights, T-3-2 beats pair of fives, K-7-6\n" in output
    assert output.endswith("left wins 1, right wins 1, neither wins 1\n")
    assert is_refused(run("rank", "-", text="Joe, 3H 4H 5X 6H 8H"), "-: line 1: card 3 of 5: '5X'")
    assert is_refused(run("rank", "-", text=b"\xff\xfe"), "-: it is not text in UTF-8")
    endless = b"x" * 100_000 + b"\xff"  # whose end is not read
    assert is_refused(run("rank", "-", text=endless), "-: line 1: it is longer than 1,000 charac")


def test_a_check_has_the_limits_that_the_user_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    check = Mock(side_effect=UserError)
    monkeypatch.setattr("harness.checking.equivalence.verdicts_on", check)
    run("check", "treys", "--timeout", "3", "--memory", "150")
    assert Limits(3, 150) in check.call_args.args
    run("check", "treys")
    assert Limits(10, 2_000) in check.call_args.args


def test_rank_by_shows_a_key_as_it_is(tmp_path: Path) -> None:
    """Else an object looks like a text."""
    (tmp_path / "mine.py").write_text(
        "from fractions import Fraction\ndef f(hand): return Fraction(7, 2)\n"
    )
    result = run("rank", "--by", f"{tmp_path}/mine.py:f", "2c4h7c9hQc")
    assert result.stdout == "2c 4h 7c 9h Qc  high card, Q-9-7-4-2  key Fraction(7, 2)\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory")
def test_rank_by_has_the_limits_of_a_check(tmp_path: Path) -> None:
    """Else an evaluator can take all memory, or its error can send escape sequences."""
    source = "def hog(hand: list): return len([0] * 10**9)\n"
    source += "def evil(hand: list): raise ValueError('\x1b[31m')\n"
    (tmp_path / "mine.py").write_text(source)
    for place, message in (
        (f"{tmp_path}/mine.py:hog", "MemoryError"),
        (f"{tmp_path}/mine.py:evil", "\\x1b[31m"),
        ("exec:false", "it ended with exit code 1"),
    ):
        result = run("rank", "--by", place, "2c4h7c9hQc")
        assert (result.exit_code, message in result.stderr) == (3, True), result.stderr
        assert "\x1b" not in result.stderr
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.usefixtures("here")
def test_keys_from_standard_input(tmp_path: Path) -> None:
    """Else a program needs a file for its keys, and a file needs --keys."""
    keys = b"".join(block.tobytes() for block in blocks(All(rules=RULES["short-deck"])))
    (tmp_path / "mine.u16").write_bytes(keys)
    arguments = "check", "--rules", "short-deck", "--json", "-"
    piped = run(*arguments, "--keys", "-.u16", text=keys)
    (verdict,) = json.loads(piped.stdout)["evaluators"]
    Draft202012Validator(SCHEMA).validate(json.loads(piped.stdout))
    assert (verdict["name"], verdict["style"], piped.exit_code) == ("-.u16", "keys", 0)
    for option in ((), ("--keys",)):
        (of_file,) = json.loads(run(*arguments, *option, f"{tmp_path}/mine.u16").stdout)[
            "evaluators"
        ]
        assert of_file["digest"] == verdict["digest"]


@pytest.mark.usefixtures("here", "current_folder")
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--keys mine.bin", "mine.bin: its end must say the type of keys, .u8 .u16 .u32 .u64 "),
        ("--keys -", ".f64; standard input is -.u32"),
        ("--keys none.u32", "none.u32: there is no such file"),
        ("mine.u32", "mine.u32 has 1 keys, and there are 2,598,960 hands of 5 cards"),
        ("mine.u32 rulebook", "rulebook is not a file of keys: check it in another run"),
        ("mine.u32 --exec cat", "exec:cat is not a file of keys: check it in another run"),
        ("mine.u32 --compare", "mine.u32 is a file of keys, which can only be checked, with no "),
        ("mine.u32 --jobs tcp://a:1", "--jobs tcp://a:1: files of keys are not sent to a cluster"),
        ("mine.u32 --batch 9", "--each, --numbering, --as and --batch need functions of your own"),
    ],
)
def test_files_of_keys_are_refused_in_one_line(arguments: str, why: str) -> None:
    Path("mine.u32").write_bytes(b"1234")
    assert is_refused(run("check", *arguments.split()), why)


def test_standard_input_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it fills the disk."""
    monkeypatch.setattr(common, "MOST_KEYS", 1 << 20)
    result = run("check", "--keys", "-.u8", text=bytes((1 << 20) + 1))
    assert is_refused(result, "-.u8: more bytes than any game has keys; it does not end?")


@pytest.mark.usefixtures("here")
def test_a_test_is_written_only_after_a_failed_check(tmp_path: Path) -> None:
    """And never over a file; nothing runs before that is known."""
    file = tmp_path / "test_mine.py"
    check = "check", "--sample", "100", "--write-test", str(file)
    right = run(*check, "rank-sums")
    assert right.output.splitlines()[-1] == f"{file} is not written: it is equivalent."
    assert not file.exists()
    wrong = run(*check, f"{BROKEN}:zero")
    assert (wrong.exit_code, wrong.output.splitlines()[-1]) == (
        1,
        f"The test is in {file}: pytest {file}",
    )
    written = file.read_text()
    assert written.count('("') > 1
    again = run(*check, f"{BROKEN}:zero")
    assert is_refused(again, f"{file}: it is there already, and is not overwritten")
    assert file.read_text() == written


@pytest.mark.usefixtures("current_folder")
@pytest.mark.parametrize(
    "arguments",
    ["", "rank-sums cactus-kev", "mine.py --numbering 13*suit+rank", "--keys -.u16"],
)
def test_a_test_is_of_one_evaluator_by_its_name(arguments: str) -> None:
    Path("mine.py").write_text("def evaluate(hand: list[int]): return 0")
    result = run("check", "--write-test", "new.py", *arguments.split(), text=b"12")
    assert is_refused(result, "--write-test needs one EVALUATOR, without --each, --numbering, ")
    result = run("check", "--write-test", "none/new.py", "mine.py")
    assert is_refused(result, "none/new.py: there is no folder none")
