"""Sandboxes in containers of a Docker engine: one container per activation, hardened, then gone."""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from contracts.contract import Json
from contracts.errors import ImageMissing, SandboxError
from contracts.settings import Settings
from sandboxes.disk_use import wait_until_over
from sandboxes.engine import (
    Engine,
    answers_again,
    connect,
    is_not_found,
    is_out_of_reach,
    text_at,
)
from sandboxes.exec_stream import STARTER, ExecStream
from sandboxes.forwarder import FORWARDER, PORT, SOCKET
from sandboxes.hardening import DOOR, OUT, Limits, host_config
from sandboxes.output import Output
from sandboxes.owner import LIFETIME, container_labels, this_process
from sandboxes.ownership import User, checked_workspace, container_user, open_to
from sandboxes.sandbox import (
    OUTPUT_CAP,
    CommandSandbox,
    ExecResult,
    Labels,
    Limit,
    Sandbox,
    SandboxKind,
    Workspace,
)
from sandboxes.script_call import checked_call, checked_command

KEEPER = User(65533, 65533)
"""Runs the container's own first process, so that no script can end the container."""

ENVIRONMENT: Mapping[str, str] = {
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TMPDIR": "/tmp",
    "TZ": "UTC",
}
KILLED = 137
GRACE_S = 3.0
"""How long the limit outside waits for the one inside."""
MEMORY_KILLS = (
    "import pathlib\n"
    "root = pathlib.Path('/sys/fs/cgroup')\n"
    "for name in ('memory.events', 'memory/memory.oom_control'):\n"
    "    if (root / name).exists():\n"
    "        words = (root / name).read_text().split()\n"
    "        print(words[words.index('oom_kill') + 1])\n"
)
"""Prints how often the kernel killed for memory in this container (cgroup v2, then v1)."""
OWN_PROCESSES = 2
"""What runs in an idle container: the init and the sleeper."""


@dataclass(frozen=True, slots=True)
class DockerProvider:
    """Opens containers of the agent image."""

    settings: Settings
    image: str
    """The image's digest, so that a tag moved in the middle of a run changes nothing."""
    engine_version: str
    note: str = ""
    limits: Limits = field(default_factory=Limits)
    patience_s: float = 60
    """How long an engine is waited for that went away under a run."""
    network: str = "none"
    """An open network of ours (`egress_network`), or none."""

    @property
    def kind(self) -> SandboxKind:
        """Docker."""
        return "docker"

    @property
    def isolation(self) -> str:
        """What a container isolates and what it shares."""
        network = "no network" if self.network == "none" else "no network but the egress proxy"
        return (
            f"container of Docker {self.engine_version}: {network}, read-only system, no "
            "capabilities, an unprivileged user, limits on memory, CPU, processes, files and "
            "time; the kernel is shared with the host"
        )

    def session(self, workspace: Workspace, labels: Labels) -> AbstractAsyncContextManager[Sandbox]:
        """Open a container on the workspace; leaving the context removes it."""
        return self._session(workspace, labels, None)

    def command_session(
        self, workspace: Workspace, labels: Labels, door: Path
    ) -> AbstractAsyncContextManager[CommandSandbox]:
        """Open a container for a command; see `CommandProvider.command_session`."""
        return self._session(workspace, labels, door)

    @asynccontextmanager
    async def _session(
        self, workspace: Workspace, labels: Labels, door: Path | None
    ) -> AsyncGenerator["DockerSandbox"]:
        workspace = checked_workspace(workspace)
        user = container_user()
        await asyncio.to_thread(open_to, workspace, user)
        engine = await connect(self.settings, patience_s=self.patience_s)
        # The name is known before the container is made: one whose making was cancelled or
        # gave no answer can be removed, too.
        name = f"finrubric-{secrets.token_hex(8)}"
        try:
            config = host_config(workspace, self.limits, door=door, network=self.network)
            await self._open(engine, name, labels, config)
            yield DockerSandbox(engine, name, workspace, user, self.patience_s)
        finally:
            # What cannot be removed now must not hide how the session ended; the reaper finds it.
            with suppress(SandboxError):
                await remove(engine, name)
            await engine.close()

    async def _open(
        self, engine: Engine, name: str, labels: Labels, config: dict[str, Json]
    ) -> None:
        created = await engine.call(
            engine.api.create_container,
            self.image,
            ["sleep", str(int(LIFETIME.total_seconds()))],
            user=str(KEEPER),
            environment=dict(ENVIRONMENT),
            name=name,
            working_dir=OUT,
            host_config=config,
            labels=container_labels(labels, this_process(), datetime.now(UTC)),
            use_config_proxy=False,  # a proxy's address may hold a password
        )
        if warnings := created.get("Warnings"):
            raise SandboxError(f"the Docker engine cannot keep a limit: {warnings}")
        await engine.call(engine.api.start, name)


@dataclass(frozen=True, slots=True)
class DockerSandbox:
    """A running container."""

    engine: Engine
    container: str
    workspace: Workspace
    user: User
    patience_s: float

    @property
    def kind(self) -> SandboxKind:
        """Docker."""
        return "docker"

    async def run_python(
        self,
        script: str,
        args: tuple[str, ...] = (),
        *,
        timeout_s: float,
        output_cap: int = OUTPUT_CAP,
    ) -> ExecResult:
        """Run a script; see `Sandbox.run_python`.

        An engine that goes away meanwhile is waited for. Where the container has outlived it, the
        script is begun anew, since nobody knows how far it came.
        """
        call = checked_call(script, args)
        try:
            return await self._finished(call, {}, timeout_s=timeout_s, output_cap=output_cap)
        except SandboxError as error:
            if not is_out_of_reach(error):
                raise
        await answers_again(self.engine, patience_s=self.patience_s)
        await self._require_running()
        await self.engine.call(self.engine.api.restart, self.container, 0)
        return await self._finished(call, {}, timeout_s=timeout_s, output_cap=output_cap)

    async def run_command(
        self,
        argv: tuple[str, ...],
        environment: Mapping[str, str],
        *,
        timeout_s: float,
        output_cap: int = OUTPUT_CAP,
    ) -> ExecResult:
        """Run a command behind the forwarder; see `CommandSandbox.run_command`."""
        command = checked_command(argv, environment)
        call = ("-c", FORWARDER, str(PORT), f"{DOOR}/{SOCKET}", *command)
        return await self._finished(call, environment, timeout_s=timeout_s, output_cap=output_cap)

    async def _finished(
        self,
        call: tuple[str, ...],
        environment: Mapping[str, str],
        *,
        timeout_s: float,
        output_cap: int,
    ) -> ExecResult:
        """Run `python3 -I -S call` to its end or its limit, and clear up behind it."""
        output = Output(output_cap)
        started = time.monotonic()
        exec_id, limit = await self._run(call, output, timeout_s, environment)
        seconds = time.monotonic() - started
        exit_code = KILLED if limit else await self._exit_code(exec_id)
        if exit_code == KILLED and limit is None:
            limit = await self._what_killed(is_late=seconds >= timeout_s)
        await self._clear(was_killed=exit_code == KILLED)
        return ExecResult(
            exit_code=exit_code,
            stdout=output.text("stdout"),
            stderr=output.text("stderr"),
            timed_out=limit is Limit.TIME,
            truncated=output.truncated,
            duration_ms=int(seconds * 1000),
            limit=limit,
        )

    async def _run(
        self,
        call: tuple[str, ...],
        output: Output,
        timeout_s: float,
        environment: Mapping[str, str] = ENVIRONMENT,
    ) -> tuple[str, Limit | None]:
        """Run `python3 -I -S call`; the id of the process, and what ended it from outside."""
        inside = ["timeout", "-s", "KILL", f"{timeout_s:.3f}"]
        created = await self.engine.call(
            self.engine.api.exec_create,
            self.container,
            [*inside, "python3", "-I", "-S", "-c", STARTER, *call],
            stdin=True,
            user=str(self.user),
            workdir=OUT,
            environment=dict(environment),
        )
        exec_id = text_at(created, "Id")
        raw = await self.engine.call(self.engine.api.exec_start, exec_id, socket=True)
        stream = ExecStream(raw)
        try:
            return exec_id, await self._follow(stream, output, timeout_s)
        finally:
            stream.close()

    async def _follow(self, stream: ExecStream, output: Output, timeout_s: float) -> Limit | None:
        """Read until the script ends or a limit is reached."""
        reading = asyncio.ensure_future(
            asyncio.to_thread(stream.drain, output, timeout_s + GRACE_S)
        )
        filling = asyncio.ensure_future(wait_until_over(self.workspace.out))
        try:
            await asyncio.wait({reading, filling}, return_when=asyncio.FIRST_COMPLETED)
            is_full = not reading.done()
        finally:
            filling.cancel()
            stream.stop()
            await asyncio.wait({reading})
            # Looked at here, since the branches below do not always want it.
            broken = reading.exception()
        if is_full:
            return Limit.DISK
        if broken is not None:
            raise broken
        ended = reading.result()
        return None if ended == "finished" else Limit(ended)

    async def _exit_code(self, exec_id: str) -> int:
        for _ in range(20):  # the engine may know of the end a little later than its stream
            state = await self.engine.call(self.engine.api.exec_inspect, exec_id)
            code = state.get("ExitCode")
            if isinstance(code, int) and not state.get("Running"):
                return code
            await asyncio.sleep(0.05)
        raise SandboxError(f"the Docker engine does not say how a script in {self.container} ended")

    async def _what_killed(self, *, is_late: bool) -> Limit | None:
        """Tell a limit from a script that killed itself, and both from a lost container.

        Raises:
            SandboxError: the container is gone: not the script's doing, since it cannot reach
                the process that holds the container.
        """
        await self._require_running()
        if is_late:
            return Limit.TIME
        # The engine's own `OOMKilled` speaks of a container's first process only.
        kills = Output(100)
        await self._run(("-c", MEMORY_KILLS), kills, GRACE_S)
        return Limit.MEMORY if kills.text("stdout").strip() not in ("", "0") else None

    async def _require_running(self) -> None:
        found = await self.engine.call(self.engine.api.inspect_container, self.container)
        state = found["State"]
        if not isinstance(state, dict) or state.get("Running") is not True:
            msg = f"the container {self.container} ended while a script ran in it; resume the run"
            raise SandboxError(msg)

    async def _clear(self, *, was_killed: bool) -> None:
        """End what the script has left running, and set the count of memory kills to 0."""
        running = await self.engine.call(self.engine.api.top, self.container)
        processes = running.get("Processes")
        is_idle = isinstance(processes, list) and len(processes) <= OWN_PROCESSES
        if was_killed or not is_idle:
            await self.engine.call(self.engine.api.restart, self.container, 0)


async def remove(engine: Engine, container: str) -> None:
    """Kill and remove a container; one that is not there is removed already."""
    try:
        await engine.call(engine.api.remove_container, container, force=True, v=True)
    except SandboxError as error:
        if not is_not_found(error):
            raise


async def docker_provider(settings: Settings, *, note: str = "") -> DockerProvider:
    """Find engine and image.

    Raises:
        EngineMissing: no engine answers.
        ImageMissing: it has no agent image.
    """
    engine = await connect(settings)
    try:
        version = text_at(await engine.call(engine.api.version), "Version")
        try:
            found = await engine.call(engine.api.inspect_image, settings.agent_image)
        except SandboxError as error:
            if not is_not_found(error):
                raise
            raise ImageMissing(
                f"the Docker engine has no image {settings.agent_image!r}; "
                "make it with `finrubric sandbox build`, or take `--sandbox local`"
            ) from error
        return DockerProvider(settings, text_at(found, "Id"), version, note)
    finally:
        await engine.close()
