"""Why a row stands in the rubric: principle, criterion, target, row, evidence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from contracts.budget import points_text
from contracts.cutoff import Cutoff
from contracts.evidence import Target
from contracts.ids import PrincipleId, RowId, SourceId
from contracts.rubric import Expected, Rubric, RubricRow
from reports.evidence_view import ReadFigure, WorkedFigure, read_figure, worked_figure
from reports.lookup import Lookup, lookup
from reports.passage import Passage, passages
from reports.printable import printable
from reports.withheld import without_withheld
from reports.words import counted, cutoff_text, spoken


@dataclass(frozen=True, slots=True)
class Named:
    """An id and what it stands for."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class WrongPath:
    """A figure that a wrong path leads to."""

    kind: str
    id: str
    value: str
    treatment: str
    is_worked: bool
    """True when a script computed it, so that it has a place among the worked figures."""


@dataclass(frozen=True, slots=True)
class TargetView:
    """What an answer must state."""

    id: str
    statement: str
    component: str
    expected: str
    rule: str
    status: str
    wrong_paths: tuple[WrongPath, ...]
    populations: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class RowTrace:
    """Everything one row hangs on, outermost first."""

    id: RowId
    points: str
    role: str
    text: str
    rationale: str
    principles: tuple[Named, ...]
    criteria: tuple[Named, ...]
    targets: tuple[TargetView, ...]
    worked: tuple[WorkedFigure, ...]
    read: tuple[ReadFigure, ...]
    rivals: tuple[WorkedFigure, ...]
    """Figures of wrong paths that the row does not rest on, with what they are computed from."""
    rival_quoted: tuple[Passage, ...]
    """Quotes of figures that only those wrong paths rest on."""
    quoted: tuple[Passage, ...]
    """Quotes of the figures read; of all rows, where this row is the first to quote them."""
    repeated: tuple[Named, ...] = ()
    """Earlier rows under which some of these figures are quoted: row id, ids of the figures."""

    @property
    def tally(self) -> str:
        """How many figures were read and worked, and whether every script printed its figure."""
        sources = len({item.source.id for item in self.read if item.source})
        read = f"{counted(len(self.read), 'figure')} read in {counted(sources, 'source')}"
        if not self.worked:
            return f"{read}."
        different = sum(not item.is_equal for item in self.worked)
        outcome = f"{different} printed otherwise" if different else "all printed again as declared"
        return f"{counted(len(self.worked), 'figure')} worked, {outcome}; {read}."


def trace_of(
    row: RubricRow,
    rubric: Rubric,
    parts: Lookup,
    *,
    principles: Mapping[PrincipleId, str],
    texts: Mapping[SourceId, str],
) -> RowTrace:
    """The chain of one row."""
    ids = [i for item in row.expected for i in _evidence_of(item, parts)]
    closure = parts.closure(ids)
    rivals = parts.closure(i for item in row.expected for i in _rivals_of(item, parts))
    refused = tuple(i for i in rivals if i not in closure)
    cutoff = rubric.query.cutoff
    read = _read(closure, parts, cutoff, texts)
    return RowTrace(
        id=row.id,
        points=points_text(row.points),
        role=row.role,
        text=row.text,
        rationale=row.rationale,
        principles=tuple(Named(item, principles.get(item, "")) for item in row.principle_ids),
        criteria=tuple(
            Named(item, parts.criteria[item].statement if item in parts.criteria else "")
            for item in row.criterion_ids
        ),
        targets=tuple(_target(item, parts) for item in row.expected),
        worked=tuple(
            worked_figure(parts.derivations[i], parts) for i in closure if i in parts.derivations
        ),
        read=read,
        rivals=tuple(
            worked_figure(parts.derivations[i], parts) for i in refused if i in parts.derivations
        ),
        rival_quoted=passages(_read(refused, parts, cutoff, texts)),
        quoted=passages(read),
    )


def _read(
    ids: Iterable[str], parts: Lookup, cutoff: Cutoff, texts: Mapping[SourceId, str]
) -> tuple[ReadFigure, ...]:
    """The observations among some evidence."""
    return tuple(
        read_figure(parts.observations[i], parts, cutoff=cutoff, texts=texts)
        for i in ids
        if i in parts.observations
    )


def quoted_once(traces: Iterable[RowTrace]) -> tuple[RowTrace, ...]:
    """The traces, each quote under the first row that needs it, the later ones told where."""
    rows = tuple(traces)
    every = passages({item.id: item for trace in rows for item in trace.read}.values())
    places: dict[str, RowId] = {}
    own: dict[RowId, list[Passage]] = {trace.id: [] for trace in rows}
    for passage in every:
        ids = {item.id for item in passage.figures}
        first = next(trace.id for trace in rows if ids & {item.id for item in trace.read})
        own[first].append(passage)
        places.update(dict.fromkeys(ids, first))
    return tuple(
        replace(trace, quoted=tuple(own[trace.id]), repeated=_repeated(trace, places))
        for trace in rows
    )


def _repeated(trace: RowTrace, places: Mapping[str, RowId]) -> tuple[Named, ...]:
    earlier: dict[RowId, list[str]] = {}
    for item in trace.read:
        if places[item.id] != trace.id:
            earlier.setdefault(places[item.id], []).append(item.id)
    return tuple(Named(row, ", ".join(ids)) for row, ids in earlier.items())


def _evidence_of(expected: Expected, parts: Lookup) -> tuple[str, ...]:
    target = parts.targets.get(expected.target_id)
    return target.evidence if target else ()


def _rivals_of(expected: Expected, parts: Lookup) -> tuple[str, ...]:
    target = parts.targets.get(expected.target_id)
    return tuple(item.evidence_id for item in target.alternatives) if target else ()


def _target(expected: Expected, parts: Lookup) -> TargetView:
    target = parts.targets.get(expected.target_id)
    component = parts.components.get(expected.component_id)
    return TargetView(
        id=expected.target_id,
        statement=target.statement if target else "",
        component=component.statement if component else "",
        expected=expected.text,
        rule=expected.rule,
        status=target.status if target else "",
        wrong_paths=_wrong_paths(target, parts) if target else (),
        populations=tuple(
            Named(i, parts.populations[i].statement)
            for i in (target.evidence if target else ())
            if i in parts.populations
        ),
    )


def _wrong_paths(target: Target, parts: Lookup) -> tuple[WrongPath, ...]:
    return tuple(
        WrongPath(
            spoken(item.kind),
            item.evidence_id,
            parts.figure(item.evidence_id),
            item.treatment,
            item.evidence_id in parts.derivations,
        )
        for item in target.alternatives
    )


def trace_row(
    rubric: Rubric, row_id: RowId, *, principles: Mapping[PrincipleId, str] | None = None
) -> str:
    """The chain of one row as plain text, one thing per line, fit for a terminal.

    Args:
        rubric: the accepted rubric.
        row_id: such as `R1`.
        principles: titles by id, where they are known.

    Raises:
        InputError: there is no such row.
    """
    rubric = without_withheld(rubric)
    parts = lookup(rubric)
    row = parts.row(row_id)
    trace = trace_of(row, rubric, parts, principles=principles or {}, texts={})
    lines = [
        f"Row {trace.id}: {trace.points} points, {trace.role}",
        *(f"  principle  {item.id}: {item.words}".rstrip(": ") for item in trace.principles),
        *(f"  criterion  {item.id}: {item.words}" for item in trace.criteria),
        *(line for target in trace.targets for line in _target_lines(target)),
        f"  row        {trace.id}: {trace.text}",
        f"             worth its points since: {trace.rationale}",
        f"  evidence   (cutoff {cutoff_text(rubric.query.cutoff)})",
        *(line for item in trace.worked for line in _worked_lines(item)),
        *(line for item in trace.quoted for line in _passage_lines(item)),
        *_rival_lines(trace),
    ]
    return "\n".join(_kept(line) for line in lines) + "\n"


def _kept(line: str) -> str:
    """One line without controls, its spaces kept."""
    return " ".join(printable(line).split("\n"))


def _target_lines(target: TargetView) -> list[str]:
    return [
        f"  target     {target.id}: {target.statement}",
        f"             expected {target.expected}; {target.rule}",
        *(f"             over {item.id}: {item.words}" for item in target.populations),
        *(
            f"             {'refuses' if path.treatment == 'refuse' else 'also accepts'} "
            f"{path.value} ({path.kind}, {path.id})"
            for path in target.wrong_paths
        ),
    ]


def _rival_lines(trace: RowTrace) -> list[str]:
    if not trace.rivals and not trace.rival_quoted:
        return []
    return [
        "  rivals     (what only wrong paths rest on)",
        *(line for item in trace.rivals for line in _worked_lines(item)),
        *(line for item in trace.rival_quoted for line in _passage_lines(item)),
    ]


def _worked_lines(item: WorkedFigure) -> list[str]:
    inputs = ", ".join(f"{i.id} = {i.value}" for i in item.inputs)
    verdict = "as declared" if item.is_equal else item.outcome
    return [
        f"    {item.id} = {item.value}: {item.statement}",
        f"      computed by {item.script} from {inputs}",
        f"      run again, it printed {item.printed} ({verdict})",
    ]


def _passage_lines(passage: Passage) -> list[str]:
    lines = [
        f"    {item.id} = {item.value}: "
        + ", ".join(word for word in (item.measure, item.part, item.period) if word)
        for item in passage.figures
    ]
    quote = passage.quote
    shown = quote.note or f'"{quote.text}"'
    lines.append(f"      {shown} ({quote.locator})")
    if source := passage.source:
        accession = f", {source.accession}" if source.accession else ""
        lines.append(
            f"      {source.title}{accession}; published {source.published}, {source.distance} "
            f"({source.known})"
        )
    return lines
