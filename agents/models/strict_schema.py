"""Whether a tool's schema is of the kind that providers hold a model to, token by token."""

from contracts.contract import Json

_KNOWN = frozenset(
    {
        "$defs",
        "$ref",
        "additionalProperties",
        "anyOf",
        "const",
        "description",
        "enum",
        "items",
        "properties",
        "required",
        "title",
        "type",
    }
)
"""Keywords that every provider's strict mode takes; with others a request may be refused."""


def fits_strict(schema: Json) -> bool:
    """Every object closed, every property required, and no keyword that may be refused."""
    if not isinstance(schema, dict):
        return isinstance(schema, bool)
    if not schema.keys() <= _KNOWN:
        return False
    properties = _named(schema.get("properties"))
    if (schema.get("type") == "object" or properties) and not _is_closed(schema, properties):
        return False
    parts = [*properties.values(), *_named(schema.get("$defs")).values()]
    anyof = schema.get("anyOf")
    parts += anyof if isinstance(anyof, list) else []
    parts += [schema["items"]] if "items" in schema else []
    return all(fits_strict(part) for part in parts)


def _named(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _is_closed(schema: dict[str, Json], properties: dict[str, Json]) -> bool:
    required = schema.get("required", [])
    names = (
        {name for name in required if isinstance(name, str)}
        if isinstance(required, list)
        else set[str]()
    )
    return schema.get("additionalProperties") is False and names == set(properties)
