"""A role's call as files: what is asked, who has claimed it, what was answered, what was refused.

The four files stand alone in one folder per call, `<exchange>/<slug of the call's key>/`, for any
agent or person to answer: `request.json`, `claim-1.json`, `answer.json`, `refused.json`.
"""

import re
from typing import Annotated, Self

from pydantic import Field, JsonValue, StringConstraints, model_validator

from contracts.contract import Contract, Words
from contracts.cutoff import Instant
from contracts.ids import Sha256
from contracts.model import CallKey, Message, Usage

REQUEST_FILE = "request.json"
ANSWER_FILE = "answer.json"
REFUSED_FILE = "refused.json"
MAX_TEXT = 200_000
MAX_CALLS = 32

Name = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=r"^\S[ -~]*$")]
"""Who answers, or the name of a model: printable ASCII."""


class ExchangeTool(Contract):
    """A tool that may be called; finrubric runs it on its own side."""

    name: str
    description: str
    parameters: dict[str, JsonValue]
    """JSON Schema of the arguments."""


class ExchangeOutput(Contract):
    """A file that the role must leave in its workspace before it submits."""

    path: str
    """Below the workspace, such as `out/evidence.json`."""
    contract: str
    required: bool
    body: dict[str, JsonValue]
    """JSON Schema of the file."""


class ExchangeRequest(Contract):
    """One call of one role, with all that is needed to answer it."""

    contract_name = "exchange-request"

    key: CallKey
    request_sha256: Sha256
    """Hash of the call as the ledger keeps it: the same call has the same hash after a resume."""
    role: str
    model: str
    """The name under which the call is asked."""
    system: str
    messages: tuple[Message, ...]
    """The conversation so far, without the system text; tool results stand in it as data."""
    tools: tuple[ExchangeTool, ...]
    outputs: tuple[ExchangeOutput, ...]
    workspace: str | None
    """Absolute folder of `inputs/` (to read) and `out/` (to write); None for calls without one."""
    deadline: Instant
    """Nothing is read after it."""
    lease_s: Annotated[int, Field(ge=1)]
    """Seconds that a claim is meant to hold at most; claim again to go on."""


class ExchangeClaim(Contract):
    """Says that somebody is at work on a request. `claim-2.json` replaces `claim-1.json`."""

    contract_name = "exchange-claim"

    by: Name
    until: Instant


class ExchangeCall(Contract):
    """A tool call; finrubric gives it an id."""

    name: Annotated[str, Field(max_length=200)]
    arguments: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])


class ExchangeAnswer(Contract):
    """What somebody answers to a request."""

    contract_name = "exchange-answer"

    answered_by: Name
    """Stands in the transcript as who answered."""
    model: Name | None = None
    """The model that was used, if any; stands in the transcript, too."""
    text: Annotated[str, Field(max_length=MAX_TEXT)] = ""
    tool_calls: Annotated[tuple[ExchangeCall, ...], Field(max_length=MAX_CALLS)] = ()
    usage: Usage | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.text.strip() and not self.tool_calls:
            msg = "has neither text nor tool calls; a turn ends with a call of `submit`"
            raise ValueError(msg)
        counts = self.usage.model_dump().values() if self.usage else ()
        if any(count is not None and count < 0 for count in counts):
            msg = "usage counts tokens and money: none is below zero"
            raise ValueError(msg)
        return self


class ExchangeFault(Contract):
    """One fault of an answer."""

    code: str
    pointer: str
    """JSON pointer into the answer; empty for the whole."""
    message: str


class ExchangeRefusal(Contract):
    """Why an answer was not taken."""

    contract_name = "exchange-refusal"

    faults: Annotated[tuple[ExchangeFault, ...], Field(min_length=1)]
    moved_to: str
    """Name that the refused answer has now, in the same folder."""
    advice: Words


def call_slug(key: CallKey) -> str:
    """The name of a call's folder, such as `run-texas-writer-1.2.3`."""
    scope = re.sub(r"[^A-Za-z0-9_.-]", "-", key.scope)
    return f"{scope}-{key.role}-{key.activation}.{key.turn}.{key.call}"


def claim_file(number: int) -> str:
    """The name of the `number`-th claim, from 1."""
    return f"claim-{number}.json"
