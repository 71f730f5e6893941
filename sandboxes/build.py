"""Makes the agent image: `finrubric sandbox build`."""

import hashlib
import io
import tarfile
from collections.abc import Callable, Iterator
from importlib import resources

from contracts.errors import SandboxError
from contracts.settings import Settings
from sandboxes.engine import Answer, Engine, connect, is_not_found, text_at

DEFAULT_BASE = "python:3.11-slim"
"""Taken from the engine's image hub when the engine has no image of that name."""
BUILD_S = 600
"""How long fetching or building may take."""


async def build_image(base: str, settings: Settings, echo: Callable[[str], None]) -> str:
    """Build the agent image on `base` and tag it `settings.agent_image`.

    Args:
        base: an image with Python 3.11 or newer as `python3` and the `timeout` of coreutils.
        settings: names the tag, and how long to wait for the engine.
        echo: takes the lines that the engine prints.

    Returns:
        The image's id.

    Raises:
        EngineMissing: no engine answers.
        SandboxError: the base cannot be had, or the build failed; says what to do.
    """
    engine = await connect(settings, idle_s=BUILD_S)
    try:
        base_id = await _base_id(engine, base, echo)
        await engine.call(_build, engine, base, settings.agent_image, base_id, echo)
        found = await engine.call(engine.api.inspect_image, settings.agent_image)
        return text_at(found, "Id")
    finally:
        await engine.close()


def recipe() -> bytes:
    """The image's Dockerfile."""
    return resources.files("sandboxes").joinpath("images/agent/Dockerfile").read_bytes()


def content_hash(base_id: str) -> str:
    """What the image is made of: a hash over Dockerfile and base, kept as its label."""
    return hashlib.sha256(recipe() + b"\0" + base_id.encode()).hexdigest()


async def _base_id(engine: Engine, base: str, echo: Callable[[str], None]) -> str:
    try:
        return text_at(await engine.call(engine.api.inspect_image, base), "Id")
    except SandboxError as error:
        if not is_not_found(error):
            raise
    echo(f"fetching {base}")
    try:
        await engine.call(_pull, engine, base)
        return text_at(await engine.call(engine.api.inspect_image, base), "Id")
    except SandboxError as error:
        raise SandboxError(
            f"the base image {base!r} is not here and cannot be fetched ({error}). Where no image "
            "hub can be reached: `docker load` a base you have, or make one out of Debian packages "
            "with sandboxes/images/agent/make_base.sh; then run "
            "`finrubric sandbox build --base finrubric/base:bookworm`"
        ) from error


def _pull(engine: Engine, base: str) -> None:
    for _ in _events(engine.api.pull(base, stream=True, decode=True)):
        pass


def _build(engine: Engine, base: str, tag: str, base_id: str, echo: Callable[[str], None]) -> None:
    lines = engine.api.build(
        fileobj=io.BytesIO(_context()),
        custom_context=True,
        tag=tag,
        buildargs={"BASE": base, "CONTENT": content_hash(base_id)},
        rm=True,
        forcerm=True,
        network_mode="none",
        decode=True,
        use_config_proxy=False,
    )
    for event in _events(lines):
        if line := text_at(event, "stream").strip():
            echo(line)


def _events(answers: Iterator[Answer]) -> Iterator[Answer]:
    """Pass the engine's lines on; it reports a failure as one of them.

    Raises:
        SandboxError: with the engine's words.
    """
    for event in answers:
        if error := text_at(event, "error"):
            raise SandboxError(f"the Docker engine says: {error.strip()}")
        yield event


def _context() -> bytes:
    """The build context: a tar with the Dockerfile alone, the same bytes every time."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        info = tarfile.TarInfo("Dockerfile")
        info.size = len(recipe())
        archive.addfile(info, io.BytesIO(recipe()))
    return buffer.getvalue()
