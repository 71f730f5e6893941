"""What is recorded of every request to the outside: each hop, allowed or refused, with its rule."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from contracts.contract import Contract, Text


class FetchRule(StrEnum):
    """Why a hop was allowed or refused."""

    ALLOWED = "allowed"
    SCHEME = "scheme"
    """Neither http nor https."""
    SPELLING = "spelling"
    """Blanks, controls, backslashes, or no host at all: programs disagree on what it means."""
    USERINFO = "userinfo"
    """A user before the host, which makes another host look like the one that is meant."""
    IP_LITERAL = "ip_literal"
    """An address in place of a name, in whatever spelling."""
    HOST_NAME = "host_name"
    """No name of the public Internet, such as `localhost`."""
    PORT = "port"
    """Another port than 80 and 443."""
    BLOCKED_HOST = "blocked_host"
    """A host of the egress policy, or one below it."""
    NESTED_HOST = "nested_host"
    """A blocked host in the path or query: a cached copy, a translation, a proxy."""
    PRIVATE_ADDRESS = "private_address"
    """One of the addresses of the name is none of the public Internet."""
    TOO_MANY_REDIRECTS = "too_many_redirects"


class Hop(Contract):
    """One step of a fetch."""

    url: Text
    """As it was asked, cut after 2,000 characters."""
    host: Text
    """In ASCII lower case; empty where the spelling hides it."""
    addresses: tuple[str, ...]
    """All addresses that the one look-up gave; the first one was connected to."""
    rule: FetchRule
    reason: Text = ""
    """Of a refusal, in words."""
    status: Annotated[int, Field(ge=0, le=999)] = 0
    """HTTP status; 0 where no answer came."""
