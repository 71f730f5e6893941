"""The Docker engine, as far as it is used here: typed, in threads, every call with a deadline.

The SDK is synchronous and has no types. `EngineApi` states what is asked of it; that the SDK's
client has these methods is checked when it is made.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from typing import IO, ParamSpec, Protocol, TypeVar, runtime_checkable

from docker import APIClient
from docker.errors import DockerException, NotFound
from docker.utils import kwargs_from_env

from contracts.contract import Json
from contracts.errors import EngineMissing, SandboxError
from contracts.settings import Settings

Answer = dict[str, Json]

ENGINE_ERRORS = (DockerException, OSError)
"""What the SDK raises; the errors of its HTTP library are OSErrors."""

PAUSE_S = 1.0
"""Between two looks at whether an engine is back."""

P = ParamSpec("P")
T = TypeVar("T")


@runtime_checkable
class EngineApi(Protocol):
    """The methods of the SDK's client that are used, by the SDK's names."""

    def version(self) -> Answer:
        """The engine's versions."""
        ...

    def inspect_image(self, image: str) -> Answer:
        """Everything about an image."""
        ...

    def create_container(
        self,
        image: str,
        command: list[str],
        *,
        user: str,
        environment: dict[str, str],
        name: str,
        working_dir: str,
        host_config: Answer,
        labels: dict[str, str],
        use_config_proxy: bool,
    ) -> Answer:
        """Make a container; it does not run yet."""
        ...

    def start(self, container: str) -> None:
        """Start a container."""
        ...

    def restart(self, container: str, timeout: int) -> None:
        """Kill what runs in a container after `timeout` seconds and start it anew."""
        ...

    def stop(self, container: str, timeout: int) -> None:
        """End a container's own process, by force after `timeout` seconds."""
        ...

    def inspect_container(self, container: str) -> Answer:
        """Everything about a container."""
        ...

    def remove_container(self, container: str, *, force: bool, v: bool) -> None:
        """Kill a container and remove it, with its anonymous volumes."""
        ...

    def containers(self, *, all: bool, filters: Mapping[str, str]) -> list[Answer]:
        """Short descriptions of containers."""
        ...

    def top(self, container: str) -> Answer:
        """The processes in a container."""
        ...

    def exec_create(
        self,
        container: str,
        cmd: list[str],
        *,
        stdin: bool,
        user: str,
        workdir: str,
        environment: dict[str, str],
    ) -> Answer:
        """Prepare a process in a running container."""
        ...

    def exec_start(self, exec_id: str, *, socket: bool) -> object:
        """Start a prepared process; the socket that carries its streams."""
        ...

    def exec_inspect(self, exec_id: str) -> Answer:
        """How a process fares or has ended."""
        ...

    def pull(self, repository: str, *, stream: bool, decode: bool) -> Iterator[Answer]:
        """Fetch an image from its hub."""
        ...

    def build(
        self,
        *,
        fileobj: IO[bytes],
        custom_context: bool,
        tag: str,
        buildargs: dict[str, str],
        rm: bool,
        forcerm: bool,
        nocache: bool,
        network_mode: str,
        decode: bool,
        use_config_proxy: bool,
    ) -> Iterator[Answer]:
        """Build an image from a tar archive."""
        ...

    def get_archive(self, container: str, path: str) -> tuple[Iterator[bytes], Answer]:
        """A tar of a file in a container; asked only of one that never ran."""
        ...

    def logs(self, container: str, *, tail: int) -> bytes:
        """The last lines that a container's own process printed."""
        ...

    def networks(self, *, filters: Mapping[str, str]) -> list[Answer]:
        """Descriptions of networks."""
        ...

    def create_network(
        self,
        name: str,
        *,
        driver: str,
        options: dict[str, str],
        ipam: Answer,
        internal: bool,
        labels: dict[str, str],
    ) -> Answer:
        """Make a network."""
        ...

    def connect_container_to_network(
        self, container: str, net_id: str, *, ipv4_address: str
    ) -> None:
        """Put a container into one more network, under this address."""
        ...

    def remove_network(self, net_id: str) -> None:
        """Remove a network that no container is in."""
        ...

    def close(self) -> None:
        """Close idle connections."""
        ...


class Engine:
    """One connection to the engine for one session; its calls come one after another."""

    def __init__(self, api: EngineApi, deadline_s: float) -> None:
        """Wrap a client; `deadline_s` bounds each call as a whole."""
        self.api = api
        self._deadline_s = deadline_s

    async def call(self, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run one SDK call in a thread.

        A cancelled caller waits until the call has come back, since a thread cannot be stopped
        and what it makes must be seen to; the deadline holds for that wait, too.

        Raises:
            SandboxError: the engine failed, or gave no answer in time.
        """
        name = getattr(method, "__name__", "call")
        thread = asyncio.ensure_future(asyncio.to_thread(method, *args, **kwargs))
        try:
            done, _ = await asyncio.wait({thread}, timeout=self._deadline_s)
        except asyncio.CancelledError:
            await asyncio.wait({thread}, timeout=self._deadline_s)
            thread.add_done_callback(_look_at)
            raise
        if not done:
            thread.add_done_callback(_look_at)
            raise SandboxError(
                f"the Docker engine gave no answer to {name!r} within {self._deadline_s:g} s; "
                "look at it, then resume (FINRUBRIC_DOCKER_TIMEOUT sets the wait)"
            )
        try:
            return thread.result()
        except ENGINE_ERRORS as error:
            raise SandboxError(f"the Docker engine failed at {name!r}: {error}") from error

    async def close(self) -> None:
        """Close the connection."""
        await asyncio.to_thread(self.api.close)


async def connect(
    settings: Settings, *, idle_s: int | None = None, patience_s: float = 0
) -> Engine:
    """Reach the engine that `DOCKER_HOST` names, else this machine's.

    Args:
        settings: gives the deadline of each call.
        idle_s: a longer deadline for calls that stream for long.
        patience_s: how long an engine is waited for that does not answer, as when it restarts.

    Raises:
        EngineMissing: nothing answers there, all that while.
    """
    until = time.monotonic() + patience_s
    while True:
        try:
            return await _connect(settings, idle_s or settings.docker_timeout_s)
        except EngineMissing as error:
            if not patience_s:
                raise
            if time.monotonic() >= until:
                msg = f"{error}. It was waited for, for {patience_s:g} s; then resume the run"
                raise EngineMissing(msg) from error
        await asyncio.sleep(min(PAUSE_S, patience_s))


async def answers_again(engine: Engine, *, patience_s: float) -> None:
    """Wait until an engine answers that did not.

    Raises:
        EngineMissing: it does not, all that while.
    """
    until = time.monotonic() + patience_s
    while True:
        try:
            _ = await engine.call(engine.api.version)
        except SandboxError as error:
            if time.monotonic() >= until:
                msg = (
                    f"{error}. It was waited for, for {patience_s:g} s; start the engine, then "
                    "resume the run"
                )
                raise EngineMissing(msg) from error
        else:
            return
        await asyncio.sleep(min(PAUSE_S, patience_s))


async def _connect(settings: Settings, deadline_s: int) -> Engine:
    try:
        async with asyncio.timeout(settings.docker_timeout_s + 1):
            api = await asyncio.to_thread(_client, deadline_s)
    except TimeoutError:
        raise EngineMissing(_missing("no answer in time")) from None
    except ENGINE_ERRORS as error:
        raise EngineMissing(_missing(str(error))) from error
    return Engine(api, deadline_s + 1)


def _client(deadline_s: int) -> EngineApi:
    client = _sdk_client(deadline_s)
    if not isinstance(client, EngineApi):
        raise SandboxError("the installed docker SDK lacks a method; finrubric needs docker 7")
    return client


def _sdk_client(deadline_s: int) -> object:
    return APIClient(version="auto", timeout=deadline_s, **kwargs_from_env())


def _missing(reason: str) -> str:
    return (
        f"no Docker engine answers ({reason}); start one, set DOCKER_HOST to where it listens, "
        "or take `--sandbox local`"
    )


def _look_at(thread: "asyncio.Future[T]") -> None:
    """Fetch a late result, so that nobody complains about an error that was never looked at."""
    if not thread.cancelled():
        thread.exception()


def is_not_found(error: SandboxError) -> bool:
    """Whether the engine says that it has no such thing."""
    return isinstance(error.__cause__, NotFound)


def is_out_of_reach(error: SandboxError) -> bool:
    """Whether the engine did not answer at all, in contrast to an answer that says no."""
    cause = error.__cause__
    return isinstance(cause, OSError) and not isinstance(cause, DockerException)


def text_at(answer: Json, *steps: str) -> str:
    """A text inside an engine's answer; empty when there is none."""
    for step in steps:
        answer = answer.get(step) if isinstance(answer, dict) else None
    return answer if isinstance(answer, str) else ""
