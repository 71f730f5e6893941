"""Run ids as people type them."""

import json

from contracts.contract import Contract, parse_contract
from contracts.errors import ContractError, InputError
from contracts.ids import RunId


class _RunOption(Contract):
    contract_name = "option --run"

    run: RunId


def checked_run_id(given: str) -> RunId:
    """The id, which becomes a folder's name.

    Raises:
        InputError: it is not letters, digits, dots, underscores and dashes, at most 64.
    """
    try:
        return parse_contract(json.dumps({"run": given}).encode(), _RunOption).run
    except ContractError:
        msg = (
            f"run id {given[:80]!r} cannot be used: a letter or digit, then letters, digits, dots, "
            "underscores and dashes, 64 at most"
        )
        raise InputError(msg) from None
