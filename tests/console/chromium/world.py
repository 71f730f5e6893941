"""Records in which every page has something to show, told in words that the caller gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from console.access.roles import Role
from console.access.user import User
from console.access.users import add_user
from console.parts import Parts
from console.studies.store import create_study, reveal
from console.studies.verdicts import Item, give_verdict, items_of, save_draft
from contracts.decision import Decision, DecisionKind
from contracts.draft import DecisionDraft
from contracts.escalation import Escalation, ItemKind
from contracts.event import EventKind, Stop, stop_detail
from contracts.matter import MatterKind
from contracts.model import ModelRequest, ModelResponse
from escalations.care import assign, set_due, set_second_review
from escalations.claims import LEASE, Claim, claim
from escalations.comments import add_comment
from escalations.decisions import decide
from escalations.drafts import save_draft as keep_draft
from escalations.opinions import answer
from records.tool_log import ToolOutcome
from tests.cli.archived import add_unsigned
from tests.console.blocked import blocked_run, role_files
from tests.console.chromium.spiced import Say, named, plain, spiced
from tests.console.studies.material import pairs_of, plan
from tests.contracts.studies import example_draft, example_verdict
from tests.escalations.material import decision, matter, put_matter
from tests.records.material import call_key, request, response

WHO: Mapping[Role, str] = {
    Role.ADMIN: "Ada",
    Role.LEAD: "Lea",
    Role.ANALYST: "Ben",
    Role.VIEWER: "Vic",
}
OTHER = "Cleo"
"""A second analyst."""
RUNS = ("open", "mine", "theirs", "decided", "second")


@dataclass(frozen=True)
class World:
    """Who is in it, and what its studies ask of them."""

    people: Mapping[Role, User]
    other: User
    pairs: tuple[Item, ...]
    """Of the analyst, in the study that goes on; the first one has a verdict."""


def item_of(run: str) -> str:
    """The item of one of `RUNS`."""
    return f"{run}-a1-review-1"


@dataclass(frozen=True)
class _Telling:
    parts: Parts
    say: Say

    async def whole(self) -> World:
        people = {role: await self.person(name, role) for role, name in WHO.items()}
        other = await self.person(OTHER, Role.ANALYST)
        ben, cleo = people[Role.ANALYST].name, other.name
        items = {run: await self.blocked(run) for run in RUNS}
        early = await blocked_run(
            self.parts, run="unread", stage="factorize", has_rows=False, say=self.say
        )
        role_files(self.parts, {"factorization.json": self.say("{}")}, run=early.run)
        await self.looked_after(items["open"], ben, cleo, people[Role.LEAD].name)
        await self.claimed(items["mine"], ben)
        await self.drafted(items["mine"], ben)
        await self.claimed(items["theirs"], cleo)
        await self.decided(items["decided"], DecisionKind.RETRY, ben)
        await self.doubted(items["second"], ben, cleo, people[Role.LEAD].name)
        await self.matters()
        await self.went_on("open")
        pairs = await self.studied(ben, cleo, people[Role.LEAD].name)
        return World(people, other, pairs)

    async def person(self, name: str, role: Role) -> User:
        place = (*WHO.values(), OTHER).index(name)
        shown = name if self.say is plain else named(name, 3 * place)
        parts = self.parts
        async with parts.database.unit() as uow:
            return await add_user(uow, parts.audit, shown, role, by="tests", at=parts.clock.now())

    async def blocked(self, run: str) -> Escalation:
        return await blocked_run(self.parts, run=run, say=self.say)

    async def claimed(self, item: Escalation, by: str) -> Claim:
        parts = self.parts
        return await claim(parts.database, item.id, holder=by, lasting=LEASE, at=parts.clock.now())

    async def looked_after(self, item: Escalation, ben: str, cleo: str, lead: str) -> None:
        parts = self.parts
        db, audit, now = parts.database, parts.audit, parts.clock.now()
        await assign(db, audit, [item.id], to=ben, by=lead, at=now)
        due = now - timedelta(hours=3)
        await set_due(db, audit, item.id, due=due, by=lead, at=now)
        for by, words in (
            (cleo, "The quarter of 2025 is not published at the cutoff."),
            (ben, "Then the window ends one quarter earlier."),
        ):
            _ = await add_comment(db, audit, item.id, by=by, text=self.say(words), at=now)

    async def drafted(self, item: Escalation, by: str) -> None:
        draft = DecisionDraft(
            kind="retry",
            note=self.say("The window is stated, and nobody asked for it."),
            guidance=self.say("State the five shares alone."),
        )
        parts = self.parts
        now = parts.clock.now()
        _ = await keep_draft(parts.database, item.id, author=by, draft=draft, at=now)
        role_files(
            parts, {"rows.json": self.say("{}"), "evidence.json": self.say("{}")}, run=item.run
        )

    def made(self, item: Escalation, kind: DecisionKind, by: str) -> Decision:
        now = self.parts.clock.now()
        return spiced(decision(item, kind, by=by).model_copy(update={"at": now}), self.say)

    async def decided(self, item: Escalation, kind: DecisionKind, by: str) -> None:
        parts, held = self.parts, await self.claimed(item, by)
        made = self.made(item, kind, by)
        _ = await decide(parts.database, parts.audit, made, held.token, parts.clock.now())

    async def doubted(self, item: Escalation, ben: str, cleo: str, lead: str) -> None:
        parts = self.parts
        db, audit, now = parts.database, parts.audit, parts.clock.now()
        await set_second_review(db, audit, item.id, wanted=True, by=lead, at=now)
        for by, kind in ((cleo, DecisionKind.REJECT), (ben, DecisionKind.RETRY)):
            held = await self.claimed(item, by)
            _ = await answer(db, audit, self.made(item, kind, by), held.token, now)

    async def matters(self) -> None:
        db = self.parts.database
        kinds: Mapping[str, MatterKind] = {
            "bank-1": ItemKind.BANK_GATE,
            "dispute-1": ItemKind.SCORER_DISPUTE,
        }
        for name, kind in kinds.items():
            now = self.parts.clock.now()
            asked = matter(kind, name).model_copy(update={"opened": now})
            _ = await put_matter(db, spiced(asked, self.say))

    async def went_on(self, run: str) -> None:
        """A session of a role with a tool, and events of every kind that carries words."""
        parts, say = self.parts, self.say
        key = call_key().model_copy(update={"scope": f"run:{run}"})

        async def send(_: ModelRequest) -> ModelResponse:
            return response(say("11.8 %"))

        async def found() -> ToolOutcome:
            return ToolOutcome(say("one source"), failed=True)

        _ = await parts.ledger.once(request(key, say("What was capex?")), send, lease=None)
        _ = await parts.tool_log.once(key, 0, "search_sources", say("capex"), found)
        stopped = stop_detail(Stop.ENVIRONMENT, say("the disk is full"))
        for kind, detail in (
            (EventKind.RUN_STARTED, ""),
            (EventKind.SOURCE_LEFT_OUT, say("10-Q.pdf")),
            (EventKind.SANDBOX_CHOSEN, say("local")),
            (EventKind.FAILED, say("no answer")),
            (EventKind.STOPPED, stopped),
        ):
            await parts.events.add(run, kind, detail=detail)

    async def studied(self, ben: str, cleo: str, lead: str) -> tuple[Item, ...]:
        parts = self.parts
        db, now = parts.database, parts.clock.now()
        pairs = tuple(spiced(pair, self.say) for pair in pairs_of(2))
        for name in ("winter", "spring"):
            wanted = plan(name=name, reviewers=(ben, cleo), by=lead)
            await create_study(db, parts.audit, spiced(wanted, self.say), pairs)
            for by in (ben, cleo):
                await self.judged(name, by)
        await reveal(
            db, parts.audit, "spring", by=lead, reason=self.say("one has left the team"), at=now
        )
        async with db.reading() as reading:
            mine = await items_of(reading, "winter", ben)
        draft = spiced(example_draft(), self.say)
        await save_draft(db, "winter", mine[1].id, draft, by=ben, at=now)
        return mine

    async def judged(self, study: str, by: str) -> None:
        """One reviewer's verdict on the first of their pairs, and on both once it is over."""
        parts = self.parts
        async with parts.database.reading() as reading:
            mine = await items_of(reading, study, by)
        for item in mine if study == "spring" else mine[:1]:
            verdict = spiced(example_verdict(), self.say)
            await give_verdict(parts.database, study, item.id, verdict, by=by, at=parts.clock.now())


async def tell(parts: Parts, say: Say = plain) -> World:
    """Fill empty records."""
    world = await _Telling(parts, say).whole()
    await add_unsigned(parts.data, "unsigned", told=lambda body: spiced(body, say))
    return world
