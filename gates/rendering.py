"""What the references of a row template stand for: figures come from evidence, never from text."""

from collections.abc import Iterator, Mapping

from contracts.comparison import expected_text, rule_text
from contracts.evidence import Convention, Evidence, Population
from contracts.factorization import Factorization
from contracts.period import Period
from contracts.quantity import figure_text
from contracts.rows import Row
from contracts.template import render


def reference_values(factorization: Factorization, evidence: Evidence) -> Mapping[str, str]:
    """Every reference a row may use, without braces, and its words.

    `T1` expected value, `T1.rule` how it is compared, `T1.statement`; `BND1` the query's words;
    `POP1` all member keys, `POP1.first`, `POP1.last`, `POP1.count`; `OBS1` and `DRV1` figure with
    unit, `OBS1.period` and `DRV1.period` label and days; `CLM1` what is claimed, `THM1` a theme's
    statement; `CNV1` the chosen reading's statement.
    """
    return dict(
        [
            *((binding.id, binding.text) for binding in factorization.bindings),
            *_targets(evidence),
            *_figures(evidence),
            *((claim.id, claim.proposition) for claim in evidence.claims),
            *(
                (theme.id, theme.statement)
                for synthesis in evidence.syntheses
                for theme in synthesis.themes
            ),
            *(pair for population in evidence.populations for pair in _population(population)),
            *(pair for convention in evidence.conventions for pair in _chosen(convention)),
        ]
    )


def render_row(row: Row, values: Mapping[str, str]) -> str:
    """The row's words with every reference filled in.

    Raises:
        TemplateError: a stray brace, or a reference that `values` does not hold.
    """
    return render(row.template, values)


def period_text(period: Period) -> str:
    """Label and days of a period: `Q4 2024 (2024-09-25 to 2024-12-31)`; without label, the days."""
    days = f"{period.start} to {period.end}" if period.start else f"end of {period.end}"
    return f"{period.label} ({days})" if period.label else days


def _targets(evidence: Evidence) -> Iterator[tuple[str, str]]:
    for target in evidence.targets:
        yield target.id, expected_text(target.comparison)
        yield f"{target.id}.rule", rule_text(target.comparison)
        yield f"{target.id}.statement", target.statement


def _figures(evidence: Evidence) -> Iterator[tuple[str, str]]:
    for item in evidence.observations:
        yield item.id, figure_text(item.value, item.unit, item.scale)
        yield f"{item.id}.period", period_text(item.period)
    for item in evidence.derivations:
        yield item.id, figure_text(item.result, item.unit, item.scale)
        if item.period is not None:
            yield f"{item.id}.period", period_text(item.period)


def _population(population: Population) -> Iterator[tuple[str, str]]:
    keys = [member.key for member in population.members]
    yield population.id, ", ".join(keys)
    yield f"{population.id}.first", keys[0]
    yield f"{population.id}.last", keys[-1]
    yield f"{population.id}.count", str(len(keys))


def _chosen(convention: Convention) -> Iterator[tuple[str, str]]:
    return (
        (convention.id, option.statement)
        for option in convention.options
        if option.reading_id == convention.chosen
    )
