"""Live models: from a `finrubric.toml` to a client for every role, before anything is sent."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from agents.cast import Cast, Player
from agents.live_terms import CostLimit, Purse
from agents.model_setup import (
    FILES,
    LoadedSetup,
    Part,
    load_setup,
    parts_of,
    settings_of,
    shared_families,
    shared_harnesses,
)
from agents.models.model import Family, ModelClient
from agents.prices import PriceTable
from agents.room import CHARACTERS_PER_TOKEN
from cli.clients import Asked, client_of, files_client, rates_of, route_of, variables_of
from cli.models_source import is_replayed, recording_of, setup_path
from cli.wiring import Fact, Models, replayed_models
from contracts.errors import EnvironmentFault, InputError
from contracts.event import Event, EventKind
from contracts.quantity import plain_text
from contracts.request import RunRequest
from contracts.source import Corpus
from reports.withheld import WITHHELD
from sandboxes.local import LocalProvider, Walls
from sandboxes.sandbox import SandboxProvider


@dataclass(frozen=True, slots=True)
class LiveChoice:
    """What a person said about live models."""

    allow_same_family: bool = False
    max_cost: int | None = None
    """Millionths of a US dollar; None for no limit."""
    scopes: tuple[str, ...] = ()
    """Ledger scopes that share the limit; none: the run alone."""


NOTHING_SAID = LiveChoice()


def models_of(source: str, request: RunRequest, choice: LiveChoice, *, today: date) -> Models:
    """Who plays a run's roles, from a recording or live.

    Raises:
        InputError: recording or setup are not usable, a key is missing, one family stands on both
            sides, a provider may not see a source, or a limit cannot be kept without a price.
        DriftError: tools or contracts are not those of the recording.
        EnvironmentFault: what live models need is not installed.
    """
    if is_replayed(source):
        return replayed_models(recording_of(source), request)
    loaded = load_setup(setup_path(source))
    require_sight(loaded, request.corpus)
    if request.web:
        require_nothing_withheld(request.corpus)
    return live_models(loaded, choice, today=today)


def require_sight(loaded: LoadedSetup, corpus: Corpus) -> None:
    """Let no source reach a provider that may not see its class; files stay on this machine.

    A tool that a provider runs itself carries words on to others, whatever the provider may see.

    Raises:
        InputError: names the sources, the provider and the key that would let it pass.
    """
    used = {part.provider for part in parts_of(loaded) if part.harness != FILES}
    kept = [item.card.id for item in corpus.items if item.card.source_class in WITHHELD]
    for name in sorted(used):
        provider = loaded.setup.providers[name]
        may_see = provider.may_see
        if kept and provider.hosted_tools:
            raise InputError(
                f"provider {name} runs {', '.join(provider.hosted_tools)} itself, which can carry "
                f"words of {', '.join(kept[:20])} to others: take hosted_tools out of "
                f"{loaded.file}, or the internal and restricted sources out of the folder"
            )
        hidden = [item.card for item in corpus.items if item.card.source_class not in may_see]
        if hidden:
            shown = ", ".join(f"{card.id} ({card.source_class})" for card in hidden[:20])
            msg = (
                f"provider {name} may not see {shown}: {loaded.file} lets it see "
                f"{', '.join(may_see)} sources. Add the class to [providers.{name}] may_see, or "
                "take the sources out"
            )
            raise InputError(msg)


def require_nothing_withheld(corpus: Corpus) -> None:
    """Let no role that has the web read what must stay in the house: what it asks carries words.

    Raises:
        InputError: names the sources.
    """
    if kept := [item.card.id for item in corpus.items if item.card.source_class in WITHHELD]:
        raise InputError(
            "--web: addresses and searches that a role asks can carry words of "
            f"{', '.join(kept[:20])} to others: leave --web out, or take the internal and "
            "restricted sources out of the folder"
        )


def require_walls(source: str, provider: SandboxProvider) -> None:
    """Let no live model write scripts where nothing keeps a script from reading our keys.

    Whoever answers through files counts as one: a page can talk to an agent there, too.

    Raises:
        EnvironmentFault: the sandbox is a local process without walls; says what to do.
    """
    is_open = isinstance(provider, LocalProvider) and provider.walls is Walls.BARE
    if is_open and not is_replayed(source):
        raise EnvironmentFault(
            "live models are refused here: this machine's kernel lets the local sandbox build no "
            "walls, so a script that a model wrote could read the keys in this process's "
            "environment. Start a Docker engine, run `finrubric sandbox build` and take --sandbox "
            "docker; or let ordinary users have namespaces (sysctl user.max_user_namespaces)"
        )


def live_models(loaded: LoadedSetup, choice: LiveChoice, *, today: date) -> Models:
    """Clients for all roles, and the terms they are asked on.

    Raises:
        InputError: as `models_of`.
        EnvironmentFault: what live models need is not installed.
    """
    parts, facts, purse = checked_parts(loaded, choice, today=today)
    used = {part.provider for part in parts if part.harness != FILES}
    clients = _Clients(loaded, variables_of(loaded, used))
    players = {
        part.role.name: Player(
            clients.of(part),
            "command" if part.harness == "command" else "session",
            settings_of(loaded, part),
            part.command,
            part.context_tokens * CHARACTERS_PER_TOKEN,
        )
        for part in parts
    }
    budgets = {str(name): seconds for name, seconds in loaded.setup.budgets.items()}
    return Models(Cast(players, budgets=budgets), facts, purse, rates_of(loaded))


class Checked(NamedTuple):
    """A setup that can be played, keys apart."""

    parts: tuple[Part, ...]
    facts: tuple[Fact, ...]
    purse: Purse


def checked_parts(loaded: LoadedSetup, choice: LiveChoice, *, today: date) -> Checked:
    """Who plays by a setup and on which terms; asks for no key.

    Raises:
        InputError: a part cannot be played, one family stands on both sides, or a limit of cost
            cannot be kept without a price.
    """
    parts = parts_of(loaded)
    return Checked(parts, _facts(parts, choice), _purse(loaded, parts, choice, today=today))


def _facts(parts: tuple[Part, ...], choice: LiveChoice) -> tuple[Fact, ...]:
    families = shared_families(parts)
    if families and not choice.allow_same_family:
        msg = (
            f"writer's and reviewer's side share a family of models: {'; '.join(families)}. A "
            "reviewer of another family sees what the writer's own does not; name another model, "
            "or let it pass with --allow-same-family, which the rubric will say"
        )
        raise InputError(msg)
    facts = [Fact(EventKind.SAME_FAMILY, words) for words in families]
    facts += [Fact(EventKind.SAME_HARNESS, words) for words in shared_harnesses(parts)]
    if choice.max_cost is not None:
        facts.append(Fact(EventKind.COST_LIMITED, _limit_text(choice.max_cost)))
    return tuple(facts)


def _purse(
    loaded: LoadedSetup, parts: tuple[Part, ...], choice: LiveChoice, *, today: date
) -> Purse:
    prices = PriceTable(loaded.setup.prices)
    if choice.max_cost is None:
        return Purse(prices)
    paid = [part for part in parts if part.harness != FILES]
    names = dict.fromkeys(f"{part.provider}/{part.model}" for part in paid)
    unpriced = [name for name in names if prices.in_force(name, today) is None]
    if unpriced:
        msg = (
            f"--max-cost cannot be kept: no price in {loaded.file} is in force for "
            f"{', '.join(unpriced)}; give one in [[prices]], or leave --max-cost out"
        )
        raise InputError(msg)
    roles = frozenset(part.role.name for part in paid)
    return Purse(prices, CostLimit(choice.max_cost, roles, choice.scopes))


class _Clients:
    """One client per way of asking a model; roles that ask alike share it."""

    def __init__(self, loaded: LoadedSetup, variables: Mapping[str, str]) -> None:
        self._loaded = loaded
        self._variables = variables
        self._made: dict[tuple[str, str, str | None, Family, str], ModelClient] = {}

    def of(self, part: Part) -> ModelClient:
        place = (part.provider, part.model, part.effort, part.role.family, part.harness)
        if place not in self._made:
            self._made[place] = self._client(part)
        return self._made[place]

    def _client(self, part: Part) -> ModelClient:
        loaded, family = self._loaded, part.role.family
        if part.harness == FILES:
            return files_client(loaded, part.model, family)
        asked = Asked(part.provider, part.model, part.effort, family)
        return client_of(route_of(loaded, asked, self._variables), harness=part.harness)


def said_before(events: Iterable[Event], choice: LiveChoice) -> LiveChoice:
    """What a person says now, filled up with what was said when the run was started."""
    newest = {event.kind: event.detail for event in events}
    limit = newest.get(EventKind.COST_LIMITED)
    return replace(
        choice,
        allow_same_family=choice.allow_same_family or EventKind.SAME_FAMILY in newest,
        max_cost=choice.max_cost if limit is None or choice.max_cost else _cost_in(limit),
    )


def _limit_text(cost: int) -> str:
    """A limit with all its digits, such as `12.5 USD`; `_cost_in` reads it."""
    return f"{plain_text(Decimal(cost).scaleb(-6)).rstrip('0').rstrip('.')} USD"


def _cost_in(detail: str) -> int:
    return int(Decimal(detail.removesuffix(" USD")).scaleb(6))
