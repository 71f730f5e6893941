"""What a proxy let through and what it refused: the network's own account of an activation."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from contracts.contract import Contract, Text, Words
from contracts.cutoff import Instant
from contracts.ids import Sha256


class EgressRule(StrEnum):
    """What decided on one request; only `allowed` lets anything through."""

    ALLOWED = "allowed"
    PORT = "port"
    """Not port 80, or 443 for a tunnel."""
    IP_LITERAL = "ip_literal"
    """An address in any spelling where a name belongs."""
    DENY_LIST = "deny_list"
    NOT_ALLOWED = "not_allowed"
    """The policy lists what is allowed, and this is not on it."""
    PRIVATE_ADDRESS = "private_address"
    """The name has an address of a private network, of this machine or of a cloud's metadata."""
    SNI_MISMATCH = "sni_mismatch"
    """Inside the tunnel another host is asked for than the tunnel was opened to, or none, or what
    is spoken there is no TLS."""
    OUTSIDER = "outsider"
    """Whoever asked is not in the activation's network."""
    UNREACHABLE = "unreachable"
    """No rule refused it, but the name or the host gave no answer."""


class EgressLine(Contract):
    """One request to the proxy."""

    at: Instant
    rule: EgressRule
    method: Text
    host: Text
    """As it was asked for; control characters and quotation marks are written as `%0A`."""
    port: Text
    sni: Text = ""
    """The host named inside the tunnel; empty when there is no tunnel or it names none."""
    server: Text = ""
    """The address that was reached; empty when none was."""
    bytes_up: Annotated[int, Field(ge=0)]
    bytes_down: Annotated[int, Field(ge=0)]

    @property
    def is_allowed(self) -> bool:
        """Whether it was let through."""
        return self.rule is EgressRule.ALLOWED


class EgressLog(Contract):
    """All requests of one activation, in the order in which they ended."""

    contract_name = "egress-log"

    policy: Sha256
    """Of the policy file; the lock has it as well."""
    rules: Sha256
    """Of what the proxy was configured with: policy, profile's hosts and allow list."""
    proxy_image: Words
    """Digest of the image the proxy ran from."""
    lines: tuple[EgressLine, ...]
