"""Tools that a provider ran itself: what they found is audited, or the run is not accepted."""

import json
from dataclasses import replace
from pathlib import Path

from contracts.run_paths import RunPaths
from orchestrator.runner import advance
from tests.live.wired import wired_services
from tests.orchestrator.play import EXAMPLE, RUN, example_corpus, start_example
from tests.servers.played import played
from tests.servers.provider import serve
from tests.servers.script import Found, Received, Said


async def test_page_that_a_provider_found_is_held_against_the_guard(tmp_path: Path) -> None:
    data, found = tmp_path / "data", "https://huggingface.co/datasets/leak"
    script = played(EXAMPLE / "recording", example_corpus(data).corpus)

    def searching(received: Received) -> Said:
        searches = (Found("roadhouse", (found,)),) if received.number == 1 else ()
        return replace(script(received), found=searches)

    async with (
        serve(searching, protocol="openai") as openai,
        serve(script, protocol="anthropic") as anthropic,
        wired_services(
            data, openai=openai, anthropic=anthropic, hosted_tools=("web_search",)
        ) as services,
    ):
        await start_example(services)
        assert await advance(services, RUN) == "blocked"
        last = (await services.journal.rows(RUN))[-1]
    assert (last.stage, last.verdict) == ("factorize", "blocked")
    (audit,) = (
        json.loads(path.read_bytes())["body"]
        for path in RunPaths(data, RUN).stages.glob("trace-audit-*")
    )
    assert "huggingface.co" in audit["hosts"]
    codes = {(item["code"], item["pointer"].split(" ")[0]) for item in audit["findings"]}
    assert codes == {("AUD-blocked-host", "hosted")}
