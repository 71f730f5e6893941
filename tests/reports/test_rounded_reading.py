import pytest

from contracts.evidence import Convention, ConventionOption, Rival
from contracts.feature import ConventionKind
from contracts.rubric import NotChosen, Rubric
from reports.lookup import lookup
from reports.reading_view import reading_views
from reports.rounded_reading import rounded_value
from tests import builders
from tests.reports.sample import sample_rubric

WHY = "No script is needed for it."


def convention(kind: ConventionKind = ConventionKind.ROUNDING, affects: str = "T1") -> Convention:
    options = (
        ConventionOption(reading_id="half_up", statement="Nearer.", derivation_id="DRV10"),
        *(
            ConventionOption(
                reading_id=name, statement=f"By {name}.", derivation_id=None, not_computed=WHY
            )
            for name in ("half_even", "floor", "ceiling", "by_ear")
        ),
    )
    return Convention(
        id="CNV9",
        kind=kind,
        ambiguity_id=None,
        affects=(affects,),
        options=options,
        chosen="half_up",
        basis="profile",
        basis_ref="rounding",
        rationale="The profile rounds half up.",
        rivals=(Rival(reading_id="floor", treatment="refuse", words="Nobody asked for it."),),
    )


def values(item: Convention) -> list[str]:
    parts = lookup(sample_rubric())
    return [rounded_value(option, item, parts) for option in item.options[1:]]


def test_each_mode_prints_the_unrounded_figure_in_its_way() -> None:
    assert values(convention()) == ["11.8 %", "11.7 %", "11.8 %", ""]


@pytest.mark.parametrize(
    ("kind", "affects"), [(ConventionKind.FISCAL_BASIS, "T1"), (ConventionKind.ROUNDING, "T2")]
)
def test_only_rounding_of_a_number_is_computed(kind: ConventionKind, affects: str) -> None:
    assert values(convention(kind, affects)) == ["", "", "", ""]


def test_a_figure_in_another_scale_than_the_target_is_left_alone() -> None:
    assert values(convention(affects="T3")) == ["", "", "", ""]


def test_a_reading_not_chosen_shows_its_value_beside_the_excuse() -> None:
    rubric: Rubric = builders.replaced(
        sample_rubric(),
        evidence=builders.replaced(builders.texas_evidence(), conventions=(convention(),)),
        not_chosen=(
            NotChosen(statement="By floor.", value=WHY, treatment="refuse", words="Not asked."),
            NotChosen(statement="By by_ear.", value=WHY, treatment="refuse", words="Not asked."),
        ),
    )
    assert [(item.value, item.why_none) for item in reading_views(rubric)] == [
        ("11.7 %", WHY),
        ("", WHY),
    ]
