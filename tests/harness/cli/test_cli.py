"""The command, as somebody at a terminal or a script meets it."""

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

from harness.adapters import adopt
from harness.cli import main
from harness.cli.common import why_unknown


def run(*arguments: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=text)


def failed(result: Result, message: str) -> bool:
    """Whether it was refused, in one line."""
    assert result.exit_code == 2, result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1, lines
    return message in lines[0]


def test_help_names_every_command() -> None:
    output = run("--help").stdout
    for command in ("list", "check", "rank", "showdown", "bench", "chart", "report"):
        assert f"\n  {command} " in output


def test_help_imports_little() -> None:
    """Help is asked for by people who wait: no NumPy, no rich, no evaluator."""
    script = (
        "import sys\nfrom harness.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "slow = {'numpy', 'matplotlib', 'rich', 'pyperf', 'evaluators', 'harness.checking'}\n"
        "assert not slow & set(sys.modules), slow & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_list_shows_all_of_them() -> None:
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


def test_rank_by_an_evaluator_of_ones_own(tmp_path: Path) -> None:
    """Its key for a hand; of two, whether it decides as the rules do."""
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
def test_rank_by_what_does_not_answer(arguments: list[str], code: int, message: str) -> None:
    done = run("rank", *arguments)
    assert done.exit_code == code
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_rank_by_has_the_limits_of_a_check(tmp_path: Path) -> None:
    """And what the evaluator raises is told with the hand; its text is no escape sequence."""
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
def test_rank_refuses_what_is_no_hand(hand: str, message: str) -> None:
    assert failed(run("rank", hand), message)


def test_showdown_of_players() -> None:
    table = "Joe, 3H, 4H, 5H, 6H, 8H\nBob, 3C, 3D, 3S, 8C, 10D\nSally, AC, 10C, 5C, 2S, 2C\n"
    output = run("showdown", text=table).stdout
    assert output.splitlines()[0] == "Joe wins: flush, 8-6-5-4-3 beats three treys, T-8"
    assert [line.split()[0] for line in output.splitlines()[1:]] == ["Joe", "Bob", "Sally"]


def test_showdown_of_a_file_from_another_system() -> None:
    """With a byte-order mark and carriage returns."""
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
    assert failed(run("showdown", text=text), message)


def test_showdown_refuses_files_that_are_none(tmp_path: Path) -> None:
    assert failed(run("showdown", str(tmp_path / "none")), "none: No such file")
    assert failed(run("showdown", str(tmp_path)), "Is a directory")


def check(*arguments: str) -> Result:
    """A check of a sample: the exhaustive one is tested elsewhere."""
    return run("check", "--sample", "3000", "--jobs", "1", *arguments)


def test_check_of_what_is_right(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.json"
    result = check("cactus-kev", "sort-by-count", "--json", str(file))
    assert result.exit_code == 0
    assert "2 of 2 are equivalent on this sample: 3,000 hands" in result.stdout
    document = json.loads(file.read_text())
    assert [verdict["name"] for verdict in document["evaluators"]] == [
        "cactus-kev",
        "sort-by-count",
    ]
    wanted = [
        "name",
        "status",
        "hands",
        "classes",
        "digest",
        "reversed",
        "false_ties",
        "false_wins",
        "witness",
        "seconds",
    ]
    assert set(wanted) <= set(document["evaluators"][0])
    assert document["evaluators"][0]["scope"].startswith("3,000 of the 2,598,960 hands of 5 cards")


def test_check_of_what_is_wrong() -> None:
    result = check("tests.harness.broken:flush_straight_swapped", "cactus-kev")
    assert result.exit_code == 1
    assert "not equivalent" in result.stdout
    assert "By the rules the first beats the second; here it loses to it." in result.stdout
    assert "1 of 2 is equivalent" in result.stdout


def test_check_of_what_cannot_be_finished() -> None:
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
    assert "of all showdowns decided wrongly" in result.stdout


def test_check_of_what_depends_on_the_order_of_cards() -> None:
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
        (["chart", "--folder", "/no/such/folder"], "no timing is there"),
    ],
)
def test_bad_usage_is_one_line(arguments: list[str], message: str) -> None:
    assert failed(run(*arguments), message)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_line() -> None:
    script = "from harness.cli import main; main()"
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", script, "rank", "KdQsJcTh9s"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "Error: standard output: No space left on device\n"


def test_everything_fits_eighty_columns() -> None:
    wrong = check("poker-sort-as-published", "handrank-2019-as-published").stdout
    assert max(map(len, wrong.splitlines())) <= 80
    ties = run(
        "check", "--cards", "7", "--sample", "3000", "--jobs", "1", "poker-sort-as-published"
    ).stdout
    assert max(map(len, ties.splitlines())) <= 80


def test_an_interrupted_check_leaves_cleanly() -> None:
    """Ctrl-C at a terminal goes to every process of the group.

    It is heard even if a shell that runs the tests in the background ignores it.
    """
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
    assert len(started) >= 2
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted: 0 of 1 verdicts were reached" in output
    assert "Traceback" not in output + errors
    _, left = psutil.wait_procs(started, timeout=20)
    assert not [child for child in left if child.is_running()]


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
    done = run("odds", *arguments)
    assert done.exit_code == 2
    assert message in done.output
    assert done.output.count("\n") == 1


def test_arrays_are_checked_and_say_so() -> None:
    done = run("check", "--style", "numpy", "--cards", "7", "--sample", "20000", "sort-by-count")
    assert done.exit_code == 0
    assert "an array of them a call" in done.output
    assert "Key for key the same as in the python style" in done.output


@pytest.mark.thorough
def test_one_hand_for_all_suits_says_what_was_not_proven() -> None:
    done = run("check", "--cards", "6", "rank-sums")
    assert done.exit_code == 0
    assert "962,988 of the 20,358,520 hands of 6 cards: all, up to suits" in done.output
    assert "is not proven: --all does that" in done.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--compare", "x.py"], "x.py: there is no such file"),
        (["--compare", "x.py", "--quick"], "--compare and --quick do not go together"),
        (["--quick", "--sample", "5"], "--quick and --sample do not go together"),
        (["--quick", "--all"], "--all and --quick do not go together"),
        (["--name", "mine"], "--name: 1 for 0 evaluators by place or command"),
        (["--name", "a", "--name", "a", "rulebook", "treys"], "have the same label"),
        (["--compare", "x.py", "--junit", "a.xml"], "--compare and --junit do not go together"),
        (["--compare"], "--compare needs a function"),
        (["--junit", "-", "rulebook"], "--junit needs a file"),
        (["--gradescope", "-", "rulebook"], "--gradescope needs a file"),
        (["--seed", "3", "rulebook"], "--seed says which sample"),
        (["--exec", "no-such-program"], "there is no program 'no-such-program'"),
        (["--exec", "say 'hello"], "No closing quotation"),
        (["--exec", "cat", "--style", "numpy"], "--exec and --style numpy do not go together"),
        (["--memory", "1", "rulebook"], "1 is not in the range"),
        (["--state", "pyproject.toml", "rulebook"], "--state pyproject.toml is not a folder"),
        (["no_such_file.py"], "there is no such file"),
    ],
)
def test_options_that_make_no_sense_are_refused(arguments: list[str], message: str) -> None:
    refused = run("check", *arguments)
    assert refused.exit_code == 2
    assert message in refused.output
    assert "Traceback" not in refused.output


def test_a_function_of_two_hands_is_told_where_to_go(tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text("def compare(one, other):\n    return 0\n")
    refused = check(str(tmp_path / "two.py"))
    assert refused.exit_code == 2
    assert "takes two parameters; write compare(hand), or use --compare" in refused.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def evaluate(hand): return 0", ""),
        ("evaluate = 5", "no function is called evaluate"),
        ("raise ValueError('for the verdict')", ""),
    ],
)
def test_what_is_no_evaluator_is_refused_before_anything_runs(
    tmp_path: Path, text: str, said: str
) -> None:
    """What else is wrong with it is for the verdict."""
    file = tmp_path / f"x{abs(hash(text))}.py"
    file.write_text(text)
    assert said in why_unknown((str(file), "python"))
    assert bool(why_unknown((str(file), "python"))) == bool(said)
    assert "takes no arrays" in why_unknown((str(file), "numpy")) or "ValueError" in text


def test_plugins_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = EntryPoint("theirs", "their_package.poker:evaluate", adopt.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [plugin])
    listed = run("list").stdout
    assert "Offered by packages that are installed\n  theirs" in listed
    assert "their_package.poker:evaluate" in listed


# --- What the exit code says, and nothing else. ---


def by_itself(*arguments: str, reader: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, perhaps with a reader behind it."""
    command = shlex.join([sys.executable, "-c", "from harness.cli import main; main()", *arguments])
    script = f"set -o pipefail; {command} {reader}"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)


def test_a_reader_that_leaves_is_not_an_evaluator_that_is_wrong() -> None:
    done = by_itself("check", "--sample", "100", "rulebook", "cactus-kev", reader="| head -1")
    assert done.returncode == 141
    assert done.stdout.startswith("2 evaluators on 100 of the")
    assert done.stderr == ""


def test_an_internal_error_is_one_line_and_code_3(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object, **options: object) -> None:
        raise RuntimeError("a table is\x1b[31m missing")

    monkeypatch.setattr("harness.checking.equivalence.check", fails)
    done = run("check", "rulebook")
    assert done.exit_code == 3
    assert done.stderr.startswith("Internal error: RuntimeError: a table is\\x1b[31m missing (")
    assert done.stderr.endswith("; please report this line\n")


def test_what_cannot_be_encoded_is_shown(tmp_path: Path) -> None:
    """Lone surrogates, escapes and markup in what an evaluator says."""
    (tmp_path / "mine.py").write_text(
        "def evaluate(hand): raise ValueError('\\udc80 \\x1b[31m [red] :key: <b>')\n"
    )
    for arguments in ([], ["--json", "-"]):
        done = by_itself("check", "--quick", str(tmp_path / "mine.py"), *arguments)
        assert done.returncode == 3
        shown = done.stderr if arguments else done.stdout
        assert "ValueError: \\udc80 \\x1b[31m [red] :key: <b>" in shown
        assert "Traceback" not in done.stderr


def test_names_are_printed_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "emoji.py").write_text("def key(hand): return 5\n")
    done = by_itself("check", "--quick", f"{tmp_path}/emoji.py:key")
    assert f"{tmp_path}/emoji.py:key  not equivalent" in done.stdout


def test_labels_and_the_quick_check(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from tests.harness.broken import number_of\ndef evaluate(hand): return number_of(hand)\n"
    )
    file = tmp_path / "found.json"
    arguments = ("--quick", str(tmp_path / "mine.py"), "--name", "my own", "--json", str(file))
    done = run("check", *arguments)
    assert done.exit_code == 0, done.output
    assert "\nmy own     equivalent " in done.stdout
    assert "Nothing is known about other hands" in done.stdout
    (found,) = json.loads(file.read_text())["evaluators"]
    assert (found["name"], found["hands"]) == ("my own", 20_000)
