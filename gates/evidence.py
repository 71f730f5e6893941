"""EVD: every figure stands in a quote, every quote in a pinned source, and each is needed."""

import re
from collections.abc import Iterator
from decimal import Decimal

from contracts.evidence import Evidence, Observation
from contracts.finding import Finding
from contracts.number_text import QuantityParseError, read_number
from contracts.passage import Claim, Passages
from contracts.quantity import Quantity, Unit
from contracts.reproduction import ClaimMatch, QuoteMatch
from contracts.unit import Dimension
from gates.codes import finding
from gates.normal_form import unwrapped
from gates.observations import check_readings
from gates.validation_input import ValidationInput


def check_evidence(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family, in file order."""
    return (
        *_sources(given),
        *_forms(given),
        *_observations(given),
        *_claims(given),
        *check_readings(given.evidence),
        *_unused(given.evidence),
    )


def _sources(given: ValidationInput) -> Iterator[Finding]:
    snapshots = {item.card.id: item.snapshot for item in given.corpus.items}
    needed = set(_needed_sources(given.evidence))
    for index, source in enumerate(given.evidence.sources):
        pointer = f"evidence:/sources/{index}"
        held = snapshots.get(source.id)
        if held is None:
            message = f"{source.id} is not in the corpus"
            yield finding("EVD-source-unknown", f"{pointer}/id", message)
        elif held != source.snapshot:
            message = f"{source.id} has other bytes in the corpus: read it again"
            yield finding("EVD-snapshot", f"{pointer}/snapshot", message)
        if source.id not in needed:
            message = f"nothing rests on {source.id}: drop it"
            yield finding("EVD-source-idle", pointer, message)


def _forms(given: ValidationInput) -> Iterator[Finding]:
    order = given.profile.source_order
    forms = {item.card.id: item.card.form for item in given.corpus.items}
    for index, source in enumerate(given.evidence.sources):
        form = forms.get(source.id)
        if order and form is not None and form not in order:
            message = f"{source.id} is a {form}; the profile takes {', '.join(order)} only"
            yield finding("EVD-form", f"evidence:/sources/{index}", message)


def _needed_sources(evidence: Evidence) -> Iterator[str]:
    yield from (item.source_id for item in evidence.observations)
    yield from (item.source_id for item in evidence.claims)
    for population in evidence.populations:
        yield from (item.source_id for item in population.frame.items if item.source_id)
        if isinstance(population.rule, Passages):
            yield from (section.source_id for section in population.rule.sections)
    yield from (item.basis_ref for item in evidence.conventions)
    for target in evidence.targets:
        yield from target.search.documents if target.search else ()


def _observations(given: ValidationInput) -> Iterator[Finding]:
    matches = {item.observation_id: item for item in reversed(given.reproduction.quotes)}
    for index, item in enumerate(given.evidence.observations):
        pointer = f"evidence:/observations/{index}"
        yield from _quoted(given, pointer, item, matches.get(item.id))
        if not states(item.quote.text, item):
            message = f"no number of the quote is {item.value} {item.scale} {item.unit}"
            yield finding("EVD-number", f"{pointer}/quote/text", message)


def _claims(given: ValidationInput) -> Iterator[Finding]:
    matches = {item.claim_id: item for item in reversed(given.reproduction.claims)}
    for index, item in enumerate(given.evidence.claims):
        yield from _quoted(given, f"evidence:/claims/{index}", item, matches.get(item.id))


def _quoted(
    given: ValidationInput,
    pointer: str,
    item: Observation | Claim,
    match: QuoteMatch | ClaimMatch | None,
) -> Iterator[Finding]:
    """Its source is listed, and its quote stands there once."""
    if all(source.id != item.source_id for source in given.evidence.sources):
        message = f"{item.source_id} is not under sources: list it with its snapshot"
        yield finding("EVD-source-unlisted", f"{pointer}/source_id", message)
    if match is None or match.source_id != item.source_id:
        yield _absent(pointer, item, "was not looked up")
    elif match.outcome == "repeated":
        message = f"the quote stands more than once in {item.source_id}: quote more of it"
        yield finding("EVD-quote-repeated", f"{pointer}/quote/text", message)
    elif match.outcome != "found":
        yield _absent(pointer, item, "does not stand verbatim")


def _absent(pointer: str, item: Observation | Claim, what: str) -> Finding:
    message = f"the quote of {item.id} {what} in {item.source_id}: copy it from the source"
    return finding("EVD-quote-absent", f"{pointer}/quote/text", message)


_SCALE_WORD = r"(?:thousands?|millions?|billions?|trillions?|mm|mn|bn|tn|[kmb])"
_FIGURE = re.compile(
    rf"""\(?[-]?[ ]?\$?[ ]?\(?[-]?
    (?:[0-9]{{1,3}}(?:,[0-9]{{3}})+|[0-9]+)(?:\.[0-9]+)?\)?
    (?:[ ]?%|[ ]?{_SCALE_WORD}\b)?""",
    re.VERBOSE | re.IGNORECASE,
)


def states(quote: str, item: Observation) -> bool:
    """Whether some number of the quote is the observation's value under its scale.

    A number that says its own scale counts with it; a bare one is either in the scale of the
    observation (a table head) or in whole units. That the quote means it code cannot say.
    """
    wanted = Quantity(value=item.value, unit=item.unit, scale=item.scale).in_units()
    return any(
        _is_value(found.group(), item, wanted) for found in _FIGURE.finditer(unwrapped(quote))
    )


def _is_value(text: str, item: Observation, wanted: Decimal) -> bool:
    try:
        found = read_number(_balanced(text))
    except QuantityParseError:
        return False
    if found.unit is Unit.PERCENT and item.unit.dimension is Dimension.FRACTION:
        stated = Quantity(value=found.value, unit=Unit.PERCENT)
        return stated.in_terms_of(item.unit, item.scale) == item.value
    if found.scale is not None:
        return Quantity(value=found.value, unit=item.unit, scale=found.scale).in_units() == wanted
    return found.value in (item.value, wanted)


def _balanced(text: str) -> str:
    """The piece without a bracket whose partner stands elsewhere."""
    is_pair = text.count("(") == 1 and text.count(")") == 1
    return text if is_pair else text.replace("(", "").replace(")", "")


def _unused(evidence: Evidence) -> Iterator[Finding]:
    used = set(_used(evidence))
    for index, item in enumerate(evidence.observations):
        if item.id not in used:
            pointer = f"evidence:/observations/{index}"
            yield finding("EVD-unused", pointer, f"nothing uses {item.id}: drop it")
    for index, item in enumerate(evidence.claims):
        if item.id not in used:
            pointer = f"evidence:/claims/{index}"
            yield finding("EVD-unused", pointer, f"nothing uses {item.id}: drop it")
    for index, item in enumerate(evidence.derivations):
        if item.id not in used:
            pointer = f"evidence:/derivations/{index}"
            yield finding("EVD-unused", pointer, f"nothing uses {item.id}: drop it")


def _used(evidence: Evidence) -> Iterator[str]:
    themes = (theme for item in evidence.syntheses for theme in item.themes)
    yield from (name for theme in themes for name in theme.claim_ids)
    for derivation in evidence.derivations:
        yield from derivation.inputs
    for population in evidence.populations:
        for member in population.members:
            yield from member.evidence
        if population.tie_out is not None:
            yield from (population.tie_out.total, *population.tie_out.parts)
    for convention in evidence.conventions:
        yield from (option.derivation_id for option in convention.options if option.derivation_id)
    for target in evidence.targets:
        yield from target.evidence
        yield from (rival.evidence_id for rival in target.alternatives)
