"""A scoring in words: points or bounds of each answer, and all that a reader must not overlook.

Nothing that failed is counted as a zero, and no mean is given without what was left out of it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from contracts.acceptance import Acceptance
from contracts.criteria import Criteria
from contracts.response import Response
from contracts.score import RowScore, Score
from contracts.verdict import NotJudged, Outcome
from scoring.echo import rubric_echo
from scoring.judges.plea import pleas_in
from scoring.metrics.judge_agreement import Ballot, Share, Vote, judge_agreement

_MOST = 100
"""Places of one kind that are listed; how many there are in all is said."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One answer and how it came out."""

    response: Response
    score: Score
    pleas: int
    """Sentences of the answer that speak to a grader."""
    echoed: tuple[str, ...] = ()
    """Rows of which at least half stands in the answer word for word."""

    @property
    def disputed(self) -> tuple[RowScore, ...]:
        """Rows on which code reads another value than the majority."""
        return tuple(row for row in self.score.rows if row.is_disputed)

    @property
    def split(self) -> tuple[RowScore, ...]:
        """Rows on which the judges that judged do not agree."""
        return tuple(row for row in self.score.rows if len(_labels(row)) > 1)


def standings_of(
    responses: Sequence[Response], scores: Sequence[Score], rubrics: Sequence[Criteria]
) -> tuple[Standing, ...]:
    """Answers, their scores and what each was put to, in one order."""
    return tuple(
        Standing(
            response,
            score,
            len(pleas_in(response.final_text)),
            rubric_echo(rubric.criteria, response.final_text).row_ids,
        )
        for response, score, rubric in zip(responses, scores, rubrics, strict=True)
    )


def points_of(score: Score) -> str:
    """Points of 100, `80`, or bounds while a row is not judged, `60 to 80`."""
    if score.points is not None:
        return hundredths_text(score.points)
    return f"{hundredths_text(score.low)} to {hundredths_text(score.high)}"


def hundredths_text(value: Fraction) -> str:
    """Hundredths of a point as points, to two places at most."""
    rounded = round(abs(value))
    whole, rest = divmod(rounded, 100)
    places = f".{rest:02d}".rstrip("0").rstrip(".")
    return f"{'-' if value < 0 and rounded else ''}{whole}{places}"


def summary_markdown(standings: Sequence[Standing], notes: Iterable[str]) -> str:
    """The summary as Markdown; `notes` stand at its head."""
    blocks = [
        "# Scores\n",
        *(f"- {note}" for note in (*notes, *_of_all(standings))),
        "",
        *_table(standings),
        "",
        *_judges(standings),
        *_listed("Rows to look at: code reads another value than the judges", _disputes(standings)),
        *_listed("Settled by a person", _settled(standings)),
        *_listed("Not judged", _unjudged(standings)),
        *_listed("Answers that repeat the rubric's text", _echoes(standings)),
        *_listed("How the answers were read", _remarks(standings)),
    ]
    return "\n".join(blocks).rstrip() + "\n"


def _of_all(standings: Sequence[Standing]) -> list[str]:
    whole = [one.score for one in standings if one.score.points is not None]
    words = [f"{len(whole)} of {len(standings)} answers have a score"]
    if whole:
        percents = [Fraction(score.low, score.maximum) * 10_000 for score in whole]
        mean = hundredths_text(sum(percents, Fraction(0)) / len(percents))
        words.append(f"mean {mean} % of the maximum over those {len(whole)}")
    rows = [row for one in standings for row in one.score.rows]
    if settled := sum(row.ruling is not None for row in rows):
        words.append(f"{settled} of {len(rows)} rows were settled by people, not by judges")
    if len(whole) < len(standings):
        left = len(standings) - len(whole)
        words.append(f"{left} left out of the mean: a row has no judgement, so there are bounds")
    return words


def _table(standings: Sequence[Standing]) -> list[str]:
    head = ("answer", "solver", "points", "not judged")
    rows = [(*head, "disputed", "judges split", "speaks to graders")]
    rows += [
        (
            one.score.response_id,
            one.response.solver,
            f"{points_of(one.score)} of {hundredths_text(Fraction(one.score.maximum))}",
            f"{len(one.score.unjudged)} of {len(one.score.rows)}",
            ", ".join(row.row_id for row in one.disputed) or "–",
            ", ".join(row.row_id for row in one.split) or "–",
            "yes" if one.pleas else "–",
        )
        for one in standings
    ]
    lines = ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows]
    return [lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _judges(standings: Sequence[Standing]) -> list[str]:
    ballots = [
        Ballot(item_id=f"{one.score.response_id} {row.row_id}", votes=_votes(row))
        for one in standings
        for row in one.score.rows
        if row.verdicts
    ]
    if not ballots:
        return ["No judge was asked: there is nothing to grade in these answers.", ""]
    found = judge_agreement(ballots)
    cast = Counter(v.judge for ballot in ballots for v in ballot.votes if v.label is not None)
    asked = Counter(v.judge for ballot in ballots for v in ballot.votes)
    dissent = dict(found.dissent)
    lines = ["| judge | judged | against the majority |", "|---|---|---|"]
    lines += [
        f"| {_cell(name)} | {cast[name]} of {asked[name]} | {_share(dissent[name])} |"
        for name in sorted(asked)
    ]
    alpha = "none (no two different verdicts)" if found.alpha is None else f"{found.alpha:.2f}"
    words = f"Krippendorff's alpha {alpha}; unanimous on {_share(found.unanimous)} rows."
    return [*lines, "", words, ""]


def _share(share: Share) -> str:
    return f"{share.count} of {share.of}"


def _votes(row: RowScore) -> tuple[Vote, ...]:
    return tuple(
        Vote(
            judge=verdict.judge,
            label=None if verdict.outcome is Outcome.NOT_JUDGED else verdict.outcome.value,
        )
        for verdict in row.verdicts
    )


def _labels(row: RowScore) -> set[Outcome]:
    return {verdict.outcome for verdict in row.verdicts} - {Outcome.NOT_JUDGED}


def _listed(title: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    if not found:
        return []
    more = [f"- and {len(found) - _MOST} more"] if len(found) > _MOST else []
    return [f"## {title}\n", *(f"- {line}" for line in found[:_MOST]), *more, ""]


def _disputes(standings: Sequence[Standing]) -> Iterable[str]:
    for one in standings:
        for row in one.disputed:
            yield f"{one.score.response_id} {row.row_id}: {_dispute(row)}"


def _dispute(row: RowScore) -> str:
    said = "met" if row.outcome is Outcome.PASS else "not met"
    refused = [check for check in row.checks if check.acceptance is Acceptance.REFUSED]
    stated = ", ".join(text for check in refused or row.checks for text in check.stated)
    reads = "does not read the expected value" if refused else "reads the expected value"
    return f"the majority says {said}, code {reads} ({stated or 'no figure found'})"


def _settled(standings: Sequence[Standing]) -> Iterable[str]:
    for one in standings:
        for row in one.score.rows:
            if row.ruling is not None:
                judges = f"the judges alone made it {row.majority.value}"
                who = f"{row.ruling.outcome.value} by {row.ruling.by} ({row.ruling.decision})"
                words = _cell(f"{who}: {row.ruling.note[:300]}")
                yield f"{one.score.response_id} {row.row_id}: {judges}; {words}"


def _unjudged(standings: Sequence[Standing]) -> Iterable[str]:
    for one in standings:
        for row in one.score.rows:
            for verdict in row.verdicts:
                if isinstance(verdict.decided, NotJudged):
                    decided, place = verdict.decided, f"{one.score.response_id} {row.row_id}"
                    words = _cell(decided.words[:300])
                    yield f"{place}, {verdict.judge}: {decided.reason.value}: {words}"
            if row.row_id in one.score.unjudged and not _is_open(row):
                yield f"{one.score.response_id} {row.row_id}: the judges are split without majority"


def _is_open(row: RowScore) -> bool:
    return any(isinstance(verdict.decided, NotJudged) for verdict in row.verdicts)


def _echoes(standings: Sequence[Standing]) -> Iterable[str]:
    for one in standings:
        if one.echoed:
            rows = ", ".join(one.echoed)
            yield f"{one.score.response_id}: answer repeats the rubric's text: {rows}"


def _remarks(standings: Sequence[Standing]) -> Iterable[str]:
    for one in standings:
        for remark in one.response.remarks:
            yield f"{one.score.response_id}: {remark.kind.value}: {_cell(remark.words[:300])}"
        if not one.response.is_answered:
            yield f"{one.score.response_id}: says nothing: every row fails, no judge was asked"
