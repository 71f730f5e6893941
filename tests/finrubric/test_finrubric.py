"""The public package, used by a program of somebody else's."""

import subprocess
import sys

import finrubric as fr
from tests.conftest import ROOT
from tests.reports.sample import sample_rubric

HEADER = fr.Header(contract="rubric", version=1, run="r", producer="code", inputs=())


def judged(row: str, judge: str, *, is_met: bool) -> fr.Verdict:
    ruled = fr.Met(quote="11.8 %") if is_met else fr.Absent()
    return fr.Verdict(row_id=row, judge=judge, decided=fr.Binary(ruled=ruled))


def test_an_answer_is_scored_by_a_rubric_and_verdicts_of_ones_own() -> None:
    exported = fr.canonical(fr.Stamped[fr.Rubric](header=HEADER, body=sample_rubric()))
    criteria = fr.criteria_of(fr.read_rubric(exported))
    response = fr.Response(
        id="mine",
        query_id="q",
        solver="an agent",
        answer=fr.TextAnswer(text="The simple average is 11.8 %."),
    )
    first, *others = [criterion.id for criterion in criteria.criteria]
    verdicts = {
        first: [judged(first, f"judge-{number}", is_met=True) for number in (1, 2, 3)],
        **{row: [judged(row, "judge-1", is_met=False)] for row in others},
    }
    found = fr.score(criteria, response, "fixed", verdicts)
    assert found.points == criteria.criteria[0].points
    assert found.rows[0].outcome is fr.Outcome.PASS
    assert found.rows[0].checks[0].acceptance is fr.Acceptance.ACCEPTED
    assert fr.parse_line(fr.line_of(found), fr.Score) == found
    nobody = fr.score(criteria, response, "fixed", {})
    assert (nobody.points, nobody.low, nobody.high) == (None, 0, 10_000)


def test_what_is_named_is_there_sorted_and_says_what_it_is() -> None:
    constants = [name for name in fr.__all__ if name.isupper()]
    classes = [name for name in fr.__all__ if name[0].isupper() and not name.isupper()]
    functions = [name for name in fr.__all__ if name[0].islower()]
    assert fr.__all__ == [*sorted(constants), *sorted(classes), *sorted(functions)]
    assert [name for name in fr.__all__ if not hasattr(fr, name)] == []
    assert all(getattr(fr, name).__doc__ for name in (*classes, *functions))


def test_it_is_typed_and_loads_neither_database_nor_model_nor_graph() -> None:
    assert (ROOT / "finrubric" / "py.typed").is_file()
    heavy = ("sqlalchemy", "langgraph", "openai", "anthropic", "httpx", "numpy")
    code = f"import finrubric, sys; print([one for one in {heavy!r} if one in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
