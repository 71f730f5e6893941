"""What a fuzzer calls: one document per input, its first byte picking the contract."""

from contextlib import suppress

from contracts.contract import parse_contract
from contracts.errors import ContractError
from tests.contracts.examples import examples

MODELS = tuple(type(body) for _, body in sorted(examples().items()))


def one_input(data: bytes) -> None:
    """Read one document; an exception that is not a ContractError ends the fuzzer."""
    if data:
        with suppress(ContractError):
            _ = parse_contract(data[1:], MODELS[data[0] % len(MODELS)])
