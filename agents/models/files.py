"""A folder as a model: each call is written as a file, and any agent or person may answer it.

One folder per call holds `request.json`, claims, `answer.json` and, where an answer could not be
taken, `refused.json`. Answers are read through no link, whole and bounded; `docs/harnesses.md` says
how one is given.
"""

import asyncio
import json
import os
import stat
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue, TypeAdapter

from agents.models.model import Family
from contracts.contract import Contract, fingerprint, parse_contract
from contracts.errors import ContractError, Fault, InputError, ModelError, ModelFault
from contracts.exchange import (
    ANSWER_FILE,
    REFUSED_FILE,
    REQUEST_FILE,
    ExchangeAnswer,
    ExchangeClaim,
    ExchangeFault,
    ExchangeOutput,
    ExchangeRefusal,
    ExchangeRequest,
    ExchangeTool,
    call_slug,
    claim_file,
)
from contracts.model import (
    ModelRequest,
    ModelResponse,
    SystemMessage,
    ToolCall,
    ToolSchema,
    Usage,
)
from records.clock import Clock, SystemClock
from records.files import replace_file

MAX_ANSWER_BYTES = 5_000_000
MAX_REQUEST_BYTES = 50_000_000
MAX_CLAIMS = 1_000
MOST_TOLD = 5
"""Faults of an answer that are told at once; `refused.json` has them all."""
_REGULAR = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_ADVICE = (
    "Mend what the faults name and rename a whole file to answer.json again; the request still "
    "waits until its deadline."
)
_OBJECT: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


class Place(NamedTuple):
    """Where the role that asks works, and what it must leave there."""

    workspace: Path
    outputs: tuple[ExchangeOutput, ...]
    remaining_s: Callable[[], Awaitable[float]]
    """Active seconds that the role's budget has left."""


class _Unfit(Exception):
    """An answer that is not taken."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults)
        self.faults = faults


class _Look(NamedTuple):
    """What one look into a call's folder found."""

    data: bytes | None = None
    answer: ExchangeAnswer | None = None
    faults: tuple[Fault, ...] = ()


def _to_nobody(_: str) -> None:
    """What hears nothing."""


@dataclass(frozen=True, slots=True)
class FilesClient:
    """Writes calls into a folder and waits for their answers."""

    folder: Path
    family: Family
    model: str = "files"
    """The name that calls are asked under; responses carry who answered."""
    deadline_s: float = 3_600.0
    """Longest wait for one answer."""
    lease_s: int = 900
    poll_s: float = 0.2
    clock: Clock = field(default_factory=SystemClock)
    place: Place | None = None
    """None for calls that have no workspace."""
    provider: str = "files"
    tell: Callable[[str], None] = _to_nobody
    """Hears where and until when an answer is waited for, and why one was not taken."""

    def at(self, place: Place) -> "FilesClient":
        """The same exchange, for one activation's place."""
        return replace(self, place=place)

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Write the call and wait for its answer; an answer that is there already is taken.

        Raises:
            ModelError: nobody answered by the deadline.
            InputError: the folder holds another request under the same key.
        """
        folder = self.folder.absolute() / call_slug(request.key)
        asked = await self._asked(request)
        await asyncio.to_thread(_write_request, folder, asked)
        if not await asyncio.to_thread((folder / ANSWER_FILE).exists):
            until = f"{asked.deadline:%Y-%m-%d %H:%M:%S} UTC"
            self.tell(f"{asked.role} waits for {folder / ANSWER_FILE} until {until}")
        before = _Look()
        while True:
            look = await asyncio.to_thread(_look, folder, self.clock.now())
            if look.answer is not None:
                return _response(request, look.answer)
            # What is unfit may still be being written: it is refused once it stays the same.
            if look.faults and look.data == before.data:
                await asyncio.to_thread(_refuse, folder, look.faults)
                why = "; ".join(str(fault) for fault in look.faults[:MOST_TOLD])
                self.tell(f"{folder / ANSWER_FILE} was not taken, and is waited for again: {why}")
                look = _Look()
            if self.clock.now() >= asked.deadline:
                msg = f"{folder}: nobody answered by {asked.deadline:%Y-%m-%d %H:%M:%S} UTC"
                raise ModelError(msg, ModelFault.TIMEOUT)
            before = look
            await asyncio.sleep(self.poll_s)

    async def _asked(self, request: ModelRequest) -> ExchangeRequest:
        wait_s, place = self.deadline_s, self.place
        if place is not None:
            wait_s = min(wait_s, await place.remaining_s())
        system = [item.text for item in request.messages if isinstance(item, SystemMessage)]
        return ExchangeRequest(
            key=request.key,
            request_sha256=fingerprint(request),
            role=request.key.role,
            model=self.model,
            system="\n\n".join(system),
            messages=tuple(
                item for item in request.messages if not isinstance(item, SystemMessage)
            ),
            tools=tuple(_tool(schema) for schema in request.tools),
            outputs=place.outputs if place else (),
            workspace=str(place.workspace.absolute()) if place else None,
            deadline=self.clock.now() + timedelta(seconds=wait_s),
            lease_s=self.lease_s,
        )


def exchange_output(path: str, model: type[Contract], *, required: bool) -> ExchangeOutput:
    """Describe a file that a role leaves."""
    schema = _OBJECT.validate_json(json.dumps(model.model_json_schema()))
    return ExchangeOutput(path=path, contract=model.contract_name, required=required, body=schema)


def _tool(schema: ToolSchema) -> ExchangeTool:
    parameters = _OBJECT.validate_json(schema.parameters)
    return ExchangeTool(name=schema.name, description=schema.description, parameters=parameters)


def _write_request(folder: Path, asked: ExchangeRequest) -> None:
    """Write the request, with the new deadline where the same one stands there already."""
    path = folder / REQUEST_FILE
    try:
        there = ExchangeRequest.model_validate_json(_read(path, MAX_REQUEST_BYTES))
    except (FileNotFoundError, _Unfit, ValueError):
        there = None
    if there is not None and there.request_sha256 != asked.request_sha256:
        raise InputError(
            f"{path} holds another request under this key, so its answer is not for this one: "
            "another data folder used the exchange; give each its own, or move the old folder away"
        )
    replace_file(path, (asked.model_dump_json(indent=2) + "\n").encode())


def _look(folder: Path, now: datetime) -> _Look:
    """What stands in `answer.json`: nothing, an answer to take, or one that cannot be taken."""
    data = b""
    try:
        data = _read(folder / ANSWER_FILE, MAX_ANSWER_BYTES)
        answer = parse_contract(data, ExchangeAnswer)
        _require_claim(folder, answer, now)
    except FileNotFoundError:
        return _Look()
    except (ContractError, _Unfit) as error:
        return _Look(data, faults=tuple(error.faults))
    return _Look(data, answer)


def _require_claim(folder: Path, answer: ExchangeAnswer, now: datetime) -> None:
    claim = _claim(folder)
    if claim is not None and claim.until > now and claim.by != answer.answered_by:
        words = f"{claim.by!r} holds this request until {claim.until:%Y-%m-%d %H:%M:%S} UTC"
        raise _Unfit(Fault("claimed", "/answered_by", words))


def _claim(folder: Path) -> ExchangeClaim | None:
    """The last claim; None where there is none or it cannot be read."""
    number = 0
    while number < MAX_CLAIMS and (folder / claim_file(number + 1)).exists():
        number += 1
    try:
        return parse_contract(_read(folder / claim_file(number), 10_000), ExchangeClaim)
    except (FileNotFoundError, ContractError, _Unfit):
        return None


def _refuse(folder: Path, faults: tuple[Fault, ...]) -> None:
    """Move the answer aside and say why."""
    number = 1
    while os.path.lexists(folder / (moved := f"answer.refused-{number}.json")):
        number += 1
    try:
        (folder / ANSWER_FILE).rename(folder / moved)
    except FileNotFoundError:
        return
    note = ExchangeRefusal(
        faults=tuple(
            ExchangeFault(code=fault.code, pointer=fault.pointer, message=fault.message)
            for fault in faults
        ),
        moved_to=moved,
        advice=_ADVICE,
    )
    replace_file(folder / REFUSED_FILE, (note.model_dump_json(indent=2) + "\n").encode())


def _read(path: Path, cap: int) -> bytes:
    """A plain file's bytes, through no link and up to a cap."""
    try:
        opened = os.open(path, _REGULAR)
    except FileNotFoundError:
        raise
    except OSError as error:
        words = f"cannot be opened as a plain file ({error.strerror}); links are not followed"
        raise _Unfit(Fault("not-a-file", "", words)) from None
    with os.fdopen(opened, "rb") as file:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise _Unfit(Fault("not-a-file", "", "is no plain file"))
        data = file.read(cap + 1)
    if len(data) > cap:
        raise _Unfit(Fault("too-large", "", f"has more than {cap} bytes"))
    return data


def _response(request: ModelRequest, answer: ExchangeAnswer) -> ModelResponse:
    key = request.key
    stem = f"{key.role}-{key.activation}-{key.turn}-{key.call}"
    calls = tuple(
        ToolCall(
            id=f"{stem}-{number}",
            name=call.name,
            arguments=json.dumps(call.arguments, ensure_ascii=False),
        )
        for number, call in enumerate(answer.tool_calls, start=1)
    )
    return ModelResponse(
        model=f"{answer.answered_by} ({answer.model})" if answer.model else answer.answered_by,
        text=answer.text,
        tool_calls=calls,
        stop="tool_use" if calls else "end",
        usage=answer.usage or Usage(),
    )
