"""A run that was recorded plays again to the same bytes."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.recorder import RecordedRun, Rows, record
from agents.repin import repin
from orchestrator.runner import advance
from tests.orchestrator.play import (
    EXAMPLE,
    RUN,
    example_corpus,
    example_query,
    played_services,
    stage_hashes,
    start_example,
)

SCOPE = f"run:{RUN}"


def names(paths: Sequence[Path]) -> list[str]:
    return [path.name for path in paths]


@pytest.mark.slow
async def test_the_recording_of_a_played_run_plays_to_the_same_stage_files(
    tmp_path: Path, accepted: Path
) -> None:
    second, example = tmp_path / "second", tmp_path / "example"
    _ = shutil.copytree(EXAMPLE / "sources", example / "sources")
    async with played_services(accepted) as services:
        run = RecordedRun(SCOPE, example_query(), example_corpus(accepted).corpus, made_by="hand")
        rows = Rows(services.ledger, services.tool_log, services.blobs)
        written = await record(example / "recording", run, rows)
    assert names(written)[-1] == "recording.json"
    assert "04-writer-1.1.json" in names(written)
    assert "evidence.json" in names(written)
    async with played_services(second, example=example) as services:
        await start_example(services)
        assert await advance(services, RUN) == "accepted"
        pinned = await repin(
            example / "recording",
            example_query(),
            scope=SCOPE,
            ledger=services.ledger,
            tool_log=services.tool_log,
        )
    assert stage_hashes(second) == stage_hashes(accepted)
    assert pinned == ()
    body = (example / "recording" / "bodies" / "evidence.json").read_text(encoding="utf-8")
    assert "{{sha:10-K-2024}}" in body
