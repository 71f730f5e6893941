"""The queue as a model: whatever people do in whatever order, it agrees with a few dictionaries.

Two items, three people and a clock that moves on: every step is made on the database and on the
model, and what is refused by one is refused by the other.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import ClassVar, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from contracts.decision import DecisionKind
from contracts.errors import InputError, RunHeld
from escalations.audit_chain import AuditChain
from escalations.audit_key import AuditKey
from escalations.audit_verify import verify
from escalations.care import set_second_review
from escalations.claims import claim, claim_of, claims, release, take_over
from escalations.decisions import decision_in_force, next_decision_id
from escalations.invariant import check_blocked_iff_open
from escalations.opinions import answer
from escalations.queue_filter import QueueFilter, Tab
from escalations.queue_rows import QueuePage, claim_next, queue_page
from escalations.undo import UNDO_FOR, undo
from records.database import open_database
from records.files import Blobs
from records.runs import Runs
from tests.escalations.material import decision, put, waiting
from tests.records.material import HASTY, NOON, database_url, run_row

ResultT = TypeVar("ResultT")
LEASE = timedelta(minutes=15)
PEOPLE = st.sampled_from(("ada", "grace", "lin"))
WHICH = st.sampled_from((0, 1))
KINDS = st.sampled_from((DecisionKind.RETRY, DecisionKind.REJECT, DecisionKind.RETURN))


class Ground:
    """One database for all walks: each has two runs of its own in it."""

    def __init__(self, data: Path) -> None:
        self.audit, self.blobs = AuditChain(AuditKey(data)), Blobs(data)
        self.loop = asyncio.new_event_loop()
        self.opened = AsyncExitStack()
        opening = open_database(database_url(data), wait=HASTY)
        self.db = self.do(self.opened.enter_async_context(opening))
        self.walks = 0

    def do(self, step: Coroutine[object, object, ResultT]) -> ResultT:
        return self.loop.run_until_complete(step)

    def close(self) -> None:
        self.do(self.opened.aclose())
        self.loop.close()


@dataclass
class Known:
    """What the model knows of an item."""

    holder: str = ""
    token: int = 0
    expires: datetime = NOON
    is_open: bool = True
    wants_two: bool = False
    opinions: dict[str, DecisionKind] = field(default_factory=dict)
    made: tuple[datetime, tuple[str, ...]] | None = None
    """When a decision that can be undone was made, and by whom."""

    def is_free(self, at: datetime) -> bool:
        return not self.holder or self.expires <= at

    def has_spoken(self, person: str) -> bool:
        return self.wants_two and person in self.opinions

    def end_round(self) -> None:
        self.opinions = {}
        self.holder = ""


class QueueMachine(RuleBasedStateMachine):
    """Claims, decisions, opinions and undos of three people."""

    ground: ClassVar[Ground]

    def __init__(self) -> None:
        super().__init__()
        self.db, self.audit, self.blobs = self.ground.db, self.ground.audit, self.ground.blobs
        self.do = self.ground.do
        self.at = NOON
        self.ground.walks += 1
        self.word = f"walk{self.ground.walks}-"
        self.items = [waiting(f"{self.word}{n}") for n in range(2)]
        self.known = [Known(), Known()]
        self.mine = QueueFilter(text=self.word)
        self.steps = 0
        self.do(self._fill())
        self.asks_for_two(0, wanted=True)

    async def _fill(self) -> None:
        for item in self.items:
            await Runs(self.db).create(run_row(item.run))
            await put(self.db, item)

    def refused(self, step: Coroutine[object, object, object]) -> bool:
        try:
            self.do(step)
        except (InputError, RunHeld):
            return True
        return False

    @rule(seconds=st.sampled_from((1, 20, 40, 1000)))
    def time_passes(self, seconds: int) -> None:
        self.at += timedelta(seconds=seconds)

    @rule(n=WHICH, person=PEOPLE)
    def claims(self, n: int, person: str) -> None:
        known = self.known[n]
        may = known.is_open and known.is_free(self.at) and not known.has_spoken(person)
        step = claim(self.db, self.items[n].id, holder=person, lasting=LEASE, at=self.at)
        assert self.refused(step) != may
        if may:
            self._held(known, person)

    @rule(n=WHICH, person=PEOPLE)
    def takes_over(self, n: int, person: str) -> None:
        known = self.known[n]
        may = known.is_open and not known.has_spoken(person)
        why = "the model wants it now"
        step = take_over(self.db, self.audit, self.items[n].id, by=person, reason=why, at=self.at)
        assert self.refused(step) != may
        if may:
            self._held(known, person)

    @rule(person=PEOPLE)
    def claims_next(self, person: str) -> None:
        free = [
            item.id
            for item, known in zip(self.items, self.known, strict=True)
            if known.is_open and known.is_free(self.at) and not known.has_spoken(person)
        ]
        found = self.do(claim_next(self.db, holder=person, wanted=self.mine, at=self.at))
        assert (found.item if found else None) == (min(free) if free else None)
        if found:
            self._held(self.known[self._place(found.item)], person)

    def _place(self, item: str) -> int:
        return [one.id for one in self.items].index(item)

    @rule(n=WHICH)
    def releases(self, n: int) -> None:
        known = self.known[n]
        held = self.do(claim_of(self.db, self.items[n].id, at=self.at))
        assert (held is None) == known.is_free(self.at)
        if held is not None:
            self.do(release(self.db, held))
            known.holder = ""

    @rule(n=WHICH, wanted=st.booleans())
    def asks_for_two(self, n: int, wanted: bool) -> None:
        known = self.known[n]
        step = set_second_review(
            self.db, self.audit, self.items[n].id, wanted=wanted, by="lead", at=self.at
        )
        assert self.refused(step) != known.is_open
        if known.is_open:
            known.wants_two = wanted

    @rule(n=WHICH, person=PEOPLE, kind=KINDS)
    def claims_and_answers(self, n: int, person: str, kind: DecisionKind) -> None:
        self.claims(n, person)
        self.answers(n, person, kind, 0)
        self.claims(n, person)

    @rule(n=WHICH, person=PEOPLE, seconds=st.sampled_from((0, 29, 30)))
    def decides_waits_and_undoes(self, n: int, person: str, seconds: int) -> None:
        self.claims_and_answers(n, person, DecisionKind.RETRY)
        self.time_passes(seconds)
        self.undoes(n, person)

    @rule(n=WHICH, person=PEOPLE, other=PEOPLE)
    def speaks_and_another_returns(self, n: int, person: str, other: str) -> None:
        self.claims_and_answers(n, person, DecisionKind.RETRY)
        self.takes_over(n, other)
        self.answers(n, other, DecisionKind.RETURN, 0)
        self.claims(n, person)

    @rule(n=WHICH, person=PEOPLE, kind=KINDS, back=st.integers(0, 1))
    def answers(self, n: int, person: str, kind: DecisionKind, back: int) -> None:
        known = self.known[n]
        item = self.items[n]
        made = decision(item, kind, by=person).model_copy(
            update={"id": self.do(next_decision_id(self.db, self.items[n].id)), "at": self.at}
        )
        token = known.token - back
        may = known.is_open and not back and known.holder == person and bool(known.holder)
        alone = kind is DecisionKind.RETURN or not known.wants_two
        may = may and (alone or (person not in known.opinions and len(known.opinions) < 2))
        again = known.wants_two and not alone and known.opinions.get(person) is kind
        step = answer(self.db, self.audit, made, token, self.at)
        assert self.refused(step) != (may or again)
        if may:
            self._answered(known, person, kind, alone=alone)

    def _answered(self, known: Known, person: str, kind: DecisionKind, *, alone: bool) -> None:
        if alone:
            self._decided(known, (person,), kind)
            return
        known.holder = ""
        known.opinions[person] = kind
        if len(known.opinions) == 2 and len({*known.opinions.values()}) == 1:
            self._decided(known, tuple(known.opinions), kind)

    def _decided(self, known: Known, by: tuple[str, ...], kind: DecisionKind) -> None:
        known.end_round()
        if kind is not DecisionKind.RETURN:
            known.is_open = False
            known.made = (self.at, by) if kind is DecisionKind.RETRY else None

    @rule(n=WHICH, person=PEOPLE)
    def undoes(self, n: int, person: str) -> None:
        known = self.known[n]
        newest = self.do(decision_in_force(self.db, self.items[n].id))
        assert (newest is None) == known.is_open
        number = newest.id if newest else f"{self.items[n].id}-d1"
        may = known.made is not None and person in known.made[1]
        may = may and known.made is not None and self.at < known.made[0] + UNDO_FOR
        step = undo(self.db, self.audit, self.blobs, number, by=person, at=self.at)
        assert self.refused(step) != may
        if may:
            known.is_open, known.made = True, None
            self._held(known, person)

    def _held(self, known: Known, person: str) -> None:
        known.holder, known.expires = person, self.at + LEASE
        known.token += 1

    @invariant()
    def agrees(self) -> None:
        self.do(self._agrees())

    async def _agrees(self) -> None:
        tab = [*Tab][self.steps % len(Tab)]
        self.steps += 1
        await check_blocked_iff_open(self.db)
        async with self.db.reading() as reading:
            running = await claims(reading, at=self.at)
            wanted = replace(self.mine, tab=tab)
            page = await queue_page(reading, wanted, viewer="ada", at=self.at)
        for item, known in zip(self.items, self.known, strict=True):
            held = running.get(item.id)
            expected = None if known.is_free(self.at) else (known.holder, known.token)
            assert (None if held is None else (held.holder, held.token)) == expected
            assert (item.id in _names(page)) == (self._tab(known) is tab)

    def _tab(self, known: Known) -> Tab:
        if not known.is_open:
            return Tab.DONE
        if known.has_spoken("ada"):
            return Tab.WAITING
        if known.is_free(self.at):
            return Tab.UNCLAIMED
        return Tab.MINE if known.holder == "ada" else Tab.WAITING


def _names(page: QueuePage) -> set[str]:
    return {row.item.id for row in page.rows}


@pytest.fixture(scope="module", autouse=True)
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    made = Ground(tmp_path_factory.mktemp("queue"))
    QueueMachine.ground = made
    yield made
    made.close()


def test_the_queue_agrees_with_its_model() -> None:
    run_state_machine_as_test(
        QueueMachine,
        settings=settings(
            max_examples=4,
            stateful_step_count=20,
            deadline=None,
            derandomize=True,
            phases=(Phase.generate,),  # a walk that fails is short enough to be read as it is
            suppress_health_check=(HealthCheck.too_slow,),
        ),
    )


def test_chain_is_whole_after_a_story_with_every_kind_of_step(ground: Ground) -> None:
    machine = QueueMachine()
    before = ground.do(verify(ground.db, ground.audit)).rows
    machine.claims_next("ada")
    machine.answers(0, "ada", DecisionKind.RETRY, 0)
    machine.takes_over(0, "grace")
    machine.answers(0, "grace", DecisionKind.RETRY, 0)
    machine.undoes(0, "grace")
    machine.answers(0, "grace", DecisionKind.RETURN, 0)
    machine.claims_and_answers(1, "lin", DecisionKind.REJECT)
    machine.agrees()
    report = ground.do(verify(ground.db, ground.audit))
    assert (report.faults, report.rows - before) == ((), 7)
