"""What squid is told, and how its log is read."""

import json
from ipaddress import IPv4Network

import pytest

from contracts.egress import EgressRule
from contracts.errors import InputError, SandboxError
from contracts.guard import BlockedHost
from sandboxes.egress import load_egress
from sandboxes.egress_network import POOL, subnets
from sandboxes.squid import Policy, read_log, rules_hash, squid_files

INSIDE = IPv4Network("198.19.0.8/29")
BLOCKED = BlockedHost(host="bench.test", reason="benchmark")

LINE: dict[str, object] = {
    "at": "2026-11-30T15:27:19.575Z",
    "rule": "allowed",
    "result": "TCP_TUNNEL",
    "bump": "splice",
    "method": "CONNECT",
    "host": "api.model.test",
    "port": "443",
    "sni": "api.model.test",
    "server": "198.51.100.2",
    "bytes_up": 678,
    "bytes_down": 2037,
}


def test_own_policy_makes_a_configuration_with_every_host() -> None:
    egress = load_egress()
    files = squid_files(Policy(egress.hosts), INSIDE)
    assert files["deny.txt"].decode().split() == sorted(f".{found.host}" for found in egress.hosts)
    conf = files["squid.conf"].decode()
    assert f"acl inside src {INSIDE}" in conf
    assert "acl allowed" not in conf
    assert conf.index("deny denied") < conf.index("deny private") < conf.index("allow r_allowed")


def test_an_allow_list_closes_the_rest() -> None:
    files = squid_files(Policy((BLOCKED,), ("sec.test", "www.sec.test", "Model.Test.")), INSIDE)
    assert files["allow.txt"] == b".model.test\n.sec.test\n"
    conf = files["squid.conf"].decode()
    assert conf.index("deny !allowed") < conf.index("deny private")
    assert squid_files(Policy((BLOCKED,), ()), INSIDE)["allow.txt"] == b""


@pytest.mark.parametrize("host", ["", ".", "a b.test", "a.test\nb.test", '"a.test"', "*.test"])
def test_hosts_that_squid_would_read_otherwise_are_refused(host: str) -> None:
    with pytest.raises(InputError, match="no host name"):
        squid_files(Policy((), (host,)), INSIDE)


def test_rules_have_one_hash_wherever_the_network_lies() -> None:
    policy = Policy((BLOCKED,))
    assert rules_hash(policy) == rules_hash(Policy((BLOCKED,)))
    others = (Policy(()), Policy((BLOCKED,), ()), Policy((BLOCKED,), ("a.test",)))
    assert len({rules_hash(policy), *map(rules_hash, others)}) == 4


def test_networks_to_try_are_small_apart_and_inside_the_pool() -> None:
    found = list(subnets())
    assert len(set(found)) == len(found) > 8
    assert all(part.prefixlen == 29 and part.subnet_of(POOL) for part in found)


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({}, EgressRule.ALLOWED),
        ({"bump": "terminate"}, EgressRule.SNI_MISMATCH),
        ({"bump": "terminate", "rule": "-"}, EgressRule.SNI_MISMATCH),
        ({"rule": "deny_list", "result": "TCP_DENIED", "server": "-"}, EgressRule.DENY_LIST),
        ({"rule": "allowed", "result": "TCP_MISS", "server": "-"}, EgressRule.UNREACHABLE),
        ({"rule": "private_address", "server": "-"}, EgressRule.PRIVATE_ADDRESS),
        ({"rule": "-", "result": "NONE_NONE", "bump": "-"}, None),
        ({"result": "NONE_NONE", "server": "-"}, EgressRule.UNREACHABLE),
    ],
)
def test_each_request_has_one_line_with_the_rule(
    changes: dict[str, object], rule: EgressRule | None
) -> None:
    lines = read_log(json.dumps(LINE | changes).encode() + b"\n")
    assert [line.rule for line in lines] == ([] if rule is None else [rule])
    assert all(line.is_allowed == (rule is EgressRule.ALLOWED) for line in lines)


def test_a_tunnel_that_carried_something_is_told_once() -> None:
    first = json.dumps(LINE | {"result": "NONE_NONE", "server": "-"}).encode()
    lines = read_log(first + b"\n" + json.dumps(LINE).encode())
    assert [line.rule for line in lines] == [EgressRule.ALLOWED]


def test_nothing_that_was_not_said_is_kept() -> None:
    said = {"host": "%5B::1%5D", "sni": "-", "server": "-", "rule": "ip_literal"}
    (line,) = read_log(json.dumps(LINE | said).encode())
    assert (line.host, line.sni, line.server) == ("[::1]", "", "")


@pytest.mark.parametrize(
    "data",
    [
        b"no json\n",
        json.dumps(LINE | {"rule": "something else"}).encode(),
        json.dumps(LINE | {"new": 1}).encode(),
        json.dumps({**LINE, "bytes_up": -1}).encode(),
        json.dumps(LINE).encode()[:-5],
        b"\xff" + json.dumps(LINE).encode(),
    ],
)
def test_a_line_that_squid_was_not_told_to_write_stops_the_reading(data: bytes) -> None:
    with pytest.raises(SandboxError, match="line 2 of the proxy's log"):
        read_log(json.dumps(LINE).encode() + b"\n" + data)
