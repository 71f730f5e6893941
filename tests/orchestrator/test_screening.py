"""What may be asked of a search: not the guarded text of an evaluation set, save the request's."""

import pytest

from orchestrator.screening import screen_of
from tests.builders import CANARY, PROTECTED_ITEM, PROTECTED_TEXT, QUERY_TEXT, texas_guard


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (f"please find {PROTECTED_TEXT}", "'made-up rubrics, long'"),
        (PROTECTED_ITEM, "'made-up rubrics, short'"),
        (CANARY, "'made-up canary'"),
        (QUERY_TEXT, ""),
        ("capital expenditures of Texas Roadhouse", ""),
    ],
)
async def test_guarded_words_are_told_by_their_set(words: str, named: str) -> None:
    reason = await screen_of(texas_guard(), lambda: (QUERY_TEXT,))(words)
    assert bool(reason) == bool(named)
    assert named in reason


async def test_another_questions_words_are_guarded() -> None:
    assert "'the public question'" in await screen_of(texas_guard(), tuple)(QUERY_TEXT)
