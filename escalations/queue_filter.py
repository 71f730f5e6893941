"""What somebody wants to see of the queue: words of an address, held against what there is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeVar

from pydantic import StringConstraints
from sqlalchemy import ColumnElement, and_, or_, true

from contracts.contract import Contract, Text, parse_contract
from contracts.errors import ContractError, InputError
from contracts.escalation import ItemKind, Reason
from records.review_tables import CARE
from records.search import has_words
from records.tables import ESCALATION

WordT = TypeVar("WordT", bound=StrEnum)
PAGE_SIZE = 50
"""Items on one page."""
MAX_PAGE = 100_000
MAX_SEARCH = 200
"""Characters of a text that is searched for."""


class Tab(StrEnum):
    """Whose turn it is, as one person sees it; every item is under one of them."""

    MINE = "mine"
    """Claimed by this person, or free and theirs to look after."""
    UNCLAIMED = "unclaimed"
    """Open, and nobody's."""
    WAITING = "waiting"
    """Open, and somebody else's turn."""
    DONE = "done"


class Sort(StrEnum):
    """What the rows are ordered by; these words and no others reach the database."""

    DUE = "due"
    OPENED = "opened"
    KIND = "kind"
    REASON = "reason"
    RUN = "run"
    ASSIGNEE = "assignee"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFilter:
    """What is wanted of the queue; the default is what is open and nobody's, first due first."""

    tab: Tab = Tab.UNCLAIMED
    kind: ItemKind | None = None
    reason: Reason | None = None
    assignee: str = ""
    """Exactly so; empty for whoever."""
    text: str = ""
    """Anywhere in the item's id, its run, its subject or its question, in any case."""
    sort: Sort = Sort.DUE
    is_descending: bool = False
    page: int = 1


class _Order(StrEnum):
    UP = "up"
    DOWN = "down"


class _Searched(Contract):
    contract_name = "filter"

    text: Annotated[Text, StringConstraints(max_length=MAX_SEARCH)]


NARROWING = ("kind", "reason", "assignee", "text")
"""Words that leave items out, whosever turn it is."""
_NAMES = ("tab", *NARROWING, "sort", "order", "page")


def queue_filter(given: Mapping[str, str]) -> QueueFilter:
    """Read a filter from the words of an address; what is not given or empty is as by default.

    Raises:
        InputError: a word is not known; names it and those there are.
    """
    unknown = sorted(given.keys() - {*_NAMES})
    if unknown:
        raise InputError(f"filter {unknown[0][:80]!r} is not known; use {', '.join(_NAMES)}")
    return QueueFilter(
        tab=_word(given, "tab", Tab) or Tab.UNCLAIMED,
        kind=_word(given, "kind", ItemKind),
        reason=_word(given, "reason", Reason),
        assignee=_searched(given, "assignee"),
        text=_searched(given, "text"),
        sort=_word(given, "sort", Sort) or Sort.DUE,
        is_descending=_word(given, "order", _Order) is _Order.DOWN,
        page=_page(given.get("page", "")),
    )


def as_words(wanted: QueueFilter) -> dict[str, str]:
    """The filter as the words of an address; what is as by default is left out."""
    words = {
        "tab": "" if wanted.tab is Tab.UNCLAIMED else wanted.tab.value,
        "kind": wanted.kind.value if wanted.kind else "",
        "reason": wanted.reason.value if wanted.reason else "",
        "assignee": wanted.assignee,
        "text": wanted.text,
        "sort": "" if wanted.sort is Sort.DUE else wanted.sort.value,
        "order": _Order.DOWN.value if wanted.is_descending else "",
        "page": str(wanted.page) if wanted.page > 1 else "",
    }
    return {name: word for name, word in words.items() if word}


def matching(wanted: QueueFilter) -> ColumnElement[bool]:
    """Which items a filter lets through, whosever turn it is; values are bound, never pasted."""
    conditions: list[ColumnElement[bool]] = [true()]
    if wanted.kind is not None:
        conditions.append(ESCALATION.c.kind == wanted.kind.value)
    if wanted.reason is not None:
        conditions.append(ESCALATION.c.reason == wanted.reason.value)
    if wanted.assignee:
        conditions.append(CARE.c.assignee == wanted.assignee)
    if wanted.text:
        searched = (ESCALATION.c.id, ESCALATION.c.run, ESCALATION.c.subject, ESCALATION.c.question)
        conditions.append(or_(*(has_words(column, wanted.text) for column in searched)))
    return and_(*conditions)


def _word(given: Mapping[str, str], name: str, words: type[WordT]) -> WordT | None:
    word = given.get(name, "")
    if not word:
        return None
    try:
        return words(word)
    except ValueError:
        known = ", ".join(words)
        raise InputError(f"filter {name} {word[:80]!r} is not known; use {known}") from None


def _searched(given: Mapping[str, str], name: str) -> str:
    words = given.get(name, "").strip()
    try:
        return parse_contract(json.dumps({"text": words}).encode(), _Searched).text
    except ContractError:
        msg = f"filter {name}: at most {MAX_SEARCH} characters that can be printed"
        raise InputError(msg) from None


def _page(given: str) -> int:
    if not given:
        return 1
    if given.isascii() and given.isdigit() and 0 < int(given[:9]) <= MAX_PAGE:
        return int(given[:9])
    raise InputError(f"filter page {given[:80]!r}: write a number from 1 to {MAX_PAGE}")
