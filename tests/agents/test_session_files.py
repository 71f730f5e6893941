"""What a session does with files and its sandbox: given, kept from change, collected, closed."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from agents.models.data_block import data_in
from agents.roles import CONFIRMER, REVIEWER
from contracts.errors import (
    AgentProtocolError,
    ModelRefused,
)
from contracts.model import ModelRequest
from sandboxes.sandbox import Labels, Sandbox, SandboxKind, Workspace
from tests.agents.bench import GIVEN, LOCAL, Bench, results_of
from tests.agents.scripted import LIST, NO_TOOL, SUBMIT, WRITE, Scripted, answer, call, spoken


@pytest.mark.parametrize("name", ["query.json", "added.json"])
async def test_a_role_that_changes_its_inputs_is_stopped(bench: Bench, name: str) -> None:
    def meddle(request: ModelRequest) -> None:
        """A script that got around the sandbox changes a file before the second answer."""
        if request.key.call == 2:
            (bench.workspace(CONFIRMER).inputs / name).write_text("{}")

    client = Scripted({1: (WRITE, SUBMIT)}, before=meddle)
    with pytest.raises(AgentProtocolError, match=f"inputs were changed: {name}"):
        await bench.session(client).run_turn(1, "Confirm it.")


async def test_a_later_turn_may_be_given_other_files(bench: Bench) -> None:
    client = Scripted({1: (WRITE, SUBMIT), 2: (LIST, SUBMIT)})
    before = {**GIVEN, "scripts/old.py": b"1"}
    await bench.session(client, given=before).run_turn(1, "Confirm it.")
    await bench.session(client, given={"new.json": b"{}"}).run_turn(2, "Mend it.")
    listed = data_in(results_of(client.asked[-1])[-1].text)
    assert listed.splitlines() == ["inputs/new.json 2 bytes", "out/confirmation.json 2 bytes"]


async def test_inputs_that_cannot_be_laid_stop_the_turn(bench: Bench) -> None:
    (bench.workspace(CONFIRMER).make().inputs / "query.json").symlink_to(bench.data)
    with pytest.raises(AgentProtocolError, match="symbolic link"):
        await bench.session(spoken(WRITE, SUBMIT)).run_turn(1, "Confirm it.")


async def test_submit_tells_what_is_missing_and_the_turn_goes_on(bench: Bench) -> None:
    client = spoken(SUBMIT, WRITE, SUBMIT)
    submission = await bench.session(client).run_turn(1, "Confirm it.")
    (refusal,) = results_of(client.asked[1])
    assert refusal.failed
    assert "not written yet: out/confirmation.json" in refusal.text
    assert submission.files == {"confirmation.json": b"{}"}


async def test_submit_follows_no_link(bench: Bench) -> None:
    secret = bench.data / "secret"
    secret.write_text("canary")
    client = spoken(LIST, SUBMIT, *[NO_TOOL] * 5)
    session = bench.session(client)
    out = bench.workspace(CONFIRMER).make().out
    (out / "confirmation.json").symlink_to(secret)
    with pytest.raises(AgentProtocolError):
        await session.run_turn(1, "Confirm it.")
    assert all("canary" not in item.text for item in results_of(client.asked[-1]))
    assert "symbolic link" in results_of(client.asked[2])[-1].text


@dataclass
class Doors:
    """A provider that notes when its sandboxes are opened and closed, and what was there then."""

    kind: SandboxKind = "local"
    isolation: str = "none"
    image: str = "none"
    note: str = ""
    seen: list[str] = field(default_factory=list[str])

    @asynccontextmanager
    async def session(self, workspace: Workspace, labels: Labels) -> AsyncGenerator[Sandbox]:
        self.seen.append(f"open {labels.role} {labels.activation}")
        async with LOCAL.session(workspace, labels) as sandbox:
            try:
                yield sandbox
            finally:
                late = workspace.out / "review.json"
                self.seen.append(f"close {late.read_text()}")
                late.write_text('"written by what was still running"')


RUN = call("run_python", script="out/s.py")


FILES = tuple(
    call("write_file", path=f"out/{name}", content=text)
    for name, text in (("s.py", "print(1)"), ("review.json", "{}"))
)


async def test_a_sandbox_is_opened_late_and_closed_before_files_are_collected(
    bench: Bench,
) -> None:
    doors = Doors()
    bench.provider = doors
    client = spoken(LIST, answer(*FILES), answer(RUN), answer(RUN), SUBMIT)
    submission = await bench.session(client, REVIEWER).run_turn(1, "Review it.")
    assert doors.seen == ["open reviewer 1", "close {}"]
    assert submission.files == {"review.json": b'"written by what was still running"'}


async def test_a_sandbox_is_closed_when_a_turn_fails(bench: Bench) -> None:
    doors = Doors()
    bench.provider = doors
    client = spoken(answer(*FILES), answer(RUN), answer(stop="refusal"))
    with pytest.raises(ModelRefused):
        await bench.session(client, REVIEWER).run_turn(1, "Review it.")
    assert doors.seen == ["open reviewer 1", "close {}"]
