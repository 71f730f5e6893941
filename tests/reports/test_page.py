import base64
import hashlib
import re
from functools import cache
from itertools import pairwise

import pytest

from contracts.certification import CERTIFICATION
from contracts.rubric import Rubric
from reports.html import render_html
from reports.played import RECORDED
from tests import builders
from tests.reports.hostile import PAYLOADS, poisoned
from tests.reports.page import Page
from tests.reports.sample import RECORD, sample_rubric, sample_texts


@cache
def sample() -> Rubric:
    return sample_rubric()


@cache
def clean_html() -> str:
    return render_html(sample(), RECORD, texts=sample_texts())


@cache
def clean_page() -> Page:
    return Page(clean_html())


def test_page_is_well_formed() -> None:
    assert clean_page().faults == []
    assert clean_html().startswith("<!doctype html>")


def test_page_has_one_language_one_h1_and_its_landmarks() -> None:
    page = clean_page()
    assert page.of("html") == [{"lang": "en"}]
    assert [len(page.of(tag)) for tag in ("h1", "main", "header", "footer")] == [1, 1, 1, 1]
    assert [nav["aria-label"] for nav in page.of("nav")] == ["Sections"]


def test_headings_skip_no_level() -> None:
    levels = [int(tag[1]) for tag, _ in clean_page().tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


def test_every_header_cell_says_its_scope() -> None:
    assert {cell["scope"] for cell in clean_page().of("th")} == {"col", "row"}


def test_ids_are_unique_and_links_within_the_page_lead_somewhere() -> None:
    ids = [a["id"] for _, a in clean_page().tags if "id" in a]
    assert len(ids) == len(set(ids))
    targets = [str(a["href"]) for a in clean_page().of("a")]
    inner = [target.removeprefix("#") for target in targets if target.startswith("#")]
    assert inner
    assert set(inner) <= set(ids)


def test_page_loads_nothing_and_runs_nothing() -> None:
    page = clean_page()
    assert page.of("script", "link", "img", "iframe", "object", "embed", "base", "form") == []
    names = {name for _, attributes in page.tags for name in attributes}
    assert {name for name in names if name.startswith("on")} == set()
    assert names & {"src", "srcset", "style", "action", "background", "poster", "data"} == set()
    assert "url(" not in clean_html()
    assert "@import" not in clean_html()
    outward = {str(a["href"]) for a in page.of("a") if not str(a["href"]).startswith("#")}
    assert outward
    assert all(address.startswith("https://www.sec.gov/") for address in outward)


def test_policy_allows_the_page_its_own_style_and_nothing_else() -> None:
    policy = next(
        str(meta["content"])
        for meta in clean_page().of("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    )
    style = re.search(r"<style>(.*?)</style>", clean_html(), re.DOTALL)
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


@cache
def plain_shape() -> list[tuple[str, tuple[str, ...]]]:
    """Tags of the page when harmless words stand behind every text."""
    html = render_html(poisoned(sample(), " plain words"), RECORD, texts=sample_texts())
    return Page(html).shape


@pytest.mark.parametrize("payload", PAYLOADS)
def test_text_of_others_never_becomes_markup(payload: str) -> None:
    page = Page(render_html(poisoned(sample(), payload), RECORD, texts=sample_texts()))
    assert page.faults == []
    assert page.shape == plain_shape()
    assert page.text.count(" ".join(payload.split())) > 100


def test_shape_of_a_page_that_does_not_escape_differs() -> None:
    bad = [text for text in PAYLOADS if Page(f"<p>{text}</p>").shape != [("p", ())]]
    assert len(bad) == 13


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,<script>x</script>",
        "file:///etc/passwd",
        "//evil.example/",
        "https://evil.example/ onclick=x",
        'https://evil.example/"onclick=x',
        " https://evil.example/",
        "https://user@evil.example/",
    ],
)
def test_only_plain_web_addresses_become_links(url: str) -> None:
    source = sample().sources[0]
    bad = source.model_copy(update={"card": source.card.model_copy(update={"url": url})})
    html = render_html(sample().model_copy(update={"sources": (bad,)}), RECORD)
    assert [a for a in Page(html).of("a") if not str(a["href"]).startswith("#")] == []


def test_controls_of_terminals_and_hidden_signs_do_not_reach_the_page() -> None:
    hidden = "\x1b]0;owned\x07\x1b[2J\x9b31m\x07\u202e\u200b"
    html = render_html(poisoned(sample(), hidden), RECORD)
    assert re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u200b]", html) is None
    assert "owned" not in html


def test_page_shows_what_an_analyst_looks_for_in_that_order() -> None:
    text = clean_page().text
    shown = [
        "Accepted roles played from a recording made by hand",
        builders.QUERY_TEXT,
        "9 January 2026, to the end of the day in New York (America/New_York)",
        CERTIFICATION,
        "60 outcome",
        "11.8 %",
        "rounded half up to 1 decimal place; no other tolerance",
        "Q3 2024; Q4 2024; Q1 2025; Q2 2025; Q3 2025",
        "USD 13,289 thousand",
        "Reading ratio_of_sums 11.398896 % is refused.",
        "Dates that nobody verified",
        "published 7 November 2025",
        "Close every choice that changes the figure",
        "Names the periods that the measure is taken over",
        "Refuses 11.398896 % DRV11, reading",
        "10 figures worked, all printed again as declared; 14 figures read in 5 sources.",
        "| 13 weeks ended 2024-09-24 | Bubba's 33 | 6,735 |",
        "published 1 November 2024, 434 days before the cutoff; date not verified",
        "published 7 November 2025, 63 days before the cutoff; date not verified",
        "Script remainder.py",
        "Rule: the last 5 published by the cutoff. 5 members.",
        "next out",
        "not published",
        "leaves 0.",
        "Decided by the query: “simple average”.",
        "Review trail Who checked",
        "Roles played from a recording made by hand, reviewer, composer and confirmer too.",
        "11.768121 own_mean.py",
        "Split: R1 becomes R1, R2, R3",
        "F1 One row carries all points",
        "20 points from R1 to R2",
        "Lock (sha256)",
        RECORDED,
    ]
    place = 0
    for words in shown:
        found = text.find(words, place)
        assert found >= 0, f"{words!r} is missing, or stands too early"
        place = found


def test_quote_is_marked_where_it_stands() -> None:
    quote = "| 13 weeks ended 2024-09-24 | Total | 91,061 |"
    place = clean_html().index(f"<mark>{quote}</mark>")
    around = clean_html()[place - 120 : place + 200]
    assert "6,735" in around
    assert "25,268" in around


def test_scripts_are_folded_and_whole() -> None:
    html = clean_html()
    assert html.count('<details id="figure-') == len(sample().evidence.derivations)
    assert '<details id="figure-DRV1">' in html
    for script in sample().scripts.scripts:
        assert script.text.strip().split("\n")[-1].strip()[:20] in Page(html).text.replace(
            "  ", " "
        )


@pytest.mark.parametrize("status", ["accepted_with_waiver", "ablation"])
def test_other_statuses_are_shown_for_what_they_are(status: str) -> None:
    html = render_html(sample().model_copy(update={"status": status}), RECORD)
    assert 'class="status odd"' in html


def test_script_that_printed_otherwise_is_told() -> None:
    reproduction = sample().reproduction
    first = reproduction.scripts[0].model_copy(update={"outcome": "different", "printed": "1"})
    changed = reproduction.model_copy(update={"scripts": (first, *reproduction.scripts[1:])})
    text = Page(render_html(sample().model_copy(update={"reproduction": changed}), RECORD)).text
    assert "script: different" in text
    assert "10 figures worked, 1 printed otherwise" in text


def test_circle_of_derivations_ends_in_print() -> None:
    evidence = builders.with_body(builders.texas_evidence(), "/derivations/9/inputs/0", "DRV10")
    text = Page(render_html(sample().model_copy(update={"evidence": evidence}), RECORD)).text
    assert "DRV10" in text


@pytest.mark.parametrize("source_class", ["internal", "restricted"])
def test_words_of_sources_that_stay_in_the_house_are_left_out(source_class: str) -> None:
    rubric = sample_rubric()
    quotes = [item.quote.text for item in rubric.evidence.observations]
    sources = tuple(
        item.model_copy(
            update={"card": item.card.model_copy(update={"source_class": source_class})}
        )
        for item in rubric.sources
    )
    html = render_html(rubric.model_copy(update={"sources": sources}), RECORD, texts=sample_texts())
    text = Page(html).text
    assert [quote for quote in quotes if quote in text] == []
    assert f"[quote left out: {source_class} source]" in text
    assert "USD 6,735 thousand" in text
