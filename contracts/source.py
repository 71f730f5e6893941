"""What is known of a source beside its bytes: identity, class, and when it was published."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract, Text, Words
from contracts.cutoff import SourceTimes
from contracts.errors import InputError
from contracts.ids import Sha256, SourceId

SourceClass = Literal["public", "licensed", "internal", "restricted"]
"""Decides which provider may see the source and whether it is exported."""
SuppliedBy = Literal["corpus", "human", "fetch"]


class SourceCard(Contract):
    """One source, made from a person's sidecar or by the fetcher."""

    contract_name = "source-card"

    id: SourceId
    title: Words
    publisher: Words
    form: Words
    """Kind of document, such as `10-Q` or `press release`."""
    accession: Text = ""
    url: Text = ""
    """Where the document was published; never fetched from here."""
    source_class: SourceClass = "public"
    supplied_by: SuppliedBy = "corpus"
    extract: bool = False
    """True when the file is an extract of the document, not its whole text."""
    times: SourceTimes
    note: Text = ""

    @property
    def is_filing(self) -> bool:
        """Whether a registry's accession number backs its text: what a primary source is here."""
        return self.times.version_proof == "accession"


class CorpusItem(Contract):
    """One source of a corpus: its card and the hash of its bytes."""

    card: SourceCard
    snapshot: Sha256


class Corpus(Contract):
    """The index of a run's local sources, sorted by id: the frame code can decide against."""

    contract_name = "corpus"

    items: Annotated[tuple[CorpusItem, ...], Field(max_length=2000)]

    def with_sources(self, more: tuple[CorpusItem, ...]) -> "Corpus":
        """The corpus with more sources in it, sorted again.

        Raises:
            InputError: an id stands in both.
        """
        known = {item.card.id for item in self.items}
        repeated = sorted(item.card.id for item in more if item.card.id in known)
        if repeated:
            msg = f"the run has a source {repeated[0]!r} already; give the new one another id"
            raise InputError(msg)
        ordered = sorted((*self.items, *more), key=lambda item: item.card.id)
        return Corpus(items=tuple(ordered))
