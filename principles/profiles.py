"""Profiles: an institution's own standard, a folder that holds a `profile.toml`.

A profile is given as the name of a packaged one (`default`) or as a folder. Later such a folder
may also bring principles and a bank of its own; today it chooses among those of the package.
"""

from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from contracts.errors import InputError
from contracts.ids import PrincipleId
from contracts.kind import KindCatalogue
from contracts.profile import Profile
from principles.kinds import load_kinds
from principles.library import load_library
from principles.strict_toml import read_toml

PROFILE_FILE = "profile.toml"


class LoadedProfile(NamedTuple):
    """A profile and the bytes it was read from, which the lock keeps."""

    profile: Profile
    data: bytes


def packaged_profiles() -> tuple[str, ...]:
    """Names of the profiles in the package, sorted."""
    folder = files("principles").joinpath("profiles")
    return tuple(
        sorted(entry.name for entry in folder.iterdir() if entry.joinpath(PROFILE_FILE).is_file())
    )


def load_profile(name_or_folder: str | Path) -> LoadedProfile:
    """Read a profile by packaged name or from a folder; a packaged name goes first.

    Raises:
        InputError: no such profile, a faulty key, or a principle, kind or reading it names that
            the package does not have.
    """
    file, data = _bytes_of(name_or_folder)
    profile = parse_profile(data, file)
    known = {item.principle.id for item in load_library()}
    if problem := _problem(profile, known, load_kinds().catalogue):
        msg = f"{file}: key {problem}"
        raise InputError(msg)
    return LoadedProfile(profile, data)


def parse_profile(data: bytes, file: str = PROFILE_FILE) -> Profile:
    """Read a profile from its bytes.

    Raises:
        InputError: an unknown key, a wrong type or a zone that is not in the database.
    """
    profile = read_toml(data, file, Profile)
    try:
        _ = ZoneInfo(profile.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        msg = f"{file}: key zone: {profile.zone!r} is not in the time zone database"
        raise InputError(msg) from None
    return profile


def _bytes_of(name_or_folder: str | Path) -> tuple[str, bytes]:
    packaged = packaged_profiles()
    if isinstance(name_or_folder, str) and name_or_folder in packaged:
        entry = files("principles").joinpath("profiles", name_or_folder, PROFILE_FILE)
        return f"{name_or_folder}/{PROFILE_FILE}", entry.read_bytes()
    path = Path(name_or_folder) / PROFILE_FILE
    try:
        return str(path), path.read_bytes()
    except OSError:
        msg = (
            f"profile {str(name_or_folder)!r} is neither a folder with a readable {PROFILE_FILE} "
            f"nor one of: {', '.join(packaged)}"
        )
        raise InputError(msg) from None


def _problem(profile: Profile, known: set[PrincipleId], catalogue: KindCatalogue) -> str:
    for principle_id in profile.leave_out:
        if principle_id not in known:
            return f"leave_out: {principle_id} is not a principle of the library"
    readings = {rule.kind: {reading.id for reading in rule.readings} for rule in catalogue.kinds}
    for kind, reading in profile.conventions.items():
        if reading not in readings.get(kind, ()):
            offered = ", ".join(sorted(readings.get(kind, ()))) or "none"
            return f"conventions.{kind}: {reading} is not one of its readings ({offered})"
    return ""
