"""A person ends a run that another process is at: it ends between two steps, never within one."""

from escalations.audit_chain import AuditChain
from escalations.audit_key import AuditKey
from escalations.audit_verify import verify
from escalations.cancels import ask_for_end
from records.database import open_database
from records.runs import RunStatus
from tests.orchestrator.crash.bed import Bed, processes_of
from tests.orchestrator.crash.nursery import STOPPED
from tests.orchestrator.crash.windows import Strike, Window
from tests.orchestrator.play import RUN
from tests.records.material import NOON, database_url


async def test_a_request_is_honoured_at_the_next_step(bed: Bed) -> None:
    data = bed.at("compose")
    stopped = bed.go(data, Strike("stop", Window.LEDGER_OK, "compose"))
    assert stopped.status == STOPPED
    audit = AuditChain(AuditKey(data))
    async with open_database(database_url(data)) as db:
        async with db.unit() as uow:
            await ask_for_end(uow, audit, RUN, "ada", NOON)
        assert bed.look(data).status is None
    woken = bed.wake(stopped.pid)
    assert (woken.status, woken.said) == (0, RunStatus.CANCELLED), woken.error
    left = bed.look(data)
    assert left.rows == bed.scene.rows[: len(left.rows)]
    assert left.rows[-1][1] == "compose"
    assert (left.status, left.open_item, left.holder) == (RunStatus.CANCELLED, None, None)
    assert left.events[-1][:2] == ["cancelled", "gates"]
    assert processes_of(data) == []
    async with open_database(database_url(data)) as db:
        assert (await verify(db, audit)).faults == ()
    assert bed.go(data).said == RunStatus.CANCELLED
