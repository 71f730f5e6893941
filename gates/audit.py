"""The trace audit: what the roles' tools were asked and answered, against hosts and the cutoff.

A provider's own search bypasses any network block, so traces and files are read afterwards. What
the audit does not know it does not pass.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from contracts.audit import TraceAudit
from contracts.contract import guard
from contracts.cutoff import Cutoff
from contracts.egress import EgressLog
from contracts.errors import ContractError
from contracts.fetching import Hop
from contracts.finding import Finding
from contracts.guard import Guard, GuardSet
from contracts.host_names import blocked_by, hosts_in
from contracts.ids import SourceId
from contracts.page_visit import PageVisit
from contracts.source import Corpus
from gates.codes import finding
from gates.copies import protected
from gates.hosted import KNOWN_HOSTED, dates_in, is_readable
from gates.instructions import instructions_in
from gates.pages import page_findings
from gates.reach import reach_findings
from gates.verdict import verdict_of

_OPENS = frozenset({"open_source", "find_facts"})
"""Tools that show what a named source says."""
KNOWN_TOOLS = frozenset(
    {
        "list_files",
        "read_file",
        "write_file",
        "run_python",
        "search_sources",
        "open_page",
        "find_filings",
        "search_web",
        *_OPENS,
        "validate_draft",
        "submit",
        "command",
    }
)
"""Every tool that a role can be given; another one that ran is a finding. A call that the session
refused did nothing, so a model that misnames a tool does not spoil its run. A `command` ran without
any network but the relay, and its requests are read as texts, in which it shows what it saw."""


@dataclass(frozen=True, slots=True)
class ToolRecord:
    """One tool call of one role, as the tool log holds it."""

    place: str
    """Where it stands, such as `writer-a1-1/3/0`: role, activation, turn, index."""
    name: str
    arguments: str
    """JSON text as the model sent it."""
    result: str
    failed: bool


@dataclass(frozen=True, slots=True)
class HostedRecord:
    """One use of a provider's own tool."""

    place: str
    name: str
    found: str
    """JSON text, as far as the provider shows it."""


@dataclass(frozen=True, slots=True)
class AuditInput:
    """The whole trace of one attempt and what it is held against."""

    calls: int
    """Model calls of the attempt."""
    tool_records: Sequence[ToolRecord]
    texts: Mapping[str, str]
    """Submitted files, model answers and commands' requests, by the place they are named after."""
    guard: Guard
    corpus: Corpus
    cutoff: Cutoff
    own_texts: Sequence[str] = ()
    """The request, earlier turns and filings' texts: what a trace may repeat though guarded."""
    sources: Mapping[SourceId, str] = field(default_factory=dict[SourceId, str])
    """Texts that roles could open, looked through for orders to a model."""
    hosted: Sequence[HostedRecord] = ()
    """Uses of providers' own tools; what they asked and found stands in `texts` as well."""
    hops: Mapping[str, Sequence[Hop]] = field(default_factory=dict[str, Sequence[Hop]])
    """What our own fetches asked, redirects among it, by the place they were made for."""
    visits: Mapping[str, PageVisit] = field(default_factory=dict[str, PageVisit])
    """Pages that roles asked for, by the place of the call."""
    egress: Mapping[str, EgressLog] = field(default_factory=dict[str, EgressLog])
    """What containers asked of their proxy, by activation."""


def audit_trace(given: AuditInput) -> TraceAudit:
    """Read every tool call, result and text of one attempt."""
    hosts: set[str] = set()
    opened: set[SourceId] = set()
    findings: list[Finding] = []
    copied = cache(protected(given.guard, own_texts=given.own_texts).of)
    hosts_of = cache(partial(hosts_in, blocked=given.guard.blocked_hosts))
    for place, text in _texts(given):
        found = hosts_of(text)
        hosts |= found
        findings += _host_findings(place, found, given.guard)
        findings += _copy_findings(place, copied(text))
    for record in given.tool_records:
        if record.name not in KNOWN_TOOLS and not record.failed:
            message = f"{record.name!r} is no tool of finrubric: what it did cannot be audited"
            findings.append(finding("AUD-tool-unknown", record.place, message))
        elif record.name in _OPENS and not record.failed:
            source = _opened(record)
            opened |= {source} if source else set()
            findings += _source_findings(record, source, given)
    findings += _hosted_findings(given)
    findings += reach_findings(given.hops, given.egress, given.guard.blocked_hosts)
    findings += page_findings(given.visits, given.cutoff)
    findings += _instruction_findings(given)
    return TraceAudit(
        verdict="passed" if verdict_of(findings) == "passed" else "findings",
        calls=given.calls,
        tool_calls=len(given.tool_records),
        hosts=tuple(sorted(hosts)),
        sources_opened=tuple(sorted(opened)),
        findings=tuple(findings),
    )


def _texts(given: AuditInput) -> Iterator[tuple[str, str]]:
    for record in given.tool_records:
        yield f"{record.place}/arguments", record.arguments
        yield f"{record.place}/result", record.result
    yield from given.texts.items()
    for place, hops in given.hops.items():
        yield from ((f"{place}/hop {n}", hop.url) for n, hop in enumerate(hops, 1))


def _host_findings(place: str, hosts: frozenset[str], guard: Guard) -> Iterator[Finding]:
    for host in sorted(hosts):
        blocked = blocked_by(host, guard.blocked_hosts)
        if blocked is not None:
            message = f"names {host}, blocked as {blocked.host}: {blocked.reason}"
            yield finding("AUD-blocked-host", place, message)


def _copy_findings(place: str, copied: Iterable[GuardSet]) -> Iterator[Finding]:
    for guarded in copied:
        what = "holds a canary" if guarded.kind == "canary" else f"repeats a {guarded.kind}"
        message = f"{what} of {guarded.name!r}, which no role may have seen"
        yield finding("AUD-protected-text", place, message)


def _hosted_findings(given: AuditInput) -> Iterator[Finding]:
    for use in given.hosted:
        if use.name not in KNOWN_HOSTED or not is_readable(use.found):
            message = f"{use.name!r} is no event of a provider that can be read: nor can its use"
            yield finding("AUD-tool-unknown", use.place, message)
        for written, day in dates_in(use.found):
            if day > given.cutoff.day:
                message = f"the provider found a page dated {written}, after {given.cutoff.day}"
                yield finding("AUD-source-late", use.place, message)


def _instruction_findings(given: AuditInput) -> Iterator[Finding]:
    for source, text in sorted(given.sources.items()):
        for flag in instructions_in(text):
            message = (
                f"{source} {flag.what} at characters {flag.start} to {flag.end}: a person should "
                "look whether it was written for a model"
            )
            yield finding("AUD-instruction", f"source {source}", message)


def _source_findings(
    record: ToolRecord, source: SourceId | None, given: AuditInput
) -> Iterator[Finding]:
    if source is None:
        message = "the arguments name no source_id: what was opened cannot be told"
        yield finding("AUD-arguments-unread", record.place, message)
        return
    card = next((item.card for item in given.corpus.items if item.card.id == source), None)
    if card is None:
        message = f"{source} is not in the corpus of this run"
        yield finding("AUD-source-unknown", record.place, message)
        return
    known = card.times.known_by(given.cutoff)
    if not known.passes:
        message = f"{source} is `{known}` at the cutoff {given.cutoff.day} ({given.cutoff.zone})"
        yield finding("AUD-source-late", record.place, message)


def _opened(record: ToolRecord) -> SourceId | None:
    try:
        arguments = guard(record.arguments.encode("utf-8", "surrogatepass"), record.name)
    except ContractError:
        return None
    found = arguments.get("source_id") if isinstance(arguments, dict) else None
    return found if isinstance(found, str) else None
