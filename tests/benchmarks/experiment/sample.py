"""An experiment on disk: six questions, three solvers, a reference and two sources.

All of it is made up. Scores are drawn from a seed: `near` follows the reference closely, `far` does
not, and has no rubric for the last question. One answer has a row that is not judged.
"""

import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from contracts.asked import Asked, AskedJudge
from contracts.benchmark import HumanRuling
from contracts.contract import Contract, fingerprint
from contracts.covered_query import CoveredQuery, ExpertCriterion, MatchVote
from contracts.line import line_of
from contracts.response import Response, TextAnswer
from contracts.score import RowScore, Score, totals
from contracts.verdict import Absent, Binary, Met, NotJudged, Outcome, Verdict, WhyNot, majority

QUERIES = tuple(f"q{number}" for number in range(1, 7))
SOLVERS = ("solver-a", "solver-b", "=cmd()")
JUDGES = ("judge-1", "judge-2", "judge-3")
ROWS = 4
ASKED = Asked(
    prompt_sha256="cd" * 32,
    round=1,
    per_criterion=False,
    judges=tuple(
        AskedJudge(name=name, provider="made-up", model=name, settings="", max_output_tokens=32_768)
        for name in JUDGES
    ),
)
FAILED = QUERIES[-1]
TOML = """\
name = "sample"
title = "Two sources of rubrics beside the experts', all made up"
answers = "answers.jsonl"
rulings = "rulings.jsonl"
seed = 7
draws = 1000

[reference]
name = "experts"
scores = "experts.jsonl"

[[sources]]
name = "near"
scores = "near.jsonl"
matches = "near-matches.jsonl"
costs = "near-costs.csv"

[[sources]]
name = "far"
scores = "far.jsonl"
matches = "far-matches.jsonl"
failed = ["q6"]
"""


def answers() -> tuple[Response, ...]:
    return tuple(
        Response(
            id=f"{query}-{number}",
            query_id=query,
            solver=solver,
            category="prices" if query < "q4" else None,
            answer=TextAnswer(text="It earned 14.20. " * (number + int(query[1:]))),
        )
        for query in QUERIES
        for number, solver in enumerate(SOLVERS)
    )


def vote(row_id: str, judge: str, *, is_met: bool | None) -> Verdict:
    if is_met is None:
        decided = NotJudged(reason=WhyNot.CALL_FAILED, words="The provider did not answer.")
    else:
        decided = Binary(ruled=Met(quote="It earned 14.20.") if is_met else Absent())
    return Verdict(row_id=row_id, judge=judge, decided=decided)


def row(row_id: str, votes: Sequence[bool | None], *, points: int = 2_500) -> RowScore:
    verdicts = tuple(
        vote(row_id, judge, is_met=is_met) for judge, is_met in zip(JUDGES, votes, strict=True)
    )
    return RowScore(
        row_id=row_id,
        points=points,
        verdicts=verdicts,
        outcome=majority([verdict.outcome for verdict in verdicts]),
    )


def score(answer: Response, rows: tuple[RowScore, ...]) -> Score:
    return Score(
        response_id=answer.id,
        response_sha256=fingerprint(answer),
        rubric_sha256="ab" * 32,
        mode="fixed",
        asked=ASKED,
        rows=rows,
        totals=totals("fixed", rows),
    )


def scores(noise: float, *, seed: int, open_row: str = "") -> tuple[Score, ...]:
    """Better solvers meet more rows; noise turns rulings around."""
    random_ = random.Random(seed)
    found: list[Score] = []
    for answer in answers():
        skill = 3 - int(answer.id[-1]) + int(answer.query_id[1:]) % 2
        met = [number < skill for number in range(ROWS)]
        rows: list[RowScore] = []
        for number, is_met in enumerate(met, 1):
            said = is_met != (random_.random() < noise)
            votes = [said, said, said if random_.random() < 0.9 else not said]
            is_open = answer.id == open_row and number == 1
            rows.append(row(f"R{number}", [None, None, said] if is_open else votes))
        found.append(score(answer, tuple(rows)))
    return tuple(found)


def matches(covered: int, *, failed: str = "") -> tuple[CoveredQuery, ...]:
    return tuple(
        CoveredQuery(
            query_id=query,
            criteria=tuple(
                ExpertCriterion(
                    criterion_id=f"C{number}",
                    votes=()
                    if query == failed
                    else tuple(
                        MatchVote(judge=judge, demand=True, value=number <= covered)
                        for judge in JUDGES
                    ),
                )
                for number in range(1, 5)
            ),
            is_failed=query == failed,
        )
        for query in QUERIES
    )


def lines(contracts: Sequence[Contract]) -> bytes:
    return b"".join(line_of(one) for one in contracts)


def files() -> Mapping[str, bytes]:
    far = tuple(one for one in scores(0.45, seed=3) if not one.response_id.startswith(FAILED))
    costs = "query_id,wall_s,cost_usd\n" + "".join(
        f"{query},{600 + number},{'' if number == 2 else '4.25'}\n"
        for number, query in enumerate(QUERIES)
    )
    return {
        "experiment.toml": TOML.encode(),
        "answers.jsonl": lines(answers()),
        "experts.jsonl": lines(scores(0.0, seed=1)),
        "near.jsonl": lines(scores(0.08, seed=2, open_row="q1-0")),
        "far.jsonl": lines(far),
        "near-matches.jsonl": lines(matches(3)),
        "far-matches.jsonl": lines(matches(1, failed=FAILED)),
        "near-costs.csv": costs.encode(),
        "rulings.jsonl": lines(rulings()),
    }


def rulings() -> tuple[HumanRuling, ...]:
    """A person finds what the experts' rubric finds, but in every seventh row."""
    rows = [(one, row_) for one in scores(0.0, seed=1) for row_ in one.rows]
    return tuple(
        HumanRuling(
            query_id=one.response_id.split("-")[0],
            response_id=one.response_id,
            criterion_id=row_.row_id,
            met=(row_.outcome is Outcome.PASS) is not (number % 7 == 0),
        )
        for number, (one, row_) in enumerate(rows)
    )


def write(folder: Path) -> Path:
    """All files; gives the experiment's own."""
    for name, data in files().items():
        _ = (folder / name).write_bytes(data)
    return folder / "experiment.toml"


if __name__ == "__main__":
    _ = sys.stdout.write(f"{write(Path(sys.argv[1]))}\n")
