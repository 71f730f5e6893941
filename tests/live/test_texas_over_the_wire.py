"""The worked example with live clients: two providers serve the played turns over their protocols.

Nothing of the product knows that; only the base addresses differ from production.
"""

from pathlib import Path

import pytest

from contracts.contract import parse_stamped
from contracts.rubric import Rubric
from orchestrator.runner import advance
from records.runs import RunStatus
from tests.live.wired import wired_services
from tests.orchestrator.play import EXAMPLE, RUN, example_corpus, start_example
from tests.servers.played import played
from tests.servers.provider import serve


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_it_comes_out_the_same_and_the_ledger_equals_the_servers_logs(tmp_path: Path) -> None:
    script = played(EXAMPLE / "recording", example_corpus(tmp_path).corpus)
    async with (
        serve(script, protocol="openai") as openai,
        serve(script, protocol="anthropic") as anthropic,
        wired_services(tmp_path, openai=openai, anthropic=anthropic) as services,
    ):
        await start_example(services)
        status = await advance(services, RUN)
        totals = await services.ledger.totals(f"run:{RUN}")
    assert status is RunStatus.ACCEPTED
    found = sorted((tmp_path / "runs" / RUN).rglob("rubric*.json"))
    rubric = parse_stamped(found[0].read_bytes(), Rubric).body
    assert rubric.rows[0].expected[0].text == "11.8 %"
    assert [row.points for row in rubric.rows] == [6_000, 2_000, 2_000]
    logs = (openai.log, anthropic.log)
    assert openai.log.sent
    assert anthropic.log.sent
    assert totals.sent == totals.calls == sum(log.sent for log in logs)
    assert totals.input_tokens == sum(log.tokens.input for log in logs)
    assert totals.output_tokens == sum(log.tokens.output for log in logs)
    assert totals.unpriced == totals.calls
