import json
from dataclasses import replace

import pytest

from reports.document import record_json
from reports.html import render_html
from reports.markdown import render_markdown
from reports.played import played_notes, played_text
from reports.record import ModelUse, RunRecord
from tests.reports.page import Page
from tests.reports.sample import RECORD, sample_rubric


def made_by(*makers: str, replayed: bool = True) -> RunRecord:
    uses = tuple(
        ModelUse(family, "name", replayed=replayed, made_by=maker)
        for family, maker in zip(("writer", "reviewer"), makers, strict=True)
    )
    return replace(RECORD, models=uses)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (RECORD, "roles played from a recording made by hand"),
        (made_by("m-1", "m-2"), "roles played from a recording made by m-1 and m-2"),
        (made_by("", ""), "roles played from a recording; who made it is not recorded"),
        (made_by("", "", replayed=False), ""),
    ],
)
def test_who_spoke_for_the_roles_stands_beside_the_status(record: RunRecord, words: str) -> None:
    assert played_text(record) == words
    text = Page(render_html(sample_rubric(), record)).text
    assert ("Accepted " + words + " ").replace("  ", " ") in text
    markdown = render_markdown(sample_rubric(), record)
    assert (f"**Accepted – {words}.**" if words else "**Accepted.**") in markdown
    assert ("the reviewing family re-cut" in text) is True
    assert ("Another model family reopened" in text) is not record.is_replayed


def test_live_models_need_no_note() -> None:
    assert played_notes(made_by("", "", replayed=False)) == ()


def test_changed_prompts_are_told_wherever_the_run_is() -> None:
    record = replace(RECORD, changed_prompts=("writer.md", "reviewer.md"))
    words = "Prompts changed since the recording was made: writer.md, reviewer.md."
    text = Page(render_html(sample_rubric(), record)).text
    assert text.index(words) < text.index("Rows")
    assert words in render_markdown(sample_rubric(), record)
    document = json.loads(record_json(record, rubric_sha256="ab" * 32))
    assert document["changed_prompts"] == ["writer.md", "reviewer.md"]
    assert "Prompts changed" not in Page(render_html(sample_rubric(), RECORD)).text
