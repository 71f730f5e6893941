"""Reproduction as it would be found: the candidate's scripts worked out on the given inputs."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from contracts.evidence import Derivation, Evidence
from contracts.reproduction import Reproduction
from tests.builders import texas_reproduction
from tests.contract_edit import replaced
from tests.texas_scripts import TOTALS, WHOLES


def rerun(evidence: Evidence) -> Reproduction:
    """What each script prints for the declared values of its inputs."""
    values = {
        **{item.id: item.value for item in evidence.observations},
        **{item.id: item.result for item in evidence.derivations},
    }
    found = texas_reproduction(evidence)
    runs = tuple(
        replaced(run, printed=printed, outcome="equal" if printed == run.printed else "different")
        for item, run in zip(evidence.derivations, found.scripts, strict=True)
        for printed in (_printed(item, values),)
    )
    return replaced(found, scripts=runs)


def _printed(item: Derivation, values: Mapping[str, Decimal]) -> str:
    inputs = {name: values.get(name, Decimal(1)) for name in item.inputs}
    if item.script == "remainder.py":
        total = sum(value if name in WHOLES else -value for name, value in inputs.items())
        return f"{total:f}"
    if item.script == "mean.py":
        return _six(sum(inputs.values(), Decimal(0)) / len(inputs))
    whole = sum((value for name, value in inputs.items() if name in TOTALS), Decimal(0))
    part = sum((value for name, value in inputs.items() if name not in TOTALS), Decimal(0))
    return _six(100 * part / whole) if whole else "error"


def _six(value: Decimal) -> str:
    return f"{value.quantize(Decimal('0.000001'), ROUND_HALF_UP):f}"
