"""A provider's own form of an answer, kept whole so that it goes back as it came."""

import base64
import binascii
import json

from pydantic import JsonValue, TypeAdapter, ValidationError

from contracts.contract import Json

Item = dict[str, Json]
ITEM = TypeAdapter(dict[str, JsonValue])
ITEMS = TypeAdapter(list[dict[str, JsonValue]])
_SEALED = TypeAdapter(dict[str, list[dict[str, JsonValue]]])


def seal(protocol: str, items: list[Item]) -> str:
    """Base64 of JSON, under the protocol that understands it."""
    text = json.dumps({protocol: items}, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()


def unseal(protocol: str, opaque: str | None) -> list[Item] | None:
    """What was sealed under this protocol; None for an answer that came over another one.

    So a conversation can go on with another client: what only the first understands is left out.
    """
    if opaque is None:
        return None
    try:
        return _SEALED.validate_json(base64.b64decode(opaque, validate=True)).get(protocol)
    except (binascii.Error, ValidationError):
        return None
