"""The JSON Schemas accept what the contracts accept, and are as strict about keys."""

import json
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator

from contracts.contract import Json, canonical
from contracts.registry import CONTRACTS
from contracts.schemas import DIALECT, schema_files
from tests.contracts.examples import examples

EXAMPLES = examples()
SCHEMAS: dict[str, dict[str, Json]] = {
    name.removesuffix(".schema.json"): json.loads(text) for name, text in schema_files().items()
}


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(SCHEMAS[name])


def objects(value: Json) -> Iterator[dict[str, Json]]:
    """Every schema in a schema that describes an object with named keys."""
    if isinstance(value, dict):
        if value.get("type") == "object" and "properties" in value:
            yield value
        for item in value.values():
            yield from objects(item)
    elif isinstance(value, list):
        for item in value:
            yield from objects(item)


def test_every_contract_has_a_schema_and_an_example() -> None:
    names = {entry.model.contract_name for entry in CONTRACTS} | {"header"}
    assert set(SCHEMAS) == names
    assert set(EXAMPLES) == names


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_is_one_and_names_itself(name: str) -> None:
    schema = SCHEMAS[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == DIALECT
    assert schema["$id"] == f"urn:finrubric:{name}:{EXAMPLES[name].contract_version}"
    assert schema["description"]


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_accepts_the_good_example(name: str) -> None:
    document: Json = json.loads(canonical(EXAMPLES[name]))
    assert [error.message for error in validator(name).iter_errors(document)] == []
    assert type(EXAMPLES[name]).model_validate_json(json.dumps(document)) == EXAMPLES[name]


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_refuses_an_extra_key(name: str) -> None:
    document = json.loads(canonical(EXAMPLES[name]))
    errors = list(validator(name).iter_errors({**document, "surprise": 1}))
    assert [error.validator for error in errors] == ["additionalProperties"]


@pytest.mark.parametrize("name", SCHEMAS)
def test_no_object_within_the_schema_takes_unknown_keys(name: str) -> None:
    found = list(objects(SCHEMAS[name]))
    assert found
    assert [item["title"] for item in found if item.get("additionalProperties") is not False] == []


def test_docstrings_of_fields_describe_them() -> None:
    properties = SCHEMAS["header"]["properties"]
    assert isinstance(properties, dict)
    assert properties["producer"] == {
        "description": "The role that wrote the body, or `code`.",
        "title": "Producer",
        "type": "string",
    }
