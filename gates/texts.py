"""TXT: rows read as demands, figures stand in references, and reasons are given."""

import re
from collections.abc import Iterator

from contracts.finding import Finding
from contracts.rows import Row
from contracts.template import TemplateError, digits_outside, references
from gates.codes import finding
from gates.normal_form import words
from gates.number_mentions import number_mentions
from gates.rendering import reference_values
from gates.validation_input import ValidationInput

_REFERENCE = re.compile(r"\{\{[^{}]*\}\}")
NEAR_DUPLICATE = 90
"""Percent of words two rows share, of all the words of both, from which they are called alike."""


def check_texts(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family: rows, then reasons."""
    return (*_cap(given), *_rows(given), *_alike(given), *_reasons(given))


def _cap(given: ValidationInput) -> Iterator[Finding]:
    if len(given.rows.rows) > given.profile.max_rows:
        message = f"{len(given.rows.rows)} rows, the profile allows {given.profile.max_rows}"
        yield finding("TXT-row-cap", "rows:/rows", message)


def _rows(given: ValidationInput) -> Iterator[Finding]:
    known = reference_values(given.factorization, given.evidence)
    for index, row in enumerate(given.rows.rows):
        pointer = f"rows:/rows/{index}/template"
        try:
            digits = digits_outside(row.template)
            found = references(row.template)
        except TemplateError as error:
            yield finding("TXT-reference", pointer, str(error))
            continue
        if digits:
            message = f"digits outside references: {', '.join(digits)}; refer to a target instead"
            yield finding("TXT-digits", pointer, message)
        spelled = _spelled(row.template)
        if spelled:
            message = f"numbers in words: {', '.join(spelled)}; refer to what carries them"
            yield finding("TXT-number-words", pointer, message)
        unknown = dict.fromkeys(item.key for item in found if item.key not in known)
        for key in unknown:
            yield finding("TXT-reference", pointer, f"{{{{{key}}}}} leads nowhere")
        yield from _targets(pointer, row, [item.id for item in found])
        yield from _wording(pointer, row)


def _spelled(template: str) -> list[str]:
    """Numbers above one that are written in letters outside references, as digits."""
    plain = _REFERENCE.sub(" ", template)
    values = {min(mention.values, key=abs) for mention in number_mentions(plain) if mention.spelled}
    return [format(value, "f") for value in sorted(values) if value > 1]


def _targets(pointer: str, row: Row, ids: list[str]) -> Iterator[Finding]:
    named = dict.fromkeys(name for name in ids if re.fullmatch(r"T[0-9]+", name))
    for name in named:
        if name not in row.target_ids:
            message = f"speaks of {name}, which is not among its target_ids"
            yield finding("TXT-unlisted", pointer, message)
    for name in row.target_ids:
        if name not in named:
            message = f"never says what {name} expects: refer to it"
            yield finding("TXT-unstated", pointer, message)


_CONDITIONAL = re.compile(
    r"\b(?:if|unless|in case|otherwise|provided that|as applicable|depending on|"
    r"(?:where|when|if) (?:available|applicable|relevant|disclosed|possible|necessary))\b",
    re.IGNORECASE,
)


def _wording(pointer: str, row: Row) -> Iterator[Finding]:
    plain = _REFERENCE.sub(" ", row.template)
    if not words(plain):
        message = "no words beside references: say what an answer must do"
        yield finding("TXT-blank", pointer, message)
    clause = _CONDITIONAL.search(plain)
    if clause is not None:
        message = f"{clause.group()!r} makes the demand conditional: state it outright"
        yield finding("TXT-conditional", pointer, message)


def _alike(given: ValidationInput) -> Iterator[Finding]:
    """Each row that repeats an earlier one, named once, with the first that it repeats."""
    bags = [(row, frozenset(row.template.casefold().split())) for row in given.rows.rows]
    for other, (second, right) in enumerate(bags):
        for place, (first, left) in enumerate(bags[:other]):
            if len(left & right) * 100 >= NEAR_DUPLICATE * len(left | right):
                message = f"{second.id} reads like {first.id} (row {place}): merge them"
                yield finding("TXT-duplicate", f"rows:/rows/{other}/template", message)
                break
            if set(first.target_ids) == set(second.target_ids):
                message = f"{second.id} grades what {first.id} (row {place}) grades: merge them"
                yield finding("TXT-same-targets", f"rows:/rows/{other}/target_ids", message)
                break


def _reasons(given: ValidationInput) -> Iterator[Finding]:
    for pointer, text in _rationales(given):
        if not words(text):
            yield finding("TXT-empty-rationale", pointer, "says nothing: give the reason")


def _rationales(given: ValidationInput) -> Iterator[tuple[str, str]]:
    for index, row in enumerate(given.rows.rows):
        yield f"rows:/rows/{index}/rationale", row.rationale
    for index, convention in enumerate(given.evidence.conventions):
        base = f"evidence:/conventions/{index}"
        yield f"{base}/rationale", convention.rationale
        for place, rival in enumerate(convention.rivals):
            yield f"{base}/rivals/{place}/words", rival.words
    for index, population in enumerate(given.evidence.populations):
        base = f"evidence:/populations/{index}"
        for place, item in enumerate(population.excluded):
            yield f"{base}/excluded/{place}/reason", item.reason
        for place, item in enumerate(population.not_published):
            yield f"{base}/not_published/{place}/reason", item.reason
