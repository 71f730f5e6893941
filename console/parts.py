"""What a running console is made of, and how handlers get at it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

from fastapi import Depends, Request

from console.access.oidc_setup import IdentityProvider
from console.ports import Ports
from escalations.audit_chain import AuditChain
from records.clock import Clock
from records.database import Database
from records.events import Events
from records.files import Blobs
from records.journal import Journal
from records.ledger import Ledger
from records.runs import Runs
from records.tool_log import ToolLog

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class ConsoleSettings:
    """How the console is reached."""

    port: int = 8321
    hosts: tuple[str, ...] = LOOPBACK
    """Names under which browsers may ask for it, without port."""
    is_behind_tls: bool = False
    """Whether a proxy in front of it speaks https to browsers."""
    max_body: int = 32_000_000
    """Bytes of one request, uploads included."""
    provider: IdentityProvider | None = None
    """Where else users may log in than by token."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The open records under one data folder, and how the console is reached."""

    data: Path
    database: Database
    runs: Runs
    journal: Journal
    ledger: Ledger
    tool_log: ToolLog
    events: Events
    blobs: Blobs
    audit: AuditChain
    clock: Clock
    ports: Ports
    settings: ConsoleSettings


def parts_of(request: Request) -> Parts:
    """The parts of the application that a request came to."""
    parts = request.app.state.parts
    assert isinstance(parts, Parts)
    return parts


PartsOf: TypeAlias = Annotated[Parts, Depends(parts_of)]
