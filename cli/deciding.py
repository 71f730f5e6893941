"""A decision made of what a person typed: all of it checked before any of it is kept."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cli.archive import Archive
from cli.edit_files import replaceable, role_of, start_text
from cli.given_files import MAX_FILE_BYTES, GivenFile, text_of
from cli.lock_state import GOING_ON_UNCHANGED
from cli.models_source import names_now
from cli.options import word_of
from cli.wiring import HeldBytes
from contracts.contract import Contract, Json, canonical, parse_contract
from contracts.decision import (
    LEAST_NOTE,
    Decision,
    DecisionKind,
    DecisionReason,
    FindingRef,
    ReplacedFile,
)
from contracts.errors import ContractError, InputError, ItemHeld
from contracts.escalation import Escalation, signable_findings
from contracts.ids import Sha256
from contracts.source import CorpusItem
from escalations.audit_chain import Anchor
from escalations.claims import LEASE, claim, claim_of
from escalations.decisions import (
    decisions_of,
    next_decision_id,
    require_kind,
    require_legal,
)
from escalations.item import Item
from escalations.opinions import Answer, Standing, answer, second_look, settle
from orchestrator.lock import Found, changes, find_all, lock_of
from records.clock import Clock
from sources.corpus import GivenSource, load_given
from sources.store.snapshots import Snapshots

TAKES_GUIDANCE = (DecisionKind.RETRY, DecisionKind.RELOCK)
"""Decisions after which the role that was at fault works once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A decision as it was typed; files were read, and nothing was checked yet."""

    kind: str
    """As typed: which words there are, the kind of the item says."""
    reason: DecisionReason
    note: str
    guidance: str
    sources: tuple[GivenSource, ...]
    files: tuple[GivenFile, ...]
    findings: tuple[str, ...]
    """`CODE@POINTER` each."""
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """Which form a decision was sent with: a token fences it, a number makes it count once."""

    token: int | None = None
    """Of the claim that the form was shown under; None claims the item now."""
    decision_id: str | None = None
    """The number that the form was shown with; None takes the next one."""
    may_settle: bool = True
    """Whether this person may decide where two opinions differ."""


TYPED = Form()
"""What is typed as a command: no form was shown before."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that was made or kept as an opinion, and the row of the chain that tells of it."""

    decision: Decision
    anchor: Anchor
    standing: Standing = Standing.DECIDED
    """Else `ONE` or `DIFFER`: an opinion that has no effect yet."""


def words_of_note(given: str) -> str:
    """A note without its margins.

    Raises:
        InputError: it says too little.
    """
    note = given.strip()
    if len(note) < LEAST_NOTE:
        msg = f"--note {note!r} has {len(note)} characters; say why in at least {LEAST_NOTE}"
        raise InputError(msg)
    return note


async def make_decision(
    archive: Archive, item: Escalation, wish: Wish, clock: Clock, form: Form = TYPED
) -> Decided:
    """Check all that was given, keep its bytes, and decide under a claim.

    Where the item wants a second review it is kept as an opinion. The very same decision sent
    again with the same number gives what it gave the first time.

    Raises:
        InputError: something given cannot be used; nothing was written.
        SecondReviewNeeded: two opinions differ, and this person may not settle them.
        ItemHeld: another person has the item; the message keeps the note.
    """
    held = HeldBytes()
    now = clock.now()
    kind = word_of("KIND", DecisionKind)(wish.kind)
    _require_options(item, kind, wish, start=start_text(archive.data, item))
    name = form.decision_id or await next_decision_id(archive.database, item.id)
    made = await _made(archive, item, wish, held, name=name, kind=kind, at=now)
    require_legal(item, made)
    held.keep_in(archive.blobs)
    try:
        answered = await _answered(archive, made, form, now)
    except ItemHeld as error:
        raise keeping_note(error, wish) from None
    return Decided(answered.decision, answered.anchor, answered.standing)


async def _made(
    archive: Archive,
    item: Escalation,
    wish: Wish,
    held: HeldBytes,
    *,
    name: str,
    kind: DecisionKind,
    at: datetime,
) -> Decision:
    """The decision that a wish makes; what it gives the run is held, and not kept yet."""
    document: dict[str, Json] = {
        "id": name,
        "item": item.id,
        "run": item.run,
        "attempt": item.attempt,
        "kind": kind.value,
        "reason": wish.reason.value,
        "note": wish.note.strip(),
        "guidance": wish.guidance,
        "sources": _json(await _sources(archive, item, wish, held, name)),
        "files": _json(_files(archive.data, item, wish, held)),
        "waived": _json(tuple(_finding(given) for given in wish.findings)),
        "signed": _json(_signed(item, kind)),
        "lock": await _lock(archive, item, kind, held),
        "by": wish.by,
        "at": at.isoformat(),
    }
    # Once through the one way in: what a person typed is as untrusted as any file.
    return parse_contract(json.dumps(document).encode(), Decision)


async def _answered(archive: Archive, made: Decision, form: Form, now: datetime) -> Answer:
    token = form.token
    if token is None:
        token = await token_of(archive, made.item, made.by, now)
    async with archive.database.reading() as reading:
        look = await second_look(reading, made.item, made.by)
    settles = form.may_settle and look.standing is Standing.DIFFER
    if settles and made.kind is not DecisionKind.RETURN:
        return await settle(archive.database, archive.audit, made, token, now)
    return await answer(archive.database, archive.audit, made, token, now)


def _require_options(item: Escalation, kind: DecisionKind, wish: Wish, *, start: str) -> None:
    """Refuse options that a decision lacks or has no use for, in the words they are typed in."""
    if kind is DecisionKind.SIGN:  # it is given no option that could be missed
        require_kind(item, kind)
    if wish.guidance and kind not in TAKES_GUIDANCE:
        takes = " and ".join(TAKES_GUIDANCE)
        raise InputError(f"--guidance goes with {takes}, not with {kind}; say why in --note")
    for option, given, goes_with in (
        ("--file NAME=PATH", wish.files, DecisionKind.EDIT),
        ("--finding CODE@POINTER", wish.findings, DecisionKind.WAIVE),
        ("--source FILE", wish.sources, DecisionKind.RETRY),
    ):
        if given and kind is not goes_with:
            raise InputError(f"{option} goes with {goes_with}, not with {kind}")
    if kind is DecisionKind.EDIT and not wish.files:
        msg = f"edit needs --file NAME=PATH; NAME can be: {replaceable(item)}{start}"
        raise InputError(msg)
    if kind is DecisionKind.WAIVE and not wish.findings:
        raise InputError("waive needs --finding CODE@POINTER, as `queue show` prints them")


def keeping_note(error: ItemHeld, wish: Wish) -> ItemHeld:
    """The same error, with what the person wrote, so that it is not lost."""
    return ItemHeld(f"{error}. Nothing was decided. Your note was: {wish.note}")


def _json(parts: Sequence[Contract]) -> Json:
    return [part.model_dump(mode="json") for part in parts]


async def token_of(archive: Archive, item: str, by: str, now: datetime) -> int:
    """The token of a person's claim on an item, which is made where there is none.

    Raises:
        ItemHeld: another person has the item.
    """
    mine = await claim_of(archive.database, item, at=now)
    if mine is None or mine.holder != by:
        mine = await claim(archive.database, item, holder=by, lasting=LEASE, at=now)
    return mine.token


async def _sources(
    archive: Archive, item: Escalation, wish: Wish, held: HeldBytes, decision_id: str
) -> tuple[CorpusItem, ...]:
    if not wish.sources:
        return ()
    found = load_given(wish.sources, Snapshots(held))
    before = await decisions_of(archive.database, item.run)
    # A form that was sent twice has no new sources the second time.
    earlier = (made.sources for made in before if made.id != decision_id)
    request = await archive.request(item.run)
    there = {had.card.id.casefold() for group in (request.corpus.items, *earlier) for had in group}
    taken = [new.card.id for new in found if new.card.id.casefold() in there]
    if taken:
        msg = (
            f"--source: run {item.run} has {', '.join(taken)} already; give new ones ids of theirs"
        )
        raise InputError(msg)
    return tuple(
        new.model_copy(update={"card": new.card.model_copy(update={"supplied_by": "human"})})
        for new in found
    )


def _files(folder: Path, item: Escalation, wish: Wish, held: HeldBytes) -> tuple[ReplacedFile, ...]:
    replaced: dict[str, Sha256] = {}
    for name, data in wish.files:
        if name in replaced:
            raise InputError(f"--file {name[:80]!r} was given twice")
        if len(data) > MAX_FILE_BYTES:
            msg = f"--file {name[:80]!r} is {len(data)} bytes; at most {MAX_FILE_BYTES}"
            raise InputError(msg)
        try:
            _check_file(item, name, data)
        except ContractError as error:
            raise InputError(f"--file {name}: {error}{start_text(folder, item)}") from None
        replaced[name] = held.put(data)
    return tuple(ReplacedFile(name=name, sha256=sha256) for name, sha256 in replaced.items())


def _check_file(item: Escalation, name: str, data: bytes) -> None:
    """Hold a file against its contract before it is kept; the gates come later, in the run."""
    role = role_of(item)
    models = {output.name: output.model for output in role.outputs} if role else {}
    if name in models:
        _ = parse_contract(data, models[name])
    elif role is not None and role.collects_scripts and _is_script(name):
        _ = text_of(data, f"--file {name}")
    else:
        can = replaceable(item)
        msg = f"--file {name[:80]!r} cannot be replaced at stage {item.stage}; what can: {can}"
        raise InputError(msg)


def _is_script(name: str) -> bool:
    folder, _, script = name.partition("/")
    stem = script.removesuffix(".py")
    return folder == "scripts" and script.endswith(".py") and stem.isidentifier() and stem.islower()


def _finding(given: str) -> FindingRef:
    code, mark, pointer = given.partition("@")
    if not code or not mark:
        raise InputError(f"--finding {given[:200]!r}: write CODE@POINTER as `queue show` prints it")
    return FindingRef(code=code, pointer=pointer)


def _signed(item: Escalation, kind: DecisionKind) -> tuple[FindingRef, ...]:
    """Everything that the item asks a signature for: a person signs the rubric, not parts of it."""
    if kind is not DecisionKind.SIGN:
        return ()
    asked = signable_findings(item)
    return tuple(FindingRef(code=found.code, pointer=found.pointer) for found in asked)


async def _lock(
    archive: Archive, item: Escalation, kind: DecisionKind, held: HeldBytes
) -> Sha256 | None:
    """Compare the run's lock with this machine; the new one, kept, when that was asked for."""
    if kind not in (DecisionKind.RELOCK, *GOING_ON_UNCHANGED):
        return None
    lock = await archive.lock(item.run)
    found = await found_now(archive, item.run)
    differences = changes(lock, found) if lock is not None else ()
    if kind is DecisionKind.RELOCK:
        if not differences:
            msg = f"run {item.run}: the configuration is that of its start; relock changes nothing"
            raise InputError(msg)
        for thing in found:
            if thing.data is not None:
                _ = held.put(thing.data)
        return held.put(canonical(lock_of(found)))
    if differences:
        msg = (
            f"run {item.run}: the configuration is not that of its start: "
            f"{'; '.join(differences)}. Decide relock, or put the bytes back, before {kind}"
        )
        raise InputError(msg)
    return None


async def found_now(archive: Archive, run: str) -> tuple[Found, ...]:
    """What this machine would lock a run to.

    Raises:
        InputError: there is no such run, or its recording or setup is gone.
    """
    row = await archive.runs.get(run)
    request = await archive.request(run)
    try:
        names = names_now(row.models)
    except InputError as error:
        raise InputError(f"run {run}: {error}; put it back") from None
    return find_all(request.profile, names, request.guards, web=request.web)


def unique_item(items: Sequence[Item], given: str) -> Item:
    """The item of an id, or of the only id that begins so.

    Raises:
        InputError: there is none, or there are several.
    """
    found = [item for item in items if item.id == given] or [
        item for item in items if given and item.id.startswith(given)
    ]
    if len(found) == 1:
        return found[0]
    if not found:
        msg = f"there is no item {given[:80]!r}; `finrubric queue list --all` shows those there are"
        raise InputError(msg)
    shown = ", ".join(item.id for item in found[:10])
    raise InputError(f"several items begin with {given[:80]!r}: {shown}; write one out")
