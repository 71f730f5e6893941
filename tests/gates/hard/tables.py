"""All hard cases in one table, for tests and for documents that are printed from it."""

from tests.gates.hard import (
    cases_cutoff,
    cases_figures,
    cases_periods,
    cases_restated,
    cases_rows,
    cases_series,
)
from tests.gates.hard.case import Case

CASES: tuple[Case, ...] = (
    *cases_periods.CASES,
    *cases_restated.CASES,
    *cases_cutoff.CASES,
    *cases_series.CASES,
    *cases_figures.CASES,
    *cases_rows.CASES,
)
"""By theme; names are unique within a theme."""
