"""Several reviewers at once, some of them killed: each item is decided exactly once."""

import subprocess
import sys
from pathlib import Path

import pytest

from contracts.decision import Decision
from escalations.audit_chain import AuditChain
from escalations.audit_verify import verify
from escalations.decisions import decision_in_force, decisions_of
from escalations.invariant import check_blocked_iff_open
from records.database import Database
from records.runs import Runs
from tests.escalations.material import put, waiting
from tests.records.material import run_row

RUNS = tuple(f"many-{number}" for number in range(12))
DOOMED = (0, 1)
"""Reviewers who are killed while they hold an item."""
MODULE = "tests.escalations.reviewer"


def started(root: Path, data: Path, number: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", MODULE, str(data), f"reviewer-{number}", str(number)]
    command.append("doomed" if number in DOOMED else "lives")
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=root, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def heard(reviewer: subprocess.Popen[str]) -> str:
    assert reviewer.stdout is not None
    return reviewer.stdout.readline()


def begin(reviewer: subprocess.Popen[str]) -> None:
    assert reviewer.stdin is not None
    reviewer.stdin.write("\n")
    reviewer.stdin.flush()


@pytest.mark.timeout(300)
async def test_every_item_gets_one_deciding_decision(
    db: Database, audit: AuditChain, repository: Path, tmp_path: Path
) -> None:
    for run in RUNS:
        await Runs(db).create(run_row(run))
        await put(db, waiting(run))
    reviewers = [started(repository, tmp_path, number) for number in range(5)]
    assert [heard(reviewer) for reviewer in reviewers] == ["ready\n"] * len(reviewers)
    doomed = [reviewers[number] for number in DOOMED]
    for reviewer in doomed:
        begin(reviewer)
    assert [heard(reviewer) for reviewer in doomed] == ["claimed\n"] * len(doomed)
    for reviewer in reviewers:
        if reviewer not in doomed:
            begin(reviewer)
    ended = [(reviewer.communicate(timeout=240)[1], reviewer.returncode) for reviewer in reviewers]
    assert [code for _, code in ended] == [-9, -9, 0, 0, 0], ended
    made: list[Decision] = []
    for run in RUNS:
        (only,) = await decisions_of(db, run)
        assert await decision_in_force(db, only.item) == only
        made.append(only)
    assert len({decision.by for decision in made}) > 1
    report = await verify(db, audit)
    assert (report.rows, report.faults) == (len(RUNS), ())
    await check_blocked_iff_open(db)
