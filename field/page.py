"""Write the page of the field: ``python -m field.page``.

Its sources are the committed run in ``reports/field`` and each package's ``fault.toml``.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from evaluators.cache import write_whole
from evaluators.rules import OMAHA, RULES, STANDARD
from field import results
from field.caught import TESTS
from field.entries import FIELD, left_out, read
from field.kinds import counts, kinds, noticed
from field.results import Package, cell, share
from harness.checking.statuses import ERROR, NOT_EQUIVALENT
from harness.reporting.report import read_run
from harness.timing.results import Timing, spread_name
from harness.timing.units import nanoseconds

ROOT = FIELD.parent
PAGE = ROOT / "docs/field.md"
KINDS = {
    "reversed": "reversed: the weaker hand wins",
    "false_ties": "false ties",
    "false_wins": "false wins: the hands tie by the rules",
}


def main() -> None:
    """Write the page."""
    run = ROOT / results.RUNS
    rows = results.packages(run / "verdicts.json")
    standard = [package for package in rows if package.rules == STANDARD]
    games = [package for rules in RULES.values() for package in rows if package.rules == rules]
    faulty = [package for package in rows if package.faults]
    told = [[*group] for _, group in groupby(faulty, lambda package: package.folder)]
    timed = json.loads((run / "timings.json").read_text())
    confirmed = json.loads((run / "faults.json").read_text())
    times = {(row["name"], row["cards"]): row["values"] for row in timed["timings"]}
    environment = Environment(
        loader=FileSystemLoader(FIELD / "templates"), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    functions = cell, code, cost, counts, dates, kinds, shares, spread_name, why
    parts = read_run(run.parent)["parts"]
    environment.globals |= {function.__name__: function for function in functions} | {
        "commit": parts["field"]["commit"][:12],
        "timed_on": f"{timed['machine']['date']} on {timed['machine']['cpu']}",
        "confirmed_on": parts["field"]["date"],
        "printed": lambda package: confirmed["printed"][package.folder.name].strip("\n"),
    }
    right, wrong, unknown = (
        [package for package in standard if package.status == status]
        for status in (results.RIGHT, results.WRONG, results.UNKNOWN)
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
        compared=in_words([each.name for each in standard if "places" in code(each, "adapter")]),
        beside=[group for group in told if not any(package.causes for package in group)],
        languages=in_words(sorted({package.about["language"] for package in rows})),
        tools=", ".join(f"{name}: {words}" for name, words in confirmed["tools"].items()),
        minutes=round(sum(package.seconds for package in rows) / 60),
        left_out=left_out(),
        tests=[*TESTS],
        noticed_by=noticed(wrong, confirmed["noticed"]),
        costs=sorted(costs, key=lambda row: min(timing.median for timing in row[1].values())),
        timings=[timing for _, timings in costs for timing in timings.values()],
        processes=min(map(len, times.values())),
        not_timed=in_words([each.name for each in right if not timings_of(each, times)]),
    )
    write_whole(PAGE, f"{page.rstrip()}\n")


def dates(shown: Sequence[Package]) -> str:
    """The days on which some packages were checked."""
    days = {verdict["date"] for package in shown for verdict in package.verdicts.values()}
    return in_words(sorted(days))


def timings_of(package: Package, times: Mapping[tuple[str, int], list[float]]) -> dict[int, Timing]:
    """The timings that exist of a package, at the promised numbers of cards."""
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
    text = f"{nanoseconds(timing.median)} ({low} to {high})"
    return text.replace(" ns", "\N{NO-BREAK SPACE}ns").replace(" µs", "\N{NO-BREAK SPACE}µs")


def why(package: Package) -> str:
    """The reasons why a package was not checked to the end."""
    return "; ".join(
        dict.fromkeys(each["message"] or each["status"] for each in package.verdicts.values())
    )


def in_words(words: list[str]) -> str:
    """A list in a sentence.

    >>> in_words(["C", "Python", "Rust"]), in_words([])
    ('C, Python and Rust', '')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def code(package: Package, stem: str = "fault") -> str:
    """The lines that show the faults of a package, or another file of its folder."""
    suffix = "mjs" if package.about["registry"] == "npm" else "py"
    return (package.folder / f"{stem}.{suffix}").read_text().strip("\n")


def shares(package: Package) -> str:
    """The shares of wrong showdowns in words, for each size at which a package is wrong."""
    return " ".join(
        _share(f"At {results.WORDS[size]}{package.rules.of_game}", verdict)
        for size, verdict in package.verdicts.items()
        if verdict["documented"] and verdict["status"] in (NOT_EQUIVALENT, ERROR)
    )


def _share(at: str, verdict: dict[str, Any]) -> str:
    if verdict["status"] == ERROR:
        return f"{at}, the check ends with an error: {verdict['message']}."
    if not share(verdict):
        return f"{at}, the same cards get another key in another order: so there is no share."
    wrong = [(verdict[kind], words) for kind, words in KINDS.items() if verdict[kind]]
    counts = ", ".join(f"{showdowns:,} {words}" for showdowns, words in wrong)
    total = sum(showdowns for showdowns, _ in wrong)
    of = f"of {verdict['showdowns']:,} showdowns"
    where = f" in a sample of {verdict['hands']:,} hands" if results.is_sample(verdict) else ""
    return f"{at}, {share(verdict)} is decided wrongly{where}: {total:,} {of} ({counts})."


if __name__ == "__main__":
    main()
