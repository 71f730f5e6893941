"""DEP: derivations run from pinned scripts, in order, and their periods and units add up."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from contracts.contract import sha256_of
from contracts.evidence import Derivation, Evidence
from contracts.finding import Finding
from contracts.period import Period, PeriodError
from gates.codes import finding
from gates.lookup import Figure, figures_of
from gates.unit_algebra import misfit
from gates.validation_input import ValidationInput


def check_dependencies(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family, in file order."""
    return (
        *_cycles(given.evidence),
        *_scripts(given),
        *_runs(given),
        *_algebra(given.evidence),
    )


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
