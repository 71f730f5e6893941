import json

import pytest

from contracts.contract import Header, Stamped, canonical, parse_stamped, sha256_of
from contracts.review import OwnDetermination, OwnWords
from contracts.rubric import Rubric
from contracts.stated import StatedSet
from finrubric import read_rubric
from reports.document import record_json, render_json
from reports.withheld import without_withheld
from tests import builders
from tests.reports.sample import RECORD, sample_rubric

HEADER = Header(contract="rubric", version=1, run="demo-1", producer="code", inputs=("ab" * 32,))


def test_exported_rubric_is_the_stage_file_again() -> None:
    rubric = sample_rubric()
    data = render_json(rubric, HEADER)
    assert data == canonical(Stamped[Rubric](header=HEADER, body=rubric))
    assert parse_stamped(data, Rubric).body == rubric
    assert read_rubric(data) == rubric


def test_record_names_the_rubric_by_its_hash() -> None:
    data = render_json(sample_rubric(), HEADER)
    document = json.loads(record_json(RECORD, rubric_sha256=sha256_of(data)))
    assert document["rubric_sha256"] == sha256_of(data)
    assert document["accepted_at"] == "2026-11-30T14:05:09+00:00"
    assert [model["made_by"] for model in document["models"]] == ["hand", "hand"]


@pytest.mark.parametrize("source_class", ["internal", "restricted"])
def test_no_export_holds_words_of_a_source_that_stays_in_the_house(source_class: str) -> None:
    rubric = sample_rubric()
    item = next(item for item in rubric.sources if item.card.id == "10-Q-2025-Q3")
    card = builders.replaced(item.card, source_class=source_class, note="A private remark.")
    hidden = item.model_copy(update={"card": card})
    sources = tuple(hidden if other is item else other for other in rubric.sources)
    rubric = rubric.model_copy(update={"sources": sources})
    data = render_json(rubric, HEADER).decode()
    assert "| 10,797 |" not in data
    assert "A private remark." not in data
    assert f"[quote left out: {source_class} source]" in data
    assert "| 6,735 |" in data
    assert parse_stamped(data.encode(), Rubric).body == without_withheld(rubric)


def test_words_that_a_reviewer_read_in_the_house_stay_there() -> None:
    rubric = sample_rubric()
    item = next(item for item in rubric.sources if item.card.id == "10-Q-2025-Q3")
    hidden = item.model_copy(update={"card": builders.replaced(item.card, source_class="internal")})
    figure = rubric.trail.reviews[0].computations[0].inputs[0]
    own = OwnDetermination(
        target_id="T2",
        script="own_set.py",
        figures=(figure,),
        words=(
            OwnWords(name="inner", text="Secret", source_id=item.card.id, quote="A Secret plan"),
            OwnWords(name="outer", text="Open", source_id="10-K-2024", quote="An Open plan"),
        ),
        result=StatedSet(members=("Q3 2025",)),
    )
    review = builders.replaced(rubric.trail.reviews[0], determinations=(own,))
    trail = rubric.trail.model_copy(update={"reviews": (review,)})
    data = render_json(
        rubric.model_copy(update={"sources": (hidden,), "trail": trail}), HEADER
    ).decode()
    assert figure.source_id == item.card.id
    assert figure.quote not in data
    assert "Secret" not in data
    assert "An Open plan" in data
    assert "Q3 2025" in data


@pytest.mark.parametrize("source_class", ["public", "licensed"])
def test_quotes_of_other_sources_are_exported(source_class: str) -> None:
    rubric = sample_rubric()
    sources = tuple(
        item.model_copy(update={"card": builders.replaced(item.card, source_class=source_class)})
        for item in rubric.sources
    )
    rubric = rubric.model_copy(update={"sources": sources})
    assert without_withheld(rubric) is rubric
