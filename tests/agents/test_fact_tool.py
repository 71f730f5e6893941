"""A role asks a filing for its tagged figures, and is told by which words each is quoted."""

from datetime import date

import pytest

from agents.tools.facts import FactTools, FindFacts
from contracts.source import Corpus, CorpusItem
from sources.corpus import LoadedCorpus
from sources.store.document import document_of
from tests.builders import texas_corpus, texas_cutoff
from tests.sources.store.inline import document, fact

SALES = fact("12", 'scale="6" decimals="-6"', id="f-sales")
NORTH = fact("5", 'scale="6" decimals="-6"', id="f-north", contextRef="north")
CASH = fact("3.5", id="f-cash", contextRef="day", name="x:Cash")
BODY = (
    f"<table><tr><td>Net sales</td><td>{SALES}</td></tr><tr><td>North</td><td>{NORTH}</td></tr>"
    f"</table><p>Cash was {CASH}.</p><p>Cash was 3.5.</p>"
)
FILING = "10-Q-2025-Q3"


def loaded(body: str = BODY) -> LoadedCorpus:
    """The example's index with one source made into a small filing."""
    read = document_of(document(body))
    items: tuple[CorpusItem, ...] = texas_corpus().items
    texts = {item.card.id: "No facts." for item in items} | {FILING: read.text}
    return LoadedCorpus(Corpus(items=items), texts, {FILING: read.facts})


async def ask(
    words: str,
    *,
    source: str = FILING,
    end: date | None = None,
    member: str = "",
    cutoff: date = date(2026, 1, 9),
    body: str = BODY,
) -> tuple[bool, str]:
    tool = FactTools(loaded(body), texas_cutoff(cutoff))
    outcome = await tool.find(
        FindFacts(source_id=source, words=words, period_end=end, member=member)
    )
    return outcome.failed, outcome.text


async def test_a_fact_is_told_whole() -> None:
    failed, text = await ask("sales net")
    assert not failed
    head, scale, where, quote = text.splitlines()
    assert head == "x:Sales = 12000000 USD"
    assert scale == "printed '12', scale 6, decimals -6; element f-sales"
    assert where == "entity 0000000001, 2024-01-01 to 2024-12-31; dimensions: none"
    assert quote == "quote, characters 0 to 13: Net sales 12"


@pytest.mark.parametrize(
    ("words", "end", "member", "anchors"),
    [
        ("x:", None, "", ["f-hidden", "f-sales", "f-north", "f-cash"]),
        ("SALES", None, "none", ["f-hidden", "f-sales"]),
        ("sales", None, "areaaxis", ["f-north"]),
        ("sales", None, "North", ["f-north"]),
        ("x:", date(2024, 12, 31), "none", ["f-hidden", "f-sales", "f-cash"]),
        ("cash", date(2024, 12, 31), "", ["f-cash"]),
    ],
)
async def test_words_period_and_member_choose(
    words: str, end: date | None, member: str, anchors: list[str]
) -> None:
    _, text = await ask(words, end=end, member=member)
    assert [line.split("element ")[1] for line in text.splitlines() if "element" in line] == anchors


async def test_a_fact_that_cannot_be_quoted_says_so() -> None:
    _, hidden = await ask("sales", member="none")
    assert "not in the visible text: it cannot be quoted" in hidden
    _, repeated = await ask("cash")
    assert "stands more than once, quote more of one place: Cash was 3.5." in repeated


async def test_no_fit_is_an_answer_and_too_many_are_counted() -> None:
    assert await ask("no such words") == (
        False,
        f"none of the 4 figures that {FILING} tags fits all of this",
    )
    _, text = await ask("sales", body="".join(f"<p>{fact(str(n))}</p>" for n in range(40)))
    assert text.endswith("[11 more: ask for more words, a period or a member]")


@pytest.mark.parametrize(
    ("source", "cutoff", "words"),
    [
        ("10-K-2024", date(2026, 1, 9), "10-K-2024 tags no figures: open it and read them"),
        ("10-X", date(2026, 1, 9), "no source '10-X'; the corpus has"),
        (FILING, date(2025, 9, 1), "after the cutoff 2025-09-01"),
    ],
)
async def test_a_source_without_facts_unknown_or_late_is_refused(
    source: str, cutoff: date, words: str
) -> None:
    failed, text = await ask("sales", source=source, cutoff=cutoff)
    assert failed
    assert words in text
