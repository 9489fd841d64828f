"""The table of native libraries."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import libraries

ABOUT = 'file = "{0}.so"\nshim = "shim.c"\nversion = "1"\nurl = "https://x.org/{0}"\nbuilt = "cc"'
SHIM = "#include <x.h>\n\n// a comment\nvoid rank() { /* of\nthree\nlines */ }\n"
SEVEN = {
    "fast": [1.0, 0.5, 0.4, 0.6],
    "alike": [2.0, 1.0, 0.9, 1.1],
    "rank-sums": [2.0, 1.0, 1.0, 1.0],
}


def times(places: list[str]) -> dict[str, dict[str, list[float]]]:
    """Invented times of libraries that take seven cards only."""
    return {
        place: {"random-7": SEVEN[Path(place).stem], "in-order-7": [3.0, 1, 1, 1]}
        for place in places
    }


def test_the_table_says_who_is_faster_than_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure means that the page hides where we lose."""
    verdict = {"status": "equivalent", "digest": "1f", "seconds": 4.04}
    monkeypatch.setattr(libraries, "check", lambda place: verdict)
    monkeypatch.setattr(libraries, "time", times)
    monkeypatch.setattr(libraries, "FILE", tmp_path / "libraries.json")
    assert not libraries.table()
    (tmp_path / "shim.c").write_text(SHIM)
    named = (f'["{name}"]\n{ABOUT.format(name)}\n' for name in ("alike", "fast"))
    (tmp_path / "mine.toml").write_text("".join(named))
    printed = CliRunner().invoke(libraries.main, [str(tmp_path / "mine.toml")]).output
    table = libraries.table()
    assert printed.endswith(f"{table}\n")
    assert table.splitlines()[2] == (
        "| [fast](https://x.org/fast) 1 | cc | 2 | 4.0 | - | 1.0 | 0.50 (0.40 to 0.60) | 3.0 |"
    )
    assert "Each is right on every hand; faster than rank-sums: fast (random-7)." in table
