"""Row templates: text with references such as `{{T1}}` or `{{T1.period}}`, rendered by code.

A template is data, whatever it holds: it is scanned by one regular expression and never handed to
`str.format` or a template engine. Braces that are no reference are an error, so nothing that
looks like a reference can be printed by accident.
"""

import re
import unicodedata
from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

_REFERENCE = re.compile(
    r"\{\{(?P<id>O[1-9][0-9]{0,2}\.[1-9][0-9]{0,2}"
    r"|(?:O|BND|A|B|CR|POP|CNV|SYN|THM|T|R|E)[1-9][0-9]{0,2}"
    r"|(?:OBS|DRV|CLM|F|Q)[1-9][0-9]{0,3})"
    r"(?:\.(?P<facet>[a-z][a-z_]{0,39}))?\}\}"
)
"""The ids of contracts/ids.py that have a capital prefix, and an optional lower-case facet."""
_DIGIT_CATEGORIES = frozenset({"Nd", "Nl", "No"})


class TemplateError(ValueError):
    """A template with a stray brace, or a reference without a value; the writer must mend it."""


class Reference(NamedTuple):
    """One reference of a template."""

    id: str
    facet: str | None

    @property
    def key(self) -> str:
        """Key of its value for `render`: `T1` or `T1.period`."""
        return self.id if self.facet is None else f"{self.id}.{self.facet}"


class _Scan(NamedTuple):
    texts: tuple[str, ...]
    """Text around the references: always one more than there are references."""
    references: tuple[Reference, ...]


def _scan(template: str) -> _Scan:
    texts: list[str] = []
    references: list[Reference] = []
    position = 0
    for found in _REFERENCE.finditer(template):
        texts.append(template[position : found.start()])
        references.append(Reference(found["id"], found["facet"]))
        position = found.end()
    texts.append(template[position:])
    for text in texts:
        stray = re.search(r"[{}].{0,20}", text, re.DOTALL)
        if stray:
            msg = f"{stray.group()!r}: a brace outside a reference such as {{{{T1}}}}"
            raise TemplateError(msg)
    return _Scan(tuple(texts), tuple(references))


def references(template: str) -> tuple[Reference, ...]:
    """All references in order of appearance, repetitions included.

    Raises:
        TemplateError: a brace outside a reference.
    """
    return _scan(template).references


def render(template: str, values: Mapping[str, str]) -> str:
    """Put the values in place of their references; values are not scanned again.

    Raises:
        TemplateError: a brace outside a reference, or a reference without a value.
    """
    scan = _scan(template)
    parts = [scan.texts[0]]
    for reference, text in zip(scan.references, scan.texts[1:], strict=True):
        value = values.get(reference.key)
        if value is None:
            msg = f"{{{{{reference.key}}}}} has no value"
            raise TemplateError(msg)
        parts += [value, text]
    return "".join(parts)


def digits_outside(template: str) -> tuple[str, ...]:
    """Runs of digits, of any script, that stand outside references.

    Raises:
        TemplateError: a brace outside a reference.
    """
    return tuple(
        "".join(run)
        for text in _scan(template).texts
        for is_digit, run in groupby(text, key=_is_digit)
        if is_digit
    )


def _is_digit(mark: str) -> bool:
    return unicodedata.category(mark) in _DIGIT_CATEGORIES
