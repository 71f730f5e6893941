"""Images: their recipes, what is written on them, and bases that cannot be had."""

import io
import re
import tarfile
from dataclasses import replace
from pathlib import Path

import docker
import pytest

from contracts.errors import SandboxError
from contracts.settings import Settings
from sandboxes.build import build_images
from sandboxes.recipes import (
    IMAGES,
    ImageName,
    content_hash,
    context,
    fetched_wheels,
    recipe,
    tag_of,
    versions_in,
)


def test_a_context_has_the_same_bytes_for_the_same_files() -> None:
    files = {"b": b"2", "a": b"1"}
    assert context(files) == context(dict(reversed(files.items())))
    with tarfile.open(fileobj=io.BytesIO(context(files))) as found:
        assert found.getnames() == ["a", "b"]


def test_content_hash_tells_recipes_and_bases_apart() -> None:
    hashes = {content_hash(name, base) for name in IMAGES for base in ("sha256:1", "sha256:2")}
    assert len(hashes) == 2 * len(IMAGES)
    assert content_hash("agent", "sha256:1") == content_hash("agent", "sha256:1")


def test_each_image_has_a_tag_of_its_own(settings: Settings) -> None:
    assert len({tag_of(name, settings) for name in IMAGES}) == len(IMAGES)
    mine = replace(settings, browser_image="mine:1")
    assert tag_of("browser", mine) == "mine:1"


@pytest.mark.parametrize("name", IMAGES)
def test_recipes_write_down_what_is_installed_and_end_unprivileged(name: ImageName) -> None:
    text = recipe(name)["Dockerfile"].decode()
    assert "/usr/share/finrubric/versions" in text
    assert f'org.finrubric.image="{name}"' in text
    assert re.findall(r"^USER (.*)$", text, re.MULTILINE)[-1] == "65534:65534"


def test_wheels_are_pinned_and_agree_with_the_projects_own(repository: Path) -> None:
    pins = recipe("browser")["requirements.txt"].decode()
    packages = re.findall(r"^([a-z-]+)==(\S+) \\$", pins, re.MULTILINE)
    assert [name for name, _ in packages] == ["greenlet", "playwright"]
    assert pins.count("--hash=sha256:") > len(packages)
    core = (repository / "requirements/core.txt").read_text()
    assert f"greenlet=={dict(packages)['greenlet']} " in core


async def test_wheels_of_an_unknown_processor_are_refused() -> None:
    with pytest.raises(SandboxError, match="riscv64"):
        await fetched_wheels("3.11.2", "riscv64")


def _versions(text: bytes) -> bytes:
    return context({"versions": text})


def test_versions_are_read_sorted() -> None:
    found = versions_in(
        _versions(b"squid-openssl=5.7-2+deb12u3\npython=3.11.2\nbash=5.2.15-2+b8\n")
    )
    assert found == ("bash=5.2.15-2+b8", "python=3.11.2", "squid-openssl=5.7-2+deb12u3")


@pytest.mark.parametrize(
    "archive",
    [
        b"no tar at all",
        context({}),
        _versions(b""),
        _versions(b'python=3.11.2" evil="1\n'),
        _versions(b"no version\n"),
        _versions(b"\xff=1"),
    ],
)
def test_odd_versions_are_refused(archive: bytes) -> None:
    with pytest.raises(SandboxError, match="versions"):
        versions_in(archive)


@pytest.mark.docker
async def test_image_is_built_labelled_and_then_taken_as_it_is(docker_settings: Settings) -> None:
    # An agent image is a fine base, and here whatever this machine's own base is called.
    mine = replace(docker_settings, agent_image="finrubric/agent:test-build")
    lines: list[str] = []
    client = docker.from_env(timeout=60)
    base = docker_settings.agent_image
    try:
        (built,) = await build_images(("agent",), base, mine, lines.append)
        image = client.images.get(mine.agent_image)
        assert image.id == built.image
        expected = content_hash("agent", client.images.get(base).id or "")
        assert image.labels["org.finrubric.content"] == expected
        assert tuple(image.labels["org.finrubric.versions"].split()) == built.versions
        assert any(version.startswith("python=3.") for version in built.versions)
        assert any("Successfully tagged" in line for line in lines)
        lines.clear()
        assert await build_images(("agent",), base, mine, lines.append) == (built,)
        assert lines == ["finrubric/agent:test-build is there already"]
        client.images.remove(mine.agent_image, force=True)
    finally:
        client.close()


@pytest.mark.docker
async def test_base_that_cannot_be_had_says_what_to_do(settings: Settings) -> None:
    lines: list[str] = []
    with pytest.raises(SandboxError, match=r"make_base\.sh.*finrubric sandbox build --base"):
        await build_images(("proxy",), "127.0.0.1:9/finrubric/none:test", settings, lines.append)
    assert lines == ["fetching 127.0.0.1:9/finrubric/none:test"]
