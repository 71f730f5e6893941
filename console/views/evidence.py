"""The evidence pane: what a selected row, finding or piece of evidence rests on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from console.reading.draft import Draft
from console.reading.place import Links
from console.views.finding import FindingView
from contracts.ids import SourceId
from contracts.passage import Claim
from reports.choice_view import ConventionView, PopulationView, convention_view, population_view
from reports.evidence_view import (
    QuoteView,
    SourceView,
    WorkedFigure,
    around,
    read_figure,
    source_view,
    worked_figure,
)
from reports.passage import Passage, passages
from reports.row_trace import RowTrace, trace_of
from reports.withheld import WITHHELD, withheld_note
from sources.store.quotes import locate

NOTHING = "Nothing of the evidence is named here; the message says what is wrong."


@dataclass(frozen=True, slots=True)
class ClaimView:
    """One thing that somebody says in one source, with the words it rests on."""

    id: str
    speaker: str
    proposition: str
    quote: QuoteView
    source: SourceView | None


@dataclass(frozen=True, slots=True)
class Pane:
    """What the pane shows."""

    title: str
    lead: str
    trace: RowTrace | None = None
    """The row's chain, from principle to evidence."""
    quoted: tuple[Passage, ...] = ()
    claims: tuple[ClaimView, ...] = ()
    worked: tuple[WorkedFigure, ...] = ()
    populations: tuple[PopulationView, ...] = ()
    conventions: tuple[ConventionView, ...] = ()
    sources: tuple[SourceView, ...] = ()
    """Sources in which nothing is quoted here; the others stand with their quotes."""

    selects: str = ""
    """What the pane was asked for, as the address says it: `row=R1`, `finding=0`."""

    @property
    def is_single(self) -> bool:
        """Whether one choice or population is all there is to see, so that it is shown open."""
        return self.trace is None and len(self.populations) + len(self.conventions) == 1

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be shown but the title."""
        shown = (self.quoted, self.claims, self.worked, self.populations, self.conventions)
        return self.trace is None and not any(shown) and not self.sources


@dataclass(frozen=True, slots=True)
class Shelf:
    """A draft with the texts of its sources."""

    draft: Draft
    links: Links
    texts: Mapping[SourceId, str]

    def of_row(self, row_id: str) -> Pane | None:
        """What a row rests on; None where there is no such row."""
        row = self.draft.parts.rows.get(row_id)
        if row is None:
            return None
        trace = trace_of(row, self.draft.rubric, self.draft.parts, principles={}, texts=self.texts)
        rests_on = self.links.rests_on[row_id]
        return Pane(
            selects=f"row={row_id}",
            title=f"Row {row_id}",
            lead=f"{trace.points} points, {trace.role}",
            trace=trace,
            quoted=trace.quoted,
            claims=self._claims(rests_on),
            worked=trace.worked,
            populations=self._populations(rests_on),
            conventions=self._conventions(rests_on),
        )

    def of_finding(self, found: FindingView) -> Pane:
        """What a finding points to: the piece of evidence, else the first row it bears on."""
        title = f"{found.severity_word} {found.code}"
        pane = self._of_evidence(found.evidence)
        if pane is None and found.rows:
            pane = self.of_row(found.rows[0])
        if pane is None:
            pane = Pane(title, NOTHING)
        else:
            pane = replace(pane, title=title, lead=found.names or pane.title)
        return replace(pane, selects=f"finding={found.number}")

    def _of_evidence(self, name: str) -> Pane | None:
        parts, only = self.draft.parts, frozenset((name,))
        if name in parts.targets:
            rows = [row for row in self.draft.rubric.rows if name in self.links.rests_on[row.id]]
            return self.of_row(rows[0].id) if rows else None
        if name in parts.sources:
            return self._of_source(name)
        figures = parts.closure([name]) if name in parts.derivations else (name,)
        pane = Pane(
            title=name,
            lead="",
            quoted=self._quoted(figures),
            claims=self._claims(only),
            worked=tuple(
                worked_figure(parts.derivations[i], parts)
                for i in figures
                if i in parts.derivations
            ),
            populations=self._populations(only),
            conventions=self._conventions(only),
        )
        return None if pane.is_empty else pane

    def _of_source(self, name: str) -> Pane:
        rubric, parts = self.draft.rubric, self.draft.parts
        read = [item.id for item in rubric.evidence.observations if item.source_id == name]
        said = frozenset(item.id for item in rubric.evidence.claims if item.source_id == name)
        quoted, claims = self._quoted(read), self._claims(said)
        own = () if quoted or claims else (source_view(parts.sources[name], rubric.query.cutoff),)
        return Pane(name, "", quoted=quoted, claims=claims, sources=own)

    def _quoted(self, ids: Iterable[str]) -> tuple[Passage, ...]:
        parts, cutoff = self.draft.parts, self.draft.rubric.query.cutoff
        return passages(
            read_figure(parts.observations[i], parts, cutoff=cutoff, texts=self.texts)
            for i in ids
            if i in parts.observations
        )

    def _claims(self, ids: frozenset[str]) -> tuple[ClaimView, ...]:
        return tuple(
            self._claim(item) for item in self.draft.rubric.evidence.claims if item.id in ids
        )

    def _claim(self, item: Claim) -> ClaimView:
        source = self.draft.parts.sources.get(item.source_id)
        text = self.texts.get(item.source_id, "")
        is_found = locate(text, item.quote.text).outcome != "absent"
        note = before = after = ""
        if source is not None and source.card.source_class in WITHHELD:
            note = withheld_note(source.card.source_class)
        elif source is not None and source.card.source_class == "public":
            before, after = around(text, item.quote.text)
        words = "" if note else item.quote.text
        quote = QuoteView(before, words, after, item.quote.locator, note, is_found)
        cutoff = self.draft.rubric.query.cutoff
        shown = source_view(source, cutoff) if source else None
        return ClaimView(item.id, item.speaker, item.proposition, quote, shown)

    def _populations(self, ids: frozenset[str]) -> tuple[PopulationView, ...]:
        parts = self.draft.parts
        return tuple(
            population_view(parts.populations[i], parts) for i in parts.populations if i in ids
        )

    def _conventions(self, ids: frozenset[str]) -> tuple[ConventionView, ...]:
        parts = self.draft.parts
        return tuple(
            convention_view(parts.conventions[i], parts) for i in parts.conventions if i in ids
        )
