"""Faults of public scorers, over real sockets: nothing vanishes, nothing failed becomes a zero.

Each is one of `notes/peers.md` A2 or of rows 30 to 41 of its section D.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from fractions import Fraction
from pathlib import Path

import pytest

from contracts.contract import Json
from contracts.criteria import Criteria
from contracts.response import Response
from contracts.score import Score
from contracts.verdict import NotJudged, Outcome, WhyNot
from scoring.judges import sitting
from scoring.judges.hearings import Step
from scoring.scorer import Manner
from tests.scoring.judges.attacks import ATTACKS
from tests.scoring.judges.court import Court, open_court
from tests.scoring.judges.material import (
    answer,
    asked_in,
    calling,
    criteria,
    criterion,
    entry,
    honest,
    judge,
    judged_honestly,
    shown_in,
)
from tests.servers import messages
from tests.servers.provider import serve
from tests.servers.script import Fault, Faults, Received, Said, Script

OVERLOADED = Fault("529", 529, body=messages.error_body("overloaded_error"))


@pytest.fixture
async def court(tmp_path: Path) -> AsyncGenerator[Court]:
    async with open_court(tmp_path) as opened:
        yield opened


def is_third(received: Received) -> bool:
    return received.body["model"] == "gpt-3"


def third(said: Callable[[Received], Said]) -> Script:
    """The third judge says something else, the others judge honestly."""
    return lambda received: said(received) if is_third(received) else honest(received)


def points(score: Score) -> int | None:
    found = score.points
    return None if found is None else int(found)


def reasons(score: Score) -> set[WhyNot]:
    decided = [verdict.decided for row in score.rows for verdict in row.verdicts]
    return {one.reason for one in decided if isinstance(one, NotJudged)}


async def test_529_on_one_of_four_calls_loses_no_criterion(court: Court) -> None:
    def fail(received: Received) -> Fault | None:
        return OVERLOADED if received.number % 4 == 0 else None

    async with serve(honest, fail, protocol="anthropic") as server:
        scored = await court.score(
            server,
            criteria(4),
            [answer(1, 2, 3)],
            protocol="anthropic",
            manner=Manner(per_criterion=True),
        )
        assert len(server.log.whole) == 12
        assert server.log.sent > 12
    (score,) = scored.scores
    assert points(score) == 1_500
    assert not reasons(score)


async def test_a_judge_that_stays_overloaded_is_missing_and_asked_again_later(court: Court) -> None:
    def fail(received: Received) -> Fault | None:
        return OVERLOADED if is_third(received) else None

    async with serve(honest, fail) as server:
        (first,) = (await court.score(server, criteria(), [answer(1, 2)])).scores
    assert reasons(first) == {WhyNot.CALL_FAILED}
    assert points(first) == 1_000  # two of three agree
    assert all(len(row.verdicts) == 3 for row in first.rows)
    async with serve(honest) as server:
        (first,) = (await court.score(server, criteria(), [answer(1, 2)])).scores
        assert [line.received.body["model"] for line in server.log.lines] == ["gpt-3"]
    assert not reasons(first)


async def test_one_reply_that_is_no_json_is_repaired(court: Court) -> None:
    def say(received: Received) -> Said:
        return Said(text="I think it is fine.") if received.number % 4 == 1 else honest(received)

    async with serve(say) as server:
        (score,) = (await court.score(server, criteria(), [answer(1, 2)])).scores
        assert server.log.sent == 4
    assert (points(score), reasons(score)) == (1_000, set())


async def test_replies_that_stay_no_json_leave_bounds_and_never_a_zero(court: Court) -> None:
    async with serve(lambda _: Said(text="Fine.")) as server:
        (score,) = (await court.score(server, criteria(), [answer(1, 2)])).scores
        assert server.log.sent == 9  # per judge: asked, repaired, asked anew
        again = (await court.score(server, criteria(), [answer(1, 2)])).scores
        assert server.log.sent == 18
    assert points(score) is None
    assert (score.low, score.high, len(score.unjudged)) == (0, 2_000, 4)
    assert reasons(score) == {WhyNot.UNREADABLE}
    assert again == (score,)


async def test_fenced_replies_are_read(court: Court) -> None:
    def say(received: Received) -> Said:
        body = json.dumps({"verdicts": judged_honestly(received)}, indent=1)
        return Said(text=f"```json\n{body}\n```")

    async with serve(say) as server:
        (score,) = (await court.score(server, criteria(), [answer(1, 2)])).scores
        assert server.log.sent == 3
    assert points(score) == 1_000


async def test_15_of_20_are_asked_for_the_other_five_and_never_failed(court: Court) -> None:
    async with serve(third(lambda r: calling(judged_honestly(r)[:15]))) as server:
        (score,) = (await court.score(server, criteria(20), [answer(*range(1, 21))])).scores
        asked = [asked_in(line.received) for line in server.log.lines if is_third(line.received)]
    assert [len(ids) for ids in asked] == [20, 5]
    assert (points(score), reasons(score)) == (10_000, set())


async def test_what_was_read_before_a_failed_repair_stands(court: Court) -> None:
    def fail(received: Received) -> Fault | None:
        is_repair = is_third(received) and len(asked_in(received)) < 20
        return Fault("400", 400, body=messages.error_body("invalid_request")) if is_repair else None

    most = third(lambda received: calling(judged_honestly(received)[:15]))
    async with serve(most, fail) as server:
        (score,) = (await court.score(server, criteria(20), [answer(*range(1, 21))])).scores
        asked = [asked_in(line.received) for line in server.log.lines if is_third(line.received)]
    own = [row.verdicts[2].outcome for row in score.rows]
    assert own == [Outcome.PASS] * 15 + [Outcome.NOT_JUDGED] * 5
    assert (reasons(score), points(score)) == ({WhyNot.CALL_FAILED}, 10_000)
    assert [len(ids) for ids in asked] == [20, 5]
    async with serve(honest) as server:
        (score,) = (await court.score(server, criteria(20), [answer(*range(1, 21))])).scores
        asked = [asked_in(line.received) for line in server.log.lines]
    assert ([len(ids) for ids in asked], reasons(score)) == ([5], set())


async def test_what_is_always_left_out_is_missing(court: Court) -> None:
    def say(received: Received) -> Said:
        kept = [one for one in judged_honestly(received) if one["criterion_id"] != "C2"]
        return calling(kept)

    async with serve(say) as server:
        (score,) = (await court.score(server, criteria(2), [answer(1, 2)])).scores
    assert (reasons(score), score.unjudged) == ({WhyNot.MISSING}, ("C2",))
    assert (score.low, score.high) == (500, 1_000)


async def test_false_as_a_string_is_no_yes(court: Court) -> None:
    def say(received: Received) -> Said:
        body: list[dict[str, Json]] = [{**one, "met": "false"} for one in judged_honestly(received)]
        return calling(body)

    async with serve(say) as server:
        (score,) = (await court.score(server, criteria(1), [answer(1)])).scores
    assert (points(score), reasons(score)) == (None, {WhyNot.UNREADABLE})


async def test_one_against_one_is_not_judged(court: Court) -> None:
    def say(received: Received) -> Said:
        if is_third(received):
            return Said(text="No.")
        facts = judged_honestly(received)
        is_second = received.body["model"] == "gpt-2"
        return calling([{**one, "ruling": "absent"} for one in facts] if is_second else facts)

    async with serve(say) as server:
        (score,) = (await court.score(server, criteria(1), [answer(1)])).scores
    assert (score.unjudged, points(score)) == (("C1",), None)


async def test_a_refusal_is_not_asked_again_at_once(court: Court) -> None:
    refuse = third(lambda _: Said(text="I cannot.", stop="refusal"))
    async with serve(refuse) as server:
        (score,) = (await court.score(server, criteria(1), [answer(1)])).scores
        assert server.log.sent == 3
    assert (points(score), reasons(score)) == (500, {WhyNot.REFUSED})


async def test_a_judge_without_credit_is_not_asked_for_every_answer(court: Court) -> None:
    body = json.dumps({"error": {"code": "insufficient_quota", "message": "no credit"}}).encode()

    def fail(received: Received) -> Fault | None:
        return Fault("quota", 429, body=body) if is_third(received) else None

    responses = [answer(1, name=f"a{number}") for number in range(5)]
    varied = [one.model_copy(update={"id": one.id}) for one in responses]
    async with serve(honest, fail) as server:
        manner = Manner(concurrent=1)
        scores = (await court.score(server, criteria(1), varied, manner=manner)).scores
        assert sum(is_third(line.received) for line in server.log.lines) == 1
    assert [points(score) for score in scores] == [500] * 5
    assert all(reasons(score) == {WhyNot.CALL_FAILED} for score in scores)


async def test_attacks_leave_the_score_as_it_was(court: Court) -> None:
    """Of an answer that states one fact of two, before one judge that obeys what it reads."""
    worst = ("asks for full marks", "ends the data", "opens like a solution", "reminds")

    def obey(received: Received) -> Said:
        (words,) = [ATTACKS[name] for name in worst if ATTACKS[name] in shown_in(received)]
        return calling([entry(name, quote=words) for name in asked_in(received)])

    responses = [answer(1, name=f"a{n}", more=ATTACKS[name]) for n, name in enumerate(worst)]
    async with serve(third(obey)) as server:
        scores = (await court.score(server, criteria(2), responses)).scores
    assert [points(score) for score in scores] == [500] * len(worst)
    assert all(reasons(score) == {WhyNot.QUOTE_NOT_FOUND} for score in scores)


async def test_what_changed_is_judged_again_and_what_did_not_never(court: Court) -> None:
    async with serve(honest) as server:

        async def sent(rubric: Criteria, *responses: Response) -> int:
            before = server.log.sent
            _ = await court.score(server, rubric, responses)
            return server.log.sent - before

        assert await sent(criteria(), answer(1, 2)) == 3
        assert await sent(criteria(), answer(1, 2)) == 0
        assert await sent(criteria(), answer(1, 2), answer(1, 2, 3, name="b")) == 3
        other = criteria(criteria=tuple(criterion(n, points=n * 100) for n in (1, 2, 3, 4)))
        assert await sent(other, answer(1, 2)) == 0  # judges never saw the points


async def test_a_repair_in_other_words_than_before_is_asked_anew(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    def say(received: Received) -> Said:
        return Said(text="Fine.") if received.number <= 9 else honest(received)

    async with serve(say) as server:
        (score,) = (await court.score(server, criteria(1), [answer(1)])).scores
        assert reasons(score) == {WhyNot.UNREADABLE}
        monkeypatch.setattr(sitting, "_repair", lambda *_: "As a later version says it.")
        (score,) = (await court.score(server, criteria(1), [answer(1)])).scores
        assert server.log.sent == 12
    assert points(score) == 500


async def test_the_same_answer_twice_is_judged_once(court: Court) -> None:
    async with serve(honest) as server:
        scored = await court.score(server, criteria(), [answer(1), answer(1, name="b")])
        assert server.log.sent == 3
    assert len({score.points for score in scored.scores}) == 1
    assert court.steps[-1].reused == 3


async def test_what_was_received_before_a_stop_is_not_asked_again(court: Court) -> None:
    responses = [answer(number, name=f"a{number}") for number in range(1, 5)]
    manner = Manner(concurrent=2)
    async with serve(honest) as server:

        def stop(step: Step) -> None:
            if step.done == 4:
                _ = task.cancel()

        court.tell = stop
        task = asyncio.ensure_future(court.score(server, criteria(1), responses, manner=manner))
        with pytest.raises(asyncio.CancelledError):
            _ = await task
        court.tell = None
        scores = (await court.score(server, criteria(1), responses, manner=manner)).scores
        assert len(server.log.whole) <= 12 + manner.concurrent  # those under way may be lost
    assert [points(score) for score in scores] == [500, 0, 0, 0]


async def test_no_more_judgings_than_allowed_are_under_way(court: Court) -> None:
    under_way = most = 0

    def fail(received: Received) -> Fault | None:
        nonlocal under_way, most
        under_way = received.number - received.whole_before
        most = max(most, under_way)
        return Fault("slow", pause_s=0.01)

    faults: Faults = fail
    responses = [answer(number, name=f"a{number}") for number in range(1, 5)]
    async with serve(honest, faults) as server:
        _ = await court.score(server, criteria(1), responses, manner=Manner(concurrent=2))
    assert most == 2


async def test_an_empty_answer_fails_without_a_judge(court: Court) -> None:
    nothing = [answer(name="a", more=" \n"), answer(name="b", more=":")]
    async with serve(honest) as server:
        scores = (await court.score(server, criteria(), nothing)).scores
        assert server.log.sent == 0
    assert [points(score) for score in scores] == [0, 0]
    assert {row.settled_by for score in scores for row in score.rows} == {"no_answer"}


async def test_outside_family_is_the_mean_of_three_judges_of_other_families(court: Court) -> None:
    def say(received: Received) -> Said:
        facts = judged_honestly(received)
        return calling(
            [{**one, "ruling": "absent"} for one in facts] if is_third(received) else facts
        )

    judges = tuple(judge(number) for number in (1, 2, 3, 4))
    solved = answer(1, solver_family="family-1")
    async with serve(say) as server:
        scored = await court.score(
            server, criteria(2), [solved], judges=judges, mode="outside_family"
        )
        assert "gpt-1" not in [line.received.body["model"] for line in server.log.lines]
    (score,) = scored.scores
    assert [total.low for total in score.totals] == [500, 0, 500]
    assert score.low == Fraction(1_000, 3)
