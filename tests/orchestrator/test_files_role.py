"""A role that is answered through files, by the documented example client in its own process."""

import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path

from agents.cast import Cast, Player
from agents.models.files import FilesClient
from agents.roles import FACTORIZER, ROLES
from agents.transcript import transcript
from orchestrator import nodes
from orchestrator.deps import Services
from tests.orchestrator.play import EXAMPLE, RUN, deps_of, played_services, start_example, walk

CLIENT = EXAMPLE.parent / "files_client" / "answer.py"
PROGRAM = """\
import json, pathlib, sys
request = json.load(sys.stdin)
assert request["outputs"][0]["path"] == "out/factorization.json"
target = pathlib.Path(request["workspace"]) / request["outputs"][0]["path"]
target.write_bytes(pathlib.Path(sys.argv[1]).read_bytes())
json.dump({"model": "by-hand", "tool_calls": [{"name": "submit"}]}, sys.stdout)
"""


def with_files(services: Services, exchange: Path) -> Services:
    """The played cast, with its first role in the hands of whoever reads the exchange."""
    client = FilesClient(exchange, "writer", poll_s=0.05)
    players = {role.name: services.cast.of(role) for role in ROLES}
    return replace(services, cast=Cast({**players, FACTORIZER.name: Player(client)}))


async def test_the_example_client_plays_the_first_role_of_a_run(tmp_path: Path) -> None:
    exchange, program = tmp_path / "exchange", tmp_path / "program.py"
    _ = program.write_text(PROGRAM, encoding="utf-8")
    answer = EXAMPLE / "recording" / "bodies" / "factorization.json"
    command = (str(CLIENT), str(exchange), "anna", sys.executable, str(program), str(answer))
    client = await asyncio.create_subprocess_exec(sys.executable, *command)
    try:
        async with played_services(tmp_path / "data") as played:
            services = with_files(played, exchange)
            await start_example(services)
            assert await walk(await deps_of(services), until=nodes.factorize) == ["done", "done"]
            told = await transcript(
                services.ledger,
                services.tool_log,
                scope=f"run:{RUN}",
                role=FACTORIZER.name,
                activation=1,
            )
    finally:
        client.kill()
        _ = await client.wait()
    assert "### anna (by-hand), call 1.1 (tool_use)" in told
    (folder,) = exchange.iterdir()
    claim = json.loads((folder / "claim-1.json").read_text(encoding="utf-8"))
    assert claim["by"] == "anna"
