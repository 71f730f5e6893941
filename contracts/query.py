"""The question as it was asked, and the calendar date up to which the world may be known."""

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from contracts.contract import Contract, Text, Words
from contracts.cutoff import Cutoff


def _composed(text: str) -> str:
    if unicodedata.normalize("NFC", text) != text:
        msg = "is not NFC text; span offsets count the code points of NFC text"
        raise ValueError(msg)
    return text


QueryText = Annotated[Words, AfterValidator(_composed)]
"""The request, verbatim, as NFC text of 1 to 20,000 characters."""
Tag = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$")]


class PriorTurn(Contract):
    """One earlier message of the conversation in which the question was asked."""

    speaker: Annotated[str, StringConstraints(pattern=r"^(user|assistant)$")]
    text: Text


class Query(Contract):
    """What the rubric is for: text, cutoff and the profile that sets the standard."""

    contract_name = "query"

    text: QueryText
    cutoff: Cutoff
    profile: str = "default"
    """Name of the profile whose bytes stand in the lock."""
    prior_turns: tuple[PriorTurn, ...] = ()
    tags: Annotated[tuple[Tag, ...], Field(max_length=32)] = ()
    asset_class: Tag | None = None
