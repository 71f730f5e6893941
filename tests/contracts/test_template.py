"""Templates: references, rendering, and digits that a writer typed by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from contracts import ids
from contracts.template import Reference, TemplateError, digits_outside, references, render


def test_references_are_found_in_order_with_repetitions() -> None:
    template = "{{T1}} of {{BND2}} over {{T1.period}}, {{O1.2}} {{O3.text}} {{T1}}"
    assert references(template) == (
        Reference("T1", None),
        Reference("BND2", None),
        Reference("T1", "period"),
        Reference("O1.2", None),
        Reference("O3", "text"),
        Reference("T1", None),
    )
    assert Reference("T1", "period").key == "T1.period"


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("", ""),
        ("no reference", "no reference"),
        ("{{T1}}", "11.8 %"),
        ("a {{T1}}{{T1.rule}}\n", "a 11.8 %rounded\n"),
        ("{{T2}}", "{{T1}} {0} {x!r} {{ 7*7 }} %s $T1 \\1"),
    ],
)
def test_render_puts_values_in_and_never_scans_them(template: str, text: str) -> None:
    values = {
        "T1": "11.8 %",
        "T1.rule": "rounded",
        "T2": "{{T1}} {0} {x!r} {{ 7*7 }} %s $T1 \\1",
    }
    assert render(template, values) == text


@pytest.mark.parametrize(
    "template",
    [
        "{",
        "}",
        "{x}",
        "{0}",
        "{{",
        "}}",
        "{{}}",
        "{{T1}",
        "{T1}}",
        "{{{T1}}}",
        "{{T1}}}",
        "{{ T1 }}",
        "{{T0}}",
        "{{T01}}",
        "{{T1000}}",
        "{{T\u0661}}",
        "{{t1}}",
        "{{T1.}}",
        "{{T1.Period}}",
        "{{T1.a.b}}",
        "{{T1.2}}",
        "{{T1\n}}",
        "{{ZZ1}}",
        "{{7*7}}",
        "{{T1.__class__}}",
        "{{T1}} and {{T2",
        "{% if x %}",
    ],
)
def test_braces_outside_references_are_refused(template: str) -> None:
    for read in (references, digits_outside, lambda text: render(text, {"T1": "a"})):
        with pytest.raises(TemplateError, match="brace outside a reference"):
            read(template)


@pytest.mark.parametrize("template", ["{{T1}}", "{{T2.period}}", "{{T2}} {{T1}}"])
def test_a_reference_without_a_value_is_refused(template: str) -> None:
    with pytest.raises(TemplateError, match=r"\{\{T[12](\.period)?\}\} has no value"):
        render(template, {"T2": "x"})


@pytest.mark.parametrize(
    ("template", "runs"),
    [
        ("{{T1}} of {{O1.2}}", ()),
        ("Q4 FY2024: {{T1}}", ("4", "2024")),
        ("11.8 %{{T1}}7x", ("11", "8", "7")),
        (
            "\u0661\u0662 \uff15 \u00b2 \u00bd \u2167",
            ("\u0661\u0662", "\uff15", "\u00b2", "\u00bd", "\u2167"),
        ),
        ("五 quarters", ()),
        ("1{{T1}}2", ("1", "2")),
    ],
)
def test_digits_outside_references_are_listed(template: str, runs: tuple[str, ...]) -> None:
    assert digits_outside(template) == runs


@given(st.text(st.characters(exclude_characters="{}")))
def test_text_without_braces_renders_to_itself(text: str) -> None:
    assert render(text, {}) == text
    assert references(text) == ()


@given(
    st.lists(
        st.sampled_from(["{{T1}}", "{{T2.period}}", "{{OBS1234}}", "{{O1.2.text}}"])
        | st.text(st.characters(exclude_characters="{}"), max_size=5)
    )
)
def test_rendering_references_as_themselves_is_the_identity(parts: list[str]) -> None:
    template = "".join(parts)
    values = {found.key: f"{{{{{found.key}}}}}" for found in references(template)}
    assert render(template, values) == template


CAPITAL_IDS = [
    (ids.ObligationId, "O"),
    (ids.BindingId, "BND"),
    (ids.AmbiguityId, "A"),
    (ids.BlockId, "B"),
    (ids.CriterionId, "CR"),
    (ids.ObservationId, "OBS"),
    (ids.DerivationId, "DRV"),
    (ids.PopulationId, "POP"),
    (ids.ConventionId, "CNV"),
    (ids.TargetId, "T"),
    (ids.RowId, "R"),
    (ids.FindingId, "F"),
    (ids.QuestionId, "Q"),
    (ids.EditId, "E"),
]


@pytest.mark.parametrize(("kind", "prefix"), CAPITAL_IDS)
@pytest.mark.parametrize("number", ["0", "1", "01", "999", "1000", "9999", "10000"])
def test_the_grammar_takes_exactly_the_ids_of_contracts(
    kind: type[str], prefix: str, number: str
) -> None:
    identifier = prefix + number
    try:
        TypeAdapter(kind).validate_python(identifier)
    except ValueError:
        with pytest.raises(TemplateError):
            references(f"{{{{{identifier}}}}}")
    else:
        assert references(f"{{{{{identifier}}}}}") == (Reference(identifier, None),)


def test_component_ids_are_references() -> None:
    assert TypeAdapter(ids.ComponentId).validate_python("O1.2") == "O1.2"
    assert references("{{O1.2}}") == (Reference("O1.2", None),)
