"""The library of expert principles: Markdown for people, TOML front matter for code.

A file is `+++`, TOML in the form of `contracts.principle.Principle`, `+++`, then the body that
explains the principle to a writer. Its name is the principle's id. A run reads principles from the
bytes its lock keeps, through `parse_principle`; only a new run reads the package.
"""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import NamedTuple

from contracts.errors import InputError
from contracts.feature import Feature
from contracts.ids import PrincipleId
from contracts.principle import Principle
from contracts.profile import Profile
from principles.strict_toml import read_toml

PREAMBLE_FILE = "preamble.md"
_FENCE = "+++\n"


class LibraryItem(NamedTuple):
    """One principle, its explanation, and the bytes both were read from."""

    principle: Principle
    name: str
    """File name, such as `answer-first.md`."""
    data: bytes
    body: str
    """Markdown after the front matter."""


class Preamble(NamedTuple):
    """What stands before all principles: the materiality limit."""

    text: str
    name: str
    data: bytes


def load_library() -> tuple[LibraryItem, ...]:
    """Read the packaged principles, sorted by id.

    Raises:
        InputError: a file is faulty; names file and key.
    """
    folder = files("principles").joinpath("library")
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".md")]
    items = [parse_principle(entry.read_bytes(), entry.name) for entry in found]
    return tuple(sorted(items, key=lambda item: item.principle.id))


def load_preamble() -> Preamble:
    """Read the packaged preamble."""
    data = files("principles").joinpath(PREAMBLE_FILE).read_bytes()
    return Preamble(data.decode("utf-8"), PREAMBLE_FILE, data)


def parse_principle(data: bytes, name: str) -> LibraryItem:
    """Read one principle from its bytes; `name` is its file name.

    Raises:
        InputError: no front matter, a faulty key, an id other than the file's name, a principle
            that nothing activates, or no body.
    """
    front, body = _split(data, name)
    principle = read_toml(front.encode(), name, Principle)
    if f"{principle.id}.md" != name:
        msg = f"{name}: key id: {principle.id} must be the file's name without .md"
        raise InputError(msg)
    if principle.always == bool(principle.features):
        msg = f"{name}: key features: give features, or always = true, and not both"
        raise InputError(msg)
    return LibraryItem(principle, name, data, body)


def _split(data: bytes, name: str) -> tuple[str, str]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        msg = f"{name}: byte {error.start} is not UTF-8"
        raise InputError(msg) from None
    start, _, rest = text.partition(_FENCE)
    front, fence, body = rest.partition("\n" + _FENCE)
    if start or not fence:
        msg = f"{name}: starts with a line +++, TOML, and a second line +++"
        raise InputError(msg)
    if not body.strip():
        msg = f"{name}: has no explanation after its front matter"
        raise InputError(msg)
    return front + "\n", body.strip() + "\n"


def activate(
    principles: Iterable[Principle], features: Iterable[Feature], profile: Profile
) -> tuple[PrincipleId, ...]:
    """Ids, sorted, of the principles that a signature's features activate under a profile."""
    present = frozenset(features)
    return tuple(
        sorted(
            principle.id
            for principle in principles
            if principle.id not in profile.leave_out
            and (principle.always or present.intersection(principle.features))
        )
    )


def guide(preamble: Preamble, items: Sequence[LibraryItem]) -> str:
    """Markdown that a role reads: the preamble, then each principle in the order given."""
    parts = [preamble.text.strip()]
    for item in items:
        principle = item.principle
        violation = principle.violation
        parts += [
            f"## {principle.title} (`{principle.id}`)\n\n{principle.statement}",
            item.body.strip(),
            f"**What a breach costs.** {principle.cost}",
            f"**A breach, and what catches it.** {violation.example} Caught by "
            f"{', '.join(violation.caught_by)} (catcher: {violation.catcher}).",
        ]
    return "\n\n".join(parts) + "\n"
