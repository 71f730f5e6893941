"""The harness `command`: a command-line agent in a container plays a turn; its files are submitted.

It works on the role's folders and reaches nothing but the relay. No key is in its container: it is
given a token that only this turn's relay takes.
"""

import asyncio
import os
import secrets
import shutil
import tempfile
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from agents.allowance import Stopwatch
from agents.asking import Asker
from agents.desk import Desk, Material
from agents.models.route import Route
from agents.relay import Relay
from agents.seat import Seat
from agents.session import Records
from agents.submission import Manifest, Submission, collect, keep, restore
from agents.tools.name import ToolName
from agents.tools.submit import check_given
from contracts.contract import Contract, canonical
from contracts.errors import AgentProtocolError, DeadlineReached, EnvironmentFault
from contracts.ids import Sha256
from contracts.model import CallKey
from records.tool_log import ToolOutcome
from sandboxes.forwarder import BASE_URL, SOCKET
from sandboxes.hardening import DOOR
from sandboxes.ownership import container_user
from sandboxes.safe_files import UnsafePath
from sandboxes.sandbox import CommandProvider, CommandSandbox, ExecResult, Limit

COMMAND = "command"
"""Name of the tool row that a command leaves."""
PROMPT_FILE = "prompt.md"
SHOWN = 20_000
"""Most characters of each stream that are kept."""
_FOR_COMMANDS = """\
You work in a folder of your own, which is `out/`. Your inputs lie in `../inputs/`. There are no
tools of finrubric here: where the text below speaks of `write_file`, write files into the current
folder yourself; where it speaks of `run_python`, run `python3` yourself; where it speaks of
`search_sources` and `open_source`, read the files in `{door}/sources/`, one per source and named by
its id, if that folder is there; there is no `validate_draft`. Instead of calling `submit`, end with
exit code 0 when your files are complete.
"""


class CommandCall(Contract):
    """What was run: the arguments of its tool row."""

    argv: tuple[str, ...]
    inputs: tuple[Sha256, ...]
    """Fingerprints of the stage inputs of the turn."""


class CommandReport(Contract):
    """How a command ended: what its tool row keeps."""

    exit_code: int
    stdout: str
    stderr: str
    limit: Limit | None
    faults: str = ""
    """Why its files were not taken; empty when they were, or when it failed."""
    manifest: Manifest | None = None


class Command(NamedTuple):
    """Which command plays, and over which route its requests go."""

    argv: tuple[str, ...]
    """`{prompt_file}` in it stands for the file that says what to do."""
    route: Route


class CommandHarness:
    """Runs an activation's turns, each as one run of a command; see `agents.harness.Harness`."""

    def __init__(
        self,
        seat: Seat,
        desk: Desk,
        command: Command,
        *,
        material: Material,
        asker: Asker,
        records: Records,
        stopwatch: Stopwatch,
        system: str,
    ) -> None:
        """Seat a command.

        Raises:
            EnvironmentFault: the sandbox is none that can confine a command.
        """
        if not isinstance(material.provider, CommandProvider):
            raise EnvironmentFault(
                f"{seat.role.name}: the harness `command` needs Docker, and the sandbox is "
                f"{material.provider.kind!r}: a local process cannot be kept to the relay alone. "
                "Start a Docker engine and take --sandbox docker, or give the role another harness"
            )
        self._provider: CommandProvider = material.provider
        self._seat = seat
        self._desk = desk
        self._command = command
        self._material = material
        self._asker = asker
        self._records = records
        self._stopwatch = stopwatch
        self._system = system

    async def run_turn(
        self, turn: int, message: str, *, inputs: tuple[Sha256, ...] = ()
    ) -> Submission:
        """Run the command once; see `agents.harness.Harness`."""
        await asyncio.to_thread(self._desk.lay_given)
        relay = self._relay(turn)

        async def action() -> ToolOutcome:
            report = await self._ran(relay, f"{self._system}\n\n{message}")
            return ToolOutcome(canonical(report).decode(), report.manifest is None)

        outcome = await self._records.tool_log.once(
            self._seat.key(turn, 0),
            0,
            COMMAND,
            canonical(CommandCall(argv=self._command.argv, inputs=inputs)).decode(),
            action,
            lease=self._records.lease,
            elsewhere_ms=lambda: round(relay.asked_s * 1_000),
        )
        report = CommandReport.model_validate_json(outcome.text)
        if report.manifest is None:
            raise self._failed(turn, report)
        return await asyncio.to_thread(
            restore, report.manifest, self._records.blobs, turns_used=turn
        )

    def _relay(self, turn: int) -> Relay:
        def key_of(call: int) -> CallKey:
            return self._seat.key(turn, call)

        token = secrets.token_urlsafe(32)
        return Relay(self._command.route, self._asker.ask, key_of, token)

    async def _ran(self, relay: Relay, prompt: str) -> CommandReport:
        async with self._door(prompt) as door, relay.serving(door / SOCKET):
            await asyncio.to_thread(_give_to_container, door)
            session = self._provider.command_session(self._desk.workspace, self._seat.labels, door)
            async with session as sandbox:
                result = await self._until_failed(sandbox, relay)
        return await asyncio.to_thread(self._collected, result)

    async def _until_failed(self, sandbox: CommandSandbox, relay: Relay) -> ExecResult:
        """Run the command, unless what it asked of us failed for good."""
        running = asyncio.ensure_future(
            sandbox.run_command(
                tuple(
                    word.replace("{prompt_file}", f"{DOOR}/{PROMPT_FILE}")
                    for word in self._command.argv
                ),
                environment(self._command.route, relay.token),
                timeout_s=await self._stopwatch.remaining_s(),
            )
        )
        try:
            _ = await asyncio.wait({running, relay.failed}, return_when=asyncio.FIRST_COMPLETED)
            if relay.failed.done():
                raise relay.failed.result()
            return await running
        finally:
            _ = running.cancel()
            _ = await asyncio.wait({running})

    def _collected(self, result: ExecResult) -> CommandReport:
        report = CommandReport(
            exit_code=result.exit_code,
            stdout=_shown(result.stdout),
            stderr=_shown(result.stderr),
            limit=result.limit,
        )
        if result.exit_code != 0:
            return report
        check_given(self._desk.workspace, self._desk.given)
        try:
            draft = collect(self._desk.workspace, self._seat.role)
        except UnsafePath as error:
            return report.model_copy(update={"faults": str(error)})
        return report.model_copy(update={"manifest": keep(draft, self._records.blobs)})

    def _failed(self, turn: int, report: CommandReport) -> AgentProtocolError | DeadlineReached:
        if report.limit is Limit.TIME:
            return self._stopwatch.reached()
        place = f"{self._seat.role.name} {self._seat.activation}.{turn}"
        if report.faults:
            return AgentProtocolError(f"{place}: the command ended, but {report.faults}")
        limit = f", stopped by a limit: {report.limit.value}" if report.limit else ""
        said = report.stderr.strip()[-500:] or report.stdout.strip()[-500:] or "nothing"
        return AgentProtocolError(
            f"{place}: the command ended with exit code {report.exit_code}{limit}; it said: {said}"
        )

    @asynccontextmanager
    async def _door(self, prompt: str) -> AsyncGenerator[Path]:
        """A short-lived folder, since the path of a socket must be short."""
        door = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="finrubric-"))
        try:
            await asyncio.to_thread(self._lay_door, door, prompt)
            yield door
        finally:
            await asyncio.to_thread(shutil.rmtree, door, ignore_errors=True)

    def _lay_door(self, door: Path, prompt: str) -> None:
        preface = _FOR_COMMANDS.format(door=DOOR)
        _ = (door / PROMPT_FILE).write_text(f"{preface}\n{prompt}\n", encoding="utf-8")
        offered = self._seat.role.offered(research=self._material.research)
        if ToolName.OPEN_SOURCE not in offered:
            return
        (door / "sources").mkdir()
        loaded = self._material.corpus
        for item in loaded.corpus.items:
            if item.card.times.known_by(self._material.cutoff).passes:
                text = loaded.texts[item.card.id]
                _ = (door / "sources" / item.card.id).write_text(text, encoding="utf-8")


def environment(route: Route, token: str) -> Mapping[str, str]:
    """What a command is told: where its provider seems to be, and the token for it."""
    return {
        "ANTHROPIC_API_KEY": token,
        "ANTHROPIC_BASE_URL": BASE_URL,
        "FINRUBRIC_MODEL": route.model,
        "FINRUBRIC_PROMPT": f"{DOOR}/{PROMPT_FILE}",
        "OPENAI_API_KEY": token,
        "OPENAI_BASE_URL": f"{BASE_URL}/v1",
    }


def _give_to_container(door: Path) -> None:
    """Let the container's user in, and nobody else."""
    user = container_user()
    for path in (door, *door.rglob("*")):
        if os.geteuid() == 0:
            os.chown(path, user.uid, user.gid, follow_symlinks=False)


def _shown(text: str) -> str:
    plain = text.encode("utf-8", "replace").decode()
    if len(plain) <= SHOWN:
        return plain
    return f"{plain[:SHOWN]}\n[cut here: {len(plain) - SHOWN} more characters]"
