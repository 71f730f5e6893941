"""Words of a withheld source leave with no claim, frame, section, theme or passage."""

from contracts.review import OwnPassage, OwnTheme
from reports.withheld_passages import (
    evidence_without,
    own_theme_without,
    reproduction_without,
)
from tests.ferry import CROWN, FUEL, HEDGE, STORM, STRIKE, ferry

THEME = OwnTheme(statement="Fuel", passages=(OwnPassage(source_id="AR", quote=FUEL),))
SOURCE_WORDS = (FUEL, HEDGE, CROWN, STORM, STRIKE, "MARKET RISKS", "CONTROLS", '"Currency"')


def printed(withheld: set[str]) -> str:
    given = ferry()
    return "".join(
        body.model_dump_json()
        for body in (
            evidence_without(given.evidence, withheld),
            reproduction_without(given.reproduction, withheld),
            own_theme_without(THEME, withheld),
        )
    )


def test_nothing_of_a_withheld_source_is_printed() -> None:
    text = printed({"AR"})
    assert [words for words in SOURCE_WORDS if words in text] == []
    assert "Dearer fuel narrows the margin" in text


def test_other_sources_are_printed() -> None:
    text = printed({"BR"})
    assert [words for words in SOURCE_WORDS if words not in text] == []
