"""What a text states, read into a value that a comparison can decide on.

A stated figure may lack its unit or scale; it is then kept as incomplete instead of guessed.
"""

from datetime import date
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field

from contracts.contract import Contract, Text, Words
from contracts.number_text import read_number
from contracts.period import Day
from contracts.quantity import DecimalText, Quantity, Scale, Unit

DatePrecision: TypeAlias = Literal["day", "month", "year"]


class StatedNumber(Contract):
    """A figure; `unit` or `scale` is `None` when the text does not say it."""

    kind: Literal["number"] = "number"
    value: DecimalText
    unit: Unit | None = None
    scale: Scale | None = None

    @classmethod
    def of(cls, quantity: Quantity) -> Self:
        """The figure of a quantity, complete."""
        return cls(value=quantity.value, unit=quantity.unit, scale=quantity.scale)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one figure as it stands; a missing unit or scale stays missing.

        Raises:
            QuantityParseError: the phrase is not one figure, or can be read in two ways.
        """
        found = read_number(text)
        return cls(value=found.value, unit=found.unit, scale=found.scale)


class StatedInterval(Contract):
    """A range with both ends, such as guidance."""

    kind: Literal["interval"] = "interval"
    low: StatedNumber
    high: StatedNumber
    inclusive: bool | None = None
    """Whether the ends belong to it; `None` when the text does not say."""


class StatedDate(Contract):
    """A date as precisely as the text gives it; a month or year by any day in it."""

    kind: Literal["date"] = "date"
    value: Day
    precision: DatePrecision = "day"


class StatedChoice(Contract):
    """One of several answers, in the text's own words."""

    kind: Literal["choice"] = "choice"
    text: Words


class StatedSet(Contract):
    """Members without order."""

    kind: Literal["set"] = "set"
    members: tuple[Words, ...]


class StatedSequence(Contract):
    """Members in order."""

    kind: Literal["sequence"] = "sequence"
    members: tuple[Words, ...]


class StatedText(Contract):
    """Words that were not read into a value; code decides nothing on them."""

    kind: Literal["text"] = "text"
    text: Text


StatedValue: TypeAlias = Annotated[
    StatedNumber
    | StatedInterval
    | StatedDate
    | StatedChoice
    | StatedSet
    | StatedSequence
    | StatedText,
    Field(discriminator="kind"),
]
"""What a text states, by `kind`."""


StatedOther: TypeAlias = Annotated[
    StatedInterval | StatedDate | StatedChoice | StatedSet | StatedSequence,
    Field(discriminator="kind"),
]
"""What code compares and is no single figure, by `kind`."""


def printed(stated: StatedOther) -> str:
    """How a script prints such a value, and nothing else beside it.

    An interval is its ends in plain digits with one space between them, a date is `YYYY-MM-DD`,
    `YYYY-MM` or `YYYY`, a choice its words, members stand one on a line.
    """
    match stated:
        case StatedInterval():
            return f"{stated.low.value:f} {stated.high.value:f}"
        case StatedDate():
            return "-".join(stated.value.isoformat().split("-")[: _PARTS[stated.precision]])
        case StatedChoice():
            return stated.text
        case StatedSet() | StatedSequence():
            return "\n".join(stated.members)


def to_precision(value: date, precision: DatePrecision) -> tuple[int, ...]:
    """Year, month and day of a date, as far as the precision goes."""
    parts = (value.year, value.month, value.day)
    return parts[: _PARTS[precision]]


_PARTS: dict[DatePrecision, int] = {"year": 1, "month": 2, "day": 3}
