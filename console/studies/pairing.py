"""Two sets of rubrics put side by side: one pair for every question that both sides have."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from console.studies.leaks import Leak, Names, leaks_of, redacted
from console.studies.normalise import blind_rubric, plain_text, same_question
from contracts.criteria import Criteria
from contracts.cutoff import Cutoff
from contracts.errors import InputError
from contracts.study import MAX_PAIRS, BlindPair

ALL = "all"
"""The benchmark of questions for which none was named."""
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Paired:
    """The pairs of two sets, and the questions that only one of them has."""

    pairs: tuple[BlindPair, ...]
    left_only: tuple[str, ...]
    right_only: tuple[str, ...]


def paired(
    left: Sequence[Criteria], right: Sequence[Criteria], benchmarks: Mapping[str, str]
) -> Paired:
    """Pair by the words of the question, in an order that both sides have in common.

    Args:
        left: rubrics of one source.
        right: rubrics of the other.
        benchmarks: id or words (`same_question`) of a question to the benchmark it is of.

    Raises:
        InputError: a set has a question twice, an id stands for two questions, two rubrics end on
            different days, or no question is on both sides.
    """
    one, other = _by_question(left, "left"), _by_question(right, "right")
    _require_ids_agree(one, other)
    shared = sorted(one.keys() & other.keys())
    if not shared:
        msg = "no question stands in both sets; they are paired by the question's words"
        raise InputError(msg)
    if len(shared) > MAX_PAIRS:
        raise InputError(f"{len(shared)} pairs; a study takes at most {MAX_PAIRS}")
    return Paired(
        tuple(_pair(one[words], other[words], benchmarks) for words in shared),
        tuple(called(one[words]) for words in one if words not in other),
        tuple(called(other[words]) for words in other if words not in one),
    )


def without_names(pairs: Iterable[BlindPair], names: Names, *, redact: bool) -> list[BlindPair]:
    """The pairs, once no row says where it comes from.

    Raises:
        InputError: a name stands in a row and is not to be redacted; names question and place.
    """
    clean: list[BlindPair] = []
    leaks: list[Leak] = []
    for pair in pairs:
        kept = redacted(pair, names) if redact else pair
        clean.append(kept)
        leaks.extend(leaks_of(kept, _query(pair), names))
    if leaks:
        shown = "; ".join(map(str, leaks[:_SHOWN]))
        more = f"; and {len(leaks) - _SHOWN} more" if len(leaks) > _SHOWN else ""
        msg = f"reviewers would read where a rubric comes from: {shown}{more}"
        raise InputError(f"{msg}. --redact replaces such names on both sides")
    return clean


def called(criteria: Criteria) -> str:
    """A question's id, or how it begins."""
    return criteria.query_id or criteria.question[:60]


def _query(pair: BlindPair) -> str:
    return pair.query_id or pair.question[:60]


def _by_question(every: Sequence[Criteria], side: str) -> dict[str, Criteria]:
    found: dict[str, Criteria] = {}
    for criteria in every:
        words = _words_of(criteria)
        if words in found:
            msg = f"the {side} set has two rubrics for {called(criteria)!r}; give each question one"
            raise InputError(msg)
        found[words] = criteria
    return found


def _words_of(criteria: Criteria) -> str:
    turns = [f"{turn.speaker}: {turn.text}" for turn in criteria.prior_turns]
    return "\n".join(map(same_question, (*turns, criteria.question)))


def _require_ids_agree(one: Mapping[str, Criteria], other: Mapping[str, Criteria]) -> None:
    ids = {criteria.query_id: words for words, criteria in one.items() if criteria.query_id}
    for words, criteria in other.items():
        if criteria.query_id and ids.get(criteria.query_id, words) != words:
            msg = f"question {criteria.query_id!r} is worded differently in the two sets"
            raise InputError(f"{msg}; rubrics for different questions cannot be compared")


def _pair(left: Criteria, right: Criteria, benchmarks: Mapping[str, str]) -> BlindPair:
    # Which side is called left must not show, not even in which spelling of a question is taken.
    base, other = sorted(
        (left, right), key=lambda one: (one.query_id is None, one.query_id or "", one.question)
    )
    keys = (base.query_id, other.query_id, same_question(base.question))
    known = [benchmarks[key] for key in keys if key and key in benchmarks]
    return BlindPair(
        query_id=base.query_id,
        benchmark=known[0] if known else ALL,
        question=plain_text(base.question),
        prior_turns=base.prior_turns,
        cutoff=_cutoff(left, right),
        left=blind_rubric(left),
        right=blind_rubric(right),
    )


def _cutoff(left: Criteria, right: Criteria) -> Cutoff | None:
    """The one day of both; where only one side names it, that one, since reviewers need it."""
    named = [cutoff for cutoff in (left.cutoff, right.cutoff) if cutoff]
    if len({cutoff.day for cutoff in named}) > 1:
        msg = (
            f"{called(right)!r}: the left rubric ends on {named[0].day} and the right one on "
            f"{named[1].day}; make both for one day, or leave the question out"
        )
        raise InputError(msg)
    return min(named, key=lambda cutoff: cutoff.zone, default=None)
