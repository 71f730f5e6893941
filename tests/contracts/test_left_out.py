from datetime import date

import pytest

from contracts.cutoff import Cutoff, DateBasis, SourceTime, SourceTimes, VersionProof
from contracts.left_out import days_text, left_out, reason_left_out
from contracts.source import Corpus
from tests.builders import texas_corpus

ZONE = "America/New_York"
CUTOFF = Cutoff(day=date(2026, 1, 9), zone=ZONE)
END = f"the cutoff 2026-01-09 ({ZONE})"


def on(day: date, basis: DateBasis = DateBasis.FILING_INDEX) -> SourceTime:
    return SourceTime.of_day(day, ZONE, basis, True)


def times(
    published: SourceTime | None,
    updated: SourceTime | None = None,
    proof: VersionProof = "accession",
) -> SourceTimes:
    return SourceTimes(published=published, updated=updated, version_proof=proof)


BEFORE, AFTER = on(date(2025, 11, 7)), on(date(2026, 2, 27))


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (times(BEFORE), ""),
        (times(AFTER), f"published 2026-02-27 ({ZONE}), after {END}"),
        (times(BEFORE, AFTER), f"last changed 2026-02-27 ({ZONE}), after {END}"),
        (
            times(SourceTime.of_year(2026, ZONE, DateBasis.TRANSCRIBED, False)),
            f"published 2026-01-01 to 2026-12-31 ({ZONE}), too vague to lie by {END}",
        ),
        (
            times(None),
            f"it states no publication date; an unknown date is never a pass at {END}",
        ),
        (
            times(on(date(2025, 11, 7), DateBasis.HTTP_HEADER)),
            f"its date 2025-11-07 ({ZONE}) rests on http_header, which proves nothing; "
            f"an unknown date is never a pass at {END}",
        ),
        (
            times(BEFORE, proof="none"),
            f"published 2025-11-07 ({ZONE}), but no version proof says that the text held is "
            f"that of {END}",
        ),
    ],
)
def test_reason_names_the_date_and_the_cutoff(found: SourceTimes, words: str) -> None:
    assert reason_left_out(found, CUTOFF) == words
    assert found.known_by(CUTOFF).passes is (words == "")


def test_days_are_those_of_the_sources_zone() -> None:
    assert days_text(SourceTime.of_month(2026, 2, ZONE, DateBasis.HUMAN, False)) == (
        "2026-02-01 to 2026-02-28"
    )
    assert days_text(on(date(2026, 2, 27))) == "2026-02-27"


def test_only_sources_that_do_not_pass_are_left_out() -> None:
    corpus = texas_corpus()
    assert left_out(corpus, CUTOFF) == ()
    early = Cutoff(day=date(2025, 9, 1), zone=ZONE)
    assert [item.card.id for item in left_out(corpus, early)] == ["10-Q-2025-Q3"]
    undated = [
        item.model_copy(update={"card": item.card.model_copy(update={"times": times(None)})})
        for item in corpus.items
    ]
    assert len(left_out(Corpus(items=tuple(undated)), CUTOFF)) == len(corpus.items)
