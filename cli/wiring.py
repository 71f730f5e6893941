"""What a run is opened with: data folder, sources, played models, sandbox."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from agents.models.model import Family, ModelClient
from agents.models.played import Played, load_recording
from agents.models.replay import References, ReplayClient
from agents.prompt import load_prompts
from agents.tools.declarations import tools_sha256
from cli.options import SandboxChoice
from contracts.contract import fingerprint, parse_contract, sha256_of
from contracts.errors import InputError
from contracts.ids import Sha256
from contracts.query import Query
from contracts.recording import Recording
from contracts.request import RunRequest
from contracts.settings import Settings
from records.files import Blobs
from sandboxes.auto import choose
from sandboxes.reaper import reap
from sandboxes.sandbox import SandboxProvider
from sources.corpus import LoadedCorpus, load_corpus
from sources.store.snapshots import Snapshots

REPLAY = "replay:"
MAX_WORDS = 240
"""Characters of a question that a message shows."""


class HeldBytes:
    """Bytes in memory until all input is known to be good; then they are kept on disk."""

    def __init__(self) -> None:
        self._held: dict[Sha256, bytes] = {}

    def put(self, data: bytes) -> Sha256:
        """Hold bytes and return their hash."""
        digest = sha256_of(data)
        self._held[digest] = data
        return digest

    def get(self, sha256: Sha256) -> bytes:
        """The bytes of a hash."""
        return self._held[sha256]

    def keep_in(self, blobs: Blobs) -> None:
        """Write all that is held."""
        for data in self._held.values():
            _ = blobs.put(data)


@dataclass(frozen=True, slots=True)
class Models:
    """The clients of both families and what they play."""

    clients: Mapping[Family, ModelClient]
    made_by: str
    """Who made the recording: `hand`, or the models that answered when it was taken."""
    changed_prompts: tuple[str, ...]
    """Prompts that are not those of the recording."""


def recording_of(models: str) -> Path:
    """The folder that `replay:DIR` names, as a whole path.

    Raises:
        InputError: no models were named, or others than a recording's.
    """
    if not models:
        msg = "say where the models come from: --models replay:DIR plays a recording"
        raise InputError(msg)
    if not models.startswith(REPLAY) or models == REPLAY:
        msg = (
            f"--models {models[:80]!r}: this version plays recordings only (replay:DIR); live "
            "models come later"
        )
        raise InputError(msg)
    folder = Path(models.removeprefix(REPLAY)).expanduser().absolute()
    if not folder.is_dir():
        raise InputError(f"--models: there is no folder {str(folder)!r}")
    return folder


def replayed_models(folder: Path, request: RunRequest) -> Models:
    """Both families, played from a recording over a request's corpus.

    Raises:
        InputError: the recording is not whole, or was made for another question; names both.
        DriftError: tools or contracts are not those of the recording.
    """
    prompts = {name: sha256_of(data) for name, data in load_prompts().items()}
    played = load_recording(folder, tools_sha256=tools_sha256(), prompts=prompts)
    _require_same_question(folder, played.head.query, request.query)
    corpus = request.corpus
    references = References(
        sources={item.card.id: item.snapshot for item in corpus.items},
        corpus=fingerprint(corpus),
    )
    clients: dict[Family, ModelClient] = {
        "writer": _client(played, "writer", references),
        "reviewer": _client(played, "reviewer", references),
    }
    return Models(clients, played.head.made_by, played.changed_prompts)


def _require_same_question(folder: Path, made_for: Query | None, asked: Query) -> None:
    if made_for is None or made_for == asked:
        return
    raise InputError(
        f"the recording {str(folder)!r} was made for another question, so nothing was begun:\n"
        f"  recorded: {_question_text(made_for)}\n"
        f"  asked:    {_question_text(asked)}\n"
        "A recording answers its own question as of its own cutoff only. docs/cli.md, section "
        "Recordings, says how one is made"
    )


def _question_text(query: Query) -> str:
    text = query.text if len(query.text) <= MAX_WORDS else f"{query.text[:MAX_WORDS]}…"
    cutoff = f"cutoff {query.cutoff.day} ({query.cutoff.zone}), profile {query.profile}"
    return f"“{text}”, {cutoff}"


def _client(played: Played, family: Family, references: References) -> ReplayClient:
    if family not in played.head.families:
        raise InputError(f"the recording names no model for the {family} family")
    return ReplayClient(played, family, references)


def recording_head(folder: Path) -> Recording | None:
    """The head of a recording, or None where it is gone or of another version."""
    try:
        return parse_contract((folder / "recording.json").read_bytes(), Recording)
    except (OSError, InputError):
        return None


async def read_sources(folder: Path, held: HeldBytes) -> LoadedCorpus:
    """A folder of sources, whole or not at all.

    Raises:
        InputError: every fault of every file.
    """
    return await asyncio.to_thread(load_corpus, folder, Snapshots(held))


async def open_sandbox(choice: SandboxChoice, settings: Settings) -> SandboxProvider:
    """The sandbox asked for, after what dead runs left behind is removed.

    Raises:
        EngineMissing: Docker was asked for by name and no engine answers.
        ImageMissing: Docker was asked for by name and the agent image is not built.
    """
    provider = await choose(choice.value, settings)
    if provider.kind == "docker":
        _ = await reap(settings)
    return provider
