"""The catalogue of convention kinds: which choices the features of a signature make necessary."""

from collections.abc import Iterable
from importlib.resources import files
from typing import NamedTuple

from contracts.errors import InputError
from contracts.feature import ConventionKind, Feature
from contracts.kind import KindCatalogue, KindRule
from principles.strict_toml import read_toml

KINDS_FILE = "kinds.toml"


class LoadedKinds(NamedTuple):
    """The catalogue and the bytes it was read from, which the lock keeps."""

    catalogue: KindCatalogue
    data: bytes


def load_kinds() -> LoadedKinds:
    """Read the packaged catalogue.

    Raises:
        InputError: the file is faulty; names the key.
    """
    data = files("principles").joinpath(KINDS_FILE).read_bytes()
    return LoadedKinds(parse_kinds(data), data)


def parse_kinds(data: bytes, file: str = KINDS_FILE) -> KindCatalogue:
    """Read a catalogue from its bytes.

    Raises:
        InputError: not the contract, a kind or a reading twice, an empty group of features, or a
            rule for `other`, which no feature activates.
    """
    catalogue = read_toml(data, file, KindCatalogue)
    seen: set[ConventionKind] = set()
    for rule in catalogue.kinds:
        if problem := _problem(rule, seen):
            msg = f"{file}: kind {rule.kind}: {problem}"
            raise InputError(msg)
        seen.add(rule.kind)
    return catalogue


def _problem(rule: KindRule, seen: set[ConventionKind]) -> str:
    readings = [reading.id for reading in rule.readings]
    if rule.kind in seen:
        return "stands twice"
    if rule.kind is ConventionKind.OTHER:
        return "covers what the catalogue does not and has no rule"
    if not all(rule.activated_by) or not rule.activated_by:
        return "activated_by needs groups of at least one feature each"
    if len(set(readings)) != len(readings):
        return "a reading stands twice"
    return ""


def activated_kinds(
    catalogue: KindCatalogue, features: Iterable[Feature]
) -> tuple[ConventionKind, ...]:
    """Kinds of which one group of features is wholly present, in the order of the catalogue."""
    present = frozenset(features)
    return tuple(
        rule.kind
        for rule in catalogue.kinds
        if any(present.issuperset(group) for group in rule.activated_by)
    )
