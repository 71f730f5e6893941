from collections.abc import Iterable

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from contracts.certification import CERTIFICATION
from reports.markdown import render_markdown
from reports.markdown_text import fenced, inline
from reports.played import RECORDED
from tests import builders
from tests.reports.hostile import PAYLOADS, poisoned
from tests.reports.sample import RECORD, sample_rubric

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def tokens(text: str) -> list[Token]:
    def flat(found: Iterable[Token]) -> Iterable[Token]:
        for token in found:
            yield token
            yield from flat(token.children or ())

    return list(flat(READER.parse(text)))


def kinds(text: str) -> list[str]:
    return [token.type for token in tokens(text) if token.type not in ("text", "softbreak")]


def test_markdown_says_what_the_page_says() -> None:
    text = render_markdown(sample_rubric(), RECORD)
    for heading in ("Rows", "Readings not chosen", "Warnings", "Evidence by row", "Conventions"):
        assert f"\n## {heading}\n" in text
    assert CERTIFICATION in text
    assert RECORDED in text
    words = "".join(token.content for token in tokens(text) if token.type == "text")
    assert builders.QUERY_TEXT in words
    assert "11.398896 %" in words
    assert "| 13 weeks ended 2024-09-24 | Bubba's 33 | 6,735 |" in words
    assert "434 days before the cutoff" in words


def plain_kinds() -> list[str]:
    return kinds(render_markdown(poisoned(sample_rubric(), " plain words"), RECORD))


@pytest.mark.parametrize("payload", [*PAYLOADS, "\n# heading\n\n- item\n```\n", "| a | b |\n***"])
def test_text_of_others_never_becomes_markup(payload: str) -> None:
    text = render_markdown(poisoned(sample_rubric(), payload), RECORD)
    found = kinds(text)
    assert {"html_inline", "html_block", "link_open", "image", "code_inline"} & set(found) == set()
    # A quote of several lines holds several paragraphs; everything else keeps its shape.
    if "\n" not in payload:
        assert found == plain_kinds()


@pytest.mark.parametrize(
    "text", ["# a", "- a", "1. a", "> a", "a_b_c", "~~a~~", "=== ", "+ a", "| a |"]
)
def test_line_that_begins_like_markup_is_a_paragraph(text: str) -> None:
    assert kinds(inline(text)) == ["paragraph_open", "inline", "paragraph_close"]


def test_fence_is_longer_than_any_in_the_script() -> None:
    found = tokens(fenced("x = 1\n````\n<b>\n", "python"))
    assert [token.type for token in found] == ["fence"]
    assert found[0].content == "x = 1\n````\n<b>\n"
