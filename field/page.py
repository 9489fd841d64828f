"""Write the page of the field, and the texts for authors: ``python -m field.page``.

All is made from the committed run in ``reports/field``, and from what is known about each fault.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from evaluators.cache import write_whole
from evaluators.rules import RULES, STANDARD
from field.entries import FIELD, read
from field.omaha import FAULTS, OMAHA
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
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT
from harness.reporting.charts.style import nanoseconds
from harness.reporting.report import read_run
from harness.reporting.timing_tables import WIDE_MARK
from harness.timing.results import Timing, spread_name

ROOT = FIELD.parent
PAGE = ROOT / "docs/field.md"
TEXTS = FIELD / "reports"
KINDS = {
    "reversed": "reversed: the weaker hand wins",
    "false_ties": "false ties",
    "false_wins": "false wins: the hands tie by the rules",
}


def main() -> None:
    """Write all of them."""
    run = ROOT / RUNS
    rows = packages(run / "verdicts.json")
    standard = [package for package in rows if package.rules == STANDARD]
    games = [package for rules in RULES.values() for package in rows if package.rules == rules]
    faulty = [package for package in rows if package.faults]
    told = [[*group] for _, group in groupby(faulty, lambda package: package.folder)]
    timed = json.loads((run / "timings.json").read_text())["timings"]
    confirmed = json.loads((run / "faults.json").read_text())
    times = {(row["name"], row["cards"]): row["values"] for row in timed}
    environment = Environment(
        loader=FileSystemLoader(FIELD / "templates"), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    functions = cell, code, cost, dates, shares, spread_name, why
    environment.globals |= {function.__name__: function for function in functions} | {
        "commit": read_run(run.parent)["parts"]["field"]["commit"][:12],
        "words": {size: words.split()[0] for size, words in WORDS.items()},
        "printed": lambda package: confirmed["printed"][package.folder.name].strip("\n"),
    }
    right, wrong, unknown = (
        [package for package in standard if package.status == status]
        for status in (RIGHT, WRONG, UNKNOWN)
    )
    costs = [(each, timings) for each in right if (timings := timings_of(each, times))]
    page = environment.get_template("page.md").render(
        standard=standard,
        games=games[len(standard) :],
        omaha=[package for package in rows if package.rules == OMAHA],
        rows=rows,
        right=right,
        wrong=wrong,
        unknown=unknown,
        others=[entry for entry in read() if "others" in entry.about],
        wrong_in_some=[group for group in told if any(package.causes for package in group)],
        beside=[group for group in told if not any(package.causes for package in group)],
        languages=in_words(sorted({package.about["language"] for package in rows})),
        tools=", ".join(f"{name}: {words}" for name, words in confirmed["tools"].items()),
        minutes=round(sum(package.seconds for package in rows) / 60),
        costs=sorted(costs, key=lambda row: min(timing.median for timing in row[1].values())),
        timings=[timing for _, timings in costs for timing in timings.values()],
        processes=min(map(len, times.values())),
        not_timed=in_words([each.name for each in right if not timings_of(each, times)]),
    )
    write_whole(PAGE, f"{page.rstrip()}\n")
    TEXTS.mkdir(exist_ok=True)
    for old in TEXTS.glob("*.md"):
        old.unlink()
    for group in told:
        found = " ".join(map(found_in, group))
        text = environment.get_template("report.md").render(group=group, found=found)
        write_whole(TEXTS / f"{group[0].folder.name}.md", f"{text.rstrip()}\n")


def dates(shown: Sequence[Package]) -> str:
    """The days on which some packages were checked."""
    days = {verdict["date"] for package in shown for verdict in package.verdicts.values()}
    return in_words(sorted(days))


def timings_of(package: Package, times: Mapping[tuple[str, int], list[float]]) -> dict[int, Timing]:
    """The timings of a package at the promised numbers of cards, as far as there are any."""
    return {
        size: Timing(package.name, "", tuple(times[package.name, size]))
        for size in package.documented
        if (package.name, size) in times
    }


def cost(timing: Timing | None) -> str:
    """The time of one hand, and its interval."""
    if not timing:
        return "-"
    low, high = map(nanoseconds, timing.interval)
    text = f"{WIDE_MARK * timing.is_wide}{nanoseconds(timing.median)} ({low} to {high})"
    return text.replace(" ns", "\N{NO-BREAK SPACE}ns").replace(" µs", "\N{NO-BREAK SPACE}µs")


def why(package: Package) -> str:
    """Why a package was not checked to the end."""
    return "; ".join(
        dict.fromkeys(each["message"] or each["status"] for each in package.verdicts.values())
    )


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
        if verdict["documented"] and verdict["status"] in (NOT_EQUIVALENT, FAULTS, ERROR)
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


if __name__ == "__main__":
    main()
