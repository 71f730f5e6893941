"""The network below a fetch: one look-up of a name, and a line to an address that was judged."""

import asyncio
import ipaddress
import socket
import ssl
from functools import cache
from typing import Protocol

import httpx2

from contracts.errors import FetchFailed

_SPECIAL = tuple(
    ipaddress.ip_network(text)
    for text in (
        "192.0.0.0/24",  # protocol assignments, of which Python calls some global
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",  # relays of 6to4
        "192.175.48.0/24",
        "64:ff9b::/96",  # NAT64: an IPv4 address inside
        "64:ff9b:1::/48",
        "2001::/23",  # protocol assignments, Teredo among them
        "2002::/16",  # 6to4: an IPv4 address inside
        "2620:4f:8000::/48",
        "3fff::/20",  # documentation
        "5f00::/16",
    )
)
_UNICAST_V6 = ipaddress.IPv6Network("2000::/3")
"""All that is assigned to hosts of the public Internet; mapped and local ranges lie outside."""


class Network(Protocol):
    """Names and lines; the fetch asks each name once per hop and connects to what it judged."""

    async def resolve(self, host: str, port: int) -> tuple[str, ...]:
        """All addresses of a host.

        Raises:
            FetchFailed: the name has none.
        """
        ...

    def line(self) -> httpx2.AsyncBaseTransport:
        """A transport for one request, whose URL holds an address in place of the host."""
        ...


class Internet:
    """The machine's own resolver and sockets; no proxy or file of the environment counts."""

    def __init__(self, trusted: ssl.SSLContext | None = None) -> None:
        """Trust the usual authorities, unless others are given."""
        self._trusted = trusted

    async def resolve(self, host: str, port: int) -> tuple[str, ...]:
        """All addresses of a host, in the resolver's order.

        Raises:
            FetchFailed: the name has none.
        """
        try:
            found = await asyncio.get_running_loop().getaddrinfo(
                host, port, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG
            )
        except (OSError, UnicodeError) as error:
            msg = (
                f"the name {host!r} is not found ({error}): is there a network? Proxies named in "
                "the environment are not used"
            )
            raise FetchFailed(msg) from None
        return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))

    def line(self) -> httpx2.AsyncBaseTransport:
        """A line that keeps no connection for a later request."""
        return httpx2.AsyncHTTPTransport(
            verify=self._trusted or _usual_authorities(),
            trust_env=False,
            limits=httpx2.Limits(max_keepalive_connections=0),
        )


@cache
def _usual_authorities() -> ssl.SSLContext:
    return httpx2.create_ssl_context(trust_env=False)


def is_public(text: str) -> bool:
    """Whether an address is one of a host on the public Internet, and nothing that leads inside.

    Python's `is_global` alone is not enough: it takes multicast, NAT64, 6to4 and parts of
    192.0.0.0/24 for global.
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and (
        address not in _UNICAST_V6 or address.scope_id is not None
    ):
        return False
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return not any(address.version == net.version and address in net for net in _SPECIAL)
