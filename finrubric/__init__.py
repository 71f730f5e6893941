"""The thin public package: published contracts, and the score of one answer.

    rubric = finrubric.read_rubric(Path("rubric.json").read_bytes())
    criteria = finrubric.criteria_of(rubric)
    found = finrubric.score(criteria, response, "fixed", verdicts)

`verdicts` are whoever's that judged; `finrubric score` on the command line asks judges itself.
"""

from contracts.asked import Asked, AskedJudge
from contracts.certification import CERTIFICATION
from contracts.comparison import Acceptance, Comparison, accepts
from contracts.contract import (
    Header,
    Stamped,
    canonical,
    fingerprint,
    parse_contract,
    parse_stamped,
)
from contracts.criteria import Criteria, Criterion, criteria_of
from contracts.cutoff import Cutoff
from contracts.decision import Decision
from contracts.errors import ContractError, FinrubricError, InputError
from contracts.evidence import Evidence
from contracts.line import line_of, parse_line
from contracts.quantity import Quantity
from contracts.query import Query
from contracts.response import Response, TextAnswer, TraceAnswer
from contracts.rubric import Rubric, RubricRow
from contracts.score import CodeCheck, RowScore, Score, Total
from contracts.trace import Called, Reasoned, Returned, Said, Trace
from contracts.verdict import Absent, Binary, Contradicted, Met, NotJudged, Outcome, Verdict, WhyNot
from scoring.tally import score_of as score

__all__ = [
    "CERTIFICATION",
    "Absent",
    "Acceptance",
    "Asked",
    "AskedJudge",
    "Binary",
    "Called",
    "CodeCheck",
    "Comparison",
    "ContractError",
    "Contradicted",
    "Criteria",
    "Criterion",
    "Cutoff",
    "Decision",
    "Evidence",
    "FinrubricError",
    "Header",
    "InputError",
    "Met",
    "NotJudged",
    "Outcome",
    "Quantity",
    "Query",
    "Reasoned",
    "Response",
    "Returned",
    "RowScore",
    "Rubric",
    "RubricRow",
    "Said",
    "Score",
    "Stamped",
    "TextAnswer",
    "Total",
    "Trace",
    "TraceAnswer",
    "Verdict",
    "WhyNot",
    "accepts",
    "canonical",
    "criteria_of",
    "fingerprint",
    "line_of",
    "parse_contract",
    "parse_line",
    "parse_stamped",
    "read_rubric",
    "score",
]


def read_rubric(data: bytes) -> Rubric:
    """The rubric in an exported `rubric.json`, also one of an older version.

    Raises:
        ContractError: the bytes are no rubric, or one of a newer version.
    """
    return parse_stamped(data, Rubric).body
