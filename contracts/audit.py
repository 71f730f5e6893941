"""What code found in the trace of a run: every tool call and file looked at before acceptance."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract
from contracts.finding import Finding


class TraceAudit(Contract):
    """The audit of one attempt's whole trace; an unknown event kind is a finding, not a pass."""

    contract_name = "trace-audit"

    verdict: Literal["passed", "findings"]
    calls: Annotated[int, Field(ge=0)]
    tool_calls: Annotated[int, Field(ge=0)]
    hosts: tuple[str, ...]
    """Every host named in a tool call, a result or a submitted file, sorted."""
    sources_opened: tuple[str, ...]
    findings: tuple[Finding, ...]
