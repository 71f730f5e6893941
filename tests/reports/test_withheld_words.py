"""Nothing of a source that stays in the house leaves in any form of export, wherever it stands."""

import pytest

from cli.exports import Accepted, ExportFormat
from contracts.contract import Header
from contracts.rubric import Rubric
from reports.withheld_passages import LEFT_OUT
from reports.withheld_words import RUN, without_words
from tests import builders
from tests.reports.sample import RECORD, sample_rubric

HEADER = Header(contract="rubric", version=1, run="demo-1", producer="code", inputs=("ab" * 32,))
SOURCE = "10-Q-2025-Q3"
SECRET = "our board means to close forty of the weaker restaurants before the summer"
NOTE = "memo of the desk, not for anybody else"


def confidential(kind: str) -> tuple[Rubric, dict[str, str]]:
    """A rubric whose writer and reviewer copied a confidential source wherever they write."""
    rubric = sample_rubric()
    sources = tuple(
        item.model_copy(update={"card": builders.replaced(item.card, source_class=kind, note=NOTE)})
        if item.card.id == SOURCE
        else item
        for item in rubric.sources
    )
    said = f"It says: {SECRET.capitalize()}, so the row stands."
    rows = tuple(row.model_copy(update={"rationale": said}) for row in rubric.rows)
    finding = rubric.trail.composition_findings[0].model_copy(update={"statement": said})
    trail = rubric.trail.model_copy(update={"composition_findings": (finding,)})
    texts = {item.card.id: f"Public text of {item.card.id}." for item in rubric.sources}
    texts[SOURCE] = f"Minutes. Today {SECRET}, and nobody else knows."
    changed = {"sources": sources, "rows": rows, "trail": trail}
    return rubric.model_copy(update=changed), texts


@pytest.mark.parametrize("kind", ["internal", "restricted"])
def test_no_form_of_export_holds_a_run_of_its_words(kind: str) -> None:
    rubric, texts = confidential(kind)
    accepted = Accepted(HEADER, without_words(rubric, texts), RECORD, texts)
    quotes = [
        item.quote.text
        for item in rubric.evidence.observations
        if item.source_id == SOURCE and len(item.quote.text.split()) > 1
    ]
    assert quotes
    for form in ExportFormat:
        printed = accepted.rendered(form).decode()
        for piece in ("close forty", "weaker restaurants", NOTE, "Minutes.", *quotes):
            assert piece not in printed, (form, piece)
    for form in (ExportFormat.JSON, ExportFormat.MARKDOWN, ExportFormat.HTML):
        printed = accepted.rendered(form).decode()
        assert LEFT_OUT.strip("[]") in printed, form
        assert f"quote left out: {kind} source" in printed, form
    assert accepted.rubric.rows[0].rationale == f"It says: {LEFT_OUT}, so the row stands."


def test_the_question_and_short_runs_stay() -> None:
    rubric, texts = confidential("internal")
    words = rubric.query.text
    texts[SOURCE] = f"{words} {' '.join(SECRET.split()[: RUN - 1])}"
    cleaned = without_words(rubric, texts)
    assert cleaned.query == rubric.query
    assert cleaned.factorization == rubric.factorization
    assert cleaned.rows[0].rationale == rubric.rows[0].rationale


@pytest.mark.parametrize("kind", ["public", "licensed"])
def test_words_of_other_sources_stay(kind: str) -> None:
    rubric, texts = confidential(kind)
    assert without_words(rubric, texts) is rubric
