"""The map of bugs and tests, of some of the tests; a doctest has its rows and columns."""

from harness.teaching.course.heat_map import heat_map, results


def test_tests_can_be_chosen() -> None:
    """Else the small picture shows the answer to the question of the chapter."""
    html = heat_map(results(), ["Norvig", "Exercism"])._repr_html_()
    assert ">Exercism: " in html
    assert "1,000 pairs" not in html
