"""A question taken apart: what is asked (signature, obligations) and about what (bindings)."""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from contracts.contract import Contract, Words
from contracts.feature import ConventionKind, Feature
from contracts.ids import AmbiguityId, BindingId, ComponentId, ObligationId, ReadingId


class Span(Contract):
    """A verbatim piece of the query: code points `start` to `end`, end exclusive."""

    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=1)]
    text: Words

    @model_validator(mode="after")
    def _length_agrees(self) -> Self:
        if self.end - self.start != len(self.text):
            msg = f"span {self.start}:{self.end} is not as long as its text {self.text!r}"
            raise ValueError(msg)
        return self


class InstanceKind(StrEnum):
    """Bindings that make this question this instance; none may stand in the signature."""

    ENTITY = "entity"
    PERIOD = "period"
    AS_OF = "as_of"
    DOCUMENTS = "documents"
    SPEAKER = "speaker"
    NUMBER = "number"
    UNIT = "unit"
    ROUNDING = "rounding"
    OUTPUT_FORM = "output_form"


class SchematicKind(StrEnum):
    """Bindings that belong to the kind of task and may stand in the signature."""

    MEASURE = "measure"
    BASIS = "basis"
    OPERATION = "operation"


class Binding(Contract):
    """A verbatim piece of the query and the part it plays."""

    id: BindingId
    kind: InstanceKind | SchematicKind
    spans: Annotated[tuple[Span, ...], Field(min_length=1)]

    @property
    def is_instance(self) -> bool:
        """True for a binding that must not appear in the signature."""
        return isinstance(self.kind, InstanceKind)

    @property
    def text(self) -> str:
        """The first span's words."""
        return self.spans[0].text


class Signature(Contract):
    """The task without its instance: what any query of this kind asks."""

    statement: Words
    features: Annotated[tuple[Feature, ...], Field(min_length=1)]


class Component(Contract):
    """One thing the answer must state separately."""

    id: ComponentId
    statement: Words


Deliverable = Literal["value", "list", "explanation", "judgement", "forecast"]


class Obligation(Contract):
    """One thing the request asks to be delivered."""

    id: ObligationId
    statement: Words
    deliverable: Deliverable
    spans: Annotated[tuple[Span, ...], Field(min_length=1)]
    binding_ids: Annotated[tuple[BindingId, ...], Field(min_length=1)]
    components: Annotated[tuple[Component, ...], Field(min_length=1)]


class Reading(Contract):
    """One way to understand an ambiguous piece of the request."""

    id: ReadingId
    statement: Words


class Ambiguity(Contract):
    """A piece of the request with more than one reading; no choice is made here."""

    id: AmbiguityId
    kind: ConventionKind
    span: Span
    readings: Annotated[tuple[Reading, ...], Field(min_length=2)]


class Factorization(Contract):
    """Signature, bindings, obligations and ambiguities of one query."""

    contract_name = "factorization"

    signature: Signature
    bindings: Annotated[tuple[Binding, ...], Field(min_length=1)]
    obligations: Annotated[tuple[Obligation, ...], Field(min_length=1)]
    ambiguities: tuple[Ambiguity, ...]
    context_spans: tuple[Span, ...]
    """Pieces of the query that ask for nothing and bind nothing, such as a greeting."""
