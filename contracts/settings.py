"""Settings from the environment: the only module that reads it."""

import getpass
import os
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment says; command-line options go first."""

    data_dir: Path
    """Where runs and the database lie; `FINRUBRIC_DATA`, else `.finrubric` here."""
    database_url: str | None
    """`FINRUBRIC_DATABASE`; none means SQLite in the data folder."""
    agent_image: str
    """`FINRUBRIC_AGENT_IMAGE`; the image that role containers run."""
    docker_timeout_s: int
    """`FINRUBRIC_DOCKER_TIMEOUT`: seconds until a silent engine counts as missing."""
    audit_key: str | None = field(default=None, repr=False)
    """`FINRUBRIC_AUDIT_KEY`: key of the audit chain in hexadecimal digits; none means the file
    `audit.key` in the data folder."""
    reviewer: str = ""
    """`FINRUBRIC_REVIEWER`: who decides, else the account's name; empty when there is none."""


def load_settings() -> Settings:
    """Read the environment once."""
    return Settings(
        data_dir=Path(os.environ.get("FINRUBRIC_DATA", ".finrubric")),
        database_url=os.environ.get("FINRUBRIC_DATABASE"),
        agent_image=os.environ.get("FINRUBRIC_AGENT_IMAGE", "finrubric/agent:current"),
        docker_timeout_s=int(os.environ.get("FINRUBRIC_DOCKER_TIMEOUT", "10")),
        audit_key=os.environ.get("FINRUBRIC_AUDIT_KEY"),
        reviewer=os.environ.get("FINRUBRIC_REVIEWER") or _account(),
    )


def _account() -> str:
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return ""
