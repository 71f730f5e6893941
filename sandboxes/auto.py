"""Which sandbox a run takes."""

from typing import Literal

from contracts.errors import EngineMissing, ImageMissing
from contracts.settings import Settings
from sandboxes.docker import docker_provider
from sandboxes.local import local_provider
from sandboxes.sandbox import SandboxProvider


async def choose(kind: Literal["auto", "docker", "local"], settings: Settings) -> SandboxProvider:
    """Find the sandbox asked for; `auto` takes Docker where engine and image are there.

    The provider's `note` says why `auto` took it.

    Raises:
        EngineMissing: Docker was asked for by name and no engine answers.
        ImageMissing: Docker was asked for by name and its engine has no agent image.
    """
    if kind == "docker":
        return await docker_provider(settings)
    if kind == "local":
        return await local_provider()
    try:
        return await docker_provider(settings, note="taken since engine and agent image are there")
    except (EngineMissing, ImageMissing) as error:
        return await local_provider(note=f"taken since {error}")
