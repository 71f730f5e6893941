"""Opening a source for a model: a window of its visible text, with what is known of its date."""

from typing import NamedTuple

from contracts.cutoff import Cutoff, Known
from contracts.errors import InputError, SourceLeftOut
from contracts.ids import SourceId
from contracts.left_out import reason_left_out
from contracts.source import SourceCard
from sources.corpus import LoadedCorpus
from sources.store.view import has_invisible, model_view

WINDOW = 40_000
"""Most characters shown at once."""


class Passage(NamedTuple):
    """A window of a source; offsets are code points of the visible text."""

    card: SourceCard
    known: Known
    """How surely the source was known by the cutoff: `yes` or `unverified`."""
    text: str
    start: int
    total: int
    hides_text: bool
    """True when controls that a reader would not see were taken out."""


def open_source(
    loaded: LoadedCorpus, source_id: SourceId, cutoff: Cutoff, *, start: int = 0
) -> Passage:
    """Show up to 40,000 characters of a source from `start` on.

    Raises:
        InputError: the corpus has no such source; names those it has.
        SourceLeftOut: the source was not known by the cutoff; names its date and the cutoff.
    """
    card = checked_card(loaded, source_id, cutoff)
    raw = loaded.texts[source_id]
    visible = model_view(raw)
    begin = max(0, min(start, len(visible)))
    return Passage(
        card=card,
        known=card.times.known_by(cutoff),
        text=visible[begin : begin + WINDOW],
        start=begin,
        total=len(visible),
        hides_text=has_invisible(raw),
    )


def checked_card(loaded: LoadedCorpus, source_id: SourceId, cutoff: Cutoff) -> SourceCard:
    """The card of a source that may be shown.

    Raises:
        InputError: the corpus has no such source; names those it has.
        SourceLeftOut: the source was not known by the cutoff; names its date and the cutoff.
    """
    cards = {item.card.id: item.card for item in loaded.corpus.items}
    if source_id not in cards:
        msg = f"no source {source_id!r}; the corpus has {', '.join(sorted(cards))}"
        raise InputError(msg)
    card = cards[source_id]
    if not card.times.known_by(cutoff).passes:
        msg = f"source {source_id!r} is not shown: {reason_left_out(card.times, cutoff)}"
        raise SourceLeftOut(msg)
    return card
