"""What many scopes have used, over all attempts and more scopes than one statement takes."""

from pathlib import Path

import pytest

from contracts.errors import ModelError, ModelFault
from contracts.model import CallKey, ModelRequest, ModelResponse, Usage, UserMessage
from records.database import Database
from records.ledger import Ledger
from records.scope_usage import ScopeUsage, usage_of
from tests.records.material import TickingClock


def request(scope: str) -> ModelRequest:
    key = CallKey(scope=scope, role="judge", activation=1, turn=1, call=1)
    return ModelRequest(key=key, model="m", messages=(UserMessage(text="x"),), tools=())


async def test_requests_tokens_and_cost_of_all_tries_are_added_up(
    db: Database, tmp_path: Path, clock: TickingClock
) -> None:
    ledger = Ledger(db, tmp_path, clock)

    async def fail(_: ModelRequest) -> ModelResponse:
        raise ModelError("cut", ModelFault.TRUNCATED)

    async def answer(_: ModelRequest) -> ModelResponse:
        usage = Usage(input_tokens=100, output_tokens=10, cost=7)
        return ModelResponse(model="m", text="x", tool_calls=(), stop="end", usage=usage)

    async def unpriced(_: ModelRequest) -> ModelResponse:
        usage = Usage(input_tokens=1, output_tokens=1)
        return ModelResponse(model="m", text="x", tool_calls=(), stop="end", usage=usage)

    with pytest.raises(ModelError):
        _ = await ledger.once(request("scoring:a"), fail, lease=None)
    _ = await ledger.once(request("scoring:a"), answer, lease=None)
    _ = await ledger.once(request("scoring:b"), unpriced, lease=None)
    _ = await ledger.once(request("scoring:c"), answer, lease=None)
    many = [f"scoring:none-{number}" for number in range(1_100)]
    found = await usage_of(db, ["scoring:a", *many, "scoring:b", "scoring:a"])
    assert found == ScopeUsage(3, 1, 101, 11, 7, 1)
    assert await usage_of(db, []) == ScopeUsage()
