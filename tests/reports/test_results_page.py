"""The page of results: escaped, without scripts, every figure there, plots in their frame."""

import re
from html.parser import HTMLParser

import pytest

from contracts.contract import parse_contract
from contracts.experiment import Results
from reports.plot import WIDTH, Estimate, forest, scatter
from reports.results_page import render_results
from reports.results_table import result_files
from tests import builders
from tests.conftest import ROOT

KEPT = ROOT / "examples" / "experiment" / "results" / "results.json"


@pytest.fixture(scope="module")
def results() -> Results:
    return parse_contract(KEPT.read_bytes(), Results)


class Tags(HTMLParser):
    """Which elements a page has."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]


def test_the_page_has_no_script_and_escapes_what_others_wrote(results: Results) -> None:
    evil = "<script>alert(1)</script>"
    hostile = builders.replaced(results, title=evil)
    page = render_results(hostile)
    tags = Tags()
    tags.feed(page)
    assert "script" not in tags.found
    assert "&lt;script&gt;" in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert re.search(r"style-src 'sha256-[A-Za-z0-9+/=]+'", page.replace("&#39;", "'"))
    assert len(tags.ids) == len(set(tags.ids))


def test_the_page_tells_where_draws_have_no_value(results: Results) -> None:
    first, *others = results.sources
    metric = first.metrics[0]
    partly = builders.replaced(metric.measured, finite_draws=0.994)
    metrics = (builders.replaced(metric, measured=partly), *first.metrics[1:])
    sources = (builders.replaced(first, metrics=metrics), *others)
    assert "a value in" not in render_results(results)
    page = render_results(builders.replaced(results, sources=sources))
    assert "a value in 99.4 % of the draws" in page


def test_every_link_of_the_page_has_its_section(results: Results) -> None:
    page = render_results(results)
    tags = Tags()
    tags.feed(page)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(tags.ids)


def test_the_page_tells_counts_verdicts_and_why_overlap_proves_nothing(results: Results) -> None:
    words = " ".join(re.sub(r"<[^>]+>", " ", render_results(results)).split())
    assert "near: 17 items in 6 questions; 1 left out for want of a judgement." in words
    assert "far: 18 items in 6 questions; 1 question without a rubric." in words
    assert "near less far: first higher over 6 questions." in words
    assert "proves nothing" in words
    assert "0.750 (0.750 to 0.750)" in words
    assert "Total cost USD 21.25" in words
    assert "q1 R1, 25 points: met in 2 of 2, 1 not judged" in words


def test_a_source_without_any_value_says_so(results: Results) -> None:
    first, *others = results.sources
    empty = builders.replaced(first.metrics[0].measured, value=None, low=None, high=None)
    metrics = (builders.replaced(first.metrics[0], measured=empty),)
    bare = builders.replaced(first, metrics=metrics, panel=None, cells=())
    page = render_results(builders.replaced(results, sources=(bare, *others)))
    assert "no value" in page


def test_tables_have_a_row_each_and_no_formula(results: Results) -> None:
    tables = {
        name: data.decode().splitlines()
        for name, data in result_files(results).items()
        if name.endswith(".csv")
    }
    assert len(tables["answers.csv"]) == 1 + len(results.pairs)
    assert len(tables["criteria.csv"]) == 1 + sum(len(one.cells) for one in results.sources)
    assert [line for line in tables["solvers.csv"] if "'=cmd()" in line]
    assert not [line for line in tables["solvers.csv"] if ",=cmd()" in line]


def test_a_forest_keeps_its_marks_inside_and_leaves_gaps_open() -> None:
    plot = forest(
        "A figure",
        [
            Estimate("wide", -3.0, -9.5, 120.0, "words"),
            Estimate("bare", 2.0, None, None, "words"),
            Estimate("none", None, None, None, "no value"),
        ],
    )
    assert plot is not None
    places = [at for row in plot.rows for at in (row.low, row.at, row.high) if at is not None]
    assert all(0 < at < WIDTH for at in places)
    assert (plot.rows[1].low, plot.rows[2].at) == (None, None)
    assert plot.zero is not None
    assert [tick.label for tick in plot.ticks] == ["0", "50", "100"]
    assert forest("Nothing", [Estimate("none", None, None, None, "no value")]) is None


@pytest.mark.parametrize("value", [0.0, 1e-9, -1e-9, 1e9])
def test_a_forest_of_one_value_has_an_axis(value: float) -> None:
    plot = forest("A figure", [Estimate("one", value, value, value, "words")])
    assert plot is not None
    assert len({tick.label for tick in plot.ticks}) >= 2
    assert plot.rows[0].at is not None


def test_a_scatter_has_its_corners_where_scores_end() -> None:
    plot = scatter("near", [(0.0, 100.0, "a"), (100.0, -50.0, "b")], left_out=2)
    assert [(dot.x, dot.y) for dot in plot.dots] == [
        (plot.x_ticks[1].at, plot.ends[1]),
        (plot.ends[0], plot.begins[1]),
    ]
    assert plot.left_out == 2
