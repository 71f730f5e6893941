"""Settings from the environment: the only module that reads it."""

import getpass
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from contracts.errors import InputError

_NO_SECRET = re.compile(r"[^!-~]", re.ASCII)
"""What no key and no address holds; a library would print the whole value in refusing it."""
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)
_SECONDS = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment says; command-line options go first."""

    data_dir: Path
    """Where runs and the database lie; `FINRUBRIC_DATA`, else `.finrubric` here."""
    database_url: str | None = field(repr=False)
    """`FINRUBRIC_DATABASE`, which may hold a password; none means SQLite in the data folder."""
    agent_image: str
    """`FINRUBRIC_AGENT_IMAGE`; the image that role containers run."""
    docker_timeout_s: int
    """`FINRUBRIC_DOCKER_TIMEOUT`: seconds until a silent engine counts as missing."""
    audit_key: str | None = field(default=None, repr=False)
    """`FINRUBRIC_AUDIT_KEY`: key of the audit chain in hexadecimal digits; none means the file
    `audit.key` in the data folder."""
    contact: str | None = None
    """`FINRUBRIC_CONTACT`: an address for mail at which who runs this can be reached; without one
    the SEC answers nobody."""
    reviewer: str = ""
    """`FINRUBRIC_REVIEWER`: who decides, else the account's name; empty when there is none."""
    proxy_image: str = "finrubric/proxy:current"
    """`FINRUBRIC_PROXY_IMAGE`; the image of the egress proxy."""
    browser_image: str = "finrubric/browser:current"
    """`FINRUBRIC_BROWSER_IMAGE`; the image that opens pages."""


def load_settings() -> Settings:
    """Read the environment once.

    Raises:
        InputError: a variable is set to nothing, or to what it cannot mean; names it, never its
            value, which may be a secret.
    """
    return Settings(
        data_dir=Path(_word("FINRUBRIC_DATA") or ".finrubric"),
        database_url=_word("FINRUBRIC_DATABASE"),
        agent_image=_word("FINRUBRIC_AGENT_IMAGE") or "finrubric/agent:current",
        docker_timeout_s=_seconds("FINRUBRIC_DOCKER_TIMEOUT", 10),
        audit_key=os.environ.get("FINRUBRIC_AUDIT_KEY"),
        contact=_word("FINRUBRIC_CONTACT"),
        reviewer=os.environ.get("FINRUBRIC_REVIEWER") or _account(),
        proxy_image=_word("FINRUBRIC_PROXY_IMAGE") or "finrubric/proxy:current",
        browser_image=_word("FINRUBRIC_BROWSER_IMAGE") or "finrubric/browser:current",
    )


VARIABLES = (
    *("FINRUBRIC_DATA", "FINRUBRIC_DATABASE", "FINRUBRIC_AGENT_IMAGE", "FINRUBRIC_PROXY_IMAGE"),
    *("FINRUBRIC_BROWSER_IMAGE", "FINRUBRIC_DOCKER_TIMEOUT", "FINRUBRIC_AUDIT_KEY"),
    *("FINRUBRIC_CONTACT", "FINRUBRIC_REVIEWER"),
)
"""Every variable that `load_settings` reads."""


def set_variables() -> tuple[str, ...]:
    """Names of the settings that the environment gives; their values may be secrets."""
    return tuple(name for name in VARIABLES if name in os.environ)


def read_variables(names: Iterable[str]) -> Mapping[str, str]:
    """Those of some variables that are set, such as keys of providers.

    Raises:
        InputError: a value holds a blank, a line end or a sign beyond ASCII; names the variable,
            never its value.
    """
    found = {name: os.environ[name].strip() for name in sorted(set(names)) if name in os.environ}
    for name, value in found.items():
        if _NO_SECRET.search(value):
            raise InputError(f"{name} holds a blank or a sign beyond ASCII inside its value")
    return {name: value for name, value in found.items() if value}


def secret_values(*names: str) -> tuple[str, ...]:
    """Values that must stand in no file: of these variables, and of all whose name sounds secret.

    For taking them out of what is written; nothing else may be done with them.
    """
    found = {
        value
        for name, value in os.environ.items()
        if value and (name in names or _SECRET_NAME.search(name))
    }
    return tuple(sorted(found))


def _word(name: str) -> str | None:
    found = os.environ.get(name)
    if found is not None and not found.strip():
        raise InputError(f"{name} is set to nothing; give it a value or unset it")
    return found


def _seconds(name: str, default: int) -> int:
    found = _word(name)
    if found is None:
        return default
    if not _SECONDS.fullmatch(found):
        raise InputError(f"{name} is no whole number of seconds from 1 to 9999, such as 10")
    return int(found)


def _account() -> str:
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return ""
