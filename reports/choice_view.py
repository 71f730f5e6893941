"""Choices as they are shown: populations with their frame, conventions with all readings."""

from dataclasses import dataclass

from contracts.evidence import (
    AllOf,
    ConstituentsAsOf,
    Convention,
    ConventionOption,
    DateRange,
    Explicit,
    LastN,
    Population,
    PopulationRule,
)
from contracts.passage import Passages
from contracts.quantity import plain_text
from reports.evidence_view import Input
from reports.lookup import Lookup
from reports.rounded_reading import rounded_value
from reports.words import counted, day_text, period_text, spoken


@dataclass(frozen=True, slots=True)
class FrameLine:
    """One item of the frame and what became of it."""

    key: str
    period: str
    source: str
    state: str
    """`member`, `excluded`, `not published`, `next out` or `outside`."""
    reason: str
    figures: tuple[Input, ...]
    """Evidence of a member."""


@dataclass(frozen=True, slots=True)
class PopulationView:
    """What is averaged, summed or listed over."""

    id: str
    statement: str
    rule: str
    lines: tuple[FrameLine, ...]
    count: str
    tie_out: str


@dataclass(frozen=True, slots=True)
class OptionView:
    """One reading of a convention."""

    statement: str
    value: str
    state: str
    """`chosen`, `refused`, `accepted too` or `not chosen`."""
    words: str


@dataclass(frozen=True, slots=True)
class ConventionView:
    """How one ambiguity or kind was closed."""

    id: str
    kind: str
    basis: str
    rationale: str
    options: tuple[OptionView, ...]


def population_view(item: Population, parts: Lookup) -> PopulationView:
    """A population with every item of its frame."""
    return PopulationView(
        id=item.id,
        statement=item.statement,
        rule=_rule_text(item.rule),
        lines=_lines(item, parts),
        count=counted(item.count, "member"),
        tie_out=_tie_out(item, parts),
    )


def _lines(item: Population, parts: Lookup) -> tuple[FrameLine, ...]:
    members = {member.key: member.evidence for member in item.members}
    left_out = {entry.key: entry.reason for entry in item.excluded}
    unpublished = {entry.key: entry.reason for entry in item.not_published}
    lines: list[FrameLine] = []
    for entry in item.frame.items:
        key, state, reason = entry.key, "outside", ""
        if key in members:
            state = "member"
        elif key in unpublished:
            state, reason = "not published", unpublished[key]
        elif key in left_out:
            state, reason = "excluded", left_out[key]
        elif key == item.next_out:
            state, reason = "next out", "The newest item just outside the window."
        figures = tuple(Input(i, parts.figure(i), _what(i, parts)) for i in members.get(key, ()))
        period = period_text(entry.period).removeprefix(f"{key} · ")
        lines.append(FrameLine(key, period, entry.source_id or "", state, reason, figures))
    return tuple(lines)


def _what(evidence_id: str, parts: Lookup) -> str:
    if item := parts.observations.get(evidence_id):
        return ", ".join(word for word in (item.measure, item.subject.part) if word)
    if claim := parts.claims.get(evidence_id):
        return f"{claim.speaker}: {claim.proposition}"
    step = parts.derivations.get(evidence_id)
    return step.statement if step else ""


def _rule_text(rule: PopulationRule) -> str:
    match rule:
        case LastN():
            return f"the last {rule.n} published by the cutoff"
        case Explicit():
            return f"exactly those named: {', '.join(rule.keys)}"
        case DateRange():
            return f"all from {day_text(rule.start)} to {day_text(rule.end)}"
        case AllOf():
            return "every item of the frame"
        case ConstituentsAsOf():
            return f"constituents of {rule.list_name} on {day_text(rule.day)}"
        case Passages():
            return f"every passage of its sections with a word from {', '.join(rule.terms)}"
        case _:
            return f"all that satisfy: {rule.condition}"


def _tie_out(item: Population, parts: Lookup) -> str:
    tie = item.tie_out
    if tie is None:
        return ""
    terms = " + ".join(f"{parts.figure(i)} ({i})" for i in tie.parts)
    total = f"{parts.figure(tie.total)} ({tie.total})"
    return f"{total} less the sum of {terms} leaves {plain_text(tie.residual)}."


def convention_view(item: Convention, parts: Lookup) -> ConventionView:
    """A convention with all its readings, the chosen one first."""
    ordered = sorted(item.options, key=lambda option: option.reading_id != item.chosen)
    return ConventionView(
        id=item.id,
        kind=spoken(item.kind),
        basis=_basis(item, parts),
        rationale=item.rationale,
        options=tuple(_option(option, item, parts) for option in ordered),
    )


def _basis(item: Convention, parts: Lookup) -> str:
    if words := parts.bindings.get(item.basis_ref):
        return f"{spoken(item.basis)}: “{words}”"
    return f"{spoken(item.basis)} ({item.basis_ref})" if item.basis_ref else spoken(item.basis)


def _value(option: ConventionOption, item: Convention, parts: Lookup) -> str:
    if option.derivation_id:
        return parts.figure(option.derivation_id)
    return rounded_value(option, item, parts) or "not computed"


def _option(option: ConventionOption, item: Convention, parts: Lookup) -> OptionView:
    rival = next((r for r in item.rivals if r.reading_id == option.reading_id), None)
    value = _value(option, item, parts)
    if option.reading_id == item.chosen:
        return OptionView(option.statement, value, "chosen", item.rationale)
    if rival is None:
        return OptionView(option.statement, value, "not chosen", option.not_computed)
    state = "refused" if rival.treatment == "refuse" else "accepted too"
    return OptionView(option.statement, value, state, rival.words)
