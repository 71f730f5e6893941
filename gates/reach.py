"""What roles reached for: hops of our fetches and lines of their proxy, against the policy.

A refusal is no accident of the network: somebody, a role or a page, wanted what no run may have.
"""

from collections.abc import Iterator, Mapping, Sequence

from contracts.egress import EgressLog, EgressRule
from contracts.fetching import FetchRule, Hop
from contracts.finding import Finding
from contracts.guard import BlockedHost
from contracts.host_names import blocked_by
from gates.codes import finding

_BLOCKED = frozenset({FetchRule.BLOCKED_HOST, FetchRule.NESTED_HOST})
_HARMLESS = frozenset({EgressRule.ALLOWED, EgressRule.UNREACHABLE})


def reach_findings(
    hops: Mapping[str, Sequence[Hop]],
    egress: Mapping[str, EgressLog],
    blocked: Sequence[BlockedHost],
) -> Iterator[Finding]:
    """One finding for each hop or line that was refused, or that leads to a blocked host."""
    for place, made in hops.items():
        for number, hop in enumerate(made, 1):
            yield from _of_hop(f"{place}/hop {number}", hop)
    for place, log in egress.items():
        for number, line in enumerate(log.lines, 1):
            where = f"{place}/egress {number}"
            names = {name.lower().rstrip(".") for name in (line.host, line.sni) if name}
            entries = (blocked_by(name, blocked) for name in sorted(names))
            entry = next((found for found in entries if found is not None), None)
            if entry is not None:
                message = f"reached for {line.host}, blocked as {entry.host}: {entry.reason}"
                yield finding("AUD-blocked-host", where, message)
            elif line.rule not in _HARMLESS:
                message = f"reached for {line.host}:{line.port}, refused as {line.rule}"
                yield finding("AUD-refused-reach", where, message)


def _of_hop(where: str, hop: Hop) -> Iterator[Finding]:
    # A blocked host in an allowed address is found where all texts are read.
    if hop.rule in _BLOCKED:
        yield finding("AUD-blocked-host", where, hop.reason or f"reached for {hop.host}")
    elif hop.rule is not FetchRule.ALLOWED:
        yield finding("AUD-refused-reach", where, hop.reason or f"reached for {hop.host}")
