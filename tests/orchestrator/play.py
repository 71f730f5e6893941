"""The worked example as tests run it: real records, real scripts, played roles, any data folder."""

import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import TypeAlias

from agents.cast import Cast
from agents.models.played import load_recording
from agents.models.replay import References, ReplayClient
from agents.prompt import load_prompts
from agents.tools.declarations import tools_sha256
from contracts.contract import fingerprint, sha256_of
from contracts.cutoff import Cutoff
from contracts.query import Query
from contracts.request import RunRequest
from contracts.run_paths import RunPaths
from contracts.settings import load_settings
from orchestrator import nodes
from orchestrator.deps import Deps, Services
from orchestrator.runner import start
from orchestrator.services import open_services
from orchestrator.state import RunState, Update, first_state
from records.clock import Clock, SystemClock
from records.files import Blobs
from sandboxes.auto import choose
from sandboxes.sandbox import SandboxKind, SandboxProvider
from sources.corpus import LoadedCorpus, load_corpus
from sources.store.snapshots import Snapshots

EXAMPLE = Path(__file__).parents[2] / "examples" / "texas_roadhouse"
RUN = "texas"
Node: TypeAlias = Callable[[RunState, Deps], Awaitable[Update]]


def copied_example(folder: Path) -> Path:
    """A copy of the example that a test may change."""
    return Path(shutil.copytree(EXAMPLE, folder / "example"))


def example_query(example: Path = EXAMPLE, *, day: date = date(2026, 1, 9)) -> Query:
    """The example's question, as of a day."""
    text = (example / "query.txt").read_text(encoding="utf-8").strip()
    return Query(text=text, cutoff=Cutoff(day=day, zone="America/New_York"))


def example_corpus(data: Path, example: Path = EXAMPLE) -> LoadedCorpus:
    """The example's sources, their bytes kept under `data`."""
    return load_corpus(example / "sources", Snapshots(Blobs(data)))


@asynccontextmanager
async def played_services(
    data: Path,
    *,
    example: Path = EXAMPLE,
    sandbox: SandboxKind = "local",
    clock: Clock | None = None,
    sandboxes: SandboxProvider | None = None,
) -> AsyncGenerator[Services]:
    """Services over `data` whose models play the example's recording."""
    loaded = example_corpus(data, example)
    played = load_recording(
        example / "recording",
        tools_sha256=tools_sha256(),
        prompts={name: sha256_of(prompt) for name, prompt in load_prompts().items()},
    )
    references = References(
        {item.card.id: item.snapshot for item in loaded.corpus.items}, fingerprint(loaded.corpus)
    )
    log = data / "served.log"
    async with open_services(
        data,
        sandboxes=sandboxes or await choose(sandbox, load_settings()),
        cast=Cast.of_families(
            {
                "writer": ReplayClient(played, "writer", references, served_log=log),
                "reviewer": ReplayClient(played, "reviewer", references, served_log=log),
            }
        ),
        clock=clock or SystemClock(),
    ) as services:
        yield services


async def start_example(
    services: Services, *, query: Query | None = None, example: Path = EXAMPLE, run: str = RUN
) -> None:
    """Create the example's run."""
    corpus = example_corpus(services.data, example).corpus
    request = RunRequest(query=query or example_query(example), corpus=corpus)
    await start(services, run, request, models="replay")


async def deps_of(services: Services, *, run: str = RUN) -> Deps:
    """A run's deps under a fresh lease, for nodes that are called by hand."""
    row = await services.runs.get(run)
    lease = await services.leases.take(run, "test", 600)
    return Deps(services, RunPaths(services.data, run), lease, row.seed, row.query_sha)


NODES: tuple[Node, ...] = (
    nodes.lock,
    nodes.factorize,
    nodes.freeze_budget,
    nodes.match,
    nodes.contextualize,
    nodes.write,
    nodes.reproduce,
    nodes.validate,
    nodes.review,
    nodes.compose,
    nodes.check_composition,
    nodes.confirm,
    nodes.accept,
)
"""The straight way through a run."""


async def walk(deps: Deps, *, until: Node = nodes.accept) -> list[str]:
    """Call one node after another by hand and give their verdicts."""
    state, words = first_state(deps.run), list[str]()
    for node in NODES[: NODES.index(until) + 1]:
        state = RunState(run=state["run"], **await node(state, deps))
        words.append(state["verdict"])
    return words


def stage_hashes(data: Path, *, run: str = RUN) -> dict[str, str]:
    """Name and SHA-256 of every stage file of a run."""
    stages = RunPaths(data, run).stages
    return {path.name: sha256_of(path.read_bytes()) for path in sorted(stages.iterdir())}


def served_twice(data: Path) -> list[str]:
    """Recorded turns' steps that a replay was asked for more than once."""
    lines = (data / "served.log").read_text(encoding="ascii").splitlines()
    return sorted({line for line in lines if lines.count(line) > 1})
