"""What the images are made of: a Dockerfile each, and the wheels of the browser's."""

import asyncio
import hashlib
import io
import re
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Literal, get_args

from contracts.errors import SandboxError
from contracts.settings import Settings

ImageName = Literal["agent", "proxy", "browser"]
IMAGES: tuple[ImageName, ...] = get_args(ImageName)
"""In the order in which they are built: the browser's is made on the agent's."""
LABEL = "org.finrubric.image"
CONTENT = "org.finrubric.content"
VERSIONS = "org.finrubric.versions"
"""Label with every package of an image and its version: `name=version`, apart by blanks."""
VERSIONS_FILE = "/usr/share/finrubric/versions"
"""Where a Dockerfile writes them down."""
FETCH_S = 300
"""How long the wheels may take."""

_VERSION = re.compile(r"[A-Za-z0-9][\w.+-]*=[\w.+:~!-]+", re.ASCII)
_LIBC = ("manylinux_2_28", "manylinux_2_24", "manylinux_2_17", "manylinux2014", "manylinux1")
_MACHINES: Mapping[str, str] = {"amd64": "x86_64", "arm64": "aarch64"}
"""The engine's word for a processor, and that of wheels."""


def tag_of(name: ImageName, settings: Settings) -> str:
    """The tag an image is built under and looked for."""
    tags: Mapping[ImageName, str] = {
        "agent": settings.agent_image,
        "proxy": settings.proxy_image,
        "browser": settings.browser_image,
    }
    return tags[name]


def recipe(name: ImageName) -> dict[str, bytes]:
    """The files of an image's build context that finrubric brings."""
    names = ("Dockerfile", "requirements.txt") if name == "browser" else ("Dockerfile",)
    folder = resources.files("sandboxes").joinpath(f"images/{name}")
    return {file: folder.joinpath(file).read_bytes() for file in names}


def content_hash(name: ImageName, base_id: str) -> str:
    """What an image is made of: a hash over its recipe and its base, kept as its label."""
    files = recipe(name)
    parts = [part for file in sorted(files) for part in (file.encode(), files[file])]
    return hashlib.sha256(b"\0".join([*parts, base_id.encode()])).hexdigest()


def context(files: Mapping[str, bytes]) -> bytes:
    """A build context: a tar that has the same bytes for the same files."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in sorted(files):
            info = tarfile.TarInfo(name)
            info.size = len(files[name])
            archive.addfile(info, io.BytesIO(files[name]))
    return buffer.getvalue()


def versions_in(archive: bytes) -> tuple[str, ...]:
    """The lines of an image's versions file, out of the tar in which the engine hands it over.

    Raises:
        SandboxError: the tar holds no such file, or a line that is no `name=version`.
    """
    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as found:
            member = found.next()
            file = found.extractfile(member) if member is not None and member.isreg() else None
            text = file.read().decode() if file is not None else ""
    except (tarfile.TarError, UnicodeDecodeError) as error:
        raise SandboxError(f"the image's {VERSIONS_FILE} cannot be read: {error}") from error
    lines = tuple(sorted(text.split()))
    odd = [line for line in lines if not _VERSION.fullmatch(line)]
    if odd or not lines:
        raise SandboxError(f"the image's {VERSIONS_FILE} says {odd[:1] or 'nothing'}")
    return lines


async def fetched_wheels(python: str, architecture: str) -> dict[str, bytes]:
    """Fetch the pinned wheels of the browser image with this machine's pip, as `wheels/NAME`.

    Args:
        python: the image's version of Python, such as `3.11.2`.
        architecture: the image's processor in the engine's words.

    Raises:
        SandboxError: there is no pip, or it fails; holds its last words.
    """
    machine = _MACHINES.get(architecture)
    if machine is None:
        raise SandboxError(f"there is no browser image for {architecture!r}, only amd64 and arm64")
    with tempfile.TemporaryDirectory(prefix="finrubric-") as folder:
        wheels = Path(folder, "wheels")
        await _pip(_download(wheels, python, machine))
        return await asyncio.to_thread(_read_all, wheels)


def _read_all(wheels: Path) -> dict[str, bytes]:
    return {f"wheels/{file.name}": file.read_bytes() for file in sorted(wheels.iterdir())}


def _download(wheels: Path, python: str, machine: str) -> tuple[str, ...]:
    pins = str(resources.files("sandboxes").joinpath("images/browser/requirements.txt"))
    platforms = (part for libc in _LIBC for part in ("--platform", f"{libc}_{machine}"))
    version = ".".join(python.split(".")[:2])
    return (
        *("download", "--quiet", "--require-hashes", "--no-deps", "--only-binary=:all:"),
        *("--implementation", "cp", "--python-version", version, *platforms),
        *("--dest", str(wheels), "--requirement", pins),
    )


async def _pip(arguments: tuple[str, ...]) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pip", *arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(FETCH_S):
            output, _ = await process.communicate()
    except TimeoutError:
        raise SandboxError(f"pip did not fetch the browser's wheels in {FETCH_S} s") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        words = " ".join(output.decode(errors="replace").split())[-400:]
        raise SandboxError(
            f"pip cannot fetch the wheels of the browser image: {words}. They are pinned in "
            "sandboxes/images/browser/requirements.txt; see that pip reaches its index"
        )
