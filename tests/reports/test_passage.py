from reports.html import render_html
from reports.markdown import render_markdown
from reports.row_trace import trace_row
from tests import builders
from tests.reports.page import Page
from tests.reports.sample import RECORD, sample_rubric, sample_texts

LINE = "| 13 weeks ended 2024-09-24 | Total | 91,061 |"


def _both_from_one_line() -> dict[str, object]:
    evidence = builders.texas_evidence()
    quotes = {item.id: item.quote for item in evidence.observations}
    observations = tuple(
        item.model_copy(update={"quote": quotes["OBS12"]}) if item.id == "OBS11" else item
        for item in evidence.observations
    )
    return {"evidence": evidence.model_copy(update={"observations": observations})}


def test_a_quote_stands_once_with_every_figure_read_in_it() -> None:
    rubric = sample_rubric().model_copy(update=_both_from_one_line())
    before = render_html(sample_rubric(), RECORD, texts=sample_texts())
    html = render_html(rubric, RECORD, texts=sample_texts())
    assert html.count("<mark>") == before.count("<mark>") - 1
    assert html.count(f"<mark>{LINE}</mark>") == 1
    text = Page(html).text
    first, second = text.index("6,735 thousand OBS11"), text.index("91,061 thousand OBS12")
    assert first < second < text.index(LINE, second)
    words = render_markdown(rubric, RECORD).replace("\\", "")
    assert words.count(f"> {LINE}") == 1
    assert trace_row(rubric, "R1").count(LINE) == 1


def test_a_later_row_says_where_its_quotes_stand() -> None:
    rubric = sample_rubric().model_copy(update=_both_from_one_line())
    text = Page(render_html(rubric, RECORD)).text
    assert "Quoted under R1 : OBS9, OBS13" in text or "Quoted under R1: OBS9, OBS13" in text
