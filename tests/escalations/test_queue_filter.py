"""Words of an address: known ones are taken, others refused before they reach the database."""

import pytest

from contracts.errors import InputError
from contracts.escalation import ItemKind, Reason
from escalations.queue_filter import QueueFilter, Sort, Tab, as_words, queue_filter
from tests.escalations.injections import INJECTIONS

ALL_WORDS = {
    "tab": "done",
    "kind": "escalation",
    "reason": "deadline",
    "assignee": "ada",
    "text": "run 7",
    "sort": "run",
    "order": "down",
    "page": "3",
}
EVERYTHING = QueueFilter(
    tab=Tab.DONE,
    kind=ItemKind.ESCALATION,
    reason=Reason.DEADLINE,
    assignee="ada",
    text="run 7",
    sort=Sort.RUN,
    is_descending=True,
    page=3,
)


def test_words_make_a_filter_and_a_filter_words() -> None:
    assert queue_filter(ALL_WORDS) == EVERYTHING
    assert as_words(EVERYTHING) == ALL_WORDS
    assert queue_filter({}) == queue_filter(dict.fromkeys(ALL_WORDS, "")) == QueueFilter()
    assert as_words(QueueFilter()) == {}
    assert queue_filter({"text": "  run 7 "}).text == "run 7"


@pytest.mark.parametrize("name", ["tab", "kind", "reason", "sort", "order", "page"])
def test_no_injection_is_a_word(name: str) -> None:
    for injection in INJECTIONS:
        with pytest.raises(InputError, match=f"filter {name} "):
            queue_filter({name: injection})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"tba": "done"}, "filter 'tba' is not known; use tab, kind"),
        ({"sort": "opened DESC"}, "use due, opened, kind, reason, run, assignee"),
        ({"page": "0"}, "write a number from 1"),
        ({"page": "٣"}, "write a number from 1"),
        ({"page": "9" * 400}, "write a number from 1"),
        ({"text": "x" * 201}, "at most 200 characters"),
        ({"text": "a\x00b"}, "filter text"),
        ({"assignee": "a\udce4"}, "filter assignee"),
    ],
)
def test_other_words_are_refused(given: dict[str, str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        queue_filter(given)
