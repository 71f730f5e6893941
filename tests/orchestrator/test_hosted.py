"""Tools that a provider ran itself: what they found is audited, or the run is not accepted."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from agents.cast import Cast
from agents.models.model import Family, ModelClient
from agents.roles import REVIEWER, WRITER
from contracts.model import HostedUse, ModelRequest, ModelResponse
from contracts.run_paths import RunPaths
from orchestrator.runner import advance
from tests.orchestrator.play import RUN, played_services, start_example


@dataclass
class Searching:
    """A model whose provider searched while it answered."""

    inner: ModelClient
    found: str

    @property
    def provider(self) -> str:
        return self.inner.provider

    @property
    def model(self) -> str:
        return self.inner.model

    @property
    def family(self) -> Family:
        return self.inner.family

    async def complete(self, request: ModelRequest) -> ModelResponse:
        answer = await self.inner.complete(request)
        url = json.dumps([{"type": "url", "url": self.found}])
        use = HostedUse(name="web_search", asked='{"query": "roadhouse"}', found=url)
        return answer.model_copy(update={"hosted": (use,)})


async def test_page_that_a_provider_found_is_held_against_the_guard(tmp_path: Path) -> None:
    data, found = tmp_path / "data", "https://huggingface.co/datasets/leak"
    async with played_services(data) as services:
        writer, reviewer = (services.cast.of(role).client for role in (WRITER, REVIEWER))
        cast = Cast.of_families({"writer": Searching(writer, found), "reviewer": reviewer})
        searching = replace(services, cast=cast)
        await start_example(searching)
        assert await advance(searching, RUN) == "blocked"
    (audit,) = (
        json.loads(path.read_bytes())["body"]
        for path in RunPaths(data, RUN).stages.glob("trace-audit-*")
    )
    assert "huggingface.co" in audit["hosts"]
    codes = {(item["code"], item["pointer"].split(" ")[0]) for item in audit["findings"]}
    assert codes == {("AUD-blocked-host", "hosted")}
