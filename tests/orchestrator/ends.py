"""Where questions in words, without a value and about the future are held up.

Each row is played from its beginning by the test it names; `docs/refusals.md` is printed from it.
"""

from dataclasses import dataclass

from contracts.escalation import Escalation, Reason


@dataclass(frozen=True)
class End:
    """One row: what the roles do, and the item the run then waits for."""

    name: str
    stage: str
    reason: Reason
    code: str
    """Code that the item names, as a finding or in the words of the review's."""
    test: str
    """File and function that plays it."""

    def check(self, item: Escalation) -> None:
        """Fail unless a run waits for exactly this."""
        assert (item.stage, item.reason) == (self.stage, self.reason)
        named = {found.code for found in item.findings}
        named |= {word for found in item.findings for word in found.message.split(": ")}
        assert self.code in named, item.findings


_NO_VALUE = "tests/orchestrator/test_no_value.py"
_IN_WORDS = "tests/examples/test_netflix_risks.py"
NOT_DISCLOSED = End(
    "A value that no source discloses, after a closed search",
    "review",
    Reason.AGREEMENT_NEEDED,
    "REV-agreement",
    f"{_NO_VALUE}::test_what_is_not_disclosed_is_accepted_when_a_human_agrees",
)
BY_JUDGEMENT = End(
    "An outcome by judgement",
    "review",
    Reason.AGREEMENT_NEEDED,
    "REV-agreement",
    f"{_NO_VALUE}::test_an_outcome_by_judgement_is_accepted_when_a_human_agrees",
)
OPEN_SEARCH = End(
    "A search for a value that leaves out a document, three times",
    "validate",
    Reason.TURNS_EXHAUSTED,
    "TGT-search",
    f"{_NO_VALUE}::test_a_search_that_leaves_a_document_out_is_sent_back",
)
REALISED = End(
    "A forecast that states what came of it, from a later source",
    "validate",
    Reason.GATE_FAILED,
    "CON-realised",
    f"{_NO_VALUE}::test_a_forecast_that_knows_what_came_of_it_is_refused",
)
ONE_ROW_IN_WORDS = End(
    "A list of risks graded by one row that they are discussed",
    "validate",
    Reason.TURNS_EXHAUSTED,
    "TGT-theme",
    f"{_IN_WORDS}::test_one_row_that_risks_are_discussed_is_refused_by_code",
)
THEME_OF_ONE_READER = End(
    "A theme that only the reviewer finds, after two revisions",
    "review",
    Reason.REVISIONS_EXHAUSTED,
    "REV-theme-unmatched",
    f"{_IN_WORDS}::test_a_theme_that_only_the_reviewer_finds_goes_back_and_ends_in_the_queue",
)
OUT_OF_TIME = End(
    "The active seconds of a role's budget are used up",
    "factorize",
    Reason.DEADLINE,
    "session-deadline",
    "tests/orchestrator/test_deadline.py::test_a_used_up_budget_goes_to_a_human",
)
UNSIGNED = End(
    "All has passed, and the profile wants a person's signature",
    "accept",
    Reason.SIGNATURE_NEEDED,
    "ACC-sign-off",
    "tests/cli/test_signing.py::test_a_signed_rubric_is_accepted_and_names_who_signed",
)
SEEN_LATE = End(
    "A host that carries benchmarks stands in a row that no stage's audit has read",
    "accept",
    Reason.ACCEPTANCE_FAILED,
    "AUD-blocked-host",
    "tests/orchestrator/test_trace_audit.py::test_what_no_stage_has_seen_is_seen_at_acceptance",
)
OTHERWISE = (OUT_OF_TIME, UNSIGNED, SEEN_LATE)
"""Ways to a human that no recording alone leads to: a slow clock, a profile, a late row."""
ENDS = (
    *(NOT_DISCLOSED, BY_JUDGEMENT, OPEN_SEARCH, REALISED),
    *(ONE_ROW_IN_WORDS, THEME_OF_ONE_READER),
)
