"""How squid is told the policy, and what it says of each request.

Rules are read from the top, the first that fits decides. The name is judged before it is looked
up, so a denied name reaches no name server; its address is judged after that, and is the one that
is connected to. TLS is looked at and not decrypted: the host asked for inside a tunnel must be the
one that the tunnel was opened to.
"""

import hashlib
import re
from ipaddress import IPv4Network
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from contracts.contract import Contract, Text, parse_contract
from contracts.cutoff import Instant
from contracts.egress import EgressLine, EgressRule
from contracts.errors import InputError, SandboxError
from contracts.guard import BlockedHost

PORT = 3128
NAME = "finrubric-proxy"
"""What the proxy calls itself; its own pages on what went wrong have a picture at this name."""
CONF = "/conf"
LOG = "/log"
LOG_FILE = "access.jsonl"
ACCEPTS = b"Accepting SSL bumped HTTP Socket connections"
"""What squid prints once it listens."""
LINE_CAP = 20_000

_PRIVATE = (
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 "
    "192.168.0.0/16 198.18.0.0/15 224.0.0.0/3 ::/128 ::1/128 64:ff9b::/96 64:ff9b:1::/48 "
    "2001::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8"
)
_LITERAL = r"^[0-9]+$ ^[0-9.]+$ ^\[ : ^0x[0-9a-f]+ (^|\.)0x[0-9a-f]+$ ^0[0-7]+\. (^|\.)[0-9]+\.?$"
_NAME = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")
_SAME_NAME = """\
import sys
for line in sys.stdin:
    names = [name.lower().rstrip(".") for name in line.split()[:2]]
    same = len(names) == 2 and names[0] == names[1] not in ("", "-")
    print("OK" if same else "ERR", flush=True)
"""
"""Says whether a tunnel's host and the one asked for inside it are the same; run by squid."""
_FORMAT = (
    '{"at":"%{%Y-%m-%dT%H:%M:%S}tg.%03tuZ","rule":"%#note{rule}","result":"%Ss",'
    '"bump":"%ssl::bump_mode","method":"%#rm","host":"%#>rd","port":"%>rP",'
    '"sni":"%#ssl::>sni","server":"%<a","bytes_up":%>st,"bytes_down":%<st}'
)
_CONF = """\
http_port {port} ssl-bump tls-cert={certificate} generate-host-certificates=off
visible_hostname {name}
pid_filename none
cache deny all
cache_mem 8 MB
coredump_dir none
cache_log stdio:/dev/stderr
forwarded_for delete
via off
httpd_suppress_version_string on
shutdown_lifetime 1 seconds
positive_dns_ttl 60 seconds
dns_timeout 10 seconds
connect_timeout 15 seconds
max_filedescriptors 1024
pinger_enable off
acl inside src {inside}
acl web port 80 443
acl tls port 443
acl CONNECT method CONNECT
acl literal dstdom_regex -n -i {literal}
acl denied dstdomain -n "{conf}/deny.txt"
{allowed_acl}acl private dst {private}
acl r_outsider annotate_transaction rule=outsider
acl r_port annotate_transaction rule=port
acl r_literal annotate_transaction rule=ip_literal
acl r_denied annotate_transaction rule=deny_list
acl r_unlisted annotate_transaction rule=not_allowed
acl r_private annotate_transaction rule=private_address
acl r_allowed annotate_transaction rule=allowed
http_access deny !inside r_outsider
http_access deny !web r_port
http_access deny CONNECT !tls r_port
http_access deny literal r_literal
http_access deny denied r_denied
{allowed_rule}http_access deny private r_private
http_access allow r_allowed
http_access deny all
external_acl_type names ttl=60 children-max=4 children-startup=1 %>rd %ssl::>sni {same_name}
acl same_name external names
acl step1 at_step SslBump1
ssl_bump peek step1
ssl_bump splice same_name
ssl_bump terminate all
logformat finrubric {format}
access_log stdio:{log}/{log_file} finrubric
logfile_rotate 0
"""


class Policy(NamedTuple):
    """What a proxy is to refuse."""

    deny: tuple[BlockedHost, ...]
    """These hosts and all below them."""
    allow: tuple[str, ...] | None = None
    """Only these hosts and all below them; None: every host that nothing refuses."""


def squid_files(policy: Policy, inside: IPv4Network) -> dict[str, bytes]:
    """The configuration folder of a proxy that serves the network `inside`.

    Raises:
        InputError: a host of the policy is no host name.
    """
    is_closed = policy.allow is not None
    conf = _CONF.format(
        port=PORT,
        name=NAME,
        inside=inside,
        literal=_LITERAL,
        private=_PRIVATE,
        conf=CONF,
        log=LOG,
        log_file=LOG_FILE,
        certificate="/usr/share/finrubric/placeholder.pem",
        same_name=f"/usr/bin/env python3 -I -S {CONF}/same_name.py",
        format=_FORMAT,
        allowed_acl=f'acl allowed dstdomain -n "{CONF}/allow.txt"\n' if is_closed else "",
        allowed_rule="http_access deny !allowed r_unlisted\n" if is_closed else "",
    )
    return {
        "squid.conf": conf.encode(),
        "deny.txt": _suffixes(tuple(blocked.host for blocked in policy.deny)),
        "allow.txt": _suffixes(policy.allow or ()),
        "same_name.py": _SAME_NAME.encode(),
    }


def rules_hash(policy: Policy) -> str:
    """A hash over all that decides, which the network's own addresses are no part of."""
    files = squid_files(policy, IPv4Network("0.0.0.0/32"))
    parts = [part for name in sorted(files) for part in (name.encode(), files[name])]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def read_log(data: bytes) -> tuple[EgressLine, ...]:
    """What a log says of each request.

    Raises:
        SandboxError: a line is not what the proxy is told to write; nothing is passed over.
    """
    lines = data.decode("utf-8", errors="surrogateescape").splitlines()
    if len(lines) > LINE_CAP:
        raise SandboxError(f"the proxy's log has {len(lines)} lines, more than {LINE_CAP}")
    said = [_said_in(place, line) for place, line in enumerate(lines, 1)]
    carried = {(one.host, one.port) for one in said if not _is_first_half(one)}
    return tuple(
        _line(one, rule)
        for one in said
        if (rule := _rule(one)) is not None
        # A tunnel that carried something has a second line, and that one tells of it.
        and not (_is_first_half(one) and (one.host, one.port) in carried)
    )


class _SquidLine(Contract):
    at: Instant
    rule: Literal[
        "-", "allowed", "port", "ip_literal", "deny_list", "not_allowed", "private_address",
        "outsider",
    ]  # fmt: skip
    result: Text
    bump: Text
    method: Text
    host: Text
    port: Text
    sni: Text
    server: Text
    bytes_up: Annotated[int, Field(ge=0)]
    bytes_down: Annotated[int, Field(ge=0)]


def _said_in(place: int, line: str) -> _SquidLine:
    try:
        return parse_contract(line.encode("utf-8", errors="surrogateescape"), _SquidLine)
    except InputError as error:
        raise SandboxError(f"line {place} of the proxy's log cannot be read: {error}") from error


def _line(said: _SquidLine, rule: EgressRule) -> EgressLine:
    return EgressLine(
        at=said.at,
        rule=rule,
        method=said.method,
        host=_said(said.host),
        port=_said(said.port),
        sni=_said(said.sni),
        server=_said(said.server),
        bytes_up=said.bytes_up,
        bytes_down=said.bytes_down,
    )


def _is_first_half(said: _SquidLine) -> bool:
    return said.bump == "splice" and said.result.startswith("NONE")


def _rule(said: _SquidLine) -> EgressRule | None:
    """What decided; None for a second line on what was refused."""
    if said.bump == "terminate":
        return EgressRule.SNI_MISMATCH
    if said.rule == "-":
        return None
    rule = EgressRule(said.rule)
    is_through = said.server not in ("", "-")
    if rule is EgressRule.ALLOWED and not is_through:
        return EgressRule.UNREACHABLE
    return rule


def _said(word: str) -> str:
    return "" if word == "-" else word.replace("%5B", "[").replace("%5D", "]")


def _suffixes(hosts: tuple[str, ...]) -> bytes:
    """Squid's list of hosts and all below them; it stops at one that another one covers."""
    names = {host.lower().rstrip(".") for host in hosts}
    if odd := sorted(name for name in names if not _NAME.fullmatch(name)):
        raise InputError(f"{odd[0]!r} is no host name that the proxy can be told")
    least = [n for n in names if not any(n.endswith(f".{other}") for other in names)]
    return "".join(f".{name}\n" for name in sorted(least)).encode()
