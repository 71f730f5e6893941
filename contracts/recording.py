"""A played role: what a model would have called and written, with references, pinned to inputs.

A recording is a folder: `recording.json`, one file per turn under `turns/`, file bodies under
`bodies/`. Tools, scripts and gates run for real on what it plays.
"""

from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract, Text, Words
from contracts.ids import Sha256
from contracts.query import Query


class PlayedCall(Contract):
    """One tool call of a played turn, and what its result must be."""

    tool: str
    arguments: str
    """JSON text. `{"$body": "NAME"}` in it stands for the file `bodies/NAME`."""
    result_sha256: Sha256 | None = None
    """Pin of the exact result text, for source reads and script output."""
    findings: tuple[str, ...] | None = None
    """Pin of `code pointer` pairs for a validation result, in order."""


class PlayedStep(Contract):
    """One model response: some words and its tool calls."""

    text: Text = ""
    calls: Annotated[tuple[PlayedCall, ...], Field(min_length=1)]


class PlayedTurn(Contract):
    """All responses of one role's turn."""

    contract_name = "played-turn"

    role: str
    activation: Annotated[int, Field(ge=1)]
    turn: Annotated[int, Field(ge=1)]
    inputs: tuple[Sha256, ...]
    """Fingerprints of the stage inputs the turn was recorded with; empty: not pinned."""
    steps: Annotated[tuple[PlayedStep, ...], Field(min_length=1)]


class Recording(Contract):
    """The head of a recording."""

    contract_name = "recording"

    title: Words
    made_by: Words
    """`hand` or the models that answered; a hand-made recording proves the path only."""
    query: Query | None = None
    """The question it was made for, with cutoff and profile; None: not pinned to one."""
    families: dict[Literal["writer", "reviewer"], Words]
    turns: Annotated[tuple[str, ...], Field(min_length=1)]
    """File names under `turns/`."""
    tools_sha256: Sha256
    """Hash over the tool schemas when recorded; another one is drift."""
    contracts_sha256: Sha256
    """Hash over the contract names and versions when recorded; another one is drift."""
    prompts: dict[str, Sha256]
    """Prompt hashes when recorded; a changed one is reported, not fatal."""
