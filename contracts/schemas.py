"""JSON Schemas of the contracts as deterministic text: pure functions of the registry."""

import json
from collections.abc import Mapping

from contracts.contract import Contract, Header
from contracts.registry import CONTRACTS

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_files() -> Mapping[str, str]:
    """File name to text: one schema per registered contract, and one for the header."""
    models = {entry.model.contract_name: entry.model for entry in CONTRACTS}
    named: dict[str, type[Contract]] = {"header": Header, **models}
    return {f"{name}.schema.json": schema_text(name, model) for name, model in named.items()}


def schema_text(name: str, model: type[Contract]) -> str:
    """The schema of one body, as a stage file or a person's file holds it.

    A schema says less than its contract: laws over several fields, calendar dates, time zones,
    duplicate keys and size limits are checked by `parse_contract` alone.
    """
    schema = {
        "$schema": DIALECT,
        "$id": f"urn:finrubric:{name}:{model.contract_version}",
        **model.model_json_schema(),
    }
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
