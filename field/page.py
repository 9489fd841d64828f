"""Write the page of the field, and the texts for authors: ``python -m field.page``.

All is made from the committed run in ``reports/field``, and from what is known about each fault.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from evaluators.cache import write_whole
from evaluators.rules import RULES, STANDARD
from field.entries import FIELD, read
from field.results import (
    RIGHT,
    RUNS,
    UNKNOWN,
    WORDS,
    WRONG,
    Package,
    cell,
    is_sample,
    packages,
    share,
)
from harness.checking.statuses import EQUIVALENT, ERROR, FALSE_TIE, FALSE_WIN, NOT_EQUIVALENT
from harness.reporting.charts.style import nanoseconds
from harness.timing.intervals import coverage, most_left_out

ROOT = FIELD.parent
PAGE = ROOT / "docs/field.md"
TEXTS = FIELD / "reports"
SIZES = (5, 7)
KINDS = {
    "reversed": "reversed: the weaker hand wins",
    "false_ties": "false ties",
    "false_wins": "false wins: the hands tie by the rules",
}
SUFFIX = {FALSE_TIE.replace(" ", "_"): ", tied", FALSE_WIN.replace(" ", "_"): ", not tied"}


def main() -> None:
    """Write all of them."""
    run = ROOT / RUNS
    rows = packages(run / "verdicts.json")
    standard = [package for package in rows if package.rules == STANDARD]
    games = [package for rules in RULES.values() for package in rows if package.rules == rules]
    told = [[*group] for _, group in groupby(filter(faulty, rows), lambda row: row.folder)]
    timings = json.loads((run / "timings.json").read_text())
    confirmed = json.loads((run / "faults.json").read_text())
    printed, tools = confirmed["printed"], confirmed["tools"]
    times = {(row["name"], row["cards"]): row["values"] for row in timings["timings"]}
    environment = Environment(
        loader=FileSystemLoader(FIELD / "templates"), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.globals |= {
        "dates": dates,
        "date": dates(rows),
        "table": table,
        "promises": promises,
        "sentence": sentence,
        "in_words": in_words,
        "named": named,
        "code": code,
        "shares": shares,
        "between": between,
        "words": {size: words.split()[0] for size, words in WORDS.items()},
        "printed": lambda package: printed[package.folder.name].strip("\n"),
    }
    of_status = {
        status: [package for package in standard if package.status == status]
        for status in (RIGHT, WRONG, UNKNOWN)
    }
    page = environment.get_template("page.md").render(
        standard=standard,
        games=games[len(standard) :],
        rows=rows,
        right=of_status[RIGHT],
        wrong=of_status[WRONG],
        unknown=of_status[UNKNOWN],
        others=[entry for entry in read() if "others" in entry.about],
        wrong_in_some=[group for group in told if any(package.causes for package in group)],
        beside=[group for group in told if not any(package.causes for package in group)],
        languages=in_words(sorted({package.language for package in rows})),
        tools=", ".join(f"{name}: {words}" for name, words in tools.items()),
        minutes=round(sum(package.seconds for package in rows) / 60),
        why=why,
        costs=costs(of_status[RIGHT], times),
    )
    write_whole(PAGE, f"{page.rstrip()}\n")
    TEXTS.mkdir(exist_ok=True)
    for old in TEXTS.glob("*.md"):
        old.unlink()
    for group in told:
        found = " ".join(map(found_in, group))
        text = environment.get_template("report.md").render(group=group, found=found)
        write_whole(TEXTS / f"{group[0].folder.name}.md", f"{text.rstrip()}\n")


def faulty(package: Package) -> bool:
    """Whether something is told about a package."""
    return bool(package.faults)


def dates(shown: Sequence[Package]) -> str:
    """The days on which some packages were checked."""
    days = {verdict["date"] for package in shown for verdict in package.verdicts.values()}
    return in_words(sorted(days))


def table(shown: list[Package], *game: str) -> str:
    """The table of some packages: versions, verdicts, and the processor time of the checks.

    Args:
        shown: the packages.
        game: the head of a first column that names the games, if it has one.
    """
    sizes = (WORDS[size].split()[0] for size in SIZES)
    heads = [*game, "package", *sizes, "language", "version", "released", "cpu s"]
    rows = [
        [
            *(package.rules.title for _ in game), named(package),
            *(cell(package, size) for size in SIZES), package.language,
            package.about["version"], str(package.about.get("released", ""))[:7],
            f"{package.seconds:,.0f}",
        ]
        for package in shown
    ]  # fmt: skip
    rule = ["---"] * (len(heads) - 1) + ["---:"]
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, rule, *rows])


def costs(shown: list[Package], times: Mapping[tuple[str, int], Sequence[float]]) -> str:
    """The table of times at the promised numbers of cards, the fastest package first."""

    def cost(package: Package, size: int) -> str:
        values = sorted(times.get((package.name, size), ()))
        if not values or size not in package.verdicts or not package.verdicts[size]["documented"]:
            return "-"
        left_out = most_left_out(len(values)) or 0
        low, high = values[left_out], values[-1 - left_out]
        return f"{nanoseconds(median(values))} ({nanoseconds(low)} to {nanoseconds(high)})"

    def fastest(package: Package) -> float:
        return min(median(times.get((package.name, size), (float("inf"),))) for size in SIZES)

    timed = {name for name, _ in times}
    number = min(map(len, times.values()))
    chance = coverage(number, most_left_out(number) or 0)
    lines = [
        f"| package | language | {' | '.join(WORDS[size] for size in SIZES)} |",
        "| --- | --- | ---: | ---: |",
    ]
    for package in sorted((each for each in shown if each.name in timed), key=fastest):
        cells = [package.name, package.language, *(cost(package, size) for size in SIZES)]
        lines.append(f"| {' | '.join(cells)} |")
    note = f"In brackets: the {chance:.1%} interval of the median over {number} processes."
    if later := [package.name for package in shown if package.name not in timed]:
        note += f" Not timed yet: {in_words(later)}."
    return "\n".join([*lines, "", note])


def promises(shown: list[Package]) -> str:
    """The table of what is called, and of what the documentation promises."""
    heads = ["package", "is called by", "promised"]
    rows = [
        [titled(package), f"`{package.about['calls']}`", str(package.about["promise"])]
        for package in shown
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, ["---"] * 3, *rows])


def titled(package: Package) -> str:
    """The name of a package, and of the game, unless that is the usual one."""
    return package.name + (f", {package.rules.title}" if package.rules != STANDARD else "")


def named(package: Package) -> str:
    """The name of a package, with a link to its home."""
    home = package.about.get("home")
    return f"[{package.name}]({home})" if home else package.name


def why(package: Package) -> str:
    """Why a package was not checked to the end."""
    return "; ".join(
        dict.fromkeys(each["message"] or each["status"] for each in package.verdicts.values())
    )


def sentence(text: str) -> str:
    """A text that ends with a full stop.

    >>> sentence("the first wins "), sentence("It ties.")
    ('the first wins.', 'It ties.')
    """
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def in_words(words: list[str]) -> str:
    """A list in a sentence.

    >>> in_words(["C", "Python", "Rust"]), in_words([])
    ('C, Python and Rust', '')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def code(package: Package) -> str:
    """The lines that show the faults of a package."""
    suffix = "mjs" if package.about["registry"] == "npm" else "py"
    return (package.folder / f"fault.{suffix}").read_text().strip("\n")


def wrong_sizes(package: Package) -> list[tuple[int, dict[str, Any]]]:
    """The documented sizes at which a package is wrong, and the verdicts."""
    return [
        (size, verdict) for size, verdict in package.verdicts.items()
        if verdict["documented"] and verdict["status"] in (NOT_EQUIVALENT, ERROR)
    ]  # fmt: skip


def shares(package: Package) -> str:
    """How many showdowns are decided wrongly, for each size at which a package is wrong."""
    return " ".join(
        _share(f"At {WORDS[size]}{package.rules.of_game}", verdict)
        for size, verdict in wrong_sizes(package)
    )


def _share(at: str, verdict: dict[str, Any]) -> str:
    if verdict["status"] == ERROR:
        return f"{at}, the check ends with an error: {verdict['message']}."
    if not share(verdict):
        return f"{at}, the same cards get more than one key, so there is no share."
    wrong = [(verdict[kind], words) for kind, words in KINDS.items() if verdict[kind]]
    counts = ", ".join(f"{showdowns:,} {words}" for showdowns, words in wrong)
    total = sum(showdowns for showdowns, _ in wrong)
    of = f"of {verdict['showdowns']:,} showdowns"
    where = f" in a sample of {verdict['hands']:,} hands" if is_sample(verdict) else ""
    return f"{at}, {share(verdict)} is decided wrongly{where}: {total:,} {of} ({counts})."


def found_in(package: Package) -> str:
    """A sentence on where a package is right, and where not."""
    right = [
        WORDS[size] for size, each in package.verdicts.items()
        if each["documented"] and each["status"] == EQUIVALENT
    ]  # fmt: skip
    wrong = wrong_sizes(package)
    sizes = in_words([WORDS[size] for size, _ in wrong])
    name = f"{package.name} {package.about['version']}"
    if not wrong:
        return (
            f"{name} orders all hands that we asked about as the rules do. Beside the check, we "
            "noticed one thing."
        )
    fails = all(verdict["status"] == ERROR for _, verdict in wrong)
    says = (
        "raises an error for some hands" if fails else "orders some hands otherwise than the rules"
    ) + package.rules.of_game
    if not right:
        return f"At {sizes}, {name} {says}."
    return f"{name} is right at {in_words(right)}; at {sizes}, it {says}."


def between(failure: dict[str, Any]) -> str:
    """Between which hands showdowns are wrong."""
    return (
        f"{failure['stronger_hands']:,} {failure['stronger']} / "
        f"{failure['weaker_hands']:,} {failure['weaker']}{SUFFIX.get(failure['kind'], '')}"
    )


if __name__ == "__main__":
    main()
