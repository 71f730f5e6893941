"""The one owner of a run's file layout."""

from dataclasses import dataclass
from pathlib import Path

from contracts.ids import RunId, Sha256


@dataclass(frozen=True, slots=True)
class RunPaths:
    """Paths of one run under the data folder.

    <data>/
    ├── finrubric.db                    the one database
    ├── checkpoints.db                  LangGraph's cursor, disposable
    ├── audit.key                       key of the audit chain, readable by its owner
    ├── blobs/<2>/<sha256>              kept bytes by hash: locked data, sources, calls, tools
    ├── calls/<2>/<key sha256>-<attempt>.json   a model's answer under its call key
    └── runs/<run>/
        ├── stages/<contract>-a<attempt>-<n>.<sha8>.json
        ├── work/<role>-a<attempt>-<activation>/
        │   ├── inputs/                 read-only to the role
        │   └── out/                    the role's own folder
        └── export/                     rubric.json, rubric.md, rubric.html
    """

    data: Path
    run: RunId

    @property
    def root(self) -> Path:
        """Folder of the run."""
        return self.data / "runs" / self.run

    @property
    def stages(self) -> Path:
        """Folder of the stage files."""
        return self.root / "stages"

    @property
    def export(self) -> Path:
        """Folder of the prints for people."""
        return self.root / "export"

    def stage_file(self, contract: str, attempt: int, n: int, sha256: Sha256) -> Path:
        """File of one stage output; the content suffix makes the name never used twice."""
        return self.stages / f"{contract}-a{attempt}-{n}.{sha256[:8]}.json"

    def work(self, role: str, attempt: int, activation: int) -> Path:
        """Folder of one role activation; it outlives its container."""
        return self.root / "work" / f"{role}-a{attempt}-{activation}"


def database_file(data: Path) -> Path:
    """The SQLite file of journal, ledger, events and queue."""
    return data / "finrubric.db"


def checkpoint_file(data: Path) -> Path:
    """LangGraph's checkpoint file; it may be deleted at any time."""
    return data / "checkpoints.db"


def audit_key_file(data: Path) -> Path:
    """The key that the audit chain is made with; without it nobody can add to the chain."""
    return data / "audit.key"


def blob_file(data: Path, sha256: Sha256) -> Path:
    """Where bytes are kept by their hash."""
    return data / "blobs" / sha256[:2] / sha256


def answer_file(data: Path, key_sha: Sha256, attempt: int) -> Path:
    """Where a model's answer is kept under its call key, so that a lost row still finds it."""
    return data / "calls" / key_sha[:2] / f"{key_sha}-{attempt}.json"
