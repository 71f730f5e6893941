"""Driving one run: start it or go on with it, show its progress, export what was accepted."""

import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from cli.archive import archive_of, open_archive
from cli.data_folder import require_room
from cli.exports import Accepted, ExportFormat, read_accepted, write_exports
from cli.live import NOTHING_SAID, LiveChoice, models_of, require_walls, said_before
from cli.models_source import is_replayed, source_of
from cli.options import SandboxChoice, command_line
from cli.output import note
from cli.progress import shown_progress
from cli.wiring import (
    HeldBytes,
    Models,
    finder_of,
    open_sandbox,
    page_images,
    pages_of,
    read_sources,
)
from contracts.errors import FinrubricError, InputError, RunCancelled, RunHeld
from contracts.escalation import Escalation
from contracts.event import EventKind
from contracts.ids import RunId
from contracts.left_out import LeftOut, left_out
from contracts.query import Query
from contracts.request import RunRequest
from contracts.run_paths import RunPaths
from contracts.settings import Settings, set_variables
from escalations.decisions import decisions_of
from escalations.item import open_item_of
from orchestrator.deps import Services
from orchestrator.guard_file import load_own_guards
from orchestrator.runner import advance, start
from orchestrator.services import open_services
from records.clock import Clock, SystemClock
from records.database import place_of
from records.files import Blobs
from records.runs import RunStatus
from sandboxes.sandbox import SandboxProvider


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A run to be started."""

    run: RunId
    query: Query
    sources: Path
    models: str
    """As `--models` was given; empty for the live ones."""
    sandbox: SandboxChoice
    profile_folder: str | None = None
    """Whole path of the profile's folder; None for a packaged one."""
    guards: tuple[str, ...] = ()
    """Whole paths of guard files beside the packaged ones."""
    live: LiveChoice = NOTHING_SAID
    web: bool = False
    """Whether roles may open pages of the web."""
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """Where a run stands after it went as far as it could."""

    run: RunId
    status: RunStatus
    sandbox: SandboxProvider
    escalation: Escalation | None
    """What a blocked run waits for."""
    accepted: Accepted | None
    exports: dict[ExportFormat, Path]
    left_out: tuple[LeftOut, ...] = ()
    """Sources that were not known by the cutoff."""


def fresh_run_id(name: str, now: datetime) -> RunId:
    """An id no other run has, such as `demo-20261130-140509-a1b2c3`."""
    return f"{name}-{now:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


async def start_run(plan: Plan, settings: Settings, *, clock: Clock | None = None) -> Finished:
    """Check everything that was given, then create the run and take it as far as it goes.

    Raises:
        InputError: query, sources or recording are not usable; nothing was written.
        EnvironmentFault: sandbox, disk or database; says what to do.
        FinrubricError: what stopped the run.
    """
    require_room(settings.data_dir)
    if settings.database_url is not None:
        _ = place_of(settings.database_url)
    source = source_of(plan.models, here=Path())
    if plan.web and is_replayed(source):
        raise InputError("--web: a recording plays without the web; leave --web out")
    held = HeldBytes()
    loaded = await read_sources(plan.sources, held)
    _ = load_own_guards(plan.guards)
    request = RunRequest(
        query=plan.query,
        corpus=loaded.corpus,
        profile_folder=plan.profile_folder,
        guards=plan.guards,
        web=plan.web,
    )
    clock = clock or SystemClock()
    models = models_of(source, request, plan.live, today=clock.now().date())
    provider = await _sandbox_for(source, plan.sandbox, settings)
    async with _opened(settings, provider, models, clock, web=plan.web) as services:
        held.keep_in(Blobs(settings.data_dir))
        async with shown_progress(services, plan.run, models=source, is_quiet=plan.is_quiet):
            await start(services, plan.run, request, models=source)
            await _tell_models(services, plan.run, models)
            status = await _advanced(services, plan.run)
        return await _finished(services, plan.run, request, status)


async def resume_run(
    run: RunId,
    settings: Settings,
    *,
    sandbox: SandboxChoice | None,
    live: LiveChoice = NOTHING_SAID,
    is_quiet: bool = False,
) -> Finished:
    """Go on with a run from its records: its own sources, its own recording or setup.

    Args:
        run: id of the run.
        settings: where its records lie.
        sandbox: None takes the kind it was started with.
        live: what is said of live models now; what was said before holds where this is silent.
        is_quiet: show no progress.

    Raises:
        InputError: there is no such run, its recording or setup is gone, or a key is missing.
        LockChanged: the configuration is not that of its start.
        FinrubricError: what stopped it again.
    """
    async with open_archive(settings) as archive:
        row = await archive.runs.get(run)
        require_room(settings.data_dir)
        request = await archive.request(run)
        for decision in await decisions_of(archive.database, run):
            corpus = request.corpus.with_sources(decision.sources)
            request = request.model_copy(update={"corpus": corpus})
        live = said_before(await archive.events.since(run, 0), live)
    clock = SystemClock()
    models = models_of(row.models, request, live, today=clock.now().date())
    kind = SandboxChoice(row.sandbox.partition(" ")[0])
    provider = await _sandbox_for(row.models, sandbox or kind, settings)
    async with _opened(settings, provider, models, clock, web=request.web) as services:
        async with shown_progress(services, run, models=row.models, is_quiet=is_quiet):
            await _tell_models(services, run, models)
            status = await _advanced(services, run)
        return await _finished(services, run, request, status)


async def _sandbox_for(source: str, choice: SandboxChoice, settings: Settings) -> SandboxProvider:
    """The sandbox asked for, if the models of a source may write scripts for it."""
    if names := set_variables():
        note(f"finrubric: taken from the environment: {', '.join(names)}")
    provider = await open_sandbox(choice, settings)
    require_walls(source, provider)
    return provider


@asynccontextmanager
async def _opened(
    settings: Settings, provider: SandboxProvider, models: Models, clock: Clock, *, web: bool
) -> AsyncGenerator[Services]:
    pages = await pages_of(settings, provider, web=web)
    finder = finder_of(settings, web=web)
    async with open_services(
        settings.data_dir,
        sandboxes=provider,
        cast=models.cast,
        clock=clock,
        database_url=settings.database_url,
        audit_key=settings.audit_key,
    ) as opened:
        images, terms = page_images(pages), models.terms(opened)
        yield replace(opened, terms=terms, pages=pages, page_images=images, finder=finder)


async def _advanced(services: Services, run: RunId) -> RunStatus | None:
    """Take a run as far as it goes; an error that stops it names the run and the way on."""
    try:
        return await advance(services, run)
    except (RunCancelled, RunHeld):
        raise
    except FinrubricError as error:
        resume = command_line(f"runs resume {run}", services.data)
        error.way_on = f"run {run} is kept; once that is mended, go on with: {resume}"
        raise


async def _tell_models(services: Services, run: RunId, models: Models) -> None:
    """Keep what is true of the models now, once: exports read it from the run's events."""
    events = await services.events.since(run, 0)
    told = {(event.kind, event.detail) for event in events}
    newest = {event.kind: event.detail for event in events}
    for kind, detail in models.facts:
        is_limit = kind is EventKind.COST_LIMITED
        if not (newest.get(kind) == detail if is_limit else (kind, detail) in told):
            await services.events.add(run, kind, detail=detail)


async def _finished(
    services: Services, run: RunId, request: RunRequest, status: RunStatus | None
) -> Finished:
    if status is None:
        raise InputError(f"run {run} has no word yet; `finrubric runs resume {run}` goes on")
    finished = Finished(
        run=run,
        status=status,
        sandbox=services.sandboxes,
        escalation=await open_item_of(services.database, run),
        accepted=None,
        exports={},
        left_out=left_out(request.corpus, request.query.cutoff),
    )
    if status not in (RunStatus.ACCEPTED, RunStatus.ACCEPTED_WITH_WAIVER):
        return finished
    accepted = await read_accepted(archive_of(services.data, services.database), run)
    exports = write_exports(accepted, RunPaths(services.data, run).export)
    return replace(finished, accepted=accepted, exports=exports)
