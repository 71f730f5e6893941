"""The ten kinds of comparison: what an expected value is, and what counts as the same.

Six kinds are decided by code (`number` to `sequence`); four are put to judges in words. Here stand
only shapes and their laws, as the design's section 4 lists them; `contracts.comparison` decides.
"""

import unicodedata
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from contracts.contract import Contract, Words
from contracts.period import Day
from contracts.quantity import DecimalText, Quantity, Rounding, UnitMismatch
from contracts.stated import DatePrecision

SomeWords: TypeAlias = Annotated[tuple[Words, ...], Field(min_length=1)]


class AtPrecision(Contract):
    """No tolerance beyond the rounding rule."""

    kind: Literal["at_precision"] = "at_precision"


class Absolute(Contract):
    """A distance from the expected value, the bounds included."""

    kind: Literal["absolute"] = "absolute"
    amount: Annotated[DecimalText, Field(gt=0)]
    """In the unit and scale of the expected value."""
    reason: Words


class Relative(Contract):
    """A distance in percent of the expected value, the bounds included."""

    kind: Literal["relative"] = "relative"
    percent: Annotated[DecimalText, Field(gt=0, le=100)]
    reason: Words


Band: TypeAlias = Annotated[AtPrecision | Absolute | Relative, Field(discriminator="kind")]


class NumberComparison(Contract):
    """One figure."""

    kind: Literal["number"] = "number"
    expected: Quantity
    rounding: Rounding
    """Places count in the unit and scale of `expected`."""
    band: Band = AtPrecision()

    @model_validator(mode="after")
    def _band_fits_expected(self) -> Self:
        if isinstance(self.band, Relative) and self.expected.value.is_zero():
            msg = "a relative band around zero has no width; use an absolute one"
            raise ValueError(msg)
        if isinstance(self.band, AtPrecision) and self.expected.places < self.rounding.places:
            msg = (
                f"expected has {self.expected.places} decimal places, fewer than the "
                f"{self.rounding.places} of the rounding"
            )
            raise ValueError(msg)
        return self


class IntervalComparison(Contract):
    """A range that the sources state, such as guidance: both ends must be stated."""

    kind: Literal["interval"] = "interval"
    low: Quantity
    high: Quantity
    inclusive: bool
    """Whether the ends belong to it."""

    @model_validator(mode="after")
    def _ends_are_ordered(self) -> Self:
        _check_ends(self.low, self.high)
        return self


class DateComparison(Contract):
    """A date, month or year."""

    kind: Literal["date"] = "date"
    value: Day
    """The day, or any day of the month or year."""
    precision: DatePrecision


class ChoiceComparison(Contract):
    """One of a closed list of answers."""

    kind: Literal["choice"] = "choice"
    value: Words
    options: Annotated[tuple[Words, ...], Field(min_length=2)]
    aliases: tuple[tuple[Words, Words], ...] = ()
    """Pairs of option and another wording of it."""

    @model_validator(mode="after")
    def _wordings_are_unique(self) -> Self:
        if self.value not in self.options:
            msg = f"{self.value!r} is none of the options"
            raise ValueError(msg)
        for option, _ in self.aliases:
            if option not in self.options:
                msg = f"{option!r} has an alias and is none of the options"
                raise ValueError(msg)
        _check_unique((*self.options, *(alias for _, alias in self.aliases)))
        return self

    def option_of(self, text: str) -> str | None:
        """The option that a wording stands for, or `None` when it is not known."""
        wordings = (*((option, option) for option in self.options), *self.aliases)
        return next((option for option, word in wordings if folded(word) == folded(text)), None)


class SetComparison(Contract):
    """Members without order."""

    kind: Literal["set"] = "set"
    members: SomeWords
    need: Literal["all", "at_least"]
    k: Annotated[int, Field(ge=1)] | None = None
    """How many members suffice; stands exactly when `need` is `at_least`."""
    extras: Literal["allowed", "fail"]
    """Whether other members may be stated."""

    @model_validator(mode="after")
    def _k_fits_members(self) -> Self:
        _check_unique(self.members)
        if (self.k is None) is (self.need == "at_least"):
            msg = "k stands exactly when need is at_least"
            raise ValueError(msg)
        if self.needed > len(self.members):
            msg = f"at least {self.k} of {len(self.members)} members cannot be met"
            raise ValueError(msg)
        return self

    @property
    def needed(self) -> int:
        """How many of the members must be stated."""
        return len(self.members) if self.k is None else self.k


class SequenceComparison(Contract):
    """Members in order."""

    kind: Literal["sequence"] = "sequence"
    members: Annotated[tuple[Words, ...], Field(min_length=2)]
    order: Literal["exact", "rank"]
    """`exact`: these members and no others; `rank`: in this order, others may stand between."""

    @model_validator(mode="after")
    def _members_are_unique(self) -> Self:
        _check_unique(self.members)
        return self


class StatementComparison(Contract):
    """A proposition that the sources settle; judged, not computed."""

    kind: Literal["statement"] = "statement"
    proposition: Words
    elements: SomeWords
    """What an answer must say for the proposition to be there."""
    must_not: tuple[Words, ...]
    """What an answer must not say."""


class JudgementComparison(Contract):
    """A position that the sources do not settle; judged against grounds and anchors."""

    kind: Literal["judgement"] = "judgement"
    question: Words
    admissible: SomeWords
    """Positions that can be held."""
    required_grounds: SomeWords
    """What must be weighed, whatever the position."""
    pass_anchor: Words
    """What an answer that passes looks like."""
    fail_anchor: Words


class IndeterminateComparison(Contract):
    """No value exists by the cutoff, and an answer must say so."""

    kind: Literal["indeterminate"] = "indeterminate"
    reason: Words
    required_behaviour: Words
    """What an answer must do instead, such as name the nearest disclosed figure."""


class AdmissibleInterval(Contract):
    """The range of forecasts that the information of the as-of date supports."""

    low: Quantity
    high: Quantity

    @model_validator(mode="after")
    def _ends_are_ordered(self) -> Self:
        _check_ends(self.low, self.high)
        return self


class ForecastComparison(Contract):
    """A forecast, graded by inputs, method and range; the later truth is contamination."""

    kind: Literal["forecast"] = "forecast"
    as_of: Day
    method_constraints: tuple[Words, ...]
    admissible: AdmissibleInterval
    realised_forbidden: Literal[True] = True


Comparison: TypeAlias = Annotated[
    NumberComparison
    | IntervalComparison
    | DateComparison
    | ChoiceComparison
    | SetComparison
    | SequenceComparison
    | StatementComparison
    | JudgementComparison
    | IndeterminateComparison
    | ForecastComparison,
    Field(discriminator="kind"),
]
"""What is expected and what counts as the same, by `kind`."""


def folded(text: str) -> str:
    """Wording without case, compatibility forms and spacing, for comparing members."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _check_unique(words: tuple[str, ...]) -> None:
    if len({folded(word) for word in words}) != len(words):
        msg = "two wordings are the same but for case or spacing"
        raise ValueError(msg)


def _check_ends(low: Quantity, high: Quantity) -> None:
    try:
        top = high.in_terms_of(low.unit, low.scale)
    except UnitMismatch as error:
        raise ValueError(str(error)) from None
    if low.value >= top:
        msg = f"{low.text()} is not below {high.text()}"
        raise ValueError(msg)
