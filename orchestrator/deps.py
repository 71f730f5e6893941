"""What a run is given: services, its identity and its settings. Nothing here changes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from agents.cast import Cast
from agents.terms import Terms
from contracts.ids import Sha256
from contracts.run_paths import RunPaths
from escalations.audit_chain import AuditChain
from records.clock import Clock
from records.database import Database
from records.events import Events
from records.files import Blobs
from records.journal import Journal
from records.lease import Lease, Leases
from records.ledger import Ledger
from records.runs import Runs
from records.tool_log import ToolLog
from sandboxes.sandbox import SandboxProvider
from sources.finding import FinderOf, nothing
from sources.store.snapshots import Snapshots
from sources.web.opener import OpenerOf, fetched


class Shelf(Protocol):
    """The records that a run's files are read from; nothing here asks or writes."""

    @property
    def journal(self) -> Journal:
        """Which files the steps of runs wrote."""
        ...

    @property
    def blobs(self) -> Blobs:
        """Kept bytes by hash."""
        ...

    @property
    def snapshots(self) -> Snapshots:
        """Kept sources."""
        ...


class Kept(Protocol):
    """One run as far as it is read: what `Deps` has, and what a look at a waiting run needs."""

    @property
    def services(self) -> Shelf:
        """The records."""
        ...

    @property
    def paths(self) -> RunPaths:
        """Where its files lie."""
        ...

    @property
    def run(self) -> str:
        """The run's id."""
        ...

    @property
    def request_sha256(self) -> Sha256:
        """Hash of the kept `RunRequest` the run was started with."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """What all runs share: the records and what reaches outside."""

    data: Path
    """The data folder: database, kept bytes, runs."""
    database: Database
    runs: Runs
    leases: Leases
    journal: Journal
    ledger: Ledger
    tool_log: ToolLog
    events: Events
    blobs: Blobs
    snapshots: Snapshots
    audit: AuditChain
    clock: Clock
    sandboxes: SandboxProvider
    cast: Cast
    """Who plays each role."""
    terms: Terms
    """Rates, limits of cost and prices that all calls are held to."""
    pages: OpenerOf = fetched
    """What opens pages in runs that have the web."""
    page_images: str = ""
    """Digests of the images that pages are opened with; empty where no container opens them."""
    finder: FinderOf = nothing
    """What finds addresses in such runs."""


@dataclass(frozen=True, slots=True)
class Deps:
    """One run's services, paths and lease."""

    services: Services
    paths: RunPaths
    lease: Lease
    seed: str
    """What nonces derive from, so that a resumed run builds the same requests."""
    request_sha256: Sha256
    """Hash of the kept `RunRequest` the run was started with."""

    @property
    def run(self) -> str:
        """The run's id."""
        return self.paths.run

    @property
    def scope(self) -> str:
        """The ledger scope of the run."""
        return f"run:{self.paths.run}"
