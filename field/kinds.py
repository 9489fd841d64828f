"""What people get wrong: the kinds of faults of the packages, and the tests that notice them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from field.caught import KEY, TESTS
from field.results import Package, cell, share

CATALOGUE = {fault for of_size in KEY for fault in of_size["faults"]}
"""The faults that the answer key knows."""


class Kind(NamedTuple):
    """A kind of fault: its name, the packages that have it, and what else is known of it."""

    family: str
    packages: list[str]
    known: set[str]

    @property
    def is_planted(self) -> bool:
        """True if the catalogue has it."""
        return "planted" in self.known


def kinds(packages: Iterable[Package]) -> list[Kind]:
    """The kinds of faults, those that most packages have first.

    A `fault.toml` says `planted`, the cause in our catalogue of bugs, or `needs = 7`, if no hand of
    five cards shows the fault.

    Raises:
        ValueError: the catalogue has no such cause.
    """
    found: dict[str, Kind] = {}
    for package in packages:
        for fault in package.faults:
            kind = found.setdefault(fault["family"], Kind(fault["family"], [], set()))
            where = fault.get("game", "beside the check" * fault.get("beside", False))
            kind.packages.append(f"{package.name} ({where})" if where else package.name)
            if (planted := fault.get("planted", "")) and planted not in CATALOGUE:
                raise ValueError(f"{planted!r} is no cause in the catalogue of faults")
            kind.known.update(["planted"] * bool(planted))
            kind.known.update(["not with five cards"] * ("needs" in fault))
    return sorted(found.values(), key=lambda kind: (-len(kind.packages), kind.family))


def noticed(
    packages: Iterable[Package], caught: Mapping[str, Mapping[str, Mapping[str, bool]]]
) -> list[list[str]]:
    """A row for each wrong package and number of cards: its name, the cards, the share, the tests.

    Args:
        packages: those that are wrong.
        caught: for each folder and number of cards, whether each test notices a fault.
    """
    rows = []
    for package in packages:
        for size, tests in caught.get(package.folder.name, {}).items():
            part = share(package.verdicts[int(size)]) or cell(package, int(size))
            cells = [{True: "yes", False: "no", None: "-"}[tests.get(name)] for name in TESTS]
            rows.append([package.name, size, part, *cells])
    return rows


def counts(rows: Sequence[Sequence[str]]) -> list[str]:
    """For each test, how many of the rows it notices, of those at which it can be asked."""
    columns = [[row[3 + place] for row in rows] for place in range(len(TESTS))]
    return [f"{cells.count('yes')} of {len(cells) - cells.count('-')}" for cells in columns]
