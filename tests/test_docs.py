"""The site: its pages are in order, their links and pictures work, and the chapters' code runs."""

import ast
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations, pairwise
from math import comb
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.readme import shown
from benchmarks.site import faults_in, requests_in
from evaluators.cactus_kev.perfect_hash import COLUMNS, ROWS
from evaluators.cactus_kev.scalar import PRODUCTS
from evaluators.cards import parse_hand
from harness import check
from harness.checking.hints import Kind
from harness.cli import main
from harness.hands.classes import class_of, classes
from harness.reporting.charts.scale import overtakes
from harness.teaching.chapters import CHAPTER_OF
from harness.teaching.course.canvas import Drawing, Table
from harness.teaching.course.committed import rows
from harness.teaching.course.example_tests import EXERCISM, NORVIG
from harness.teaching.course.heat_map import caught_by, results
from harness.teaching.explanation import STRATEGIES
from harness.teaching.grader.exercise import exercises
from harness.timing.regressions import FASTER, SLOWER, compare
from harness.timing.results import Results, Timing
from harness.timing.workloads import HEADLINES

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
COURSE = DOCS / "course"
CHAPTERS = sorted(COURSE.glob("[0-9]*.md"))
APPENDIX = COURSE / "09-appendix.md"
LESSONS = [chapter for chapter in CHAPTERS if chapter != APPENDIX]
FENCE = re.compile(r"(?ms)^(`{3,})(.*?)\n(.*?)^\1$")
PREDICT = "## Predict, then look"
EULER_SHOWDOWNS = 1_000
"""How many there are in problem 54 of Project Euler."""


def named(page: Path) -> str:
    return str(page.relative_to(DOCS))


def prose(page: Path) -> str:
    """The page without fenced blocks and front matter."""
    return re.sub(
        r"\A---.*?^---\n",
        "",
        FENCE.sub("", page.read_text("utf-8")),
        flags=re.DOTALL | re.MULTILINE,
    )


def cells(page: Path) -> Iterator[tuple[str, set[str]]]:
    """The code cells of a chapter, with their tags."""
    for _, head, text in FENCE.findall(page.read_text("utf-8")):
        if head.startswith("{code-cell}"):
            option = re.match(r":tags: \[(.*?)\]\n", text)
            tags = set(option[1].split(", ")) if option else set()
            yield text[option.end() if option else 0 :], tags


def run(cell: str, names: dict[str, Any]) -> object:
    """Run a cell, as a notebook does; the value of its last line, if that is an expression."""
    tree = ast.parse(cell)
    last = tree.body.pop()
    if not isinstance(last, ast.Expr):
        tree.body.append(last)
    exec(compile(tree, "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


class Pictures(HTMLParser):
    """The images and drawings of a page of HTML, each with its alternative text."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = {"img": "alt", "svg": "aria-label"}.get(tag)
        if name:
            self.texts.append(dict(attrs).get(name) or "")


def pictures(text: str) -> list[str]:
    """The alternative texts of all pictures, those of Markdown and those of HTML."""
    parser = Pictures()
    parser.feed(text)
    return re.findall(r"!\[(.*?)\]\(", text) + parser.texts


@pytest.fixture(scope="module")
def values() -> dict[str, list[object]]:
    """What the cells of each chapter show, run in one namespace in the folder of the course."""
    shown = {}
    before = Path.cwd()
    os.chdir(COURSE)
    try:
        for chapter in CHAPTERS:
            names: dict[str, Any] = {"__name__": "__main__"}
            shown[chapter.name] = [run(cell, names) for cell, _ in cells(chapter)]
    finally:
        os.chdir(before)
    return shown


@pytest.mark.parametrize("chapter", CHAPTERS, ids=named)
def test_every_cell_runs_and_a_picture_is_among_them(
    chapter: Path, values: dict[str, list[object]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Else a reader's notebook stops with a traceback, or a chapter has no picture."""
    drawn = [value for value in values[chapter.name] if isinstance(value, Drawing | Table)]
    charts = re.findall(r'(?:src|srcset)="([^"]+)"', prose(chapter))
    assert drawn or charts
    assert all((chapter.parent / chart).is_file() for chart in charts)
    for value in drawn:
        alt = [value.alt] if isinstance(value, Drawing) else []
        assert pictures(value._repr_html_()) == alt


def test_the_answers_are_those_that_the_chapters_tell(values: dict[str, list[object]]) -> None:
    """Else a chapter's text says another winner than its cell shows."""
    titles = {
        name: [(table.title, table.rows) for table in tables_of(shown)]
        for name, shown in values.items()
    }
    assert (1287, 7462, 7462) in values["02-count-the-hands.md"]
    assert "3,377,295,241,320" in values["02-count-the-hands.md"]
    said = {name: [title for title, _ in found] for name, found in titles.items()}
    assert "item 1 decides: 7 > 6: the first is greater" in said["01-tuples.md"]
    assert "item 4 decides: (2,) > (): the first is greater" in said["03-buckets.md"]
    decided = [
        title for title, rows in titles["04-sort-by-count.md"] if "K-K-7-6-2" in str(rows[0][0])
    ]
    assert decided[0] == "item 1 decides: (2, 13) > (2, 12): the first is greater"
    assert decided[1] == "item 1 decides: (2, 1, 1, 1) < (2, 2, 1): the second is greater"


def test_chapter_7_tells_what_its_cells_show(values: dict[str, list[object]]) -> None:
    """Else its text has other numbers than the map, or a bug, test or hint that is not so."""
    name = "07-why-tests-miss-bugs.md"
    text, shown = prose(COURSE / name).replace("\n", " "), values[name]
    table, numbers = results(), caught_by(results())
    missed = [bug for bug, caught in table.items() if not caught["Exercism"]]
    ties = [bug for bug, row in table.items() if row["Exercism"] and not row["Norvig"]]
    said = re.compile("tie|left out|only the|single precision")
    assert f"[{len(table)} bugs]" in text
    assert f"catch {numbers['1,000 pairs']} of them. **How many do Exercism's 37 cases" in text
    assert f"catch {numbers['Exercism']} of the {len(table)} bugs, a million random" in text
    assert f"a million random pairs catch {numbers['1,000,000 pairs']}." in text
    assert f"catch {numbers['category counts']} of the {len(table)} bugs" in text
    assert missed in shown
    assert len(missed) == 9
    assert len(table) - numbers["7,462 values"] in shown
    assert 2 * sum(map(bool, map(said.search, ties))) > len(ties)
    assert shown.count(([], [])) == 2
    assert (7462, 0) in shown
    assert (True, True) in shown
    assert any(isinstance(value, list) and value[::2] == [None, None] for value in shown)
    (hints,) = (value for value in shown if isinstance(value, dict))
    for word, hint in zip(("suits", "order of the cards", "randomness"), hints.values()):
        assert word in hint
    hands = [hand for case in EXERCISM for hand in case.hands] + list(NORVIG)
    assert not any({card // 4 for card in hand} == {12, 3, 2, 1} for hand in hands)
    (small,) = (table for table in tables_of(shown) if table.title.startswith("5 planted bugs"))
    assert "ten examples: 0" in small.head
    assert text.partition("the hint is: *")[2].partition("*")[0] == Kind.BESIDE_RANKS


def tables_of(shown: list[object]) -> list[Table]:
    return [value for value in shown if isinstance(value, Table)]


def test_chapter_5_one_number(values: dict[str, list[object]]) -> None:
    """Else the chapter says another tie, another safe base or another advice than there is."""
    page, shown = COURSE / "05-one-number.md", values["05-one-number.md"]
    text = page.read_text("utf-8")
    bases = next(table for table in tables_of(shown) if table.title == "A-2 and K-Q in bases")
    assert [(str(row[1])[-3:], row[3]) for row in bases.rows] == [
        ("142", "a tie"), ("170", "A-2 is greater"), ("212", "A-2 is greater"),
    ]  # fmt: skip
    from_2, from_0 = (value for value in shown if isinstance(value, dict))
    assert [base for base, (same, _) in from_2.items() if not same] == [13, 14, 15, 16]
    assert [base for base, wrong in from_2.items() if wrong == (0, 0)] == [15, 16]
    assert [base for base, wrong in from_0.items() if wrong == (0, 0)] == [13, 14, 15, 16]
    assert {15, 31} <= {value for value in shown if isinstance(value, int)}
    (digits,) = (value[0] for value in shown if isinstance(value, tuple) and value[1] is True)
    assert len(str(digits)) == 22

    faults = (DOCS / "faults.md").read_text("utf-8")
    advice = re.findall(r"(?m)^\| [^|]+ \| (check [^|]+) \|$", text)
    assert len(advice) == len([kind for kind, number in CHAPTER_OF.items() if number == 5])
    assert all(f"| {words} | [5 One number](" in faults for words in advice)
    published = (DOCS / "published.md").read_text("utf-8")
    assert re.search(r"matrix-score-as-published +not equivalent.* 1 in 911 ", published)
    assert "1 in 911 showdowns" in text
    times = re.findall(r"(?m)^([\w-]+)-lesson +([\d,]+) ns", (DOCS / "cost.md").read_text("utf-8"))
    assert max(times, key=lambda row: int(row[1].replace(",", "")))[0] == "matrix-score"
    assert len(times) == 4


def test_chapter_6_bits_primes_tables(values: dict[str, list[object]]) -> None:
    """Else the chapter says another answer, or other sizes of tables, than its cells show."""
    page, shown = COURSE / "06-bits-primes-tables.md", values["06-bits-primes-tables.md"]
    text = page.read_text("utf-8")
    assert {"cactus-kev": 166, "cactus-kev-dict": "KeyError(32)",
            "cactus-kev-perfect-hash": 2893} in shown  # fmt: skip
    (beyond,) = (value for value in shown if isinstance(value, dict) and 3302 in value.values())
    assert "IndexError" in beyond["cactus-kev"]
    assert str(classes()[166 - 1]) == "four deuces, 3"
    assert (453_299, [5, 5, 6, 11, 11], 2893) in shown
    assert str(classes()[2893 - 1]) == "jacks and fives, 6"
    assert (6175, 1963, 6175) in shown
    assert (len(PRODUCTS), ROWS, COLUMNS) == (4888, 804, 965)
    assert f"with {ROWS} rows and {COLUMNS} columns" in text
    assert (ROWS, 5453, len(PRODUCTS)) in shown
    arrays = [table.rows[-1] for table in tables_of(shown) if table.rows[-1][0] == "array"]
    assert [len(array) - 1 for array in arrays if "" not in array] == [10]
    assert any(isinstance(value, tuple) and value[-1] == 13 for value in shown)
    taken = next(value for value in shown if isinstance(value, dict) and 20 in value)
    assert [size for size, products in taken.items() if not products] == [18]


def test_distrust_a_benchmark(values: dict[str, list[object]]) -> None:
    """Else chapter 8 says what the committed run does not; if a run is new, mend the text."""
    processes: dict[tuple[str, str, str], tuple[float, ...]] = {}
    for row in rows("time-per-hand.csv"):
        key = row["evaluator"], row["style"], row["workload"]
        processes[key] = (*processes.get(key, ()), float(row["ns_per_hand"]))
    assert {len(times) for times in processes.values()} == {10}
    fives = {key[:2]: times for key, times in processes.items() if key[2] == "random-5"}
    ns = {key: median(times) for key, times in fives.items()}
    assert ns["null", "python"] == min(ns[key] for key in ns if key[1] == "python")

    kev = [f"cactus-kev{lookup}" for lookup in ("-dict", "-perfect-hash", "")]
    in_dict, in_hash, by_search = (ns[name, "python"] for name in kev)
    assert in_dict < in_hash < by_search < 2.7 * in_hash
    within = [slow / fast for slow, fast in zip(*(fives[kev[n], "python"] for n in (2, 1)))]
    low, high = Timing("search / hash", "random-5", tuple(within)).interval
    assert 1 < low < high < 2.7
    assert all(ns[name, "numpy"] < ns[name, "python"] / 4 for name in kev[1:])
    by_category = {
        (row["evaluator"], row["workload"]): float(row["ns_per_hand"])
        for row in rows("by-category.csv")
        if row["style"] == "python"
    }
    same, *_, least = sorted(by_category[name, "high-card"] for name in kev)
    assert same < least < 1.25 * same
    slow, fast = (by_category[name, "one-pair"] for name in (kev[2], kev[1]))
    assert (slow - least) / (fast - least) > 1.3 * slow / fast
    assert median(processes["null", "python", "parse"]) > 10 * by_search

    timings = [
        Timing(name, load, times, style)
        for (name, style, load), times in processes.items()
        if load in HEADLINES
    ]
    halves = [
        Results(tuple(replace(timing, processes=timing.processes[part]) for timing in timings))
        for part in (slice(5), slice(5, 10))
    ]
    changes = compare(halves[1], halves[0]).changes
    changes = [change for change in changes if change.now.style in ("python", "numpy")]
    changes = [change for change in changes if change.now.name != "null"]
    assert max(change.now.median / change.then.median for change in changes) > 1.05
    assert [change.verdict in (FASTER, SLOWER) for change in changes].count(True) == 1
    assert len(changes) > 60

    swapped = [
        (first, second)
        for first, second in combinations(ns, 2)
        if (ns[first] < ns[second]) != (min(fives[first]) < min(fives[second]))
    ]
    assert swapped
    one_by_one, array = (
        [
            (int(row["hands"]), float(row["ns"]))
            for row in rows("scale.csv")
            if (row["evaluator"], row["style"]) == ("cactus-kev", style)
        ]
        for style in ("python", "numpy")
    )
    assert dict(array)[1_000] < 5 * dict(array)[10]
    crossing = f"arrays are faster from {overtakes(one_by_one, array):,.0f} hands on"
    assert crossing in values["08-distrust-a-benchmark.md"]
    costs = {row["evaluator"]: row for row in rows("what-a-table-buys.csv")}
    assert all(
        float(costs[name]["first_5_ns"]) > 2 * float(costs[name]["ns_per_hand"])
        for name in ("cactus-kev-dict", "sort-by-count", "rulebook")
    )


@pytest.mark.parametrize("chapter", CHAPTERS, ids=named)
def test_large_numbers_in_the_text_are_computed(
    chapter: Path, values: dict[str, list[object]]
) -> None:
    """Else a chapter's text has a number that no code made, or a sample that no cell draws."""
    samples = re.findall(r"sample=([\d_]+)", "".join(cell for cell, _ in cells(chapter)))
    true = {comb(52, 5), comb(comb(52, 5), 2), len(classes()), *map(int, samples), EULER_SHOWDOWNS}
    true |= set(map(int, re.findall(r"\d+", " ".join(map(repr, values[chapter.name])))))
    for number in re.findall(r"\d{1,3}(?:,\d{3})+", prose(chapter)):
        assert int(number.replace(",", "")) in true, number


@pytest.mark.parametrize("page", [*CHAPTERS, COURSE / "worksheet-answers.md"], ids=named)
def test_code_fits_into_its_column(page: Path) -> None:
    """Else the end of a line is cut off on a wide screen, too."""
    for cell, _ in cells(page):
        for line in cell.splitlines():
            assert len(line) <= 92, line


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_headings_are_in_order(page: Path) -> None:
    """Else a page has no title or two, or skips a level, and a screen reader loses its place."""
    levels = [len(marks) for marks in re.findall(r"(?m)^(#+) ", prose(page))]
    assert levels[:1] == [1]
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_picture_has_an_alternative_text(page: Path) -> None:
    """Else a picture says nothing to people who do not see it."""
    assert all(pictures(prose(page)))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    """Else a link names a missing file or heading."""
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        file, _, anchor = link.partition("#")
        if not re.match(r"https?:", link):
            target = (page.parent / file).resolve() if file else page
            assert target.exists(), link
            headings = re.findall(r"(?m)^#+ (.*)$", prose(target)) if anchor else []
            anchors = [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings]
            assert not anchor or anchor in anchors, link


def test_every_page_is_in_the_contents() -> None:
    """Else a page is built, but nothing leads to it."""
    blocks = FENCE.findall((DOCS / "index.md").read_text("utf-8"))
    listed = [line for _, head, text in blocks if "toctree" in head for line in text.splitlines()]
    names = [line for line in listed if line and not line.startswith(":")]
    expected = [str(page.relative_to(DOCS).with_suffix("")) for page in PAGES]
    assert sorted(names) == sorted(set(expected) - {"index"})


@pytest.mark.parametrize("chapter", LESSONS, ids=named)
def test_a_chapter_has_its_parts(chapter: Path) -> None:
    """Else a teacher misses the minutes, the goal, the seven words, an exercise or its answer."""
    text = prose(chapter)
    number = int(chapter.name[:2])
    assert re.search(rf"(?m)^# {number}\. ", text)
    (minutes,) = re.findall(r"(?m)^\*\*(\d+) minutes\.\*\* You ", text)
    index = (COURSE / "index.md").read_text("utf-8")
    assert re.search(rf"\[{number}\. .*\]\({chapter.name}\) \| {minutes} \|", index)

    headings = re.findall(r"(?m)^## (.*)$", text)
    assert headings[0] == "Seven words"
    assert headings[-2:] == ["Exercises", "Further reading"]
    words = text.partition("## Seven words")[2].partition("\n\n|")[2].partition("\n\n")[0]
    assert len(words.splitlines()) - 2 == 7
    part = text.partition("## Exercises")[2].partition("\n## ")[0]
    exercises_of_chapter = re.split(r"(?m)^\d\. ", part)[1:]
    assert len(exercises_of_chapter) >= 3
    folded = r"<details>\n +<summary>Answer</summary>\n\n +\S[\s\S]+\n +</details>"
    assert all(len(re.findall(folded, task)) == 1 for task in exercises_of_chapter)
    assert "https://" in text.partition("## Further reading")[2]


@pytest.mark.parametrize("chapter", LESSONS, ids=named)
def test_a_chapter_links_the_steps_of_its_example(chapter: Path) -> None:
    """Else the link leads nowhere, or the command makes a page of another hand."""
    text = re.sub(r"\s+", " ", prose(chapter))
    ((strategy, hands),) = re.findall(r'<a href="steps/([a-z-]+?)((?:-\w{10})+)\.html">', text)
    assert strategy in STRATEGIES
    assert all(len(parse_hand(hand)) == 5 for hand in hands.split("-")[1:])
    shown = hands.replace("-", " ")
    assert f"`allhands explain{shown} --by {strategy} --html FILE`" in text


@pytest.mark.parametrize("chapter", LESSONS, ids=named)
def test_a_question_comes_before_its_answer(chapter: Path) -> None:
    """Else the answer stands open below the question, or there is no question."""
    text = chapter.read_text("utf-8")
    assert text.count(PREDICT) == 1
    part = text.partition(PREDICT)[2].partition("\n## ")[0]
    question, _, cell = part.partition("\n```{code-cell} python\n:tags: [hide-output]\n")
    assert "?**" in question
    assert cell.partition("\n```\n\n")[2].startswith("<details>\n<summary>In words</summary>")


def test_the_evaluator_of_chapter_0_has_one_fault_which_the_readme_does_not_tell() -> None:
    """Else a reader who comes from the README knows the answer, or there is another fault."""
    (code,) = [cell for cell, _ in cells(CHAPTERS[0]) if "def evaluate" in cell]
    names: dict[str, Any] = {}
    exec(code, names)
    assert code.count("return category, ranks") == 1
    in_order = "sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)"
    exec(code.replace("return category, ranks", f"return category, {in_order}"), names)
    assert check(names["evaluate"], sample=1_000)


def test_the_examples_of_chapter_0_are_of_their_categories() -> None:
    """Else a beginner learns a category from a hand of another."""
    row = re.compile(r"(?m)^\| (\d) \| .* \| (`.*`) \| .* \|$")
    examples = row.findall(CHAPTERS[0].read_text("utf-8"))
    assert [int(number) for number, _ in examples] == list(range(8, -1, -1))
    for number, hand in examples:
        assert class_of(parse_hand(hand.replace("`", ""))).category == int(number)


def test_chapter_0_has_the_twelve_words_of_the_readme() -> None:
    """Else the words that a new reader learns first are others than those of the README."""
    readme = (DOCS.parent / "README.md").read_text("utf-8").partition("## Twelve words")[2]
    row = re.compile(r"(?m)^\| ([a-z][a-z, ]+) \|")
    twelve = Counter(row.findall(readme.partition("\n## ")[0])) - Counter(["word"])
    chapter = CHAPTERS[0].read_text("utf-8")
    seven = chapter.partition("## Seven words")[2].partition("\n## ")[0]
    five = chapter.partition("## Five more words")[2].partition("\n## ")[0]
    assert Counter(row.findall(seven + five)) - Counter(["word"] * 2) == twelve


@pytest.mark.parametrize(
    ("name", "text", "asked"),
    [
        ("page.html", '<script src="https://example.org/x.js"></script>', 1),
        ("page.html", '<link rel="stylesheet" href="//example.org/x.css">', 1),
        ("page.html", '<img srcset="a.svg 1x, https://example.org/b.svg 2x">', 1),
        ("page.html", "<style>@font-face {src: url(https://example.org/f)}</style>", 1),
        ("page.html", "<p style=\"background: url('http://example.org/i')\">", 1),
        ("page.html", '<script>fetch("https://example.org/")</script>', 1),
        ("page.html", '<meta http-equiv="refresh" content="0; url=https://example.org">', 1),
        ("style.css", '@import "https://example.org/x.css";', 1),
        ("code.js", "const image = new Image(); image.src = 'https://example.org/';", 1),
        ("page.html", '<a href="https://example.org/">credit</a> <img src="a.svg" alt="">', 0),
        ("page.html", '<svg xmlns="http://www.w3.org/2000/svg"></svg>', 0),
        ("style.css", "/* https://example.org */ a { background: url(a.svg) }", 0),
    ],
)
def test_requests_to_other_hosts_are_found(
    tmp_path: Path, name: str, text: str, asked: int
) -> None:
    """Else `make docs` passes a site that asks other hosts, or refuses links."""
    file = tmp_path / name
    file.write_text(text)
    assert len(requests_in(file)) == asked


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<h1>a</h1><h3>b</h3>", "h3 below h1"),
        ("<h2>a</h2>", "0 headings h1"),
        ("<h1>a</h1><h1>b</h1>", "2 headings h1"),
        ('<h1>a</h1><img src="page.html">', "no alternative text: img"),
        ("<h1>a</h1><svg></svg>", "no alternative text: svg"),
        ('<h1>a</h1><a href="missing.html#a">b</a>', "no such file: missing.html"),
        ('<h1>a</h1><h2>b</h2><h2>c</h2><img src="page.html" alt="d"><a href="#b">e</a>', ""),
    ],
)
def test_faults_of_a_built_page_are_found(tmp_path: Path, text: str, fault: str) -> None:
    """Else `make docs` passes a page that skips a heading, or shows a picture without words."""
    page = tmp_path / "page.html"
    page.write_text(f"<svg></svg><article>{text}</article>")
    assert list(faults_in(page)) == ([fault] if fault else [])


def test_the_ladder_lists_all_exercises_with_their_chapters() -> None:
    """Else a reader looks for a file that is called otherwise, or reads the wrong chapter."""
    text = (COURSE / "ladder.md").read_text("utf-8")
    listed = re.findall(r"^\| (\d\d .*?) \| \[(\d)\]\(.*?\) \| `(.*?)` \|$", text, re.MULTILINE)
    assert [(name, file) for name, _, file in listed] == [
        (str(exercise), exercise.file) for exercise in exercises()
    ]
    for (_, chapter, _), exercise in zip(listed, exercises()):
        task = (exercise.folder / "README.md").read_text("utf-8")
        named, *_ = re.findall(r"docs/course/0(\d)-.*?\.md", task)
        assert named == chapter


def test_the_ladder_shows_what_the_grader_says() -> None:
    file = COURSE / "ladder" / "category.py"
    result = CliRunner().invoke(main, ["grade", "01", str(file)])
    assert result.output.strip() == shown("grade").strip()
