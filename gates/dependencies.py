"""DEP: derivations run from pinned scripts, in order, and their periods and units add up."""

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import combinations

from contracts.contract import sha256_of
from contracts.evidence import Derivation, Evidence, Observation
from contracts.finding import Finding
from contracts.ids import EvidenceId
from contracts.period import Period, PeriodError
from contracts.unit import Dimension, Unit
from gates.asked import Asked
from gates.codes import finding
from gates.lookup import Figure, derivations_of, figures_of
from gates.series import series_of
from gates.unit_algebra import misfit
from gates.validation_input import ValidationInput


def check_dependencies(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family, in file order."""
    return (
        *_cycles(given.evidence),
        *_scripts(given),
        *_runs(given),
        *_algebra(given.evidence),
        *_single_steps(given.evidence),
        *_vintages(given.evidence),
    )


def ask_dependencies(given: ValidationInput) -> tuple[Asked, ...]:
    """What no interval decides: comparisons of uneven periods, and the days a script counts."""
    figures = figures_of(given.evidence)
    asked: list[Asked] = []
    for index, item in enumerate(given.evidence.derivations):
        pointer = f"evidence:/derivations/{index}"
        periods = _intervals(item, figures)
        lengths = sorted(period.days for period in periods)
        if _is_uneven(item, lengths):
            text = (
                f"Does {item.id} rightly compare {lengths[0]} days with {lengths[1]}, unadjusted?"
            )
            asked.append(Asked("DEP-uneven", pointer, text))
        if item.unit is Unit.DAYS and lengths:
            days = " and ".join(str(length) for length in lengths)
            text = f"Does {item.script} count the {days} days of the inputs' periods for {item.id}?"
            asked.append(Asked("DEP-day-count", pointer, text))
    return tuple(asked)


def _intervals(item: Derivation, figures: Mapping[EvidenceId, Figure]) -> list[Period]:
    """Different intervals of the inputs; instants and figures without a period left out."""
    found = (figures[name].period for name in item.inputs if name in figures)
    return _distinct([period for period in found if period is not None and period.days])


_COMPARING = frozenset({Dimension.FRACTION, Dimension.MULTIPLE, Dimension.POINT})
_UNEVEN = range(5, 15)
"""Days by which two quarters or two years may differ: a week or two, not the calendar's own
one to three, and not a quarter against a year."""


def _is_uneven(item: Derivation, lengths: list[int]) -> bool:
    return (
        len(lengths) == 2
        and item.period_rule != "difference"
        and item.unit.dimension in _COMPARING
        and lengths[1] - lengths[0] in _UNEVEN
    )


STEP_INPUTS = 4
"""Observations that one script may take to a final figure when series and periods both vary."""


def _single_steps(evidence: Evidence) -> Iterator[Finding]:
    """Outcome figures that one script makes from whole tables: no step of it can be credited."""
    derivations = derivations_of(evidence)
    observations = {item.id: item for item in reversed(evidence.observations)}
    carriers = {item.evidence[0] for item in evidence.targets if item.role == "outcome"}
    for index, item in enumerate(evidence.derivations):
        if item.id not in carriers or derivations[item.id] is not item:
            continue
        read = [observations[name] for name in dict.fromkeys(item.inputs) if name in observations]
        if len(read) > STEP_INPUTS and _is_table(read):
            message = (
                f"{item.id} takes {len(read)} figures of several series and periods in one step:"
                " derive the steps between, so that each can be checked and credited"
            )
            yield finding("DEP-one-step", f"evidence:/derivations/{index}/inputs", message)


def _vintages(evidence: Evidence) -> Iterator[Finding]:
    """Periods of one series taken from different vintages; two of one period are a revision."""
    observations = {item.id: item for item in reversed(evidence.observations)}
    for index, item in enumerate(evidence.derivations):
        read = [observations[name] for name in dict.fromkeys(item.inputs) if name in observations]
        mixed = [
            f"{one.id} of {one.vintage}, {other.id} of {other.vintage}"
            for one, other in combinations(read, 2)
            if one.vintage and other.vintage and one.vintage != other.vintage
            if series_of(one) == series_of(other) and not one.period.same_interval(other.period)
        ]
        if mixed:
            message = f"{item.id} mixes vintages of one series: {mixed[0]}; read all in one"
            yield finding("DEP-vintage", f"evidence:/derivations/{index}/inputs", message)


def _is_table(read: list[Observation]) -> bool:
    periods = {(item.period.start, item.period.end) for item in read}
    return len({series_of(item) for item in read}) > 1 and len(periods) > 1


def _cycles(evidence: Evidence) -> Iterator[Finding]:
    sorter = TopologicalSorter({item.id: item.inputs for item in evidence.derivations})
    try:
        sorter.prepare()
    except CycleError as error:
        path: list[str] = error.args[1]
        message = f"derivations that need each other: {' from '.join(path)}"
        yield finding("DEP-cycle", "evidence:/derivations", message)


def _scripts(given: ValidationInput) -> Iterator[Finding]:
    for index, script in enumerate(given.scripts.scripts):
        if sha256_of(script.text.encode()) != script.sha256:
            message = f"{script.name} is not the text that its hash pins"
            yield finding("DEP-script-changed", f"scripts:/scripts/{index}", message)


def _runs(given: ValidationInput) -> Iterator[Finding]:
    runs = {item.derivation_id: item for item in reversed(given.reproduction.scripts)}
    for index, item in enumerate(given.evidence.derivations):
        pointer = f"evidence:/derivations/{index}"
        run = runs.get(item.id)
        if run is None or run.outcome == "missing" or run.script != item.script:
            message = f"{item.script} was not run for {item.id}"
            yield finding("DEP-not-run", f"{pointer}/script", message)
        elif run.outcome == "failed":
            message = f"{item.script} ended with exit code {run.exit_code} for {item.id}"
            yield finding("DEP-not-run", f"{pointer}/script", message)
        elif run.outcome != "equal" or run.printed != format(item.result, "f"):
            message = f"{item.script} printed {run.printed[:80]!r}, declared is {item.result:f}"
            yield finding("DEP-result", f"{pointer}/result", message)


def _algebra(evidence: Evidence) -> Iterator[Finding]:
    figures = figures_of(evidence)
    for index, item in enumerate(evidence.derivations):
        inputs = [figures[name] for name in item.inputs if name in figures]
        if len(inputs) != len(item.inputs):
            continue
        pointer = f"evidence:/derivations/{index}"
        if fault := _period_fault(item, inputs):
            yield finding("DEP-period", f"{pointer}/period", fault)
        if fault := _not_additive(item, inputs):
            yield finding("DEP-not-additive", f"{pointer}/period_rule", fault)
        if fault := misfit(item, inputs):
            yield finding("DEP-unit", f"{pointer}/unit", fault)


def _period_fault(item: Derivation, inputs: list[Figure]) -> str | None:
    """What is wrong with a derived period, by intervals and never by labels."""
    if item.period_rule == "none":
        return None if item.period is None else "a period needs a rule: difference, union or same"
    if item.period is None:
        return f"rule {item.period_rule} without a period: state the interval"
    periods = [figure.period for figure in inputs if figure.period is not None]
    if len(periods) != len(inputs):
        return f"rule {item.period_rule} over an input without a period"
    try:
        derived = _derived(item, periods)
    except PeriodError as error:
        return f"rule {item.period_rule} does not give one interval: {error}"
    if not derived.same_interval(item.period):
        return (
            f"the {item.period_rule} of the inputs' intervals is {_days(derived)},"
            f" declared is {_days(item.period)}"
        )
    return None


_NOT_ADDITIVE = _COMPARING | {Dimension.MONEY_PER_SHARE, Dimension.INDEX_POINTS}


def _not_additive(item: Derivation, inputs: list[Figure]) -> str | None:
    """A year's ratio or per-share figure is not the sum of its quarters'."""
    if item.period_rule != "difference" or item.unit.dimension not in _NOT_ADDITIVE:
        return None
    odd = [figure.id for figure in inputs if figure.unit is item.unit]
    if not odd:
        return None
    return (
        f"{', '.join(odd)} in {item.unit.value} do not subtract over time: derive the"
        " amounts of the period first"
    )


def _derived(item: Derivation, periods: list[Period]) -> Period:
    first, *others = periods
    if item.period_rule == "difference":
        return first.minus(*_distinct(others))
    first, *rest = _distinct(periods)
    if item.period_rule == "union":
        return first.union(*rest)
    if rest:
        msg = f"the inputs cover {len(rest) + 1} different intervals"
        raise PeriodError(msg)
    return first


def _distinct(periods: list[Period]) -> list[Period]:
    found: list[Period] = []
    for period in periods:
        if not any(period.same_interval(other) for other in found):
            found.append(period)
    return found


def _days(period: Period) -> str:
    return f"{period.start or 'instant'} to {period.end}"
