"""Figures are data: docs/measurements.md shows what bench/results says."""

from bench import results


def test_the_table_of_figures_is_fresh() -> None:
    assert results.PAGE.read_text(encoding="utf-8") == results.page(), "stale: run `python -m bench.results`"


def test_every_figure_says_what_it_is_and_how_it_came() -> None:
    for row in results.figures():
        assert None not in row, row
        assert row["what"], row
        assert row["now"], row
        assert row["unit"], row
        assert row["command"] or row["what"].startswith("goal"), row
