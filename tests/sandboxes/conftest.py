"""The providers under test."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import docker
import pytest

from contracts.settings import Settings
from sandboxes.docker import docker_provider
from sandboxes.local import LocalProvider, Walls, local_provider
from sandboxes.sandbox import SandboxProvider
from tests.sandboxes.rooms import Room, opened

DOCKER = pytest.param("docker", marks=pytest.mark.docker)
WALLS = pytest.param("walls", marks=pytest.mark.walls)
WALLED = (DOCKER, WALLS)
EVERY = (DOCKER, WALLS, "bare")
every = pytest.mark.parametrize("provider", EVERY, indirect=True)
walled = pytest.mark.parametrize("provider", WALLED, indirect=True)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        data_dir=tmp_path / "data",
        database_url=None,
        agent_image="finrubric/agent:current",
        docker_timeout_s=10,
    )


@pytest.fixture
def docker_settings(settings: Settings) -> Settings:
    """Settings with an agent image that is there, whatever its tag."""
    client = docker.from_env(timeout=10)
    try:
        images = client.images.list(filters={"label": "org.finrubric.image=agent"})
        tags = {tag for image in images for tag in image.tags}
    finally:
        client.close()
    if settings.agent_image in tags:
        return settings
    return replace(settings, agent_image=images[0].id)


@pytest.fixture
async def provider(request: pytest.FixtureRequest) -> SandboxProvider:
    """The provider that the test's parameter names."""
    if request.param == "docker":
        return await docker_provider(request.getfixturevalue("docker_settings"))
    if request.param == "bare":
        return LocalProvider(Walls.BARE)
    return await local_provider()


@pytest.fixture
async def room(provider: SandboxProvider, tmp_path: Path) -> AsyncGenerator[Room]:
    async with opened(provider, tmp_path / "work") as found:
        yield found
