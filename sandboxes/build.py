"""Makes the images: `finrubric sandbox build`."""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO

from contracts.contract import Json
from contracts.errors import SandboxError
from contracts.settings import Settings
from sandboxes.engine import Answer, Engine, connect, is_not_found, text_at
from sandboxes.owner import container_labels, this_process
from sandboxes.recipes import (
    CONTENT,
    IMAGES,
    VERSIONS,
    VERSIONS_FILE,
    ImageName,
    content_hash,
    context,
    fetched_wheels,
    recipe,
    tag_of,
    versions_in,
)
from sandboxes.sandbox import Labels

DEFAULT_BASE = "python:3.11-slim"
"""Taken from the engine's image hub when the engine has no image of that name."""
BUILD_S = 900
"""How long fetching or building may take."""


@dataclass(frozen=True, slots=True)
class Built:
    """One image."""

    name: ImageName
    tag: str
    image: str
    """Its id, a SHA-256."""
    versions: tuple[str, ...]
    """`name=version` of all that is installed in it."""


@dataclass(frozen=True, slots=True)
class _Builder:
    engine: Engine
    settings: Settings
    echo: Callable[[str], None]
    is_fresh: bool


async def build_images(
    names: tuple[ImageName, ...],
    base: str,
    settings: Settings,
    echo: Callable[[str], None],
    *,
    fresh: bool = False,
) -> tuple[Built, ...]:
    """Build images and tag them as the settings say.

    Agent and proxy are made on `base`, the browser on the agent image, which is built first where
    it is not there. What was built before from the same recipe and base is taken as it is.

    Args:
        names: what to build.
        base: an image with Python 3.11 or newer as `python3` and the `timeout` of coreutils;
            the proxy and the browser need one of Debian's family.
        settings: names the tags, and how long to wait for the engine.
        echo: takes the lines that the engine prints.
        fresh: ask the package mirror again, for what has been mended since.

    Raises:
        EngineMissing: no engine answers.
        SandboxError: the base cannot be had, or a build failed; says what to do.
    """
    builder = _Builder(await connect(settings, idle_s=BUILD_S), settings, echo, fresh)
    try:
        wanted = {*names}
        if "browser" in wanted and not await _image(builder.engine, settings.agent_image):
            wanted.add("agent")
        return tuple([await _built(builder, name, base) for name in IMAGES if name in wanted])
    finally:
        await builder.engine.close()


async def known_images(settings: Settings) -> tuple[Built, ...]:
    """All images, as they are; the id of one that is not built is empty.

    Raises:
        EngineMissing: no engine answers.
    """
    engine = await connect(settings)
    try:
        found = {name: await _image(engine, tag_of(name, settings)) for name in IMAGES}
    finally:
        await engine.close()
    return tuple(_as_built(name, tag_of(name, settings), found[name]) for name in IMAGES)


async def _built(builder: _Builder, name: ImageName, base: str) -> Built:
    parent = builder.settings.agent_image if name == "browser" else base
    parent_id = text_at(await _base(builder, parent), "Id")
    tag = tag_of(name, builder.settings)
    content = content_hash(name, parent_id)
    found = await _image(builder.engine, tag)
    if builder.is_fresh or _label(found, CONTENT) != content or not _label(found, VERSIONS):
        await _make(builder, name, parent, content)
        found = await _image(builder.engine, tag)
    else:
        builder.echo(f"{tag} is there already")
    return _as_built(name, tag, found)


def _as_built(name: ImageName, tag: str, found: Answer) -> Built:
    return Built(name, tag, text_at(found, "Id"), tuple(_label(found, VERSIONS).split()))


async def _make(builder: _Builder, name: ImageName, parent: str, content: str) -> None:
    tag = tag_of(name, builder.settings)
    files = recipe(name)
    if name == "browser":
        files |= await _wheels(builder)
    # Only what needs packages is built with a network, and it has one only while it is built.
    network = "none" if name == "agent" else "default"
    arguments = {"BASE": parent, "CONTENT": "unfinished"}
    await builder.engine.call(_build, builder, files, tag, arguments, network)
    versions = " ".join(await _versions(builder.engine, tag))
    # Only an image that got this far is taken as it is the next time.
    lines = f'ARG BASE\nFROM ${{BASE}}\nLABEL {CONTENT}="{content}" {VERSIONS}="{versions}"\n'
    labelled = {"Dockerfile": lines.encode()}
    await builder.engine.call(_build, builder, labelled, tag, {"BASE": tag}, "none")


async def _wheels(builder: _Builder) -> dict[str, bytes]:
    agent = builder.settings.agent_image
    found = await _image(builder.engine, agent)
    python = next((v for v in _label(found, VERSIONS).split() if v.startswith("python=")), None)
    if python is None:
        raise SandboxError(
            f"the image {agent!r} does not say which Python it has; "
            "build it anew with `finrubric sandbox build agent`"
        )
    builder.echo("fetching the wheels of the browser image")
    return await fetched_wheels(python.partition("=")[2], text_at(found, "Architecture"))


async def _base(builder: _Builder, base: str) -> Answer:
    found = await _image(builder.engine, base)
    if found:
        return found
    builder.echo(f"fetching {base}")
    try:
        await builder.engine.call(_pull, builder.engine, base)
        return await builder.engine.call(builder.engine.api.inspect_image, base)
    except SandboxError as error:
        raise SandboxError(
            f"the base image {base!r} is not here and cannot be fetched ({error}). Where no image "
            "hub can be reached: `docker load` a base you have, or make one out of Debian packages "
            "with sandboxes/images/agent/make_base.sh; then run "
            "`finrubric sandbox build --base finrubric/base:bookworm`"
        ) from error


async def _image(engine: Engine, image: str) -> Answer:
    """Everything about an image; empty when the engine has none of that name."""
    try:
        return await engine.call(engine.api.inspect_image, image)
    except SandboxError as error:
        if not is_not_found(error):
            raise
        return {}


def _label(found: Json, label: str) -> str:
    return text_at(found, "Config", "Labels", label)


async def _versions(engine: Engine, image: str) -> tuple[str, ...]:
    """Read what a built image wrote down, out of a container that never runs."""
    made = await engine.call(
        engine.api.create_container,
        image,
        ["true"],
        user="65534:65534",
        environment={},
        name=f"finrubric-{secrets.token_hex(8)}",
        working_dir="/",
        host_config={"NetworkMode": "none"},
        labels=container_labels(Labels("none", "build", 1, 1), this_process(), datetime.now(UTC)),
        use_config_proxy=False,
    )
    container = text_at(made, "Id")
    try:
        return versions_in(await engine.call(_archive, engine, container))
    finally:
        await engine.call(engine.api.remove_container, container, force=True, v=True)


def _archive(engine: Engine, container: str) -> bytes:
    stream, _ = engine.api.get_archive(container, VERSIONS_FILE)
    return b"".join(stream)


def _pull(engine: Engine, base: str) -> None:
    for _ in _events(engine.api.pull(base, stream=True, decode=True)):
        pass


def _build(
    builder: _Builder, files: dict[str, bytes], tag: str, arguments: dict[str, str], network: str
) -> None:
    lines = builder.engine.api.build(
        fileobj=BytesIO(context(files)),
        custom_context=True,
        tag=tag,
        buildargs=arguments,
        rm=True,
        forcerm=True,
        nocache=builder.is_fresh,
        network_mode=network,
        decode=True,
        use_config_proxy=False,
    )
    for event in _events(lines):
        if line := text_at(event, "stream").strip():
            builder.echo(line)


def _events(answers: Iterator[Answer]) -> Iterator[Answer]:
    """Pass the engine's lines on; it reports a failure as one of them.

    Raises:
        SandboxError: with the engine's words.
    """
    for event in answers:
        if error := text_at(event, "error"):
            raise SandboxError(f"the Docker engine says: {error.strip()}")
        yield event
