"""Matters of the queue, which are no run's: what is shown of them, and rulings as typed."""

import json
from dataclasses import dataclass
from pathlib import Path

from cli.archive import Archive
from cli.deciding import TYPED, Form, Wish, keeping_note, token_of
from cli.options import command_line, word_of
from cli.output import print_line
from cli.queue_remarks import Remarks
from contracts.contract import Json, parse_contract
from contracts.errors import InputError, ItemHeld
from contracts.matter import Matter, Ruling, RulingKind, legal_rulings
from escalations.audit_chain import Anchor
from escalations.claims import Claim
from escalations.decisions import next_decision_id
from escalations.rulings import require_permitted, rule
from records.clock import Clock


@dataclass(frozen=True, slots=True)
class MatterView:
    """A matter with who has it and what was ruled."""

    matter: Matter
    claim: Claim | None
    rulings: tuple[Ruling, ...]
    remarks: Remarks

    @property
    def offered(self) -> tuple[RulingKind, ...]:
        """What can be ruled now."""
        return legal_rulings(self.matter) if self.matter.state == "open" else ()

    def as_json(self, data: Path | None) -> Json:
        """The view as one document."""
        return {
            "item": {"id": self.matter.id, "opened": self.matter.opened.isoformat()},
            "kind": self.matter.kind.value,
            "state": self.matter.state,
            "subject": self.matter.subject,
            "question": self.matter.question,
            "findings": [found.model_dump(mode="json") for found in self.matter.findings],
            "claim": self.claim.as_json() if self.claim else None,
            "legal": {kind.value: _command(self.matter, kind, data) for kind in self.offered},
            "decisions": [ruling.model_dump(mode="json") for ruling in self.rulings],
            **self.remarks.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling that was made, and the head of the audit chain after it."""

    ruling: Ruling
    anchor: Anchor

    def as_json(self) -> Json:
        """The same as one document."""
        return {
            "decision": self.ruling.id,
            "item": self.ruling.item,
            "subject": self.ruling.subject,
            "kind": self.ruling.kind.value,
            "anchor": str(self.anchor),
        }


def tell_matter(view: MatterView, data: Path | None) -> None:
    """Print a matter for people: what is asked, what was found, what can be ruled."""
    matter = view.matter
    print_line(f"Item {matter.id} ({matter.kind}) is {matter.state}.")
    print_line(f"Of: {matter.subject}")
    print_line(f"Question: {matter.question}")
    for found in matter.findings:
        print_line(f"  - {found.code} ({found.severity}) {found.pointer}: {found.message}")
    if view.claim is not None:
        print_line(f"Claimed by {view.claim.holder} until {view.claim.expires:%H:%M:%S} UTC")
    for made in view.rulings:
        when = f"{made.at:%Y-%m-%d %H:%M:%S} UTC"
        print_line(f"Decided: {made.kind} by {made.by} at {when}: {made.note}")
    view.remarks.tell()
    if view.offered:
        print_line("What can be decided:")
    for kind in view.offered:
        print_line(f"  {_command(matter, kind, data)}")


def tell_ruled(ruled: Ruled) -> None:
    """Print what was ruled."""
    made = ruled.ruling
    print_line(f"Decision {made.id}: {made.kind} by {made.by}.")
    if made.kind is RulingKind.RETURN:
        print_line(f"Item {made.item} waits on, free for others.")
    print_line(f"Audit anchor: {ruled.anchor}")


async def make_ruling(
    archive: Archive, matter: Matter, wish: Wish, clock: Clock, form: Form = TYPED
) -> Ruled:
    """Check what was typed, and rule under a claim.

    Raises:
        InputError: something given cannot be used; nothing was written.
        ItemHeld: another person has the item; the message keeps the note.
    """
    _refuse_what_runs_take(wish)
    now = clock.now()
    document: dict[str, Json] = {
        "id": form.decision_id or await next_decision_id(archive.database, matter.id),
        "item": matter.id,
        "subject": matter.subject,
        "kind": word_of("KIND", RulingKind)(wish.kind).value,
        "note": wish.note.strip(),
        "by": wish.by,
        "at": now.isoformat(),
    }
    made = parse_contract(json.dumps(document).encode(), Ruling)
    require_permitted(matter, made)
    try:
        token = form.token
        if token is None:
            token = await token_of(archive, matter.id, wish.by, now)
        return Ruled(made, await rule(archive.database, archive.audit, made, token, now))
    except ItemHeld as error:
        raise keeping_note(error, wish) from None


def _refuse_what_runs_take(wish: Wish) -> None:
    given = {
        "--guidance": wish.guidance,
        "--source": wish.sources,
        "--file": wish.files,
        "--finding": wish.findings,
    }
    named = [option for option, value in given.items() if value]
    if named:
        raise InputError(f"{', '.join(named)}: this item is no run's, and no role goes on from it")


def _command(matter: Matter, kind: RulingKind, data: Path | None) -> str:
    return command_line(f"queue decide {matter.id} {kind} --note '…'", data)
