"""What a run is opened with: sources, models and their terms, sandbox."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from agents.cast import Cast
from agents.live_terms import LiveTerms, Purse
from agents.models.model import Family, ModelClient
from agents.models.played import Played, load_recording
from agents.models.replay import References, ReplayClient
from agents.prompt import load_prompts
from agents.terms import FREE, Terms
from agents.tools.declarations import tools_sha256
from cli.options import SandboxChoice
from cli.sources import HOPS_FILE
from contracts.contract import fingerprint, sha256_of
from contracts.cutoff import Cutoff
from contracts.errors import InputError
from contracts.event import EventKind
from contracts.fetching import Hop
from contracts.guard import BlockedHost
from contracts.ids import Sha256
from contracts.query import Query
from contracts.request import RunRequest
from contracts.settings import Settings, read_variables
from orchestrator.deps import Services
from records.files import Blobs
from records.rates import Limit, Rates
from sandboxes.auto import choose
from sandboxes.reaper import reap
from sandboxes.sandbox import SandboxProvider
from sources.browser.browser import docker_browser
from sources.browser.pages import InBrowser
from sources.corpus import LoadedCorpus, load_corpus
from sources.edgar.client import PER_SECOND, Edgar, user_agent
from sources.finding import Finder, FinderOf
from sources.pace import Pace
from sources.store.snapshots import Snapshots
from sources.web.hop_log import HopLog
from sources.web.opener import AGENT, OpenerOf, fetched
from sources.web.search_port import WebSearch
from sources.web.sec import Paced
from sources.web.services import KEYS, configured

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


class Fact(NamedTuple):
    """What a run's events keep of its models."""

    kind: EventKind
    detail: str


@dataclass(frozen=True, slots=True)
class Models:
    """Who plays the roles of a run, and on which terms."""

    cast: Cast
    facts: tuple[Fact, ...]
    purse: Purse | None = None
    """None where nothing is paid for: a recording answers."""
    rates: Mapping[str, Limit] = field(default_factory=dict[str, Limit])
    """What providers allow."""

    def terms(self, services: Services) -> Terms:
        """The terms that calls are held to."""
        if self.purse is None:
            return FREE
        return LiveTerms(
            self.purse,
            self.rates,
            ledger=services.ledger,
            buckets=Rates(services.database, services.clock),
            clock=services.clock,
        )


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
    facts = [Fact(EventKind.RECORDING_PLAYED, played.head.made_by)]
    facts += [Fact(EventKind.PROMPT_CHANGED, name) for name in played.changed_prompts]
    return Models(Cast.of_families(clients), tuple(facts))


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


def finder_of(settings: Settings, *, web: bool) -> FinderOf:
    """What finds addresses: EDGAR where a contact is set, searches where their keys are.

    Raises:
        InputError: the contact that is set is no address for mail.
    """
    if web and settings.contact:
        _ = user_agent(settings.contact)

    def made(blocked: Sequence[BlockedHost], cutoff: Cutoff) -> Finder:
        log, hops = HopLog(settings.data_dir / HOPS_FILE), list[Hop]()

        def record(hop: Hop) -> None:
            log.record(hop)
            hops.append(hop)

        folder, contact = settings.data_dir / "edgar", settings.contact
        edgar = Edgar(blocked, contact=contact, folder=folder, record=record) if contact else None
        services = configured(read_variables(KEYS), blocked, record=record)
        searches = [WebSearch(service, blocked) for service in services]
        return Finder(edgar, searches, blocked, cutoff, hops)

    return made


async def pages_of(settings: Settings, provider: SandboxProvider, *, web: bool) -> OpenerOf:
    """What opens pages: a browser where scripts run in Docker, else a fetch from this machine.

    The SEC is told the contact that the settings name, since it answers nobody without, and its
    pages keep to the pace at which its services are asked.

    Raises:
        ImageMissing: scripts run in Docker, and the image of proxy or browser is not built.
    """
    contact = settings.contact or ""
    pace = Pace(settings.data_dir / "edgar" / "pace", PER_SECOND)
    if web and provider.kind == "docker":
        browser = await docker_browser(settings)
        agent = f"{AGENT} ({contact})" if contact else ""
        return Paced(InBrowser(replace(browser, sec_agent=agent)), pace)
    return Paced(partial(fetched, contact=contact), pace)


def page_images(pages: OpenerOf) -> str:
    """Digests of the images that pages are opened with; empty where no container opens them."""
    if not (isinstance(pages, Paced) and isinstance(pages.openers, InBrowser)):
        return ""
    browser = pages.openers.browser
    return f"browser {browser.image} and proxy {browser.egress.image}"
