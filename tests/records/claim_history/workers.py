"""Reviewers in processes of their own who claim and decide, while somebody kills them at random.

One process has imported everything and forks each reviewer, so that a reviewer costs little. It
keeps as many alive as were asked for, until nothing is open, and prints how they ended.
"""

import asyncio
import gc
import json
import os
import random
import signal
import sys
import time
import traceback
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from contracts.decision import DecisionKind
from contracts.errors import InputError, ItemHeld
from contracts.escalation import Escalation
from escalations.audit_chain import AuditChain
from escalations.audit_key import AuditKey
from escalations.claims import claim, claims
from escalations.decisions import decide, next_decision_id
from escalations.item import items
from records.database import Database, open_database
from tests.escalations.material import decision
from tests.records.claim_history.history import Teller

LEASE = timedelta(seconds=1.5)
"""Far longer than a unit of work waits for its turn: who is served after its claim has expired
never decides, and where that is the rule nothing is ever decided."""
QUICK_S, SLOW_S = (0.0, 0.3), (1.5, 2.5)
"""How long reviewers think; the slow ones are taken over before they decide."""
SLOW = 0.25
"""Share of the slow ones."""
RETURNED = 0.3
"""Share of decisions that give the item back."""


class Order(NamedTuple):
    """What is to be played."""

    url: str
    data: str
    workers: int
    kills: int
    seed: int


class Ended(NamedTuple):
    """How the reviewers ended."""

    killed: int
    failed: int


async def review(order: Order, name: str, chance: random.Random) -> None:
    data = Path(order.data)
    audit = AuditChain(AuditKey(data))
    teller = Teller(data / "history", name)
    async with open_database(order.url) as db:
        while True:
            async with db.reading() as reading:
                found = await items(reading, only_open=True)
                taken = await claims(reading, at=datetime.now(UTC))
            if not found:
                return
            free = [item for item in found if item.id not in taken and isinstance(item, Escalation)]
            if free:
                await turn(db, audit, teller, chance.choice(free), name=name, chance=chance)
            else:
                await asyncio.sleep(chance.uniform(0.05, 0.2))


async def turn(
    db: Database,
    audit: AuditChain,
    teller: Teller,
    item: Escalation,
    *,
    name: str,
    chance: random.Random,
) -> None:
    """Claim an item, think for as long as the claim lasts or longer, and decide."""
    teller.asks("claim", item.id)
    try:
        held = await claim(db, item.id, holder=name, lasting=LEASE, at=datetime.now(UTC))
    except (ItemHeld, InputError) as error:
        teller.hears("held" if isinstance(error, ItemHeld) else "refused")
        await asyncio.sleep(chance.uniform(0, 0.5))
        return
    teller.hears("ok", held.token)
    await asyncio.sleep(chance.uniform(*(SLOW_S if chance.random() < SLOW else QUICK_S)))
    kind = DecisionKind.RETURN if chance.random() < RETURNED else DecisionKind.RETRY
    named = await next_decision_id(db, item.id)
    made = decision(item, kind, by=name).model_copy(update={"id": named})
    teller.asks("return" if kind is DecisionKind.RETURN else "retry", item.id, held.token)
    try:
        _ = await decide(db, audit, made, held.token, datetime.now(UTC))
    except (ItemHeld, InputError) as error:
        teller.hears("held" if isinstance(error, ItemHeld) else "refused")
        return
    teller.hears("ok")


def fork(order: Order, number: int) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 99
    try:
        asyncio.run(review(order, f"reviewer-{number}", random.Random(f"{order.seed} {number}")))
        code = 0
    finally:
        if code:
            traceback.print_exc()
        os._exit(code)


def victims(alive: dict[int, str], history: Path, *, holding: bool) -> list[int]:
    """The processes of reviewers who have begun, or of those who hold an item."""
    held: dict[str, bool] = {}
    for line in history.read_text(encoding="utf-8").splitlines() if history.exists() else ():
        by, _, phase, _, *rest = json.loads(line)
        held[by] = phase == "answered" and rest[0] == "ok" and rest[1] > 0
    return sorted(pid for pid, name in alive.items() if name in held and held[name] >= holding)


def play(order: Order) -> Ended:
    """Fork the reviewers, kill some, put others in their places, and wait for all."""
    chance = random.Random(order.seed)
    history = Path(order.data) / "history"
    alive = {fork(order, number): f"reviewer-{number}" for number in range(order.workers)}
    begun, killed, failed, left = order.workers, 0, 0, order.kills
    while alive:
        if left and (found := victims(alive, history, holding=left % 2 == 0)):
            os.kill(chance.choice(found), signal.SIGKILL)
            left -= 1
        time.sleep(chance.uniform(0.02, 0.12))
        while alive and (ended := os.waitpid(-1, os.WNOHANG))[0]:
            code = os.waitstatus_to_exitcode(ended[1])
            del alive[ended[0]]
            failed += code > 0
            if code < 0:
                killed += 1
                alive[fork(order, begun)] = f"reviewer-{begun}"
                begun += 1
    return Ended(killed, failed)


def main() -> None:
    url, data, *rest = sys.argv[1:]
    gc.collect()
    gc.freeze()
    workers, kills, seed = (int(word) for word in rest)
    sys.stdout.write(json.dumps(play(Order(url, data, workers, kills, seed))))


if __name__ == "__main__":
    main()
