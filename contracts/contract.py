"""The base of every contract, the one way in (`parse_contract`) and the one hash.

A stage file is `{"header": …, "body": …}`. Fingerprints are taken of the body alone, so that the
same work in two runs has the same fingerprint. Hashes are SHA-256 over RFC 8785 canonical JSON.
"""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Annotated, ClassVar, Generic, TypeAlias, TypeVar

import rfc8785
from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, ValidationError

from contracts.errors import ContractError, Fault
from contracts.ids import RunId, Sha256
from contracts.plain_words import plain_words

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

MAX_BYTES = 5_000_000
"""Largest contract document, in bytes."""
MAX_DEPTH = 40
"""Deepest nesting of a contract document."""
MAX_COMMAS = 200_000
"""Most commas between values: each faulty value costs a fault, so a small file could take much."""
MAX_INT_DIGITS = 15
"""Longest integer: RFC 8785 keeps integers exact up to 2**53."""
_FIRST_WITH_EXPONENT = 1e21
"""Below it RFC 8785 (3.2.2.3, as ECMAScript) writes a whole number with all its digits."""
_FORBIDDEN_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class Contract(BaseModel):
    """One file or row that crosses a boundary: strict, frozen, nothing extra."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )

    contract_name: ClassVar[str] = ""
    """Stable name; empty for parts that never stand alone in a file."""
    contract_version: ClassVar[int] = 1
    """Version of this contract's shape; a newer one in a file is refused."""


def _clean(text: str) -> str:
    if _FORBIDDEN_TEXT.search(text):
        msg = "holds a control character or a lone surrogate"
        raise ValueError(msg)
    return text


Text = Annotated[str, StringConstraints(max_length=20_000), AfterValidator(_clean)]
"""Text without control characters or lone surrogates, at most 20,000 characters; may be empty."""
Words = Annotated[
    str, StringConstraints(min_length=1, max_length=20_000, pattern=r"\S"), AfterValidator(_clean)
]
"""Like `Text`, but not blank."""
LongText = Annotated[str, StringConstraints(max_length=200_000), AfterValidator(_clean)]
"""Like `Text`, for answers of research agents: at most 200,000 characters; may be empty."""


class Header(Contract):
    """What stands above the body of every stage file; no time, so that a replay is byte-equal."""

    contract: str
    version: int
    run: RunId
    producer: str
    """The role that wrote the body, or `code`."""
    inputs: tuple[Sha256, ...]
    """Fingerprints of the bodies this one was made from."""


BodyT = TypeVar("BodyT", bound=Contract)


class Stamped(Contract, Generic[BodyT]):
    """A stage file: header and body."""

    header: Header
    body: BodyT


Upgrader: TypeAlias = Callable[[dict[str, Json]], dict[str, Json]]
"""Pure step of a published contract: the body of version n in, of version n + 1 out."""

UPGRADERS: dict[tuple[str, int], Upgrader] = {}
"""(contract name, version it reads) to the step that lifts a body by one version."""


def parse_contract(data: bytes, model: type[BodyT]) -> BodyT:
    """Read untrusted bytes as `model`: a guard pass, then strict validation of the same bytes.

    Raises:
        ContractError: with every fault's code and JSON pointer.
    """
    name = model.contract_name or model.__name__
    guard(data, name)
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        raise ContractError(name, _faults(error)) from None


def parse_stamped(data: bytes, model: type[BodyT]) -> Stamped[BodyT]:
    """Read a stage file, lifting an older published body through the upgraders.

    Raises:
        ContractError: other contract, newer version, no upgrader, or a faulty body.
    """
    name = model.contract_name
    document = guard(data, name)
    if not isinstance(document, dict):
        raise ContractError(name, (Fault("not-an-object", "", "a stage file is an object"),))
    faults = tuple(_shape_faults(document))
    if faults:
        raise ContractError(name, faults)
    header = _part(name, "/header", document.get("header"), Header)
    if header.contract != name:
        fault = Fault("other-contract", "/header/contract", f"expected {name}")
        raise ContractError(name, (fault,))
    if header.version > model.contract_version:
        fault = Fault(
            "newer-version",
            "/header/version",
            f"version {header.version} is newer than {model.contract_version}: update finrubric",
        )
        raise ContractError(name, (fault,))
    body = document["body"]
    assert isinstance(body, dict)
    body = lifted(name, header.version, model.contract_version, body)
    header = header.model_copy(update={"version": model.contract_version})
    return Stamped(header=header, body=_part(name, "/body", body, model))


def _shape_faults(document: dict[str, Json]) -> list[Fault]:
    """Header and body must be there, be objects, and stand alone."""
    parts = ("header", "body")
    return [
        *(
            Fault("extra_forbidden", f"/{pointer_token(key)}", "not allowed here")
            for key in document
            if key not in parts
        ),
        *(
            Fault("model_type", f"/{part}", "must be an object")
            for part in parts
            if part in document and not isinstance(document[part], dict)
        ),
        *(Fault("missing", f"/{part}", "is required") for part in parts if part not in document),
    ]


def _part(name: str, pointer: str, value: Json, model: type[BodyT]) -> BodyT:
    """One part of a guarded stage file, validated under its own model.

    A generic model for every contract would be made anew whenever it is asked for.
    """
    try:
        return model.model_validate_json(json.dumps(value))
    except ValidationError as error:
        raise ContractError(name, _faults(error, pointer)) from None


def lifted(name: str, found: int, wanted: int, body: dict[str, Json]) -> dict[str, Json]:
    """The body after every upgrader from version `found` up to `wanted`."""
    for version in range(found, wanted):
        step = UPGRADERS.get((name, version))
        if step is None:
            fault = Fault("no-upgrader", "/header/version", f"version {version} is not readable")
            raise ContractError(name, (fault,))
        body = step(body)
    return body


def guard(data: bytes, name: str) -> Json:
    """Refuse what strict validation would let through: duplicates, NaN, depth, size, odd text.

    Raises:
        ContractError: at the first group of faults found.
    """
    try:
        document = _load(_decode(data))
    except _Refused as error:
        raise ContractError(name, (Fault(error.code, "", error.message),)) from None
    faults = tuple(_odd_text(document, ""))
    if faults:
        raise ContractError(name, faults)
    return document


def _decode(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise _Refused("too-large", f"{len(data)} bytes, at most {MAX_BYTES}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _Refused("not-utf-8", f"byte {error.start} is not UTF-8") from None
    if text.startswith("\ufeff"):
        raise _Refused("byte-order-mark", "starts with a byte order mark")
    return text


def _load(text: str) -> Json:
    _check_structure(text)
    try:
        document: Json = json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_constant=_no_constant,
            parse_int=_small_int,
            parse_float=_finite,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise _Refused("not-json", f"{place}: {error.msg}") from None
    return document


class _Refused(ValueError):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def _unique_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise _Refused("duplicate-key", f"key {key[:80]!r} stands twice in one object")
        found[key] = value
    return found


def _no_constant(word: str) -> Json:
    raise _Refused("not-finite", f"{word} is not a number")


def _small_int(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_INT_DIGITS:
        raise _Refused("integer-too-long", f"integer of {len(digits)} digits")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise _Refused("not-finite", f"{digits[:40]} is too large")
    if 10**MAX_INT_DIGITS <= abs(value) < _FIRST_WITH_EXPONENT:
        raise _Refused("integer-too-long", f"{digits[:40]}, which is written as a longer integer")
    return value


_STRUCTURE = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{},]', re.DOTALL)
"""A string, also one that never ends, so that no text is scanned twice; or a structural mark."""


def _check_structure(text: str) -> None:
    depth = commas = 0
    for found in _STRUCTURE.finditer(text):
        mark = found.group()
        if mark == ",":
            commas += 1
        elif mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        if depth < 0:
            return  # The parser names the place; nothing after it is worth a look.
        if depth > MAX_DEPTH:
            raise _Refused("too-deep", f"nested deeper than {MAX_DEPTH}")
        if commas > MAX_COMMAS:
            raise _Refused("too-many-values", f"more than {MAX_COMMAS} values")


def _odd_text(value: Json, pointer: str) -> list[Fault]:
    if isinstance(value, str):
        if _FORBIDDEN_TEXT.search(value):
            return [Fault("control-character", pointer, "control character or lone surrogate")]
        return []
    if isinstance(value, dict):
        faults = [f for k in value for f in _odd_text(k, f"{pointer}/{pointer_token(k)}")]
        return faults + [
            f for k, v in value.items() for f in _odd_text(v, f"{pointer}/{pointer_token(k)}")
        ]
    if isinstance(value, list):
        return [f for i, v in enumerate(value) for f in _odd_text(v, f"{pointer}/{i}")]
    return []


def pointer_token(key: str | int) -> str:
    """Escape one step of a JSON pointer (RFC 6901)."""
    return str(key).replace("~", "~0").replace("/", "~1")


def _faults(error: ValidationError, pointer: str = "") -> tuple[Fault, ...]:
    return tuple(
        Fault(
            item["type"],
            pointer + "".join(f"/{pointer_token(step)}" for step in item["loc"]),
            plain_words(item["type"], item["msg"], item.get("ctx", {})),
        )
        for item in error.errors(include_url=False, include_input=False)
    )


def canonical(contract: BaseModel) -> bytes:
    """RFC 8785 canonical JSON of a contract: decimals and dates as text, keys sorted."""
    return rfc8785.dumps(contract.model_dump(mode="json"))


def sha256_of(data: bytes) -> Sha256:
    """Hex SHA-256 of bytes."""
    return hashlib.sha256(data).hexdigest()


def fingerprint(body: BaseModel) -> Sha256:
    """SHA-256 of a body's canonical JSON, without any header."""
    return sha256_of(canonical(body))
