"""The good candidate with a few places changed: what the code examples are written in."""

from typing import NamedTuple

from contracts.contract import Contract, Json
from gates.validation_input import ValidationInput
from tests.builders import (
    texas_budget,
    texas_composed_rows,
    texas_context,
    texas_corpus,
    texas_evidence,
    texas_factorization,
    texas_guard,
    texas_kinds,
    texas_profile,
    texas_query,
    texas_reproduction,
    texas_rows,
    texas_scripts,
)
from tests.contract_edit import ContractT, NewValue, with_body


class Edit(NamedTuple):
    """One place of one file and its new JSON value."""

    file: str
    path: str
    value: NewValue


def edited(*edits: Edit, composed: bool = False) -> ValidationInput:
    """The good candidate with edits; evidence and reproduction follow an edited corpus."""

    def change(file: str, model: ContractT) -> ContractT:
        for edit in edits:
            if edit.file == file:
                model = with_body(model, edit.path, edit.value)
        return model

    corpus = change("corpus", texas_corpus())
    evidence = change("evidence", texas_evidence(corpus=corpus))
    return ValidationInput(
        query=change("query", texas_query()),
        factorization=change("factorization", texas_factorization()),
        budget=change("budget", texas_budget()),
        context=change("context", texas_context()),
        profile=change("profile", texas_profile()),
        corpus=corpus,
        kinds=change("kinds", texas_kinds()),
        guard=change("guard", texas_guard()),
        evidence=evidence,
        rows=change("rows", texas_composed_rows() if composed else texas_rows()),
        scripts=change("scripts", texas_scripts()),
        reproduction=change("reproduction", texas_reproduction(evidence)),
    )


def body(model: Contract) -> Json:
    """The JSON form of a contract, to be put elsewhere."""
    found: Json = model.model_dump(mode="json")
    return found


def body_with(model: Contract, **changes: Json) -> Json:
    """The JSON form with other values at its top."""
    found = body(model)
    assert isinstance(found, dict)
    return {**found, **changes}
