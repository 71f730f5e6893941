"""Style sheets, scripts and pictures: read once, served under a name that changes with any byte."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Assets:
    """All files that pages are drawn with."""

    digest: str
    files: Mapping[str, bytes]
    """Name below `static/`, with slashes, to bytes."""

    def url(self, name: str) -> str:
        """The address of a file.

        Raises:
            KeyError: there is none of that name; a template is wrong.
        """
        _ = self.files[name]
        return f"/static/{self.digest}/{name}"


@cache
def assets() -> Assets:
    """Read the files that are served; others in the folder are for people."""
    found = dict(sorted(_served(files("console") / "static", "")))
    digest = hashlib.sha256()
    for name, data in found.items():
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return Assets(digest.hexdigest()[:DIGEST_LENGTH], found)


def media_of(name: str) -> str:
    """The content type of a served file."""
    return MEDIA[name[name.rindex(".") :]]


def _served(folder: Traversable, before: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = before + entry.name
        if entry.is_dir():
            yield from _served(entry, f"{name}/")
        elif name.endswith(tuple(MEDIA)):
            yield name, entry.read_bytes()
