"""What a person has typed on an item of the queue and not sent yet."""

from typing import Annotated

from pydantic import StringConstraints

from contracts.contract import Contract, Text

DraftText = Annotated[str, StringConstraints(max_length=1_000_000)]
"""A file that is being edited: it need not be well-formed yet."""
Typed = Annotated[str, StringConstraints(max_length=200)]
"""One word or name as it was chosen or typed."""


class DraftFile(Contract):
    """A role's file as somebody is editing it."""

    name: Typed
    text: DraftText


class DraftField(Contract):
    """A field of the card of a source that is to be added."""

    name: Typed
    text: Text


class DecisionDraft(Contract):
    """The fields of a decision as they stand in a form; every one may be empty."""

    contract_name = "draft"

    kind: Typed = ""
    reason: Typed = ""
    note: Text = ""
    guidance: Text = ""
    findings: tuple[Typed, ...] = ()
    """`CODE@POINTER` each: what is ticked to be waived."""
    files: tuple[DraftFile, ...] = ()
    """Files of a role that are being edited."""
    card: tuple[DraftField, ...] = ()
    """The card of a source that is to be added; the source itself is chosen when it is sent."""
