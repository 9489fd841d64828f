"""The README and the docs say what commands print, cells show, and files of the run hold."""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import pairwise
from math import comb
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from rich.console import Console

from benchmarks import texts
from benchmarks.site import faults_of
from evaluators import BUILT_IN
from evaluators.cards import parse_hand
from evaluators.rules import RULES, STANDARD, Rules
from harness import check
from harness.adapters import BEST_FIVE, COMPARISON, NAMING
from harness.adapters.adopt import style_of
from harness.adapters.place import Place
from harness.checking.equivalence import verdicts_on
from harness.checking.verdict import Verdict
from harness.hands.classes import CATEGORIES, class_of, classes
from harness.hands.scopes import All, Sample, UpToSuits
from harness.reporting.terminal import details
from harness.teaching import proof
from harness.teaching.course.canvas import Drawing, Lines, Table
from harness.teaching.course.committed import rows
from harness.teaching.course.heat_map import caught_by, results
from harness.teaching.explanation import STRATEGIES
from tests.harness.in_process import verdict_here

pytestmark = pytest.mark.usefixtures("short_preflight")

ROOT = Path(__file__).parent.parent
DOCS, COURSE = ROOT / "docs", ROOT / "docs" / "course"
PAGES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
OTHERS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "reports" / "README.md"]
CHAPTERS = sorted(COURSE.glob("[0-9]*.md"))
APPENDIX = COURSE / "09-appendix.md"
RUN = [  # seconds of checks stand in chapter 7
    pytest.param(chapter, marks=pytest.mark.thorough if chapter.name.startswith("07") else ())
    for chapter in CHAPTERS
]
LESSONS = [chapter for chapter in CHAPTERS if chapter != APPENDIX]
FENCE = re.compile(r"(?ms)^(`{3,})(.*?)\n(.*?)^\1$")
PREDICT = "## Predict, then look"
EULER_SHOWDOWNS = 1_000
"""The number of showdowns in problem 54 of Project Euler."""


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(page: Path) -> str:
    """The page without fenced blocks and front matter."""
    text = FENCE.sub("", page.read_text("utf-8"))
    return re.sub(r"\A---\n.*?^---\n", "", text, flags=re.DOTALL | re.MULTILINE)


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


def shown_by(page: Path) -> list[object]:
    """Values that the cells of a page show, run in one namespace in its folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(page.parent)
        patch.setattr(proof, "DECK", proof.DECK)  # chapter 7 has a smaller one
        names: dict[str, Any] = {"__name__": "__main__"}
        return [run(cell, names) for cell, _ in cells(page)]


def pictures(text: str) -> list[str]:
    """The alternative texts of all pictures, those of Markdown and those of HTML."""
    tags = re.findall(r"""<(img|svg)((?:\s+[\w:-]+=(?:"[^"]*"|'[^']*'))*)""", text)
    name = {"img": "alt", "svg": "aria-label"}
    alts = [re.search(rf"""\s{name[tag]}=(["'])(.+?)\1""", rest) for tag, rest in tags]
    return re.findall(r"!\[(.*?)\]\(", text) + [alt[2] if alt else "" for alt in alts]


values_of = cache(shown_by)


def test_the_generated_blocks_are_up_to_date() -> None:
    """Else a page shows what no command prints, or no file of the run holds: `make texts`."""
    assert len(texts.pages()) >= 9
    assert not texts.cog("--check", "--diff")


@pytest.mark.parametrize(
    ("stem", "pages", "rules"),
    [
        ("docs/check-your-own/verdict", "README.md docs/index.md", STANDARD),
        ("docs/games/verdict", "docs/games.md", RULES["short-deck"]),
    ],
)
def test_the_recorded_check_is_that_of_the_page(stem: str, pages: str, rules: Rules) -> None:
    """Else the picture, the text in its place, or the page shows another verdict than the check."""
    screen = (ROOT / f"{stem}.txt").read_text("utf-8")
    *_, place = texts.RECORDED[stem]
    (verdict,) = verdicts_on([str(ROOT / place)], UpToSuits(5, rules=rules))
    everything = All(5, rules=rules)
    of_all = replace(
        verdict, name=Path(place).name, scope=everything, hands=len(everything), counting=0
    )
    console = Console(width=80, file=StringIO())
    with console.capture() as shown:
        console.print(*details(of_all, rest="all in allhands-results/faults-5.txt"), sep="\n")
    of_another = "key (", " s evaluating"  # of another hand, or another run
    lines = [line for line in shown.get().splitlines() if not any(map(line.count, of_another))]
    told = "".join((ROOT / page).read_text("utf-8") for page in pages.split())
    alt, *others = re.findall(r'verdict-light.svg" alt="(.*?)"', told)
    assert [alt] * len(pages.split()) == [alt, *others]
    drawings = []
    for theme in ("light", "dark"):
        svg = (ROOT / f"{stem}-{theme}.svg").read_text("utf-8")
        drawings.append(re.sub("<.*?>|&#160;", "", svg))  # blanks between words may be gaps
    for line in lines:
        assert line.strip() in screen
        assert all(line.replace(" ", "") in drawing for drawing in drawings), line
    for number_or_card in re.findall(r"\d[\d,]+|\b[2-9TJQKA][cdhs]\b", alt):
        assert number_or_card in screen


def test_the_readme_is_short_and_counts_its_evaluators() -> None:
    """Else a visitor gives up before its end, or counts eight where it says ten."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.split()) <= 900
    assert len(text.splitlines()) <= 120
    rows = re.findall(r"(?m)^\| \[`([a-z-]+)`\]\(evaluators/", text)
    numbers = dict(enumerate(["Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen"], 8))
    assert f"\n{numbers[len(rows)]} evaluators are built in" in text
    assert {*rows} <= {*BUILT_IN}
    index = (DOCS / "index.md").read_text("utf-8")
    assert text.split("**")[1] == index.split("**")[1]


SHAPES = re.findall(
    r"`allhands check (.*?)(shapes\.py:\w+)` \|", (DOCS / "check-your-own.md").read_text("utf-8")
)


@pytest.mark.every(4)
@pytest.mark.parametrize(("options", "place"), SHAPES)
def test_each_shape_of_the_page_is_checked(
    options: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else somebody types what the page says for a function, class or array, and it is refused."""
    monkeypatch.chdir(DOCS / "check-your-own")
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert len(SHAPES) == 12
    styles = {"--compare": COMPARISON, "--categories": NAMING, "--best-five": BEST_FIVE}
    style = styles.get(options.partition(" ")[0]) or style_of([Place.of(place)])
    scope = Sample(7 if "--cards 7" in options else 5, 1_000)
    assert verdict_here(place, scope, style)


@pytest.mark.parametrize(
    "library",
    [
        "numpy",
        *(pytest.param(name, marks=pytest.mark.thorough) for name in ("jax", "numba", "torch")),
    ],
)
def test_each_file_about_arrays_is_right(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else somebody begins with our file, and has a fault that is ours."""
    pytest.importorskip(library)
    monkeypatch.setattr(sys, "path", [*sys.path])
    place = Place.of(str(DOCS / "arrays" / f"with_{library}.py"))
    assert verdict_here(place.text, Sample(5, 1_000), style_of([place]))


@pytest.mark.parametrize("chapter", RUN, ids=named)
def test_every_cell_runs_and_a_picture_is_among_them(chapter: Path) -> None:
    """Else a reader's notebook stops with a traceback, or a chapter has no picture."""
    drawn = [value for value in values_of(chapter) if isinstance(value, Drawing | Lines | Table)]
    charts = re.findall(r'(?:src|srcset)="([^"]+)"', prose(chapter))
    assert drawn or charts
    assert all((chapter.parent / chart).is_file() for chart in charts)
    for value in drawn:
        texts_of_it = pictures(value._repr_html_())
        assert len(texts_of_it) == isinstance(value, Drawing)
        assert all(texts_of_it)


TOLD: dict[str, tuple[object, ...]] = {
    "01-tuples.md": ("item 1 decides: 7 > 6: the first is greater",),
    "03-buckets.md": ("item 4 decides: (2,) > (): the first is greater",),
    "04-sort-by-count.md": (
        "item 1 decides: (2, 13) > (2, 12): the first is greater",
        "item 1 decides: (2, 1, 1, 1) < (2, 2, 1): the second is greater",
    ),
    "05-one-number.md": (15, 31, "A-2 and K-Q in bases"),
    "06-bits-primes-tables.md": (
        {"cactus-kev": 166, "cactus-kev-dict": "KeyError(32)", "cactus-kev-perfect-hash": 2893},
    ),
    "07-why-tests-miss-bugs.md": (([], []), (7462, 0), (True, True)),
    "09-appendix.md": ((21, (2, (11, 5, 10))), (11, 11), (24, {6.1004})),
}
"""Values of cells, or titles of tables, on which the text of a chapter relies."""


@pytest.mark.parametrize("chapter", RUN, ids=named)
def test_cells_show_what_the_text_tells(chapter: Path) -> None:
    """Else a chapter's text says another winner, number or key than its cell shows."""
    shown = [repr(v.title if isinstance(v, Table) else v) for v in values_of(chapter)]
    assert {*map(repr, TOLD.get(chapter.name, ()))} <= {*shown}


def test_the_steps_of_one_hand_on_a_gpu() -> None:
    """Else the text names other class numbers than the cells of its page."""
    shown = shown_by(DOCS / "gpu.md")[1:]
    assert [class_of(parse_hand(hand)).number for hand in ("KdKs6s6cJd", "KsJs9s6s2s")] == [
        2668,
        977,
    ]
    assert [repr(value) for value in shown] == [
        "(7029, 2029, 2668)",
        "'1000 0011 0100 0100'",
        "(array([1, 1, 1, 1, 1, 0, 0]), '0101010010001', 977)",
        "977",
        "(0, 65535)",
    ]


@pytest.mark.parametrize("library", ["jax", "torch"])
def test_the_examples_on_a_gpu_print_what_they_say(
    library: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Here, on a processor."""
    for needed in (library, "array_api_compat") if library == "torch" else (library,):
        pytest.importorskip(needed)
    blocks = [text for *_, text in FENCE.findall((DOCS / "gpu.md").read_text("utf-8"))]
    (example,) = [text for text in blocks if text.startswith(f"import {library}\n")]
    assert len(example.splitlines()) <= 12
    exec(example, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"(?m)^print\(.*\)  # (.*)$", example)


def test_chapter_7_tells_the_numbers_of_its_map() -> None:
    """Else its text has other numbers than the map of planted bugs."""
    text = prose(COURSE / "07-why-tests-miss-bugs.md").replace("\n", " ")
    table, numbers = results(), caught_by(results())
    assert f"[{len(table)} bugs]" in text
    assert f"catch {numbers['1,000 pairs']} of them. **How many do Exercism's 37 cases" in text
    assert f"catch {numbers['Exercism']} of the {len(table)} bugs, a million random" in text
    assert f"a million random pairs catch {numbers['1,000,000 pairs']}." in text
    assert f"catch {numbers['category counts']} of the {len(table)} bugs" in text


def test_chapter_8_tells_what_the_committed_run_says() -> None:
    """If a run is new, mend the text."""
    processes: dict[tuple[str, str], list[float]] = {}
    for row in rows("time-per-hand.csv"):
        if row["workload"] == "random-5":
            times = processes.setdefault((row["evaluator"], row["style"]), [])
            times.append(float(row["measured_ns_per_hand"]))
    assert min(map(len, processes.values())) >= 10
    ns = {key: median(times) for key, times in processes.items()}
    assert ns["null", "python"] == min(ns[key] for key in ns if key[1] == "python")
    kev = [f"cactus-kev{lookup}" for lookup in ("-dict", "-perfect-hash", "")]
    in_dict, in_hash, by_search = (ns[name, "python"] for name in kev)
    assert in_dict < in_hash < by_search < 2.7 * in_hash
    assert all(ns[name, "numpy"] < ns[name, "python"] / 4 for name in kev[1:])


@pytest.mark.parametrize("chapter", RUN, ids=named)
def test_large_numbers_in_the_text_are_computed(chapter: Path) -> None:
    """Else a chapter's text has a number that no code made, or a sample that no cell draws."""
    samples = re.findall(r"sample=([\d_]+)", "".join(cell for cell, _ in cells(chapter)))
    true = {comb(52, 5), comb(comb(52, 5), 2), len(classes()), *map(int, samples), EULER_SHOWDOWNS}
    true |= set(map(int, re.findall(r"\d+", " ".join(map(repr, values_of(chapter))))))
    for number in re.findall(r"\d{1,3}(?:,\d{3})+", prose(chapter)):
        assert int(number.replace(",", "")) in true, number


@pytest.mark.parametrize("page", [*PAGES, *OTHERS], ids=named)
def test_a_page_is_in_order(page: Path) -> None:
    """Else a screen reader loses its place, a picture says nothing, or a link leads nowhere."""
    text = prose(page)
    levels = [len(marks) for marks in re.findall(r"(?m)^(#+) ", text)]
    assert levels[:1] == [1]
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))
    assert all(pictures(text))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, anchor = link.partition("#")
        if not re.match(r"https?:", link):
            target = (page.parent / file).resolve() if file else page
            assert target.exists(), link
            if target.suffix == ".md" and page in PAGES and DOCS not in target.parents:
                folder = file.removesuffix(target.name)  # the site has to know what this is
                assert f'"]({folder}' in (DOCS / "conf.py").read_text(encoding="utf-8"), link
            headings = re.findall(r"(?m)^#+ (.*)$", prose(target)) if anchor else []
            anchors = [re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in headings]
            assert not anchor or anchor in anchors, link


@pytest.mark.parametrize("chapter", LESSONS, ids=named)
def test_a_chapter_has_its_parts(chapter: Path) -> None:
    """Else a teacher misses the minutes, an exercise, or a question before its answer."""
    text, everything = prose(chapter), chapter.read_text("utf-8")
    (minutes,) = re.findall(r"(?m)^\*\*(\d+) minutes\.\*\* You ", text)
    assert f"]({chapter.name}) | {minutes} |" in (COURSE / "index.md").read_text("utf-8")
    tasks = re.split(r"(?m)^\d\. ", text.partition("## Exercises")[2].partition("\n## ")[0])[1:]
    assert len(tasks) >= 3
    assert all(task.count("<summary>Answer</summary>") == 1 for task in tasks)
    hidden = "\n```{code-cell} python\n:tags: [hide-output]\n"
    question, _, cell = everything.partition(PREDICT)[2].partition(hidden)
    assert "?**" in question
    assert cell.partition("\n```\n\n")[2].startswith("<details>\n<summary>In words</summary>")
    ((strategy, link),) = re.findall(
        r'<a href="\.\./try/index\.html#program=([a-z-]+)-lesson((?:&amp;\w+=\w{10})+)">', text
    )
    assert strategy in STRATEGIES
    hands = re.findall(r"&amp;(?:one|two)=(\w+)", link)
    assert all(len(parse_hand(hand)) == 5 for hand in hands)
    command = f"`allhands explain {' '.join(hands)} --by {strategy}`"
    assert command in re.sub(r"\s+", " ", text), link


def test_the_evaluator_of_chapter_0_has_one_fault() -> None:
    """Else a reader who mends what the check shows has not mended it all."""
    (code,) = [cell for cell, _ in cells(CHAPTERS[0]) if "def evaluate" in cell]
    in_order = "sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)"
    assert code.count("return category, ranks") == 1
    names: dict[str, Any] = {}
    exec(code.replace("return category, ranks", f"return category, {in_order}"), names)
    verdict = check(names["evaluate"], sample=1_000)
    assert isinstance(verdict, Verdict)
    assert verdict


def test_examples_of_categories_are_hands_of_these() -> None:
    """Else a beginner learns a category from a hand of another, or a wrong number of hands."""
    row = re.compile(r"(?m)^\| (\d) \| .* \| `(.*)` \| .* \|$")
    examples = row.findall(CHAPTERS[0].read_text("utf-8"))
    categories = [class_of(parse_hand(hand.replace("`", ""))).category for _, hand in examples]
    assert [int(number) for number, _ in examples] == categories == [*range(8, -1, -1)]
    lines = (DOCS / "words.md").read_text("utf-8").splitlines()
    table = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][1:]
    assert [line[0].strip() for line in table] == [*reversed(CATEGORIES)]
    for name, example, *_, hands in table:
        category = CATEGORIES.index(name.strip())
        assert class_of(parse_hand(example.strip())).category == category
        sizes = [of_class.size for of_class in classes() if of_class.category == category]
        assert f"{sum(sizes):,}" == hands.strip()


def test_faults_of_a_built_page_are_found(tmp_path: Path) -> None:
    """Else `make docs` passes a page that asks other hosts, or links a missing file."""
    page = tmp_path / "page.html"
    for text, fault in (
        ('<a href="missing.html#a">b</a>', "no such file: missing.html"),
        ('<img srcset="page.html 1x, //a.org/b.svg 2x" alt="b">', "asks for //a.org/b.svg"),
        ("<style>@font-face {src: url(//a.org/f)}</style>", "asks for //a.org/f"),
        ('<a href="https://a.org">b</a><img src="page.html" alt="d">', ""),
    ):
        page.write_text(text)
        assert list(faults_of(tmp_path)) == ([f"{page}: {fault}"] if fault else [])


def test_what_teachers_are_told_is_what_the_check_says() -> None:
    """Else a teacher looks for a sentence, or in a chapter, that the check does not name."""
    text = (COURSE / "teachers.md").read_text("utf-8")
    faults = (DOCS / "faults.md").read_text("utf-8")
    quoted = re.findall(r"(?m)^\| .* \| `(.+?)`(?: <br> `(.+?)`)? \| \[(\d)\]\(.*\) \|$", text)
    assert len([hint for _, hint, _ in quoted if hint]) == text.count("<br>") >= 10
    for said, hint, chapter in quoted:
        row = rf" \| {re.escape(said)} \| {re.escape(hint)} \| \[?{chapter} "
        assert re.search(row, faults), said
