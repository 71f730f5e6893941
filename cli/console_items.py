"""What the pages of items need of roles, locks and the runner's side, over open records."""

import asyncio
from collections.abc import Mapping, Sequence

from cli.archive import Archive
from cli.deciding import Form, Wish, make_decision
from cli.edit_files import role_of, texts_to_start_from
from cli.given_files import GivenFile
from cli.lock_state import LockState, lock_state
from cli.options import word_of
from cli.ruling import make_ruling
from console.item_port import (
    EditStarts,
    FilesRefused,
    Made,
    Offer,
    TypedDecision,
    Upload,
)
from contracts.contract import parse_contract
from contracts.decision import DecisionReason
from contracts.errors import ContractError, Fault, InputError
from contracts.escalation import Escalation, legal_decisions
from contracts.ids import RunId
from contracts.matter import Matter
from escalations.opinions import Standing
from records.clock import Clock
from sources.corpus import SIDECAR, GivenSource

LOOK_AGAIN_S = 5.0
"""How long pages go by one comparison of a run's lock with this machine."""


class ConsoleItems:
    """Reads and decides items for the console over an open archive."""

    def __init__(self, archive: Archive, clock: Clock) -> None:
        """Work over `archive`, which stays open as long as the console."""
        self._archive = archive
        self._clock = clock
        self._states: dict[RunId, tuple[float, LockState | None]] = {}

    async def offered(self, item: Escalation) -> Offer:
        """What can be decided here and now, and what of the run's configuration has changed.

        Every locked file is read for that, so it may be some seconds old; `decide` looks anew.
        """
        legal = legal_decisions(item)
        state = await self._state(item.run)
        if state is None:
            return Offer(legal, ())
        return Offer(state.leaves(legal), state.differences)

    async def _state(self, run: RunId) -> LockState | None:
        now = self._clock.monotonic()
        seen = self._states.get(run)
        if seen is None or now - seen[0] > LOOK_AGAIN_S:
            recent = {key: one for key, one in self._states.items() if now - one[0] <= LOOK_AGAIN_S}
            seen = now, await lock_state(self._archive, run)
            self._states = recent | {run: seen}
        return seen[1]

    async def edit_starts(self, item: Escalation) -> EditStarts:
        """The files that an edit may replace, as the role wrote them last."""
        role = role_of(item)
        texts = await asyncio.to_thread(texts_to_start_from, self._archive.data, item)
        names = tuple(output.name for output in role.outputs) if role else ()
        return EditStarts(names, texts)

    async def decide(self, item: Escalation, typed: TypedDecision) -> Made:
        """Check and keep what a form gives, and decide under its claim.

        Raises:
            FilesRefused: edited files break their contracts; nothing was written.
            InputError: something else cannot be used; nothing was written.
            ItemHeld: the claim was taken over or released; nothing was written.
        """
        _require_files(item, typed.files)
        form = Form(token=typed.token, decision_id=typed.decision, may_settle=typed.is_lead)
        made = await make_decision(self._archive, item, _wish(typed), self._clock, form)
        return Made(made.decision.id, made.standing is Standing.DECIDED)

    async def rule(self, matter: Matter, typed: TypedDecision) -> Made:
        """Rule on a matter under the claim of a form.

        Raises:
            InputError: it cannot be ruled so; nothing was written.
            ItemHeld: the claim was taken over or released; nothing was written.
        """
        form = Form(token=typed.token, decision_id=typed.decision)
        made = await make_ruling(self._archive, matter, _wish(typed), self._clock, form)
        return Made(made.ruling.id, is_in_force=True)


def _wish(typed: TypedDecision) -> Wish:
    return Wish(
        kind=typed.kind,
        reason=word_of("--reason", DecisionReason)(typed.reason),
        note=typed.note,
        guidance=typed.guidance,
        sources=given_sources(typed.sources),
        files=tuple(GivenFile(name, text.encode()) for name, text in typed.files.items()),
        findings=typed.findings,
        by=typed.by,
    )


def given_sources(uploads: Sequence[Upload]) -> tuple[GivenSource, ...]:
    """Uploaded sources, each with the sidecar of its name.

    Raises:
        InputError: a source without its sidecar, or the other way round; names them all.
    """
    cards = {one.name: one.data for one in uploads if one.name.endswith(SIDECAR)}
    sources = [one for one in uploads if not one.name.endswith(SIDECAR)]
    wanted = {one.name: f"{one.name.rpartition('.')[0]}{SIDECAR}" for one in sources}
    faults = [
        f"{name} has no sidecar {card}: without it its date is unknown"
        for name, card in wanted.items()
        if card not in cards
    ]
    faults += [f"{name}: no source came with it" for name in cards if name not in wanted.values()]
    if faults:
        raise InputError(f"--source: {'; '.join(faults)}")
    return tuple(GivenSource(one.name, one.data, cards[wanted[one.name]]) for one in sources)


def _require_files(item: Escalation, files: Mapping[str, str]) -> None:
    """Hold every file against its contract at once, so that a form shows all faults of all."""
    role = role_of(item)
    models = {output.name: output.model for output in role.outputs} if role else {}
    faults: dict[str, tuple[Fault, ...]] = {}
    for name, text in files.items():
        if name in models:
            try:
                _ = parse_contract(text.encode("utf-8", "surrogatepass"), models[name])
            except ContractError as error:
                faults[name] = error.faults
    if faults:
        raise FilesRefused(faults)
