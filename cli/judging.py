"""Who judges: from `--judges` to the judges of a panel and the clients that reach their models."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

from agents.asking import Asker, NoLimit
from agents.live_terms import CostLimit, LiveTerms, Purse
from agents.model_family import family_of_model
from agents.model_setup import FILES, LoadedSetup, load_setup
from agents.models.model import ModelClient
from agents.models.recorded_judge import RecordedJudgeClient, load_judges
from agents.prices import PriceTable
from agents.terms import FREE, Terms
from cli.clients import (
    Asked,
    LateClient,
    address_of,
    files_client,
    rates_of,
    route_of,
    variables_of,
)
from cli.models_source import is_replayed, recording_of, setup_path, source_of
from contracts.contract import fingerprint, sha256_of
from contracts.errors import InputError
from contracts.model_setup import Judge as JudgeSetup
from contracts.model_setup import ScoringSetup, settings_text
from contracts.source import SourceClass
from records.clock import Clock
from records.database import Database
from records.ledger import Ledger
from records.rates import Limit, Rates
from scoring.judges.judge import Asks, AsksUntilRefused, Judge
from scoring.judges.sheet import load_prompt
from scoring.judges.sitting import ROLE

OPTION = "--judges"
OWN_EFFORT = "default"
"""The effort for which nothing is sent, so that the model takes its own."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The judges of a setup or a recording, and on which terms they are asked."""

    judges: tuple[Judge, ...]
    clients: Mapping[str, ModelClient]
    """By the judge's name; empty where nothing is to be sent."""
    setup: ScoringSetup = field(default_factory=ScoringSetup)
    prices: PriceTable | None = None
    """None where nothing is paid for: a recording replies."""
    rates: Mapping[str, Limit] = field(default_factory=dict[str, Limit])
    made_by: str | None = None
    """Who made the recording that replies, if one does."""
    is_prompt_changed: bool = False

    def asks(
        self, ledger: Ledger, database: Database, clock: Clock, *, limit: CostLimit | None
    ) -> dict[str, Asks]:
        """How each judge's model is reached."""
        return {
            name: AsksUntilRefused(
                Asker(
                    client,
                    ledger,
                    stopwatch=NoLimit(),
                    # Who answers through files is not paid by us.
                    terms=self._terms(
                        ledger, database, clock, limit=None if client.provider == FILES else limit
                    ),
                    lease=None,
                )
            )
            for name, client in self.clients.items()
        }

    def _terms(
        self, ledger: Ledger, database: Database, clock: Clock, *, limit: CostLimit | None
    ) -> Terms:
        if self.prices is None:
            return FREE
        purse, buckets = Purse(self.prices, limit), Rates(database, clock)
        return LiveTerms(purse, self.rates, ledger=ledger, buckets=buckets, clock=clock)


def bench_of(
    given: str, *, here: Path, sends: bool, classes: frozenset[SourceClass] = frozenset()
) -> Bench:
    """The judges that `--judges` means.

    Args:
        given: as for `source_of`.
        here: where relative paths start.
        sends: whether they will be asked; without, no key is needed and no client is made.
        classes: of the sources that the rubric rests on.

    Raises:
        InputError: recording or setup are not usable, a judge's provider or family is not known,
            a provider may not see a class, or a key is missing.
    """
    source = source_of(given, here=here, option=OPTION)
    if is_replayed(source):
        return _recorded(recording_of(source, option=OPTION))
    loaded = load_setup(setup_path(source, option=OPTION))
    for judge in loaded.setup.judges:
        _require_provider(loaded, judge)
        _ = _family(loaded, judge)
    used = {judge.provider for judge in loaded.setup.judges} - {FILES}
    _require_sight(loaded, used, classes)
    variables = variables_of(loaded, used if sends else (), option=OPTION)
    judges = tuple(_judge(loaded, judge, variables) for judge in loaded.setup.judges)
    clients = {
        judge.name: _client(loaded, setup, variables)
        for judge, setup in zip(judges, loaded.setup.judges, strict=True)
        if sends
    }
    prices = PriceTable(loaded.setup.prices)
    return Bench(judges, clients, loaded.setup.scoring, prices, rates_of(loaded))


def limit_of(
    bench: Bench, most: int | None, scopes: tuple[str, ...], today: date
) -> CostLimit | None:
    """The limit that `--max-cost` sets over a scoring's judgings.

    Raises:
        InputError: a judge's model has no price in force, so that no limit can be kept.
    """
    if most is None or bench.prices is None:
        return None
    names = dict.fromkeys(f"{one.provider}/{one.model}" for one in bench.judges)
    unpriced = [
        name
        for name in names
        if not name.startswith(f"{FILES}/") and bench.prices.in_force(name, today) is None
    ]
    if unpriced:
        msg = (
            f"--max-cost cannot be kept: no price is in force for {', '.join(unpriced)}; give one "
            "in [[prices]], or leave --max-cost out"
        )
        raise InputError(msg)
    return CostLimit(most, frozenset({ROLE}), scopes)


def _recorded(folder: Path) -> Bench:
    recording = load_judges(folder)
    # Another recording is another judge, whatever it is called: no verdict of one is the other's.
    routing = fingerprint(recording)
    judges = tuple(
        Judge(name=one.name, family=one.family, provider="replay", model=one.name, routing=routing)
        for one in recording.judges
    )
    clients = {one.name: RecordedJudgeClient(one) for one in recording.judges}
    return Bench(
        judges,
        clients,
        made_by=recording.made_by,
        is_prompt_changed=recording.prompt_sha256 != sha256_of(load_prompt().encode()),
    )


def _require_provider(loaded: LoadedSetup, judge: JudgeSetup) -> None:
    if judge.provider != FILES and judge.provider not in loaded.setup.providers:
        known = ", ".join(sorted(loaded.setup.providers))
        msg = (
            f"{loaded.file}: key judges: {judge.model}: there is no [providers.{judge.provider}]; "
            f"there are: {known}"
        )
        raise InputError(msg)


def _require_sight(
    loaded: LoadedSetup, used: Collection[str], classes: frozenset[SourceClass]
) -> None:
    """Let no provider judge by rows that state what it may not see; files stay on this machine."""
    for name in sorted(used):
        if hidden := sorted(classes - set(loaded.setup.providers[name].may_see)):
            msg = (
                f"provider {name} may not see {' and '.join(hidden)} sources, on which the rubric "
                f"rests: add the class to [providers.{name}] may_see in {loaded.file}, or take "
                "judges of another provider"
            )
            raise InputError(msg)


def _effort(loaded: LoadedSetup, judge: JudgeSetup) -> str | None:
    effort = judge.effort or loaded.setup.scoring.effort
    return None if effort == OWN_EFFORT or judge.provider == FILES else effort


def _temperature(loaded: LoadedSetup, judge: JudgeSetup) -> Decimal | None:
    if judge.provider == FILES:
        return None
    own = judge.temperature
    return loaded.setup.scoring.temperature if own is None else own


def _family(loaded: LoadedSetup, judge: JudgeSetup) -> str:
    family = judge.family or family_of_model(judge.model)
    if family is None:
        msg = (
            f"{loaded.file}: key judges: the name {judge.model!r} does not say who trained the "
            'model; say it, such as family = "mistral"'
        )
        raise InputError(msg)
    return family


def _judge(loaded: LoadedSetup, judge: JudgeSetup, variables: Mapping[str, str]) -> Judge:
    return Judge(
        name=f"{judge.provider}/{judge.model}",
        family=_family(loaded, judge),
        provider=judge.provider,
        model=judge.model,
        routing=_routing(loaded, judge, variables),
        max_output_tokens=loaded.setup.scoring.max_output_tokens,
    )


def _routing(loaded: LoadedSetup, judge: JudgeSetup, variables: Mapping[str, str]) -> str:
    """All that decides a judge's answers beside its name; no key among it."""
    provider = loaded.setup.providers.get(judge.provider)
    if provider is None:
        return ""
    effort, temperature = _effort(loaded, judge), _temperature(loaded, judge)
    words = (
        provider.protocol,
        address_of(provider, variables) or "",
        f"effort {effort}" if effort else "",
        "" if temperature is None else f"temperature {temperature.normalize():f}",
        settings_text(provider),
    )
    return ", ".join(filter(None, words))


def _client(loaded: LoadedSetup, judge: JudgeSetup, variables: Mapping[str, str]) -> ModelClient:
    if judge.provider == FILES:
        return files_client(loaded, judge.model, "reviewer")
    asked = Asked(
        judge.provider,
        judge.model,
        _effort(loaded, judge),
        "reviewer",
        timeout_s=float(loaded.setup.scoring.timeout_s),
    )
    route, temperature = route_of(loaded, asked, variables), _temperature(loaded, judge)
    if temperature is not None:
        # Providers want a number; up to here it is exact, so that it can be written down.
        route = replace(route, extra_body={**route.extra_body, "temperature": float(temperature)})
    return LateClient(route)
