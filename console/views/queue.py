"""The queue page: tabs, filters, rows and how long things have waited."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from console.access.roles import Permission
from console.access.user import User
from console.views.age_chart import AgeChart, age_chart
from console.views.span import span_text
from console.views.wording import KINDS, REASONS
from contracts.counters import MAX_RECOVERIES
from contracts.escalation import Escalation, ItemKind, Reason
from escalations.queue_filter import NARROWING, QueueFilter, Sort, Tab, as_words
from escalations.queue_rows import QueuePage, QueueRow

TABS: Mapping[Tab, str] = {
    Tab.MINE: "Mine",
    Tab.UNCLAIMED: "Unclaimed",
    Tab.WAITING: "Waiting on others",
    Tab.DONE: "Done",
}
FIRST_WORDS = 160
"""Characters of a question that a row shows."""
_EMPTY: Mapping[Tab, str] = {
    Tab.MINE: "Nothing is yours. Take the item that is due first with “Claim next”.",
    Tab.UNCLAIMED: "Nothing is unclaimed: every open item has somebody, or nothing waits at all.",
    Tab.WAITING: "Nobody else has an open item.",
    Tab.DONE: "Nothing was decided yet.",
}
_FILTERED = "Nothing matches these filters. Take one of them away, or look under another tab."


@dataclass(frozen=True, slots=True)
class TabView:
    """One tab with its count."""

    name: str
    href: str
    count: int
    is_current: bool


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column that rows can be ordered by."""

    href: str
    order: str
    """`ascending`, `descending` or empty."""


@dataclass(frozen=True, slots=True)
class RowView:
    """One item of the queue."""

    id: str
    kind: str
    reason: str
    question: str
    age: str
    opened: datetime
    due: datetime
    due_words: str
    is_overdue: bool
    tries: str
    holder: str
    is_mine: bool
    left: str
    expires: datetime | None
    assignee: str
    comments: int
    opinions: str


@dataclass(frozen=True, slots=True)
class Pages:
    """Where a page stands among all."""

    number: int
    count: int
    previous: str
    next: str


@dataclass(frozen=True, slots=True)
class Bulk:
    """What a form for many items held that was refused."""

    ticked: frozenset[str] = frozenset()
    to: str = ""
    reason: str = ""


NOTHING_TICKED = Bulk()


@dataclass(frozen=True, slots=True)
class QueueView:
    """The whole page."""

    tabs: tuple[TabView, ...]
    filter: QueueFilter
    words: Mapping[str, str]
    """The filter as the address has it."""
    kinds: tuple[tuple[str, str], ...]
    reasons: tuple[tuple[str, str], ...]
    columns: Mapping[str, Column]
    rows: tuple[RowView, ...]
    total: int
    pages: Pages
    empty: str
    chart: AgeChart
    people: tuple[str, ...]
    may_claim: bool
    may_assign: bool
    notice: str = ""
    errors: tuple[tuple[str, str], ...] = ()
    """Field and words of what was refused; a list names each of its items."""
    bulk: Bulk = NOTHING_TICKED

    @property
    def narrowed(self) -> Mapping[str, str]:
        """The words that leave items out; empty where no filter is set."""
        return _narrowed(self.words)


@dataclass(frozen=True, slots=True)
class QueueReading:
    """What the page is drawn from."""

    page: QueuePage
    counts: Mapping[Tab, int]
    ages: Sequence[int]
    """How many open items there are of each class of the chart."""
    questions: Mapping[str, str]
    """Item to the question of its run or its own."""
    people: tuple[str, ...]


def queue_view(wanted: QueueFilter, read: QueueReading, user: User, at: datetime) -> QueueView:
    """Put one page of the queue into words."""
    words = as_words(wanted)
    rows = tuple(_row(row, read.questions, user, at) for row in read.page.rows)
    return QueueView(
        tabs=tuple(
            TabView(
                name, _href(wanted, tab=tab, page=1), read.counts.get(tab, 0), tab is wanted.tab
            )
            for tab, name in TABS.items()
        ),
        filter=wanted,
        words=words,
        kinds=tuple((kind.value, KINDS[kind]) for kind in ItemKind),
        reasons=tuple((reason.value, REASONS[reason]) for reason in Reason),
        columns={sort.value: _column(wanted, sort) for sort in Sort},
        rows=rows,
        total=read.page.total,
        pages=_pages(wanted, read.page),
        empty=_FILTERED if _narrowed(words) else _EMPTY[wanted.tab],
        chart=age_chart(read.ages),
        people=read.people,
        may_claim=user.may(Permission.DECIDE),
        may_assign=user.may(Permission.ASSIGN),
    )


def _narrowed(words: Mapping[str, str]) -> Mapping[str, str]:
    return {name: words[name] for name in NARROWING if name in words}


def with_notice(view: QueueView, notice: str) -> QueueView:
    """The page with a sentence on what just happened."""
    return replace(view, notice=notice)


def with_refusal(view: QueueView, refused: Mapping[str, str], bulk: Bulk) -> QueueView:
    """The page after a list was refused, naming each item that could not be changed."""
    told = (f"{name} {why}" if name else why for name, why in refused.items())
    return replace(view, errors=tuple(("", words) for words in told), bulk=bulk)


def _row(row: QueueRow, questions: Mapping[str, str], user: User, at: datetime) -> RowView:
    item, held = row.item, row.claim
    question = questions.get(item.id, "")
    return RowView(
        id=item.id,
        kind=KINDS[item.kind],
        reason=REASONS[item.reason] if isinstance(item, Escalation) else "",
        question=question[:FIRST_WORDS] + ("…" if len(question) > FIRST_WORDS else ""),
        age=span_text(row.age),
        opened=item.opened,
        due=row.due,
        due_words=_due(row, at),
        is_overdue=row.is_overdue,
        tries=f"{row.tries_used} of {MAX_RECOVERIES}" if row.tries_used is not None else "",
        holder=held.holder if held else "",
        is_mine=held is not None and held.holder == user.name,
        left=span_text(held.expires - at) if held else "",
        expires=held.expires if held else None,
        assignee=row.assignee or "",
        comments=row.comments,
        opinions=f"{row.opinions} of 2 opinions" if row.wants_second_review else "",
    )


def _due(row: QueueRow, at: datetime) -> str:
    if row.item.state != "open":
        return row.item.state
    left = row.due - at
    return f"overdue by {span_text(-left)}" if row.is_overdue else f"in {span_text(left)}"


def _column(wanted: QueueFilter, sort: Sort) -> Column:
    is_now = wanted.sort is sort
    turned = is_now and not wanted.is_descending
    href = _href(wanted, sort=sort, is_descending=turned, page=1)
    order = ("descending" if wanted.is_descending else "ascending") if is_now else ""
    return Column(href, order)


def _pages(wanted: QueueFilter, page: QueuePage) -> Pages:
    return Pages(
        number=page.page,
        count=page.pages,
        previous=_href(wanted, page=page.page - 1) if page.page > 1 else "",
        next=_href(wanted, page=page.page + 1) if page.page < page.pages else "",
    )


def _href(
    wanted: QueueFilter,
    *,
    tab: Tab | None = None,
    sort: Sort | None = None,
    is_descending: bool | None = None,
    page: int | None = None,
) -> str:
    other = replace(
        wanted,
        tab=wanted.tab if tab is None else tab,
        sort=wanted.sort if sort is None else sort,
        is_descending=wanted.is_descending if is_descending is None else is_descending,
        page=wanted.page if page is None else page,
    )
    query = urlencode(as_words(other))
    return f"/queue?{query}" if query else "/queue"
