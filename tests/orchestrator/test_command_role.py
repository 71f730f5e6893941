"""A role that a command-line agent plays in a container, in a run and in its recording."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from agents.cast import Cast, Player
from agents.models.relay import RelayClient
from agents.models.route import Route
from agents.recorder import RecordedRun, Rows, record
from agents.roles import FACTORIZER, ROLES
from contracts.contract import parse_stamped
from contracts.factorization import Factorization
from contracts.run_paths import RunPaths
from orchestrator import nodes
from orchestrator.deps import Services
from orchestrator.runner import advance
from tests.agents.test_command import AGENT, KEY, MODEL
from tests.orchestrator.play import (
    EXAMPLE,
    RUN,
    deps_of,
    example_corpus,
    example_query,
    played_services,
    start_example,
    walk,
)
from tests.servers.provider import Provider, serve
from tests.servers.script import Received, Said

BODY = (EXAMPLE / "recording" / "bodies" / "factorization.json").read_text(encoding="utf-8")
SCRIPT = AGENT.replace("confirmation.json", "factorization.json")


def said(request: Received) -> Said:
    return Said(BODY if request.number == 1 else "That is all.")


def with_command(services: Services, server: Provider) -> Services:
    """The played cast, with a command in its first role."""
    route = Route("stub", "anthropic", MODEL, "writer", KEY, server.base_url)
    argv = ("python3", "-c", SCRIPT, "anthropic", "stream")
    player = Player(RelayClient(route), "command", command=argv)
    players = {role.name: services.cast.of(role) for role in ROLES}
    return replace(services, cast=Cast({**players, FACTORIZER.name: player}))


def factorization(data: Path) -> Factorization:
    """The body alone: the header names the lock, which names who played."""
    (path,) = RunPaths(data, RUN).stages.glob("factorization-*.json")
    return parse_stamped(path.read_bytes(), Factorization).body


@pytest.mark.docker
async def test_a_command_plays_a_role_of_a_run_that_can_be_recorded(tmp_path: Path) -> None:
    first, second, example = tmp_path / "first", tmp_path / "second", tmp_path / "example"
    _ = shutil.copytree(EXAMPLE / "sources", example / "sources")
    async with serve(said, protocol="anthropic") as server:
        async with played_services(first, sandbox="docker") as played:
            services = with_command(played, server)
            await start_example(services)
            assert await advance(services, RUN) == "accepted"
            run = RecordedRun(f"run:{RUN}", example_query(), example_corpus(first).corpus)
            rows = Rows(services.ledger, services.tool_log, services.blobs)
            _ = await record(example / "recording", run, rows)
        assert server.log.sent == 2
    async with played_services(second, example=example) as services:
        await start_example(services)
        assert await walk(await deps_of(services), until=nodes.factorize) == ["done", "done"]
    assert factorization(second) == factorization(first)
