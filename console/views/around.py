"""What stands around an item on its page: who has it, what may be done, what became of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from console.access.roles import Permission
from console.access.user import User
from console.reading.around import AroundReading
from console.views.span import span_text
from escalations.comments import Comment
from escalations.decisions import DecisionRow
from escalations.opinions import SecondLook, Standing
from escalations.undo import UNDO_FOR
from reports.words import counted


@dataclass(frozen=True, slots=True)
class ClaimBox:
    """Who has an item, and for how long."""

    holder: str
    is_mine: bool
    token: int
    expires: datetime
    left: str


@dataclass(frozen=True, slots=True)
class UndoBox:
    """A decision that this person can still take back."""

    decision: str
    words: str
    until: datetime
    left: str


@dataclass(frozen=True, slots=True)
class InForce:
    """What an item was decided by, and by whom."""

    row: DecisionRow
    deciders: tuple[str, ...]
    """One person, or both whose opinions agreed."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One opinion of a second review."""

    kind: str
    by: str
    note: str


@dataclass(frozen=True, slots=True)
class SecondBox:
    """How far a second review is."""

    words: str
    shown: tuple[Spoken, ...]


@dataclass(frozen=True, slots=True)
class Rights:
    """What one person may do with an item now."""

    is_open: bool
    may_claim: bool
    may_take_over: bool
    may_assign: bool
    may_comment: bool
    how_to_decide: str
    is_opinion: bool
    """Whether this person's answer is one of two opinions."""
    is_settling: bool
    """Whether this person settles two opinions that differ."""


@dataclass(frozen=True, slots=True)
class Around:
    """The queue around one item, for one person."""

    is_open: bool
    claim: ClaimBox | None
    age: str
    due: datetime
    due_words: str
    is_overdue: bool
    assignee: str
    second_review: bool
    second: SecondBox | None
    comments: tuple[Comment, ...]
    hidden_comments: int
    undo: UndoBox | None
    outcome: str
    """What became of it; empty while it is open."""
    next_id: str
    previous: str
    next: str
    people: tuple[str, ...]
    """Who an item can be assigned to."""
    rights: Rights
    is_draft_lost: bool
    """Whether what this person typed before cannot be read any more."""

    @property
    def is_mine(self) -> bool:
        """Whether this person may decide it now: it is open, and they have claimed it."""
        return self.is_open and self.claim is not None and self.claim.is_mine


def around_view(
    read: AroundReading,
    user: User,
    at: datetime,
    *,
    in_force: InForce | None,
    people: tuple[str, ...],
) -> Around:
    """Put the queue around an item into words.

    Args:
        read: what was read for this person.
        user: the person.
        at: now.
        in_force: what an escalation was decided by, if it was.
        people: who an item can be assigned to.
    """
    item, care = read.item, read.care
    rights = _rights(read, user)
    return Around(
        is_open=rights.is_open,
        claim=_claim(read, user, at),
        age=span_text(at - item.opened),
        due=care.due,
        due_words=_due_words(care.due - at),
        is_overdue=rights.is_open and care.due < at,
        assignee=care.assignee or "",
        second_review=care.second_review,
        second=_second(read.second),
        comments=read.comments.shown,
        hidden_comments=read.comments.hidden,
        undo=_undo(in_force, user, at),
        outcome="" if rights.is_open else _outcome(item.state, in_force),
        next_id=read.next_id,
        previous=read.previous,
        next=read.next,
        people=people,
        rights=rights,
        is_draft_lost=read.is_draft_lost,
    )


def _rights(read: AroundReading, user: User) -> Rights:
    second = read.second
    is_open = read.item.state == "open"
    has_spoken = second is not None and second.mine is not None
    differ = second is not None and second.standing is Standing.DIFFER
    is_lead = user.may(Permission.TAKE_OVER)
    is_next = is_open and not has_spoken
    return Rights(
        is_open=is_open,
        may_claim=is_next and user.may(Permission.DECIDE) and (is_lead or not differ),
        may_take_over=is_next and is_lead,
        may_assign=is_open and user.may(Permission.ASSIGN),
        may_comment=user.may(Permission.COMMENT),
        how_to_decide=_how(user, has_spoken=has_spoken, differ=differ),
        is_opinion=read.care.second_review and second is not None and not differ,
        is_settling=differ,
    )


def _claim(read: AroundReading, user: User, at: datetime) -> ClaimBox | None:
    held = read.claim
    if held is None:
        return None
    left = span_text(held.expires - at)
    return ClaimBox(held.holder, held.holder == user.name, held.token, held.expires, left)


def _due_words(left: timedelta) -> str:
    if left < timedelta():
        return f"overdue by {span_text(-left)}"
    return f"in {span_text(left)}"


def _undo(in_force: InForce | None, user: User, at: datetime) -> UndoBox | None:
    if in_force is None or user.name not in in_force.deciders or in_force.row.consumed is not None:
        return None
    until = in_force.row.made + UNDO_FOR
    if at >= until:
        return None
    decision = in_force.row.decision
    words = f"You decided to {decision.kind.value}."
    return UndoBox(decision.id, words, until, span_text(until - at))


def _outcome(state: str, in_force: InForce | None) -> str:
    if in_force is None:
        return "The item was closed undecided: its run ended otherwise."
    made = in_force.row.decision
    then = "the runner has obeyed" if in_force.row.consumed else "the runner has not obeyed yet"
    return f"{state.capitalize()}: {made.kind.value} by {made.by}; {then}."


def _second(read: SecondLook | None) -> SecondBox | None:
    if read is None or read.standing is Standing.NOT_WANTED:
        return None
    shown = tuple(
        Spoken(one.decision.kind.value, one.decision.by, one.decision.note) for one in read.shown
    )
    if read.standing is Standing.DECIDED and not shown:
        return None
    words = {
        Standing.NONE_YET: "Two people must agree, and neither reads the other’s answer first.",
        Standing.ONE: "One opinion is final. It is shown to nobody who has not given theirs.",
        Standing.DIFFER: "Two opinions differ: a lead who gave neither decides, with both shown.",
    }.get(read.standing, counted(read.given, "opinion was", "opinions were") + " given.")
    if read.standing is Standing.ONE and read.mine is not None:
        words = "Your opinion is final. It takes effect when another person’s agrees with it."
    return SecondBox(words, shown)


def _how(user: User, *, has_spoken: bool, differ: bool) -> str:
    if not user.may(Permission.DECIDE):
        return "Your role reads only; deciding takes the role analyst."
    if has_spoken:
        return "Your opinion is final; the second review is somebody else’s."
    if differ and not user.may(Permission.TAKE_OVER):
        return "Two opinions differ; a lead settles it."
    return "Claim the item to decide it: for 15 minutes nobody else can."
