"""Who looks after an item and what people wrote on it, as commands print it."""

from dataclasses import dataclass
from datetime import datetime

from cli.output import print_line
from contracts.contract import Json
from escalations.care import Care, care_of
from escalations.comments import Comments, comments_on
from escalations.opinions import OPINIONS, SecondLook, Standing, second_look
from records.unit_of_work import Reading


@dataclass(frozen=True, slots=True)
class Remarks:
    """The care, the comments and the second review of an item, as one person may read them."""

    care: Care
    comments: Comments
    look: SecondLook
    is_overdue: bool

    def tell(self) -> None:
        """Print it for people; what nobody has said is left out."""
        late = " (overdue)" if self.is_overdue else ""
        whose = f"; {self.care.assignee} looks after it" if self.care.assignee else ""
        print_line(f"Due: {self.care.due:%Y-%m-%d %H:%M} UTC{late}{whose}")
        if self.care.second_review and self.look.standing is not Standing.DECIDED:
            print_line(
                f"Second review: {self.look.given} of {OPINIONS} opinions are final{self._next}"
            )
        for one in self.look.shown:
            made = one.decision
            print_line(f"  - {made.by} at {one.given:%Y-%m-%d %H:%M} UTC: {made.kind}: {made.note}")
        for comment in self.comments.shown:
            print_line(f"{comment.author} at {comment.at:%Y-%m-%d %H:%M} UTC: {comment.text}")
        if self.comments.hidden:
            print_line(f"Hidden until your own opinion is final: {self.comments.hidden} comments")

    @property
    def _next(self) -> str:
        is_split = self.look.standing is Standing.DIFFER
        return "; they differ, and a third person decides" if is_split else ""

    def as_json(self) -> dict[str, Json]:
        """The same as parts of a document."""
        return {
            "due": self.care.due.isoformat(),
            "is_overdue": self.is_overdue,
            "assignee": self.care.assignee,
            "second_review": {
                "wanted": self.care.second_review,
                "standing": self.look.standing.value,
                "final": self.look.given,
                "opinions": [one.decision.model_dump(mode="json") for one in self.look.shown],
            },
            "comments": [
                {"by": one.author, "at": one.at.isoformat(), "text": one.text}
                for one in self.comments.shown
            ],
            "comments_hidden": self.comments.hidden,
        }


async def remarks_on(reading: Reading, item: str, *, viewer: str, at: datetime) -> Remarks:
    """Read what a person may see of it.

    Raises:
        InputError: there is no such item.
    """
    care = await care_of(reading, item)
    look = await second_look(reading, item, viewer)
    is_open = look.standing is not Standing.DECIDED
    return Remarks(
        care=care,
        comments=await comments_on(reading, item, viewer),
        look=look,
        is_overdue=is_open and care.due < at,
    )
