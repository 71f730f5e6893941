"""What is refused of decisions and claims, by error type and exit code."""

import pytest

from escalations.audit_chain import AuditChain
from escalations.decisions import decision_rows
from records.database import Database
from tests.escalations.material import put, waiting
from tests.escalations.refused import REFUSED, Refused

DECIDED_BEFORE = ("An item that is decided", "obeyed")


@pytest.mark.parametrize("case", REFUSED, ids=[case.name for case in REFUSED])
async def test_it_is_refused_and_decides_nothing(
    db: Database, audit: AuditChain, case: Refused
) -> None:
    item = await put(db, waiting(stage="gates"))
    with pytest.raises(case.error, match=case.words):
        await case.act(db, audit, item)
    made = [row for run in ("run-1", "run-2") for row in await decision_rows(db, run)]
    assert len(made) == any(word in case.name for word in DECIDED_BEFORE)


def test_each_case_stands_once() -> None:
    assert len({case.name for case in REFUSED}) == len(REFUSED)
