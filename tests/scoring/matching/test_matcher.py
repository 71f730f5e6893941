"""Three judges over real sockets: votes, one repair, what is left open, what is asked again."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from scoring.judges.hearings import Hearings
from scoring.matching.matcher import Matched, match
from scoring.metrics.value_coverage import value_coverage
from tests.scoring.judges.court import JUDGES, Court, open_court
from tests.scoring.matching.material import both, calling, honest, none, pair, same
from tests.servers import messages
from tests.servers.provider import Provider, serve
from tests.servers.script import Fault, Received, Said


@pytest.fixture
async def court(tmp_path: Path) -> AsyncGenerator[Court]:
    async with open_court(tmp_path) as opened:
        yield opened


async def matched(court: Court, server: Provider, value: str = "11.8 %") -> Matched:
    asks = court.asks(server, JUDGES)
    hearings = Hearings(asks, court.ledger, court.names, tell=court.steps.append)
    return await match([pair(value)], JUDGES, hearings)


async def test_votes_name_the_generated_criterion_and_nothing_is_asked_twice(court: Court) -> None:
    async with serve(honest) as server:
        first = await matched(court, server)
        again = await matched(court, server)
        assert server.log.sent == 3
    assert first == again
    assert (court.steps[-1].reused, first.open) == (3, 0)
    (query,) = first.queries
    shares, chief = query.criteria
    assert [vote.match for vote in shares.votes] == ["C8"] * 3
    assert [(vote.demand, vote.value) for vote in chief.votes] == [(False, False)] * 3
    assert (shares.code, chief.code) == ("same", "undecided")
    assert value_coverage(first.queries, failed="count").figure.value == 0.5


async def test_code_takes_a_match_away_whose_value_differs(court: Court) -> None:
    def say(received: Received) -> Said:
        if received.body["model"] != "gpt-3":
            return honest(received)
        # Another criterion, which no yes rests on, leaves the veto as it is.
        words = both("mean share", "quarters")
        return calling([same(match="B1", demand_words=words, value="none_stated"), none()])

    async with serve(say) as server:
        found = await matched(court, server, "11.4 %")
    assert found.queries[0].criteria[0].code == "differs"
    coverage = value_coverage(found.queries, failed="count")
    assert (coverage.judged_covered, coverage.vetoed, coverage.figure.value) == (1, 1, 0.0)


async def test_words_that_do_not_stand_are_repaired_once_for_that_row_alone(court: Court) -> None:
    def say(received: Received) -> Said:
        is_first = "does not stand" not in str(received.body)
        wrong = [same(value_words=both("12 %", "11.8 %")), none()]
        return calling(wrong) if is_first else calling([same()])

    async with serve(say) as server:
        found = await matched(court, server)
        assert server.log.sent == 6
    assert found.open == 0


async def test_a_judge_that_fails_leaves_votes_open_and_is_asked_again(court: Court) -> None:
    def fail(received: Received) -> Fault | None:
        is_third = received.body["model"] == "gpt-3"
        return Fault("400", 400, body=messages.error_body("bad")) if is_third else None

    async with serve(honest, fail) as server:
        found = await matched(court, server)
    (query,) = found.queries
    assert found.open == 2
    votes = [vote for one in query.criteria for vote in one.votes if vote.judge == "judge-3"]
    assert [(vote.demand, vote.value) for vote in votes] == [(None, None)] * 2
    assert all(vote.why for vote in votes)
    assert value_coverage(found.queries, failed="count").figure.value == 0.5  # two of three agree
    async with serve(honest) as server:
        assert (await matched(court, server)).open == 0
        assert {str(line.received.body["model"]) for line in server.log.lines} == {"gpt-3"}
