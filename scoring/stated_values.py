"""Deterministic checks beside the judges: the values of an answer against the expected one.

Code reads what an answer states and lets `accepts` decide on it. It keeps silent (undecided) where
a careful reader would ask: several figures of which only some fit, a range, a bound, a denial in
the sentence of a figure that fits, a value in letters, a figure that cannot be read. Whatever it
finds, the judges' majority stands.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise

from contracts.acceptance import Acceptance
from contracts.comparison import (
    ChoiceComparison,
    Comparison,
    DateComparison,
    IntervalComparison,
    NumberComparison,
    accepts,
)
from contracts.ids import TargetId
from contracts.quantity import Quantity, restated
from contracts.score import CodeCheck
from contracts.stated import StatedChoice, StatedDate, StatedInterval, StatedNumber, StatedValue
from contracts.unit import Dimension, Scale, Unit
from gates.date_mentions import DateMention, date_mentions
from gates.normal_form import folded, words
from scoring.figure_text import FigureText, figure_text
from scoring.figures import Figure, read_figures

_SHOWN = 20
"""Most phrases that a check carries."""
_PHRASE = 120
"""Longest of them, in characters."""
_CLAIMS = 200
"""An answer with more figures that can be the asked one has not stated it."""
_NEGATION = frozenset(
    {"not", "no", "never", "neither", "nor", "without", "cannot", "isnt", "wasnt"}
)
_DENIAL = re.compile(
    r"n't\b|\b(?:not|no|never|neither|nor|cannot|wrong|incorrect|false|untrue|den(?:y|ies|ied)|unlikely"
    r"|hardly|mistaken(?:ly)?)\b"
)
_INSTEAD = re.compile(r"(?:\bnot|n't)\s+(?:the\s|an?\s|by\s)?$")
_STOP = re.compile(r"[.!?;](?=\s|$)|\n")
_MOVED = re.compile(
    r"\b(?:rose|rise[ns]?|grew|grow\w*|fell|fall\w*|went|moved?|up|down|increas\w+|decreas\w+"
    r"|declin\w+|improv\w+|widen\w*|narrow\w*|chang\w+)\b[^.;]{0,40}$"
)
_YEAR = re.compile(r"(?<![\w.,$])((?:19|20)\d\d)(?![\w,]|\.\d)")


def check_value(target_id: TargetId, comparison: Comparison, answer: str) -> CodeCheck:
    """Say what code reads in an answer for one expected value, and on which phrases it rests."""
    match comparison:
        case NumberComparison():
            found, phrases = _number(comparison, answer)
        case IntervalComparison():
            found, phrases = _interval(comparison, answer)
        case DateComparison():
            found, phrases = _date(comparison, answer)
        case ChoiceComparison():
            found, phrases = _choice(comparison, answer)
        case _:
            found, phrases = Acceptance.UNDECIDED, ()
    return CodeCheck(
        target_id=target_id,
        acceptance=found,
        stated=tuple(phrase[:_PHRASE] for phrase in phrases[:_SHOWN]),
    )


def stated_number(answer: str, wanted: Unit) -> StatedNumber | None:
    """The one figure that an answer states where a figure in `wanted` is asked for.

    `None` is undecided: no figure, one that cannot be read in only one way, or several values.
    """
    prepared = figure_text(answer)
    claims = claimed_figures(answer, wanted)
    readings = [reading for claim in claims for reading in _meant(claim, wanted)]
    is_open = any(claim.is_bound or claim.in_range or claim.value is None for claim in claims)
    is_one = len({_size(reading) for reading in readings}) == 1
    return readings[0] if is_one and not is_open and not prepared.has_unread else None


def _size(number: StatedNumber) -> tuple[Decimal, Unit | None, bool]:
    """Value and unit; the same share in percent and in basis points has one size."""
    if number.unit is not None and number.unit.dimension is Dimension.FRACTION:
        whole = Quantity(value=number.value, unit=number.unit).in_terms_of(Unit.RATIO, Scale.ONE)
        return (whole.normalize(), Unit.RATIO, True)
    power = 0 if number.scale is None else number.scale.power
    return (restated(number.value, power=power).normalize(), number.unit, number.scale is not None)


def claimed_figures(answer: str, wanted: Unit) -> tuple[Figure, ...]:
    """The figures that can be the asked one: of its dimension, claimed and not only compared.

    A figure without unit counts where none has the asked dimension. Where the answer names its
    final answer, only what follows counts.
    """
    prepared = figure_text(answer)
    figures = [figure for figure in read_figures(prepared) if not figure.is_compared]
    final = [figure for figure in figures if figure.start >= prepared.final_at]
    for region in (final, figures):
        for fits in (_fits, _is_bare):
            claims = tuple(figure for figure in region if fits(figure, wanted))
            if any(claim.value is not None for claim in claims):
                return claims
    return tuple(figures) if len(figures) == 1 else ()


def _fits(figure: Figure, wanted: Unit) -> bool:
    if figure.value is None:
        return True
    unit = figure.value.unit
    if unit is None:
        return wanted.dimension is Dimension.COUNT
    return unit.dimension is wanted.dimension


def _is_bare(figure: Figure, wanted: Unit) -> bool:
    return figure.value is None or figure.value.unit is None


def _meant(figure: Figure, wanted: Unit) -> tuple[StatedNumber, ...]:
    """The readings of a figure; a count needs no word for its unit and none for ones."""
    if wanted.dimension is not Dimension.COUNT:
        return figure.readings
    return tuple(
        reading
        if reading.unit is not None
        else reading.model_copy(update={"unit": Unit.COUNT, "scale": reading.scale or Scale.ONE})
        for reading in figure.readings
    )


def _number(comparison: NumberComparison, answer: str) -> tuple[Acceptance, Sequence[str]]:
    wanted, prepared = comparison.expected.unit, figure_text(answer)
    claims = claimed_figures(answer, wanted)
    if len(claims) > _CLAIMS:
        return Acceptance.UNDECIDED, [claim.text for claim in claims]
    verdicts = [
        Acceptance.UNDECIDED
        if claim.is_bound or claim.in_range
        else _agreed(accepts(comparison, reading) for reading in _meant(claim, wanted))
        for claim in claims
    ]
    found = _agreed(verdicts)
    is_denied = found is Acceptance.ACCEPTED and _is_denied(prepared, claims)
    if prepared.has_unread or prepared.has_letters or is_denied:
        found = Acceptance.UNDECIDED
    return found, [claim.text for claim in claims]


def _is_denied(prepared: FigureText, claims: Sequence[Figure]) -> bool:
    """Whether a sentence that states a claim has a word of denial: what it denies is not known."""
    # `not 11.4 %, but 11.8 %` denies the other figure, and that alone.
    parts = list(prepared.text)
    for figure in read_figures(prepared):
        if figure.is_compared and (word := _INSTEAD.search(prepared.text[: figure.start])):
            parts[word.start() : figure.start] = " " * (figure.start - word.start())
    text = "".join(parts)
    stops = [0, *(stop.end() for stop in _STOP.finditer(text)), len(text)]
    sentences = pairwise(stops)
    return any(
        _DENIAL.search(text, start, end)
        for start, end in sentences
        if any(start <= claim.start < end for claim in claims)
    )


def _agreed(verdicts: Iterable[Acceptance]) -> Acceptance:
    found = set(verdicts)
    return found.pop() if len(found) == 1 else Acceptance.UNDECIDED


def stated_interval(answer: str) -> StatedInterval | None:
    """The one range that an answer states; `None` for none, several, or a change over time."""
    prepared = figure_text(answer)
    figures = [figure for figure in read_figures(prepared) if figure.in_range]
    if len(figures) != 2 or any(len(figure.readings) != 1 for figure in figures):
        return None
    first, second = figures
    if first.is_compared or _MOVED.search(prepared.text[: first.start]):
        return None
    return StatedInterval(low=first.readings[0], high=second.readings[0])


def _interval(comparison: IntervalComparison, answer: str) -> tuple[Acceptance, Sequence[str]]:
    found = stated_interval(answer)
    phrases = [figure.text for figure in read_figures(figure_text(answer)) if figure.in_range]
    return (Acceptance.UNDECIDED if found is None else accepts(comparison, found)), phrases


def stated_date(answer: str, precision: str) -> StatedDate | None:
    """The one date that an answer states; `None` for none, two, or `1/9/2026`."""
    found = [reading for mention in date_mentions(answer) for reading in _dates(mention)]
    if precision == "year" and not found:
        found = [
            StatedDate(value=date(int(year), 1, 1), precision="year")
            for year in _YEAR.findall(folded(answer))
        ]
    return found[0] if found and all(one == found[0] for one in found) else None


def _dates(mention: DateMention) -> list[StatedDate]:
    return [
        StatedDate(value=first, precision="day" if first == last else "month")
        for first, last in mention.readings
    ]


def _date(comparison: DateComparison, answer: str) -> tuple[Acceptance, Sequence[str]]:
    mentions = date_mentions(answer)
    readings: list[StatedValue] = [one for mention in mentions for one in _dates(mention)]
    if not readings and (single := stated_date(answer, comparison.precision)):
        readings = [single]
    verdicts = [accepts(comparison, reading) for reading in readings]
    return _agreed(verdicts), [mention.text for mention in mentions]


def _choice(comparison: ChoiceComparison, answer: str) -> tuple[Acceptance, Sequence[str]]:
    """The one option whose wording stands in an answer without any word of negation."""
    text = words(answer)
    if _NEGATION & set(text):
        return Acceptance.UNDECIDED, ()
    wordings = [*comparison.options, *(alias for _, alias in comparison.aliases)]
    rest = f" {' '.join(text)} "
    found: list[str] = []
    for wording in sorted(wordings, key=len, reverse=True):
        phrase = f" {' '.join(words(wording))} "
        if phrase.strip() and phrase in rest:
            found.append(wording)
            rest = rest.replace(phrase, " | ")
    options = {comparison.option_of(wording) for wording in found}
    if len(options) != 1:
        return Acceptance.UNDECIDED, found
    return accepts(comparison, StatedChoice(text=found[0])), found
