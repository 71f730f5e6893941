from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from escalations.audit_chain import AuditChain
from escalations.audit_key import AuditKey
from records.database import Database, open_database
from tests.records.material import HASTY


@pytest.fixture
async def db(address: str) -> AsyncGenerator[Database]:
    async with open_database(address, wait=HASTY) as database:
        yield database


@pytest.fixture
def audit(tmp_path: Path) -> AuditChain:
    return AuditChain(AuditKey(tmp_path))
