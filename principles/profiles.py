"""Profiles: an institution's own standard, a folder that holds a `profile.toml`.

A profile is given as the name of a packaged one (`default`) or as a folder. Such a folder may bring
principles and bank tasks of its own, beside those of the package, and leave out any of the latter.
"""

import json
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from contracts.contract import parse_contract
from contracts.errors import ContractError, InputError
from contracts.guard import BlockedHost
from contracts.ids import PrincipleId
from contracts.kind import KindCatalogue
from contracts.profile import Profile
from principles.kinds import load_kinds
from principles.library import LibraryItem, load_library, parse_principle
from principles.own_folder import own_files, plain_file
from principles.strict_toml import read_toml

PROFILE_FILE = "profile.toml"
OWN_FOLDERS = ("principles", "bank")
"""Keys that name a folder of the profile."""


class LoadedProfile(NamedTuple):
    """A profile and the bytes it was read from, which the lock keeps."""

    profile: Profile
    data: bytes
    file: str
    """Where it was read, for messages."""
    folder: Path | None
    """None for a packaged one."""
    principles: tuple[LibraryItem, ...]
    """Those that stand under it, sorted by id: the library's it leaves in, and its own."""


def packaged_profiles() -> tuple[str, ...]:
    """Names of the profiles in the package, sorted."""
    folder = files("principles").joinpath("profiles")
    return tuple(
        sorted(entry.name for entry in folder.iterdir() if entry.joinpath(PROFILE_FILE).is_file())
    )


def load_profile(name_or_folder: str | Path) -> LoadedProfile:
    """Read a profile by packaged name or from a folder; a packaged name goes first.

    Raises:
        InputError: no such profile, a faulty key, a principle, kind or reading it names that the
            package does not have, or a faulty principle of its own; names file and key.
    """
    file, data, folder = _bytes_of(name_or_folder)
    profile = parse_profile(data, file)
    library = load_library()
    known = {item.principle.id for item in library}
    if folder is not None:
        _refuse_unnamed(profile, folder, file)
    if problem := _problem(profile, known, load_kinds().catalogue):
        msg = f"{file}: key {problem}"
        raise InputError(msg)
    standing = [item for item in library if item.principle.id not in profile.leave_out]
    standing += _own_principles(profile, folder, known)
    ordered = tuple(sorted(standing, key=lambda item: item.principle.id))
    return LoadedProfile(profile, data, file, folder, ordered)


def _refuse_unnamed(profile: Profile, folder: Path, file: str) -> None:
    """What would otherwise be passed over in silence: a taken name, a folder no key names."""
    if profile.name in packaged_profiles():
        msg = f"{file}: key name: {profile.name} is a packaged profile; give this one its own name"
        raise InputError(msg)
    named = {profile.principles, profile.bank}
    for key in OWN_FOLDERS:
        if (folder / key).exists() and key not in named:
            msg = f'{file}: the folder {folder / key} is there and unused; say {key} = "{key}"'
            raise InputError(msg)


def _own_principles(
    profile: Profile, folder: Path | None, known: set[PrincipleId]
) -> list[LibraryItem]:
    if profile.principles is None or folder is None:
        return []
    found = own_files(folder, profile.principles, key="principles", suffix=".md")
    items: list[LibraryItem] = []
    for file in found:
        if file.path.stem in known:
            msg = f"{file.path}: the library has a principle of this id; give yours another one"
            raise InputError(msg)
        try:
            items.append(parse_principle(file.data, file.name))
        except InputError as error:
            msg = f"{file.path.parent}: {error}"
            raise InputError(msg) from None
    return items


def parse_profile(data: bytes, file: str = PROFILE_FILE) -> Profile:
    """Read a profile from its bytes.

    Raises:
        InputError: an unknown key, a wrong type, a zone that is not in the database, or what is
            no host name.
    """
    profile = read_toml(data, file, Profile)
    try:
        _ = ZoneInfo(profile.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        msg = f"{file}: key zone: {profile.zone!r} is not in the time zone database"
        raise InputError(msg) from None
    for place, host in enumerate(profile.blocked_hosts):
        _ = _blocked(host, f"{file}: key blocked_hosts.{place}")
    return profile


def blocked_hosts(profile: Profile) -> tuple[BlockedHost, ...]:
    """The hosts of a profile, in the form that guards take."""
    reason = f"blocked by profile {profile.name}"
    return tuple(BlockedHost(host=host, reason=reason) for host in profile.blocked_hosts)


def _blocked(host: str, place: str) -> BlockedHost:
    document = json.dumps({"host": host, "reason": "blocked by a profile"})
    try:
        return parse_contract(document.encode(), BlockedHost)
    except ContractError:
        msg = f"{place}: {host!r} is no host name; write it in small letters, such as example.org"
        raise InputError(msg) from None


def _bytes_of(name_or_folder: str | Path) -> tuple[str, bytes, Path | None]:
    packaged = packaged_profiles()
    if isinstance(name_or_folder, str) and name_or_folder in packaged:
        entry = files("principles").joinpath("profiles", name_or_folder, PROFILE_FILE)
        return f"{name_or_folder}/{PROFILE_FILE}", entry.read_bytes(), None
    folder = Path(name_or_folder)
    path = folder / PROFILE_FILE
    if not path.is_file():
        msg = (
            f"profile {str(name_or_folder)!r} is neither a folder with a readable {PROFILE_FILE} "
            f"nor one of: {', '.join(packaged)}"
        )
        raise InputError(msg)
    return str(path), plain_file(path), folder


def _problem(profile: Profile, known: set[PrincipleId], catalogue: KindCatalogue) -> str:
    for principle_id in profile.leave_out:
        if principle_id not in known:
            return f"leave_out: {principle_id} is not a principle of the library"
    for key in ("leave_out", "leave_out_tasks", "source_order", "sign_offs", "blocked_hosts"):
        values: tuple[str, ...] = getattr(profile, key)
        if twice := next((item for item in values if values.count(item) > 1), None):
            return f"{key}: {twice} stands twice"
    readings = {rule.kind: {reading.id for reading in rule.readings} for rule in catalogue.kinds}
    for kind, reading in profile.conventions.items():
        if reading not in readings.get(kind, ()):
            offered = ", ".join(sorted(readings.get(kind, ()))) or "none"
            return f"conventions.{kind}: {reading} is not one of its readings ({offered})"
    return ""
