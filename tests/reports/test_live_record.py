"""What a live run's rubric says of its models: who answered, what it used, what sides share."""

import csv
import io
import json
from dataclasses import replace

import pytest

from reports.document import record_json
from reports.html import render_html
from reports.markdown import render_markdown
from reports.record import ModelUse
from reports.role_use import RoleUse, share_text
from reports.spreadsheet import render_csv
from tests.reports.page import Page
from tests.reports.sample import RECORD, sample_rubric

WRITER = RoleUse(
    role="writer",
    provider="openai",
    model="gpt-5.6-sol",
    answered_by=("gpt-5.6-sol-2026-07-09",),
    harness="session",
    settings="effort high",
    calls=12,
    sent=13,
    input_tokens=123_456,
    cached_tokens=100_000,
    output_tokens=6_789,
    reasoning_tokens=2_000,
    cost="1.25 USD",
)
REVIEWER = replace(
    WRITER, role="reviewer", provider="anthropic", model="claude-opus-5", sent=12, cost="unpriced"
)
LIVE = replace(
    RECORD,
    models=(
        ModelUse("writer", "openai/gpt-5.6-sol (effort high)", replayed=False),
        ModelUse("reviewer", "anthropic/claude-opus-5 (effort high)", replayed=False),
    ),
    roles=(WRITER, REVIEWER),
    cached="81 % cached",
    cost="1.25 USD and 12 answers unpriced",
)
SHARED = "openai (writer, reviewer)"
SENTENCE = f"Writer's and reviewer's side share a family of models: {SHARED}."
HARNESS = "Writer's and reviewer's side run in one harness: session (writer, reviewer)."


@pytest.mark.parametrize(
    ("use", "text"),
    [
        (
            WRITER,
            "openai/gpt-5.6-sol (effort high), answered by gpt-5.6-sol-2026-07-09; 12 calls sent "
            "13 times, 123,456 tokens in (81 % cached), 6,789 out (2,000 of reasoning); 1.25 USD",
        ),
        (
            replace(REVIEWER, harness="command", settings="", answered_by=(), input_tokens=0),
            "anthropic/claude-opus-5 (command), answered by nobody yet; 12 calls, 0 tokens in "
            "(none cached), 6,789 out (2,000 of reasoning); unpriced",
        ),
    ],
)
def test_a_roles_use_in_one_sentence(use: RoleUse, text: str) -> None:
    assert use.text == text


@pytest.mark.parametrize(
    ("cached", "read", "words"), [(1, 3, "33 % cached"), (0, 0, "none cached")]
)
def test_cached_share(cached: int, read: int, words: str) -> None:
    assert share_text(cached, read) == words


def test_page_and_markdown_say_who_answered_each_role() -> None:
    text = Page(render_html(sample_rubric(), LIVE)).text
    markdown = render_markdown(sample_rubric(), LIVE)
    for use in LIVE.roles:
        assert use.text in text
        assert use.answered_by[0] in markdown
    assert "1.25 USD and 12 answers unpriced" in text
    assert "share a family" not in text
    assert "share a family" not in markdown


def test_a_played_run_shows_no_use_of_models() -> None:
    played = replace(RECORD, roles=(WRITER,))
    assert WRITER.text not in Page(render_html(sample_rubric(), played)).text


def test_a_shared_family_stands_beside_the_status_everywhere() -> None:
    record = replace(LIVE, same_families=(SHARED,))
    text = Page(render_html(sample_rubric(), record)).text
    assert text.index(SENTENCE) < text.index("Rows")
    assert "Another model family reopened" not in text
    assert "The reviewer, of a family that also wrote, reopened" in text
    markdown = render_markdown(sample_rubric(), record)
    assert markdown.index("**One family:** ") < markdown.index("## Rows")
    rows = list(csv.DictReader(io.StringIO(render_csv(sample_rubric(), record))))
    assert rows
    assert all(SENTENCE in row["status"] for row in rows)


def test_a_shared_harness_is_noted() -> None:
    record = replace(LIVE, same_harnesses=("session (writer, reviewer)",))
    assert HARNESS in Page(render_html(sample_rubric(), record)).text
    assert HARNESS.replace("'", "") in render_markdown(sample_rubric(), record).replace("'", "")


def test_record_holds_every_figure() -> None:
    record = replace(LIVE, same_families=(SHARED,), same_harnesses=("session (writer)",))
    document = json.loads(record_json(record, rubric_sha256="0" * 64))
    assert document["same_families"] == [SHARED]
    assert document["same_harnesses"] == ["session (writer)"]
    assert document["cached"] == "81 % cached"
    assert document["roles"][0] == {
        "role": "writer",
        "provider": "openai",
        "model": "gpt-5.6-sol",
        "answered_by": ["gpt-5.6-sol-2026-07-09"],
        "harness": "session",
        "settings": "effort high",
        "calls": 12,
        "sent": 13,
        "input_tokens": 123_456,
        "cached_tokens": 100_000,
        "output_tokens": 6_789,
        "reasoning_tokens": 2_000,
        "cost": "1.25 USD",
    }


def test_a_name_that_a_provider_gives_is_text() -> None:
    hostile = replace(WRITER, answered_by=("<script>alert(1)</script>", "[x](javascript:y)"))
    record = replace(LIVE, roles=(hostile,))
    assert "<script>alert" not in render_html(sample_rubric(), record)
    assert "](javascript:" not in render_markdown(sample_rubric(), record)
