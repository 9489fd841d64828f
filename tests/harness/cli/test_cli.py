"""The command at a terminal and in a script."""

import json
import os
import shlex
import signal
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from harness.adapters import adopt
from harness.cli import ERRORS, main


def run(*arguments: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=text)


def is_refused(result: Result, message: str) -> bool:
    """Whether a command was refused with a message, in one line."""
    assert result.exit_code == 2, result.output
    (line,) = result.output.splitlines()
    return message in line


def test_help_names_every_command() -> None:
    output = run("--help").stdout
    for command in ("list", "check", "rank", "explain", "showdown", "bench", "report"):
        assert f"\n  {command} " in output


def test_help_imports_little() -> None:
    """Else help is slow: it imports NumPy, rich or an evaluator."""
    script = (
        "import sys\nfrom harness.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "slow = {'numpy', 'matplotlib', 'rich', 'pyperf', 'evaluators', 'harness.checking'}\n"
        "assert not slow & set(sys.modules), slow & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["explain", "KdKs7c7h5s"], "37 x 37 x 13 x 13 x 7"),
        (["odds", "KdKs", "--board", "Qs Jd 2c", "--sample", "100"], "~ is the standard error"),
        (["rank", "KdQsJcTh9s"], "king-high straight"),
    ],
)
def test_output_in_ascii(arguments: list[str], line: str) -> None:
    """Failure means an internal error, or bytes that are not ASCII, where a locale is missing."""
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "allhands", *arguments], capture_output=True, env=environment
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert line in done.stdout.decode("ascii")


def test_characters_that_an_encoding_lacks() -> None:
    """Suits become letters; the names and keys of others become codes."""
    assert "♣♦♥♠ K♦ é 中".encode("ascii", ERRORS) == rb"cdhs Kd \xe9 \u4e2d"
    assert "±♠ é".encode("latin-1", ERRORS) == b"\xb1s \xe9"


def test_list_shows_all_evaluators() -> None:
    output = run("list").stdout
    for name in ("rulebook", "cactus-kev-perfect-hash", "handrank-2019-as-published", "treys"):
        assert f"  {name} " in output
    assert max(map(len, output.splitlines())) <= 80


def test_rank() -> None:
    output = run("rank", "Kd", "Qs", "Jc", "Th", "9s").stdout
    assert "king-high straight" in output
    assert "1,601 of 7,462" in output
    assert "straight, 2 of 10 from the top" in output
    assert "2,587,404 of 2,598,960 hands: 99.5554%" in output
    assert "1,020, itself included: 0.0392%" in output
    assert "10,536: 0.4054%" in output
    assert "matrix-score             4.00002624222018" in output
    assert run("rank", "KdQsJcTh9s").stdout == output


FORGETS_WHEELS = """
def key(hand: list[int]):
    ranks = sorted((card // 4 for card in hand), reverse=True)
    counts = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    is_straight = len(counts) == 5 and ranks[0] - ranks[4] == 4
    return is_straight or (len(counts) < 5), counts
"""


def test_rank_by_a_users_evaluator(tmp_path: Path) -> None:
    """Else it shows a wrong key, or does not see that the evaluator contradicts the rules."""
    (tmp_path / "mine.py").write_text(FORGETS_WHEELS)
    by = "--by", str(tmp_path / "mine.py")
    alone = run("rank", *by, "Ad 5c 4c 3c 2c")
    key = "(False, [(1, 12), (1, 3), (1, 2), (1, 1), (1, 0)])"
    assert alone.stdout.splitlines() == [
        f"Ad 5c 4c 3c 2c  five-high straight  key {key}",
        "The higher key wins, inferred from a royal flush and the weakest hand.",
    ]
    two = run("rank", *by, "Ad5c4c3c2c", "Ac5h5d4d3d")
    assert two.exit_code == 1
    assert two.stdout.splitlines()[-1] == (
        "By the rules the first beats the second; here it loses to it."
    )
    right = run("rank", "--by", "cactus-kev", "Ad5c4c3c2c", "Kd Qs Jc Th 9s")
    assert right.exit_code == 0
    assert right.stdout.splitlines()[2:] == [
        "The lower key wins.",
        "By the rules the first loses to the second; and so it is here.",
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["KdQsJcTh9s", "AsKsQsJsTs"], 2, "two hands are compared with --by EVALUATOR"),
        (["--by", "cactus-kev", "KdQsJcTh9s", "AsKsQsJsTs9s"], 2, "the second 6"),
        (["--by", "cactus-kev", "KdQsJcTh9s", "AsKsQsJsXs"], 2, "'Xs' has no such rank"),
        (["--by", "nobody", "KdQsJcTh9s"], 2, "no evaluator is called 'nobody'"),
        (["--by", "tests.harness.broken:none", "KdQsJcTh9s"], 3, "a key of None is not taken"),
        (["--by", "tests.harness.broken:dies", "2c4h7c9hQc"], 3, "exit code"),
    ],
)
def test_rank_by_an_evaluator_that_does_not_answer(
    arguments: list[str], code: int, message: str
) -> None:
    result = run("rank", *arguments)
    assert result.exit_code == code
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_rank_by_has_the_limits_of_a_check(tmp_path: Path) -> None:
    """Else an evaluator can take all memory, or its error can send escape sequences."""
    (tmp_path / "mine.py").write_text("def hog(hand: list): return len([0] * 10**9)\n")
    hog = run("rank", "--by", f"{tmp_path}/mine.py:hog", "KdQsJcTh9s")
    assert (hog.exit_code, "MemoryError" in hog.stderr) == (3, True)
    (tmp_path / "mine.py").write_text("def evil(hand: list): raise ValueError('\x1b[31m')\n")
    evil = run("rank", "--by", f"{tmp_path}/mine.py:evil", "KdQsJcTh9s")
    assert (evil.exit_code, "\\x1b[31m" in evil.stderr, "\x1b" in evil.stderr) == (3, True, False)


def test_rank_of_seven_cards_is_that_of_the_best_five() -> None:
    output = run("rank", "Kd Qs Jc Th 9s 2c 2d").stdout
    assert "king-high straight" in output
    assert "best five cards" in output


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("Kd Qs Jc Th", "4 cards, but 5 to 7 are needed"),
        ("Kd Qs Xc Th 9s", "card 3 of 5: 'Xc' has no such rank"),
        ("Kd Qs Kd Th 9s", "card 3 of 5: 'Kd' is there twice"),
        ("", "no cards"),
    ],
)
def test_rank_refuses_invalid_hands(hand: str, message: str) -> None:
    assert is_refused(run("rank", hand), message)


def test_showdown_of_players() -> None:
    table = "Joe, 3H, 4H, 5H, 6H, 8H\nBob, 3C, 3D, 3S, 8C, 10D\nSally, AC, 10C, 5C, 2S, 2C\n"
    output = run("showdown", text=table).stdout
    assert output.splitlines()[0] == "Joe wins: flush, 8-6-5-4-3 beats three treys, T-8"
    assert [line.split()[0] for line in output.splitlines()[1:]] == ["Joe", "Bob", "Sally"]


def test_showdown_of_a_file_from_another_system() -> None:
    """Else a byte-order mark or carriage returns spoil the names of players."""
    table = b"\xef\xbb\xbfJoe, 3H, 4H, 5H, 6H, 8H\r\n#2 Bob, 3C, 3D, 3S, 8C, 10D\r\n"
    output = run("showdown", text=table).stdout
    assert output.startswith("Joe wins: flush, 8-6-5-4-3 beats three treys, T-8\n")
    assert "  #2 Bob  3c 3d 3s" in output


def test_showdown_of_two_hands_a_line(tmp_path: Path) -> None:
    file = tmp_path / "poker.txt"
    file.write_text("5H 5C 6S 7S KD 2C 3S 8S 8D TD\n5D 8C 9S JS AC 2C 5C 7D 8S QH\n")
    output = run("showdown", str(file)).stdout
    assert "pair of fives, K-7-6 loses to pair of eights, T-3-2" in output
    assert output.splitlines()[-1] == "left wins 1, right wins 1, 0 tied, of 2 showdowns"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Joe, 3H 4H 5X 6H 8H", "standard input, line 1: card 3 of 5: '5X' has no such suit"),
        ("", "standard input, no player and no hand"),
        (b"\xff\xfe", "standard input: it is not UTF-8 text"),
    ],
)
def test_showdown_refuses_wrong_input(text: str | bytes, message: str) -> None:
    assert is_refused(run("showdown", text=text), message)


def test_showdown_refuses_missing_files_and_folders(tmp_path: Path) -> None:
    assert is_refused(run("showdown", str(tmp_path / "none")), "none: No such file")
    assert is_refused(run("showdown", str(tmp_path)), "Is a directory")


def check(*arguments: str) -> Result:
    """A check of a sample; other tests check all hands."""
    return run("check", "--sample", "3000", "--jobs", "1", *arguments)


def test_check_of_right_evaluators(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.json"
    result = check("cactus-kev", "sort-by-count", "--json", str(file))
    assert result.exit_code == 0
    assert "2 of 2 are equivalent on this sample: 3,000 hands" in result.stdout
    assert "in one and the same order. Digest of that order (SHA-256):\n" in result.stdout
    document = json.loads(file.read_text())
    first, second = document["evaluators"]
    assert (first["name"], second["name"]) == ("cactus-kev", "sort-by-count")
    keys = {
        *("name", "status", "hands", "classes", "digest", "reversed", "false_ties", "false_wins"),
        *("witness", "seconds"),
    }
    assert keys <= set(first)
    assert first["scope"].startswith("3,000 of the 2,598,960 hands of 5 cards")


def test_check_of_a_wrong_evaluator() -> None:
    result = check("tests.harness.broken:flush_straight_swapped", "cactus-kev")
    assert result.exit_code == 1
    assert "not equivalent" in result.stdout
    assert "By the rules the first beats the second; here it loses to it." in result.stdout
    assert "1 of 2 is equivalent on this sample" in result.stdout
    assert "Nothing is known about other hands: this is a sample." in result.stdout


def test_a_check_that_cannot_be_finished() -> None:
    result = check("tests.harness.broken:exits", "cactus-kev")
    assert result.exit_code == 3
    assert "SystemExit: enough" in result.stdout
    assert "1 of 2 is equivalent" in result.stdout


def test_check_of_a_module_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(0)\n")
    assert check("leaves").exit_code == 3
    text = "name = 'm'; sizes = (5,); lower_wins = False\ndef encode(c): return c\n"
    (tmp_path / "constant.py").write_text(text + "def evaluate(hand): return 0\n")
    result = check("constant")
    assert result.exit_code == 1
    assert "of this sample's showdowns decided wrongly" in " ".join(result.stdout.split())


def test_check_of_an_evaluator_that_depends_on_the_order_of_cards() -> None:
    result = check("tests.harness.broken:sorted_only")
    assert "The same cards, in another order: one hand by the rules" in result.stdout


def test_check_writes_json_to_standard_output() -> None:
    result = check("cactus-kev", "--json", "-")
    assert json.loads(result.stdout)["evaluators"][0]["status"] == "equivalent"
    assert "equivalent" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "cactus-kv"], "did you mean 'cactus-kev'?"),
        (["check", "--all", "--sample", "9"], "--all and --sample do not go together"),
        (["check", "--published", "--style", "numpy"], "--published and --style numpy do not go"),
        (["check", "--style", "numpy", "matrix"], "did you mean 'matrix-score'?"),
        (["check", "--sample", "9999999"], "there are only 2,598,960"),
        (["check", "--published", "cactus-kev"], "leave the names out"),
        (["check", "--json", "/no/such/folder/x.json"], "there is no folder /no/such/folder"),
        (["check", "--json", "/"], "it is a folder"),
        (["bench", "nobody"], "no evaluator is called 'nobody'"),
        (["bench", "--show", "--out", "/no/such/folder"], "no such timing is there"),
        (["bench", "--fast", "--rigorous"], "do not go together"),
        (["bench", "--fast", "--against", "reports"], "do not go together"),
        (["bench", "--full", "--workload", "flush"], "do not go together"),
        (["bench", "--workload", "flushes"], "--workload flushes: there is none"),
        (["bench", "--against", "/no/such/folder"], "--against /no/such/folder: no timing is"),
        (["bench", "--style", "numpy", "treys"], "'treys' takes one hand a call"),
        (["bench", "handrank-as-published", "--workload", "random-7"], "none of these evaluators"),
        (["report", "--redraw", "--folder", "/no/such/folder"], "no timing is there"),
    ],
)
def test_bad_usage_is_one_line(arguments: list[str], message: str) -> None:
    assert is_refused(run(*arguments), message)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_line() -> None:
    script = "from harness.cli import main; main()"
    with Path("/dev/full").open("w") as full:
        process = subprocess.run(
            [sys.executable, "-c", script, "rank", "KdQsJcTh9s"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert process.returncode == 2
    assert process.stderr == "Error: standard output: No space left on device\n"


def test_everything_fits_eighty_columns() -> None:
    wrong = check("poker-sort-as-published", "handrank-2019-as-published").stdout
    assert max(map(len, wrong.splitlines())) <= 80
    ties = run(
        "check", "--cards", "7", "--sample", "3000", "--jobs", "1", "poker-sort-as-published"
    ).stdout
    assert max(map(len, ties.splitlines())) <= 80


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
    assert process.stdout
    assert "1 evaluator on all" in process.stdout.readline()
    started = psutil.Process(process.pid).children(recursive=True)
    assert started
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted: 0 of 1 verdicts were reached" in output
    assert "Traceback" not in output + errors
    _, left = psutil.wait_procs(started, timeout=20)
    assert not [child for child in left if child.is_running()]


def test_ctrl_c_before_a_check_has_its_own_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an interrupted table or machine code looks like an evaluator that is wrong."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("evaluators.preparing.build_table", interrupted)
    for arguments in (("prepare",), ("check", "two-plus-two")):
        result = run(*arguments)
        assert (result.exit_code, result.stdout, result.stderr) == (130, "", "interrupted\n")


def test_odds_say_whether_they_were_counted_or_sampled() -> None:
    counted = run("odds", "AsKd", "--board", "Qs Jd 2c 7h 3s").stdout
    assert "990 showdowns, all there are" in counted
    sampled = run("odds", "AsKd", "--sample", "1000", "--seed", "3").stdout
    assert "1,000 showdowns, a sample of 2,097,572,400, drawn with seed 3" in sampled
    assert sampled.count("±") == 4
    assert sampled == run("odds", "AsKd", "--sample", "1000", "--seed", "3").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["As"], "1 card, but 2 or 5 are needed: 'As'"),
        (["As", "As"], "card 2 of 2: 'As' is there twice"),
        (["As", "Kd", "--board", "2c 3c"], "--board: 2 cards, but 3 to 5 are needed"),
        (["As", "Kd", "--board", "As 2c 3c"], "--board: As is in use already"),
        (["As", "Kd", "--dead", "Kd Kc"], "--dead: Kd is in use already"),
        (["As", "Kd", "--dead", "Zz"], "--dead: card 1 of 1: 'Zz' has no such rank"),
        (["As Ks Qs Js Ts", "--board", "2c 3c 4c"], "--board goes with a hand of 2 cards"),
        (["As Ks Qs Js Ts", "--opponents", "10"], "50 cards are needed, 47 are left"),
    ],
)
def test_bad_odds_are_one_line(arguments: list[str], message: str) -> None:
    assert is_refused(run("odds", *arguments), message)


def test_arrays_are_checked_and_say_so() -> None:
    result = run("check", "--style", "numpy", "--cards", "7", "--sample", "20000", "sort-by-count")
    assert result.exit_code == 0
    assert "an array a call" in result.output


@pytest.mark.thorough
def test_a_check_up_to_suits_says_what_it_does_not_prove() -> None:
    result = run("check", "--cards", "6", "rank-sums")
    assert result.exit_code == 0
    assert "962,988 of the 20,358,520 hands of 6 cards: all, up to suits" in result.output
    assert "is not proven: --all does that" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--compare", "x.py"], "x.py: there is no such file"),
        (["--compare", "--published"], "--compare and --published do not go together"),
        (
            ["--compare", "x.py", "--style", "numpy"],
            "--compare and --style numpy do not go together",
        ),
        (["--quick", "--sample", "5"], "--quick and --sample do not go together"),
        (["--quick", "--all"], "--all and --quick do not go together"),
        (["--compare"], "--compare needs a function"),
        (["--seed", "3", "rulebook"], "--seed says which sample"),
        (["--exec", "no-such-program"], "there is no program 'no-such-program'"),
        (["--exec", "say 'hello"], "No closing quotation"),
        (["--exec", "cat", "--style", "numpy"], "--exec and --style numpy do not go together"),
        (["--memory", "1", "rulebook"], "1 is not in the range"),
        (["--state", "pyproject.toml", "rulebook"], "--state pyproject.toml is not a folder"),
        (["no_such_file.py"], "there is no such file"),
    ],
)
def test_invalid_options_are_refused(arguments: list[str], message: str) -> None:
    refused = run("check", *arguments)
    assert refused.exit_code == 2
    assert message in refused.output
    assert "Traceback" not in refused.output


def test_the_refusal_of_a_function_of_two_hands_names_compare(tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text("def compare(one, other):\n    return 0\n")
    refused = check(str(tmp_path / "two.py"))
    assert refused.exit_code == 2
    assert "takes two parameters; write compare(hand), or use --compare" in refused.output


def test_plugins_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = EntryPoint("theirs", "their_package.poker:evaluate", adopt.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [plugin])
    listed = run("list").stdout
    assert "Offered by packages that are installed\n  theirs" in listed
    assert "their_package.poker:evaluate" in listed


def run_apart(*arguments: str, reader: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process, perhaps with a reader of its output."""
    command = shlex.join([sys.executable, "-c", "from harness.cli import main; main()", *arguments])
    script = f"set -o pipefail; {command} {reader}"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)


def test_a_closed_pipe_has_its_own_exit_code() -> None:
    """Else a reader that leaves looks like an evaluator that is wrong."""
    process = run_apart("check", "--sample", "100", "rulebook", "cactus-kev", reader="| head -1")
    assert process.returncode == 141
    assert process.stdout.startswith("2 evaluators on 100 of the")
    assert process.stderr == ""


def test_an_internal_error_is_one_line_and_code_3(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object, **options: object) -> None:
        raise RuntimeError("a table is\x1b[31m missing")

    monkeypatch.setattr("harness.checking.equivalence.check", fails)
    result = run("check", "rulebook")
    assert result.exit_code == 3
    assert result.stderr.startswith("Internal error: RuntimeError: a table is\\x1b[31m missing (")
    assert result.stderr.endswith("; please report this line\n")


def test_text_that_cannot_be_encoded_is_shown(tmp_path: Path) -> None:
    """Else lone surrogates, escapes or markup in an error end the command or are lost."""
    (tmp_path / "mine.py").write_text(
        "def evaluate(hand): raise ValueError('\\udc80 \\x1b[31m [red] :key: <b>')\n"
    )
    for arguments in ([], ["--json", "-"]):
        process = run_apart("check", "--quick", str(tmp_path / "mine.py"), *arguments)
        assert process.returncode == 3
        shown = process.stderr if arguments else process.stdout
        assert "ValueError: \\udc80 \\x1b[31m [red] :key: <b>" in shown
        assert "Traceback" not in process.stderr


def test_names_are_printed_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "emoji.py").write_text("def key(hand): return 5\n")
    process = run_apart("check", "--quick", f"{tmp_path}/emoji.py:key")
    assert f"{tmp_path}/emoji.py:key  not equivalent" in process.stdout


def test_the_quick_check(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from tests.harness.broken import number_of\ndef evaluate(hand): return number_of(hand)\n"
    )
    file = tmp_path / "verdicts.json"
    result = run("check", "--quick", str(tmp_path / "mine.py"), "--json", str(file))
    assert result.exit_code == 0, result.output
    assert "Nothing is known about other hands" in result.stdout
    (verdict,) = json.loads(file.read_text())["evaluators"]
    assert (verdict["status"], verdict["hands"]) == ("equivalent", 20_000)


def all_tie(first: list[str], second: list[str]) -> int:
    """A comparison without a winner."""
    return 0


MISBEHAVING = "wheel_missing", "suits_break_ties", "sorted_only", "none", "lists", "exits"


@pytest.mark.parametrize(
    "arguments",
    [
        ["cactus-kev-dict", *(f"tests.harness.broken:{name}" for name in MISBEHAVING)],
        ["--style", "numpy", "rank-sums"],
        ["--compare", f"{__name__}:all_tie", "operator:lt"],
        pytest.param(["--cards", "7", "matrix-score-as-published"], marks=pytest.mark.thorough),
    ],
)
def test_json_matches_its_schema(arguments: list[str]) -> None:
    """A failure means that a program which relies on the schema cannot read the file."""
    schema = json.loads((Path(__file__).parents[3] / "docs" / "verdicts.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(check("--json", "-", *arguments).stdout))
