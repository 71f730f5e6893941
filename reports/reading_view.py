"""Readings of the question that a rubric does not follow, as they are shown."""

from dataclasses import dataclass

from contracts.rubric import Rubric
from reports.lookup import lookup
from reports.rounded_reading import rounded_value


@dataclass(frozen=True, slots=True)
class ReadingView:
    """One reading and what becomes of an answer that follows it."""

    statement: str
    value: str
    """Its computed value; empty when there is none."""
    why_none: str
    """Why no script computed it; empty when one did."""
    is_refused: bool
    words: str

    @property
    def outcome(self) -> str:
        """What becomes of an answer that follows it."""
        return "refused" if self.is_refused else "accepted too"


def reading_views(rubric: Rubric) -> tuple[ReadingView, ...]:
    """All readings not chosen, in the order of the rubric."""
    parts = lookup(rubric)
    excuses = {
        (option.statement, option.not_computed): rounded_value(option, convention, parts)
        for convention in rubric.evidence.conventions
        for option in convention.options
        if option.not_computed
    }
    return tuple(
        ReadingView(
            statement=item.statement,
            value=excuses.get((item.statement, item.value), item.value),
            why_none=item.value if (item.statement, item.value) in excuses else "",
            is_refused=item.treatment == "refuse",
            words=item.words,
        )
        for item in rubric.not_chosen
    )
