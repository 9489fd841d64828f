"""The map of bugs and tests shows what the file says."""

from harness.teaching.course.heat_map import caught_by, heat_map, results


def test_each_bug_and_test_of_the_file_is_there_the_hardest_bug_first() -> None:
    """Else a cell is missing, or the reader cannot see which tests are weak."""
    found, table = results(), heat_map(results())
    assert table.head[1:] == tuple(f"{test}: {n}" for test, n in caught_by(found).items())
    numbers = [*caught_by(found).values()]
    assert numbers == sorted(numbers)
    for bug, *marks in table.rows:
        assert marks == ["·" if found[str(bug)][test] else "×" for test in caught_by(found)]
    misses = [list(row).count("×") for row in table.rows]
    assert misses == sorted(misses, reverse=True)
    assert len(misses) == len(found)


def test_tests_can_be_chosen() -> None:
    """Else the small picture shows the answer to the question of the chapter."""
    html = heat_map(results(), ["Norvig", "Exercism"])._repr_html_()
    assert ">Exercism: " in html
    assert "1,000 pairs" not in html
