"""The README and the docs show the numbers of the committed run, and their links work."""

import json
import re
import shutil
import subprocess
from math import comb
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from benchmarks.readme import PAGES, SHOWN, charts, fill, page_of, shown
from evaluators import ARRAYS, BUILT_IN, PUBLISHED
from evaluators.cards import parse_hand
from harness.cli import main
from harness.cli.common import LOCAL
from harness.hands.classes import CATEGORIES, class_of, classes
from harness.reporting import report, terminal
from harness.reporting.charts import charts_of
from harness.reporting.report import labels, read_verdicts
from harness.reporting.timing_tables import timing_table
from harness.timing.results import read
from harness.timing.workloads import WORKLOADS
from tests.harness.timed import numbers_in

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TABLE_PAGE = (ROOT / "docs" / "at-the-table.md").read_text(encoding="utf-8")
PUBLISHED_PAGE = (ROOT / "docs" / "published.md").read_text(encoding="utf-8")
COMMITTED = ROOT / "reports"
NAMESPACE = "http://www.w3.org/2000/svg"
SVG = f"{{{NAMESPACE}}}"
VERDICTS = json.loads((COMMITTED / "verdicts.json").read_text())["evaluators"]


def test_the_timings_are_those_of_the_committed_files() -> None:
    """Else the README shows timings that no file has."""
    results = read(COMMITTED / "timing")
    timings = results.of("random-5")
    marks = labels(read_verdicts(COMMITTED), timings)
    table = timing_table("random-5", timings, results.find("treys", "random-5"), marks)
    console = terminal.console()
    with console.capture() as captured:
        console.print(table)
    assert shown("bench") == captured.get()


def test_the_charts_are_those_of_the_committed_files() -> None:
    """Else the README shows another chart, or a caption with other numbers."""
    assert shown("charts").strip() == charts(COMMITTED)
    assert f"reports/{SHOWN}-light.svg" in shown("charts")


def test_the_report_is_that_of_the_committed_files(tmp_path: Path) -> None:
    """Else the report's text, or a chart's numbers, differ from those that its files make."""
    copy = tmp_path / "reports"
    shutil.copytree(COMMITTED, copy, ignore=shutil.ignore_patterns("local", "README.md"))
    results = read(copy / "timing")
    drawn = charts_of(results, labels(read_verdicts(copy), results.timings))
    report.write(copy, results, drawn)
    assert (copy / "README.md").read_text() == (COMMITTED / "README.md").read_text()
    for chart in drawn:
        assert numbers_in(COMMITTED, chart) == chart.as_csv()


def test_git_ignores_the_runs_of_this_machine() -> None:
    """Else `make report`, `make bench` and the like change files that git tracks."""
    check_ignore = ["git", "check-ignore", "--no-index", "reports/local/verdicts.json"]
    if (ROOT / ".git").exists():
        subprocess.run(check_ignore, cwd=ROOT, capture_output=True, check=True)
    assert Path("reports/local") == LOCAL


def test_one_call_stays_under_a_tenth_of_a_second() -> None:
    """Else pyperf times an evaluator on too few calls; the scale workloads are exempt."""
    results = read(COMMITTED / "timing")
    calls = [
        (timing.median * WORKLOADS[timing.workload].how_many(timing.style), timing.label)
        for timing in results.timings
        if timing.workload in WORKLOADS and not WORKLOADS[timing.workload].hands
    ]
    longest, label = max(calls)
    assert longest < 100e6, label


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda verdict: str(verdict["name"]))
def test_the_verdicts_are_those_of_the_committed_run(verdict: dict[str, object]) -> None:
    """Else a table shows another status, class count or share than the committed verdict."""
    published = verdict["name"] in PUBLISHED
    sizes = (5, 7) if published else (5,) if verdict["name"] in BUILT_IN else ()
    is_in_readme = verdict["cards"] in sizes
    if not is_in_readme or verdict["style"] != "python":
        assert published or verdict["status"] == "equivalent"
        return
    rows = shown("published" if published else "check").splitlines()
    of_name = [line.split() for line in rows if line.startswith(f"{verdict['name']}  ")]
    row = of_name[0 if verdict["cards"] == 5 else 1]
    wrong = sum(int(str(verdict[kind])) for kind in ("reversed", "false_ties", "false_wins"))
    share = f"1 in {int(str(verdict['showdowns'])) / wrong:,.0f}" if wrong else "none"
    status = "equivalent" if verdict["status"] == "equivalent" else "not equivalent"
    assert " ".join(row[1:-1]) == f"{status} {verdict['classes']:,} {share}"
    assert not published or share in PUBLISHED_PAGE


def test_the_sevens_are_those_of_the_committed_run() -> None:
    """Else the page claims more than that all array evaluators agree on all hands of seven."""
    document = json.loads((ROOT / "reports" / "seven-cards.json").read_text())
    verdicts = document["evaluators"]
    rows = {line.split()[0]: line.split()[1:4] for line in shown("sevens").splitlines() if line}
    for verdict in verdicts:
        assert (verdict["style"], verdict["hands"]) == ("numpy", comb(52, 7))
        assert rows[verdict["name"]] == ["equivalent", f"{verdict['classes']:,}", "none"]
    assert [verdict["name"] for verdict in verdicts] == list(ARRAYS)
    (digest,) = {verdict["digest"] for verdict in verdicts}
    assert digest in shown("sevens")


def test_the_odds_are_those_of_the_command() -> None:
    """Else the page shows output that the command does not print."""
    output = CliRunner().invoke(main, ["odds", "As", "Kd", "--board", "Qs Jd 2c"]).stdout
    assert output.strip() in TABLE_PAGE


def test_the_digest_is_that_of_all_verdicts() -> None:
    """Else the README shows a digest that no evaluator has."""
    fives = [row for row in VERDICTS if row["status"] == "equivalent" and row["cards"] == 5]
    (digest,) = {verdict["digest"] for verdict in fives}
    assert digest in shown("check")


def test_the_ranked_hand_is_that_of_the_command() -> None:
    """Else the page shows output that the command does not print."""
    output = CliRunner().invoke(main, ["rank", "Kd Qs Jc Th 9s"]).stdout
    assert shown("rank").strip() == output.strip()


def test_filling_a_block_leaves_the_rest_alone() -> None:
    """Else new output overwrites text that somebody wrote."""
    text = "a\n<!-- x -->\n```console\n$ ls\nold\n```\n<!-- /x -->\nb\n"
    assert fill(text, "x", "new\nlines \n") == text.replace("old", "new\nlines")
    plain = "a\n<!-- x -->\nold\n<!-- /x -->\n"
    assert fill(plain, "x", "new") == plain.replace("old", "new")
    with pytest.raises(LookupError, match="no block called 'y'"):
        fill(text, "y", "")
    with pytest.raises(LookupError, match="no page has a block called 'y'"):
        page_of("y")


def test_the_readme_is_short() -> None:
    """Else the README holds what belongs into the docs."""
    assert len(README.splitlines()) <= 180


TEXTS = (*PAGES, ROOT / "CONTRIBUTING.md", COMMITTED / "README.md")


def anchor_of(heading: str) -> str:
    """GitHub's anchor of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", TEXTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    """Else a link names a missing file or heading; links to the web are not tested."""
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|srcset)="([^"]+)"', text)
    for link in links:
        file, _, anchor = link.partition("#")
        if not re.match(r"https?:", link):
            target = (page.parent / file).resolve() if file else page
            assert target.exists(), link
            if anchor:
                headings = re.findall(r"(?m)^#+ (.*)$", target.read_text(encoding="utf-8"))
                assert anchor in map(anchor_of, headings), link


def test_the_words_are_those_of_the_rules() -> None:
    """Else an example is not of its category, or the page has a wrong number of hands."""
    words = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
    lines = [line.strip("|").split("|") for line in words.splitlines() if line.startswith("| ")]
    rows = [(cells[0].strip(), cells[1].strip(), cells[-1].strip()) for cells in lines[1:]]
    assert [name for name, _, _ in rows] == [*reversed(CATEGORIES)]
    for name, example, hands in rows:
        number = CATEGORIES.index(name)
        assert class_of(parse_hand(example)).category == number
        sizes = [hand_class.size for hand_class in classes() if hand_class.category == number]
        assert f"{sum(sizes):,}" == hands


def test_the_page_shows_the_evaluator_that_was_checked() -> None:
    """Else the README's file, or the numbers and the witness of its verdict, are out of date."""
    own = (ROOT / "docs" / "check-your-own" / "mine.py").read_text()
    assert f"```python\n{own}```" in README
    (alt,) = re.findall(r'verdict-light.svg" alt="(.*?)"', README)
    numbers = re.findall(r"\d[\d,]+", alt)
    assert numbers == ["1,024", "1,861"]
    assert all(number in shown("own") for number in numbers)
    assert " ".join(re.findall(r"[2-9TJQKA][cdhs]\b", alt)) in shown("own")


def test_the_picture_shows_what_the_page_says() -> None:
    """Else a line of the output, apart from the seconds, is missing in a picture."""
    lines = [line for line in shown("own").splitlines() if line and "cpu s" not in line]
    folder = ROOT / "docs" / "check-your-own"
    for theme in ("light", "dark"):
        root = ElementTree.parse(folder / f"verdict-{theme}.svg").getroot()
        drawn = "".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
        drawn = drawn.replace("\xa0", " ")
        for line in lines:
            assert line.strip() in drawn
    assert "http:" not in (folder / "verdict-dark.svg").read_text().replace(NAMESPACE, "")
