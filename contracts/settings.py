"""Settings from the environment: the only module that reads it."""

import os
from dataclasses import dataclass
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


def load_settings() -> Settings:
    """Read the environment once."""
    return Settings(
        data_dir=Path(os.environ.get("FINRUBRIC_DATA", ".finrubric")),
        database_url=os.environ.get("FINRUBRIC_DATABASE"),
        agent_image=os.environ.get("FINRUBRIC_AGENT_IMAGE", "finrubric/agent:current"),
        docker_timeout_s=int(os.environ.get("FINRUBRIC_DOCKER_TIMEOUT", "10")),
    )
