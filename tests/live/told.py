"""A run whose writer reads pages that tell it what to do: desk, command line and what it left."""

import json
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from contracts.contract import Json
from records.files import Blobs
from sandboxes.sandbox import SandboxKind
from sources.corpus import load_corpus
from sources.store.snapshots import Snapshots
from tests.cli.process import Result
from tests.live.command import finrubric
from tests.live.pages import NOTE, Page
from tests.orchestrator.play import EXAMPLE
from tests.servers.played import PlayedScript, played
from tests.servers.provider import Provider

RUN = "told"
NOTED = "sk-canary-in-a-file-7731"
SETUP = """
[writer]
provider = "anthropic"
model = "claude-opus-5"
[reviewer]
provider = "openai"
model = "gpt-5.6-sol"
[providers.anthropic]
protocol = "anthropic"
key = "ANTHROPIC_API_KEY"
base_url_env = "ANTHROPIC_BASE_URL"
[providers.openai]
protocol = "openai"
key = "OPENAI_API_KEY"
base_url_env = "OPENAI_BASE_URL"
"""


def write_desk(folder: Path, pages: Sequence[Page], *, benign: bool = False) -> Path:
    """A folder to work in: the example's sources, the pages among them, and a setup."""
    sources = Path(shutil.copytree(EXAMPLE / "sources", folder / "desk" / "sources"))
    card = json.loads((sources / "10-K-2024.source.json").read_bytes())
    for page in pages:
        text = page.benign if benign else page.text
        _ = (sources / f"{page.name}.md").write_text(text, encoding="utf-8")
        sidecar = json.dumps({**card, "id": page.name, "title": page.name})
        _ = (sources / f"{page.name}.source.json").write_text(sidecar, encoding="utf-8")
    _ = (folder / "finrubric.toml").write_text(SETUP, encoding="utf-8")
    _ = (folder / NOTE).write_text(NOTED, encoding="utf-8")
    return sources


def recorded(folder: Path, sources: Path) -> PlayedScript:
    """The example's recording over these sources."""
    corpus = load_corpus(sources, Snapshots(Blobs(folder / "other"))).corpus
    return played(EXAMPLE / "recording", corpus)


def opening(pages: Sequence[Page]) -> list[tuple[str, Json]]:
    """Calls that open every page."""
    return [("open_source", {"source_id": page.name}) for page in pages]


async def generated(folder: Path, writer: Provider, sandbox: SandboxKind) -> Result:
    """`generate` at the desk."""
    return await finrubric(
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09", "--run", RUN),
        *("--sources", str(folder / "desk" / "sources"), "--sandbox", sandbox),
        cwd=folder,
        addresses={"anthropic": writer.root_url, "openai": f"{writer.root_url}/v1"},
    )


def bytes_below(folder: Path) -> bytes:
    """All bytes of all files below a folder: files, logs, database."""
    return b"\n".join(
        path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    )


class Step(NamedTuple):
    """A row of a run's journal."""

    stage: str
    verdict: str
    files: Mapping[str, str]
    """Fingerprints by name, headers apart."""


def journal(folder: Path) -> list[Step]:
    """The way a run went."""
    with closing(sqlite3.connect(folder / ".finrubric" / "finrubric.db")) as database:
        rows = database.execute("select seq, stage, verdict from journal order by seq").fetchall()
        files: dict[int, dict[str, str]] = {}
        for seq, name, print_ in database.execute(
            "select seq, name, fingerprint from journal_file"
        ):
            files.setdefault(seq, {})[name] = print_
    return [Step(stage, verdict, files.get(seq, {})) for seq, stage, verdict in rows]
