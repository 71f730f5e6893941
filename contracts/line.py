"""One line of a JSONL file that outlives the code: a body with the version of its contract.

Such files have no header, since a line stands for itself. The version stands in the line; without
one it is 1, so what was written before there was a second version stays readable for ever.
"""

import json

import rfc8785

from contracts.contract import BodyT, Contract, Json, guard, lifted, parse_contract
from contracts.errors import ContractError, Fault

VERSION_KEY = "version"


def parse_line(data: bytes, model: type[BodyT]) -> BodyT:
    """Read one line, lifting an older body through the upgraders.

    Raises:
        ContractError: not an object, a newer version, no upgrader, or a faulty body.
    """
    name = model.contract_name
    document = guard(data, name)
    if not isinstance(document, dict):
        raise ContractError(name, (Fault("not-an-object", "", "a line is one JSON object"),))
    found = document.pop(VERSION_KEY, 1)
    body = lifted(name, _version(found, model), model.contract_version, document)
    return parse_contract(json.dumps(body, ensure_ascii=False).encode(), model)


def _version(found: Json, model: type[Contract]) -> int:
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        fault = Fault("int_type", f"/{VERSION_KEY}", "must be a whole number from 1")
        raise ContractError(model.contract_name, (fault,))
    if found > model.contract_version:
        words = f"version {found} is newer than {model.contract_version}: update finrubric"
        fault = Fault("newer-version", f"/{VERSION_KEY}", words)
        raise ContractError(model.contract_name, (fault,))
    return found


def line_of(contract: Contract) -> bytes:
    """The canonical line of a contract, with its version and the end of the line."""
    body: dict[str, Json] = contract.model_dump(mode="json")
    return rfc8785.dumps({VERSION_KEY: contract.contract_version, **body}) + b"\n"
