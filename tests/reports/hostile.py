"""Texts that would run, load or hide something if they were ever taken for more than text."""

from typing import TypeVar

from pydantic import BaseModel

PAYLOADS = (
    "<script>window.PWN=1</script>",
    '"><script>window.PWN=1</script>',
    "<img src=x onerror=window.PWN=1>",
    "<svg/onload=window.PWN=1>",
    "<iframe src=javascript:window.PWN=1></iframe>",
    "<a href=javascript:window.PWN=1>x</a>",
    "' onmouseover='window.PWN=1",
    '" autofocus onfocus="window.PWN=1',
    "</style><script>window.PWN=1</script>",
    "</title><script>window.PWN=1</script>",
    "</textarea><script>window.PWN=1</script>",
    "<!--<script>window.PWN=1</script>-->",
    "<base href=https://evil.example/>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<meta http-equiv=refresh content=0;url=https://evil.example/>",
    "{{ 7 * 7 }}{% for x in () %}",
    "[x](javascript:window.PWN=1) ![x](https://evil.example/x.png) `<b>`",
)
TEXT_FIELDS = frozenset(
    {
        *("by", "guidance"),
        *("accession", "answer", "basis_ref", "condition", "expected", "form", "key", "label"),
        *("locator", "measure", "message", "not_computed", "note", "part", "printed", "publisher"),
        *(
            "question",
            "rationale",
            "reason",
            "rule",
            "statement",
            "text",
            "title",
            "value",
            "words",
        ),
        "url",
    }
)
"""Names of fields that hold words of others."""

ModelT = TypeVar("ModelT", bound=BaseModel)


def poisoned(model: ModelT, payload: str) -> ModelT:
    """The model with the payload put behind every text of others in it."""
    changes = {
        name: _poisoned(name, getattr(model, name), payload) for name in type(model).model_fields
    }
    return model.model_copy(update=changes)


def _poisoned(name: str, value: object, payload: str) -> object:
    if isinstance(value, BaseModel):
        return poisoned(value, payload)
    if isinstance(value, tuple):
        return tuple(_poisoned(name, item, payload) for item in value)
    if type(value) is str and name in TEXT_FIELDS:
        return value + payload
    return value
