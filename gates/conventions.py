"""CNV: every ambiguity and every activated kind is closed, with all readings on the table."""

from collections.abc import Iterator

from contracts.evidence import BASIS_PRECEDENCE, Convention
from contracts.factorization import Ambiguity
from contracts.feature import ConventionKind
from contracts.finding import Finding
from contracts.ids import ReadingId
from contracts.kind import KindRule
from gates.asked import Asked
from gates.codes import finding
from gates.validation_input import ValidationInput


def check_conventions(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family: closure first, then convention by convention."""
    return (
        *_open_ambiguities(given),
        *_open_kinds(given),
        *(
            found
            for index, convention in enumerate(given.evidence.conventions)
            for found in _convention(given, f"evidence:/conventions/{index}", convention)
        ),
    )


def ask_conventions(given: ValidationInput) -> tuple[Asked, ...]:
    """A rival reading that is accepted in words: a reader must say whether the rows do."""
    return tuple(
        Asked(
            "CNV-accepted-rival",
            f"evidence:/conventions/{index}/rivals/{place}",
            f"Do the rows take {rival.reading_id!r} as {convention.id} promises: {rival.words!r}?",
        )
        for index, convention in enumerate(given.evidence.conventions)
        for place, rival in enumerate(convention.rivals)
        if rival.treatment == "accept"
    )


def _ambiguities(given: ValidationInput) -> dict[str, Ambiguity]:
    return {item.id: item for item in reversed(given.factorization.ambiguities)}


def _activated(given: ValidationInput) -> Iterator[KindRule]:
    features = set(given.factorization.signature.features)
    for rule in given.kinds.kinds:
        if any(features.issuperset(group) for group in rule.activated_by):
            yield rule


def _open_ambiguities(given: ValidationInput) -> Iterator[Finding]:
    closed = [item.ambiguity_id for item in given.evidence.conventions]
    for index, ambiguity in enumerate(given.factorization.ambiguities):
        if ambiguity.id not in closed:
            pointer = f"factorization:/ambiguities/{index}"
            message = f"no convention closes {ambiguity.id}, {ambiguity.span.text!r}"
            yield finding("CNV-open", pointer, message)
    for index, convention in enumerate(given.evidence.conventions):
        name = convention.ambiguity_id
        if name is not None and name in closed[:index]:
            message = f"{name} is closed by an earlier convention: keep one"
            yield finding("CNV-doubled", f"evidence:/conventions/{index}/ambiguity_id", message)


def _open_kinds(given: ValidationInput) -> Iterator[Finding]:
    open_ambiguities = {item.kind for item in given.factorization.ambiguities}
    closed = {item.kind for item in given.evidence.conventions}
    for rule in _activated(given):
        if rule.kind not in closed | open_ambiguities:
            message = f"the signature activates {rule.kind}: close it with a convention"
            yield finding("CNV-open", "evidence:/conventions", message)


def _convention(given: ValidationInput, pointer: str, item: Convention) -> Iterator[Finding]:
    yield from _readings(given, pointer, item)
    yield from _choice(given, pointer, item)
    yield from _basis(given, pointer, item)
    yield from _rivals(pointer, item)
    yield from _conflicts(given, pointer, item)


def _readings(given: ValidationInput, pointer: str, item: Convention) -> Iterator[Finding]:
    options = [option.reading_id for option in item.options]
    if len(set(options)) != len(options) or len(options) < 2:
        message = "needs at least two readings, each once"
        yield finding("CNV-options", f"{pointer}/options", message)
        return
    ambiguity = _ambiguities(given).get(item.ambiguity_id or "")
    if item.ambiguity_id is not None and (ambiguity is None or ambiguity.kind != item.kind):
        message = f"{item.ambiguity_id} is no ambiguity of kind {item.kind}"
        yield finding("CNV-foreign", f"{pointer}/ambiguity_id", message)
    elif ambiguity is not None:
        wanted = {reading.id for reading in ambiguity.readings}
        yield from _odd_options(pointer, wanted ^ set(options), f"readings of {ambiguity.id}")
    else:
        wanted = _known_readings(given, item.kind)
        yield from _odd_options(pointer, wanted - set(options), f"known readings of {item.kind}")


def _known_readings(given: ValidationInput, kind: ConventionKind) -> set[ReadingId]:
    return {
        reading.id for rule in given.kinds.kinds if rule.kind == kind for reading in rule.readings
    }


def _odd_options(pointer: str, odd: set[ReadingId], whose: str) -> Iterator[Finding]:
    if odd:
        message = f"options are not the {whose}: {', '.join(sorted(odd))}"
        yield finding("CNV-options", f"{pointer}/options", message)


def _choice(given: ValidationInput, pointer: str, item: Convention) -> Iterator[Finding]:
    chosen = [option for option in item.options if option.reading_id == item.chosen]
    if not chosen:
        message = f"{item.chosen} is none of the options"
        yield finding("CNV-chosen", f"{pointer}/chosen", message)
        return
    carrier = chosen[0].derivation_id
    if carrier is None:
        return
    affected = [target for target in given.evidence.targets if target.id in item.affects]
    if affected and not any(carrier in target.evidence for target in affected):
        message = f"no affected target rests on {carrier}, which computes the chosen reading"
        yield finding("CNV-unapplied", f"{pointer}/affects", message)


def _basis(given: ValidationInput, pointer: str, item: Convention) -> Iterator[Finding]:
    if not _resolves(given, item):
        message = f"{item.basis_ref!r} is not what speaks for a {item.basis} basis"
        yield finding("CNV-basis", f"{pointer}/basis_ref", message)
    default = given.profile.conventions.get(item.kind)
    if default is None or item.basis == "query":
        return
    if BASIS_PRECEDENCE.index(item.basis) > BASIS_PRECEDENCE.index("profile"):
        message = f"the profile decides {item.kind} ({default}) before a {item.basis} does"
        yield finding("CNV-precedence", f"{pointer}/basis", message)
    elif item.chosen != default:
        message = f"the profile's default for {item.kind} is {default}, not {item.chosen}"
        yield finding("CNV-precedence", f"{pointer}/chosen", message)


def _resolves(given: ValidationInput, item: Convention) -> bool:
    match item.basis:
        case "query":
            known = {binding.id for binding in given.factorization.bindings}
        case "profile":
            known = {kind.value for kind in given.profile.conventions if kind == item.kind}
            known |= set(given.profile.definitions)
        case "governing_document" | "issuer_definition":
            known = {source.id for source in given.evidence.sources}
        case "principle":
            known = set(given.context.principle_ids)
        case _:
            cards = (entry.card for entry in given.corpus.items)
            known = {card.id for card in cards if card.supplied_by == "human"}
    return item.basis_ref in known


def _rivals(pointer: str, item: Convention) -> Iterator[Finding]:
    unchosen = sorted({option.reading_id for option in item.options} - {item.chosen})
    treated = sorted(rival.reading_id for rival in item.rivals)
    if treated != unchosen:
        message = f"rivals must be the unchosen readings, each once: {', '.join(unchosen)}"
        yield finding("CNV-rival", f"{pointer}/rivals", message)


def _conflicts(given: ValidationInput, pointer: str, item: Convention) -> Iterator[Finding]:
    carriers = {option.reading_id: option.derivation_id for option in item.options}
    for place, rival in enumerate(item.rivals):
        carrier = carriers.get(rival.reading_id)
        for target in given.evidence.targets:
            if carrier is None or target.id not in item.affects:
                continue
            others = {a.treatment for a in target.alternatives if a.evidence_id == carrier}
            if others - {rival.treatment}:
                message = f"{target.id} says the opposite of {rival.treatment} for {carrier}"
                yield finding("CNV-conflict", f"{pointer}/rivals/{place}/treatment", message)
