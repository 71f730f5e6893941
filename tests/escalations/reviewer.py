"""A reviewer in a process of its own: claims and decides until nothing is open, or is killed.

It says `ready`, begins when a line is read, and says `claimed` at its first claim.
"""

import asyncio
import os
import random
import signal
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from contracts.errors import InputError, ItemHeld
from contracts.escalation import Escalation
from escalations.audit_chain import AuditChain
from escalations.audit_key import AuditKey
from escalations.claims import claim
from escalations.decisions import decide, next_decision_id
from escalations.item import items
from records.database import open_database
from tests.escalations.material import decision
from tests.records.material import database_url

LEASE = timedelta(milliseconds=150)


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


async def review(data: Path, name: str, seed: int, *, is_doomed: bool) -> None:
    chance = random.Random(seed)
    audit = AuditChain(AuditKey(data))
    async with open_database(database_url(data)) as db:
        say("ready")
        await asyncio.to_thread(sys.stdin.readline)
        while True:
            async with db.reading() as reading:
                found = await items(reading, only_open=True)
            waiting = [item for item in found if isinstance(item, Escalation)]
            if not waiting:
                return
            item = chance.choice(waiting)
            try:
                now = datetime.now(UTC)
                held = await claim(db, item.id, holder=name, lasting=LEASE, at=now)
                say("claimed")
                await asyncio.sleep(chance.uniform(0, 0.3))
                if is_doomed:
                    os.kill(os.getpid(), signal.SIGKILL)
                made = decision(item, by=name).model_copy(
                    update={"id": await next_decision_id(db, item.id)}
                )
                await decide(db, audit, made, held.token, datetime.now(UTC))
            except (ItemHeld, InputError):
                await asyncio.sleep(chance.uniform(0, 0.05))


if __name__ == "__main__":
    asyncio.run(
        review(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), is_doomed=sys.argv[4] == "doomed")
    )
