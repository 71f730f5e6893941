"""The queue's closed words as an analyst reads them."""

from collections.abc import Mapping
from types import MappingProxyType

from contracts.decision import DecisionKind, DecisionReason
from contracts.escalation import ItemKind, Reason
from contracts.finding import Severity
from contracts.matter import RulingKind

REASONS: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.CUTOFF_MISMATCH: "The question names another date than the cutoff",
        Reason.REPAIR_EXHAUSTED: "A role's files kept breaking their contract",
        Reason.TURNS_EXHAUSTED: "The writer used its turns and checks still fail",
        Reason.REVISIONS_EXHAUSTED: "Two revisions did not satisfy the reviewer",
        Reason.BUDGET_BLOCKER: "The points cannot be shared out",
        Reason.GATE_FAILED: "A check failed that only a person can settle",
        Reason.REVIEW_BLOCKER: "The reviewer stopped the candidate",
        Reason.AGREEMENT_NEEDED: "An outcome without a value or by judgement: a person must agree",
        Reason.CONFIRMATION_REFUSED: "The last reading refused the composed rows",
        Reason.DEADLINE: "A role ran out of working time",
        Reason.PROTOCOL: "A role did not keep to its protocol",
        Reason.TRACE_AUDIT: "The audit of a session found what no rubric may rest on",
        Reason.ACCEPTANCE_FAILED: "A condition of acceptance does not hold",
        Reason.SIGNATURE_NEEDED: "Everything passed; the profile wants a person's signature",
    }
)
KINDS: Mapping[ItemKind, str] = MappingProxyType(
    {
        ItemKind.ESCALATION: "Escalation",
        ItemKind.BANK_GATE: "Bank task",
        ItemKind.AB_REVIEW: "Blind comparison",
        ItemKind.SCORER_DISPUTE: "Scorer dispute",
    }
)
STAGES: Mapping[str, str] = MappingProxyType(
    {
        "lock": "locking",
        "factorize": "taking the question apart",
        "budget": "freezing the points",
        "match": "matching a task",
        "contextualize": "setting the criteria",
        "write": "writing",
        "reproduce": "reproducing",
        "validate": "validation",
        "reopen": "reopening pages",
        "review": "content review",
        "compose": "composition",
        "gates": "composition gates",
        "confirm": "confirmation",
        "accept": "acceptance",
        "recover": "recovery",
    }
)
SEVERITIES: Mapping[Severity, str] = MappingProxyType(
    {
        Severity.BLOCKER: "Blocker",
        Severity.ERROR: "Error",
        Severity.WARNING: "Warning",
    }
)
DECISIONS: Mapping[DecisionKind, tuple[str, str]] = MappingProxyType(
    {
        DecisionKind.RETRY: ("Retry", "Go on in a new attempt with your guidance or sources."),
        DecisionKind.EDIT: ("Edit", "Replace the role's files; the same gates judge yours."),
        DecisionKind.WAIVE: ("Waive", "Close named findings; the rubric says so for ever."),
        DecisionKind.SIGN: ("Sign", "Give the signatures that the profile asks for."),
        DecisionKind.RELOCK: ("Relock", "Go on under the configuration of today."),
        DecisionKind.RETURN: ("Return", "Put the item back; the run goes on waiting."),
        DecisionKind.REJECT: ("Reject", "End the run. There will be no rubric, and no undo."),
    }
)
"""Name and meaning, in the order in which the panel offers them."""
MEANINGS: Mapping[str, str] = MappingProxyType(
    {"FAC-cutoff-mismatch": "The question gives a date that cannot be read as the cutoff day."}
)
"""Codes whose meaning the table of codes says in words of its own."""
RULINGS: Mapping[RulingKind, tuple[str, str]] = MappingProxyType(
    {
        RulingKind.ADMIT: ("Admit", "The task enters the bank."),
        RulingKind.REJECT: ("Reject", "The task stays out of the bank."),
        RulingKind.PREFER_A: ("Prefer A", "A is the better rubric."),
        RulingKind.PREFER_B: ("Prefer B", "B is the better rubric."),
        RulingKind.TIE: ("Tie", "Both are as good."),
        RulingKind.NEITHER: ("Neither", "Both are bad."),
        RulingKind.PASS: ("Pass", "The answer meets the criterion."),
        RulingKind.FAIL: ("Fail", "The answer does not meet the criterion."),
        RulingKind.RETURN: ("Return", "Put the item back undecided."),
    }
)
WHY: Mapping[DecisionReason, str] = MappingProxyType(
    {
        DecisionReason.EVIDENCE_MISSING: "Evidence is missing",
        DecisionReason.WRONG_PERIOD: "Wrong period",
        DecisionReason.WRONG_VALUE: "Wrong value",
        DecisionReason.WRONG_READING: "Question read wrongly",
        DecisionReason.QUESTION_UNSOUND: "Question is unsound",
        DecisionReason.FINDING_UNFOUNDED: "Finding is unfounded",
        DecisionReason.CONFIGURATION_CHANGED: "Configuration changed",
        DecisionReason.ENVIRONMENT: "Environment",
        DecisionReason.OTHER: "Other",
    }
)
EVIDENCE_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "sources": "source",
        "observations": "figure read",
        "derivations": "figure worked",
        "claims": "claim",
        "populations": "population",
        "conventions": "choice of reading",
        "targets": "target",
    }
)
"""Lists of the evidence file as one thing of theirs is called."""
