"""What a run has fixed before its rows, for items that come before there are any."""

from collections.abc import Sequence
from dataclasses import dataclass

from console.reading.draft import Groundwork
from contracts.budget import points_text
from contracts.factorization import Factorization, Span
from reports.words import spoken


@dataclass(frozen=True, slots=True)
class Marked:
    """A piece of the question, and the part it plays; empty words for none."""

    text: str
    names: str


@dataclass(frozen=True, slots=True)
class ObligationView:
    """One thing that the question asks for."""

    id: str
    statement: str
    deliverable: str
    points: str
    """Empty before the budget is frozen."""


@dataclass(frozen=True, slots=True)
class AmbiguityView:
    """A piece of the question with more than one reading."""

    id: str
    kind: str
    words: str
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroundView:
    """Signature, bindings, obligations and ambiguities."""

    is_refused: bool
    """Whether the gate refused what is shown."""
    signature: str
    features: str
    question: tuple[Marked, ...]
    bindings: tuple[tuple[str, str, str], ...]
    """Id, kind, words."""
    obligations: tuple[ObligationView, ...]
    ambiguities: tuple[AmbiguityView, ...]
    criteria: tuple[tuple[str, str], ...]


def ground_view(ground: Groundwork) -> GroundView | None:
    """The parts of the question; None before it was taken apart."""
    parts = ground.factorization
    if parts is None:
        return None
    points = (
        {b.obligation_id: points_text(b.points) for b in ground.budget.blocks}
        if ground.budget
        else {}
    )
    return GroundView(
        is_refused=ground.is_refused,
        signature=parts.signature.statement,
        features=", ".join(spoken(item.value) for item in parts.signature.features),
        question=marked(ground.query.text, _spans(parts)),
        bindings=tuple((b.id, spoken(b.kind.value), b.text) for b in parts.bindings),
        obligations=tuple(
            ObligationView(
                id=item.id,
                statement=item.statement,
                deliverable=item.deliverable,
                points=points.get(item.id, ""),
            )
            for item in parts.obligations
        ),
        ambiguities=tuple(
            AmbiguityView(
                id=item.id,
                kind=spoken(item.kind.value),
                words=item.span.text,
                readings=tuple(reading.statement for reading in item.readings),
            )
            for item in parts.ambiguities
        ),
        criteria=tuple((item.id, item.statement) for item in ground.context.criteria)
        if ground.context
        else (),
    )


def _spans(parts: Factorization) -> list[tuple[Span, str]]:
    return [
        (span, f"{binding.id}, {spoken(binding.kind.value)}")
        for binding in parts.bindings
        for span in binding.spans
    ]


def marked(text: str, spans: Sequence[tuple[Span, str]]) -> tuple[Marked, ...]:
    """The text in pieces; where spans overlap, the one that begins first is marked."""
    pieces: list[Marked] = []
    done = 0
    for span, names in sorted(spans, key=lambda pair: (pair[0].start, -pair[0].end)):
        if span.start < done or span.end > len(text):
            continue
        if span.start > done:
            pieces.append(Marked(text[done : span.start], ""))
        pieces.append(Marked(text[span.start : span.end], names))
        done = span.end
    if done < len(text):
        pieces.append(Marked(text[done:], ""))
    return tuple(pieces)
