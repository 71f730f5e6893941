"""The egress policy: which hosts no role may reach, each with its reason."""

import json
import tomllib
from importlib import resources
from typing import Literal, NamedTuple

from contracts.contract import Contract, Words, parse_contract, sha256_of
from contracts.errors import InputError
from contracts.guard import BlockedHost
from contracts.ids import Sha256


class Egress(NamedTuple):
    """The policy and the bytes it was read from; those go into the lock."""

    hosts: tuple[BlockedHost, ...]
    """Sorted by host; each stands once, and never below another one of them."""
    data: bytes

    @property
    def sha256(self) -> Sha256:
        """Hash of those bytes."""
        return sha256_of(self.data)


class _Group(Contract):
    reason: Words
    hosts: tuple[Words, ...]


class _EgressFile(Contract):
    contract_name = "egress.toml"

    version: Literal[1]
    group: tuple[_Group, ...]


def load_egress() -> Egress:
    """Read the policy that comes with finrubric."""
    return parse_egress(resources.files("sandboxes").joinpath("egress.toml").read_bytes())


def parse_egress(data: bytes) -> Egress:
    """Read a policy from its bytes.

    Raises:
        InputError: no TOML, an unknown key, a faulty host, or one that another one covers.
    """
    try:
        document = json.dumps(tomllib.loads(data.decode("utf-8")))
    except (ValueError, TypeError) as error:  # a TypeError is a TOML date, which JSON has not
        raise InputError(f"egress.toml cannot be read: {error}") from None
    file = parse_contract(document.encode(), _EgressFile)
    hosts = [
        parse_contract(json.dumps({"host": host, "reason": group.reason}).encode(), BlockedHost)
        for group in file.group
        for host in group.hosts
    ]
    names = [blocked.host for blocked in hosts]
    for place, name in enumerate(names):
        others = names[:place] + names[place + 1 :]
        if covering := next((o for o in others if name == o or name.endswith(f".{o}")), None):
            raise InputError(f"egress.toml: {name!r} is already covered by {covering!r}")
    return Egress(tuple(sorted(hosts, key=lambda blocked: blocked.host)), data)
