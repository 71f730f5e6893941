"""The form of an item's care: what somebody changed on it, not what it merely repeats."""

from dataclasses import dataclass
from datetime import UTC, datetime

from console.access.assignees import assignee_named
from console.errors import Overtaken
from console.refusal import WORDS, RefusalView, Typed
from contracts.errors import InputError
from escalations.audit_chain import AuditChain
from escalations.care import (
    Care,
    assign_within,
    care_of,
    set_due_within,
    set_second_review_within,
)
from records.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class CareForm:
    """An item's care as somebody saw it, and as they want it."""

    seen: Care
    wanted: Care


def care_form(seen: Care, *, assignee: str, due: str, second_review: bool) -> CareForm:
    """Take what was typed; a due time to the minute that was shown is the time as it was.

    Raises:
        InputError: the due time is no time.
    """
    until = instant(due)
    if until == seen.due.replace(second=0, microsecond=0):
        until = seen.due
    return CareForm(seen, Care(assignee or None, until, second_review))


async def change_care(
    uow: UnitOfWork, audit: AuditChain, item: str, form: CareForm, *, by: str, at: datetime
) -> None:
    """Change what differs from what was seen; what others changed otherwise stays as it is.

    Raises:
        Overtaken: somebody else changed the same; nothing is to be kept.
        InputError: the item is not open, or the user cannot look after it.
        CorruptRun: the audit chain cannot be added to.
    """
    seen, wanted, now = form.seen, form.wanted, await care_of(uow, item)
    if wanted.assignee not in (seen.assignee, now.assignee):
        _require_same("assignee", seen.assignee or "nobody", now.assignee or "nobody")
        to = await assignee_named(uow, wanted.assignee) if wanted.assignee else None
        await assign_within(uow, audit, [item], to=to, by=by, at=at)
    if wanted.due not in (seen.due, now.due):
        _require_same("due time", f"{seen.due:%Y-%m-%d %H:%M}", f"{now.due:%Y-%m-%d %H:%M}")
        await set_due_within(uow, audit, item, due=wanted.due, by=by, at=at)
    if wanted.second_review not in (seen.second_review, now.second_review):
        _require_same("second review", _words(seen), _words(now))
        await set_second_review_within(uow, audit, item, wanted=wanted.second_review, by=by, at=at)


def overtaken_view(form: CareForm, now: Care, words: str) -> RefusalView:
    """The page of a form that came too late, from which it may be sent again over what stands now.

    What it only repeated is taken as it stands, so that nothing else is changed unseen.
    """
    seen, wanted = form.seen, form.wanted
    again = Care(
        now.assignee if wanted.assignee == seen.assignee else wanted.assignee,
        now.due if wanted.due == seen.due else wanted.due,
        now.second_review if wanted.second_review == seen.second_review else wanted.second_review,
    )
    return RefusalView(
        status=Overtaken.status,
        title=WORDS[Overtaken.status],
        message=words,
        typed=_fields(again),
        now=_fields(now),
        can_be_sent_again=True,
    )


def _fields(care: Care) -> tuple[Typed, ...]:
    return (
        Typed("assignee", care.assignee or ""),
        Typed("due", care.due.isoformat()),
        Typed("second_review", "on" if care.second_review else ""),
    )


def instant(text: str) -> datetime:
    """An instant as a browser's field writes it, in UTC.

    Raises:
        InputError: it is none.
    """
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise InputError(f"due {text[:40]!r} is no time such as 2026-12-01T16:00") from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def _words(care: Care) -> str:
    return "wanted" if care.second_review else "not wanted"


def _require_same(what: str, seen: str, now: str) -> None:
    if seen != now:
        raise Overtaken(
            f"the {what} was {seen} on your page and is {now} by now; nothing was changed. "
            "Send it again to change it all the same"
        )
