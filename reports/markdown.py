"""A rubric as Markdown: the same sections as the page, for repositories and mail."""

from collections.abc import Iterator, Mapping

from contracts.ids import SourceId
from contracts.rubric import Rubric
from reports.choice_view import ConventionView, PopulationView
from reports.decision_view import DecisionView
from reports.evidence_view import ReadFigure, SourceView, WorkedFigure
from reports.markdown_text import fenced, inline, quoted, table
from reports.passage import Passage
from reports.record import RunRecord
from reports.row_trace import RowTrace, TargetView
from reports.rubric_view import Fact, RubricView, rubric_view
from reports.trail_view import ReviewView, ShortRow


def render_markdown(
    rubric: Rubric, record: RunRecord, *, texts: Mapping[SourceId, str] | None = None
) -> str:
    """The rubric as Markdown, every word of others escaped."""
    view = rubric_view(rubric, record, texts=texts)
    return "\n\n".join(block for block in _blocks(view) if block) + "\n"


def _blocks(view: RubricView) -> Iterator[str]:
    yield "# Rubric"
    yield from (f"**{inline(who)}:** {inline(text)}" for who, text in view.prior_turns)
    yield quoted(view.question)
    played = f" – {inline(view.played)}" if view.played else ""
    yield f"**{inline(view.status)}{played}.** {view.certification}"
    yield from (f"**Waived:** {inline(words)}" for words in view.waived)
    yield from (f"**One family:** {inline(words)}" for words in view.same_family)
    yield from (f"**Signed:** {inline(words)}" for words in view.signed)
    yield inline(view.changed_prompts)
    yield _facts(view.summary)
    yield from _rows(view)
    yield from _readings(view)
    yield from _warnings(view)
    yield "## Evidence by row"
    for trace in view.traces:
        yield from _trace(trace)
    yield "## Worked figures"
    for figure in view.worked:
        yield from _worked(figure)
    yield "## Populations"
    for population in view.populations:
        yield from _population(population)
    yield "## Conventions"
    for convention in view.conventions:
        yield from _convention(convention)
    yield "## Sources"
    yield "\n".join(_source(source) for source in view.sources)
    if view.left_out:
        yield "## Sources left out"
        yield "No role was shown them, since they were not known by the cutoff."
        yield "\n".join(f"- {inline(item)}" for item in view.left_out)
    yield from _trail(view)
    yield "## Configuration"
    yield _facts(view.configuration)
    yield from view.notes


def _facts(facts: tuple[Fact, ...]) -> str:
    return "\n".join(f"- {inline(fact.name)}: {inline(fact.value)}" for fact in facts)


def _rows(view: RubricView) -> Iterator[str]:
    yield "## Rows"
    yield f"Outcome rows carry {view.outcome_points} of 100 points."
    yield table(
        ("Row", "Points", "Role", "An answer", "Expected", "How it is compared"),
        [
            (
                row.id,
                row.points,
                row.role,
                inline(row.text),
                "; ".join(f"**{inline(value)}**" for value, _ in row.expected),
                "; ".join(inline(rule) for _, rule in row.expected),
            )
            for row in view.rows
        ],
    )


def _readings(view: RubricView) -> Iterator[str]:
    yield "## Readings not chosen"
    if not view.not_chosen:
        yield "No other reading of the question was found."
        return
    yield table(
        ("Reading", "Its value", "An answer that follows it"),
        [
            (
                inline(item.statement),
                inline(item.value or "not computed"),
                f"is {item.outcome}. {inline(item.words)} {inline(item.why_none)}".rstrip(),
            )
            for item in view.not_chosen
        ],
    )


def _warnings(view: RubricView) -> Iterator[str]:
    if view.warnings:
        yield "## Warnings"
    for warning in view.warnings:
        yield f"**{warning.title}** ({inline(warning.code)}). {warning.meaning}"
        yield "\n".join(f"- {inline(item)}" for item in warning.items)


def _trace(trace: RowTrace) -> Iterator[str]:
    yield f"### {trace.id}: {inline(trace.text)}"
    yield f"{trace.points} points, {trace.role}. {inline(trace.rationale)}"
    principles = [f"- Principle: {inline(item.words or item.id)}" for item in trace.principles]
    criteria = [f"- Criterion {item.id}: {inline(item.words)}" for item in trace.criteria]
    targets = [_target(target) for target in trace.targets]
    yield "\n".join((*principles, *criteria, *targets))
    yield trace.tally
    for item in trace.repeated:
        yield f"Quoted under {item.id}: {item.words}."
    for passage in trace.quoted:
        yield from _passage(passage)


def _target(target: TargetView) -> str:
    paths = "".join(
        f"\n  - {'refuses' if path.treatment == 'refuse' else 'also accepts'} "
        f"{inline(path.value)} ({path.kind}, {path.id})"
        for path in target.wrong_paths
    )
    expected = f"**{inline(target.expected)}**, {inline(target.rule)}"
    return f"- Target {target.id}: {inline(target.statement)}: {expected}{paths}"


def _passage(passage: Passage) -> Iterator[str]:
    yield "\n".join(_read(figure) for figure in passage.figures)
    quote = passage.quote
    yield f"> {inline(quote.note)}" if quote.note else quoted(quote.text)
    if source := passage.source:
        accession = f", {inline(source.accession)}" if source.accession else ""
        yield (
            f"{inline(quote.locator)}; {inline(source.title)}{accession}; published "
            f"{source.published}, {source.distance} ({source.known})"
        )


def _read(figure: ReadFigure) -> str:
    what = ", ".join(word for word in (figure.measure, figure.part, figure.period) if word)
    return f"- {figure.id} **{inline(figure.value)}**, {inline(what)}"


def _worked(figure: WorkedFigure) -> Iterator[str]:
    yield f"### {figure.id}: {inline(figure.value)}"
    inputs = ", ".join(f"{part.id} {inline(part.value)}" for part in figure.inputs)
    yield f"{inline(figure.statement)}. From {inputs}."
    verdict = "equal to the declared result" if figure.is_equal else figure.outcome
    yield f"Script {inline(figure.script)} printed {inline(figure.printed)}: {verdict}."
    yield fenced(figure.script_text, "python")


def _population(population: PopulationView) -> Iterator[str]:
    yield f"### {population.id}: {inline(population.statement)}"
    yield f"Rule: {inline(population.rule)}. {population.count}. {inline(population.tie_out)}"
    yield table(
        ("Item", "Period", "State", "Source", "Evidence, or why not"),
        [
            (
                inline(line.key),
                inline(line.period),
                line.state,
                inline(line.source),
                "; ".join(f"{part.id} {inline(part.value)}" for part in line.figures)
                + inline(line.reason),
            )
            for line in population.lines
        ],
    )


def _convention(convention: ConventionView) -> Iterator[str]:
    yield f"### {convention.id}: {convention.kind}"
    yield f"Decided by the {inline(convention.basis)}."
    yield table(
        ("Reading", "Value", "State", "Why"),
        [
            (inline(option.statement), inline(option.value), option.state, inline(option.words))
            for option in convention.options
        ],
    )


def _source(source: SourceView) -> str:
    accession = f", {inline(source.accession)}" if source.accession else ""
    extract = ", extract" if source.is_extract else ""
    note = f" {inline(source.note)}" if source.note else ""
    return (
        f"- {inline(source.title)} ({source.id}{extract}){accession}: published "
        f"{source.published}, {source.distance}; {source.basis}, {source.known}; class "
        f"{source.source_class}; sha256 {source.snapshot}.{note}"
    )


def _trail(view: RubricView) -> Iterator[str]:
    trail = view.trail
    yield "## Review trail"
    if view.played:
        yield f"**{inline(view.played.capitalize())}**, reviewer, composer and confirmer too."
    if trail.decisions:
        yield "### What people decided"
        yield "\n".join(_decision(item) for item in trail.decisions)
    for review in trail.reviews:
        yield from _review(review)
    yield "### Composition"
    if not trail.changes:
        yield "The rows stand as the writer submitted them."
        return
    yield "\n".join(
        f"- {item.id} ({item.severity}): {inline(item.statement)}" for item in trail.findings
    )
    if trail.first_rows:
        yield f"Before:\n\n{_short_rows(trail.first_rows)}"
    yield f"After:\n\n{_short_rows(trail.final_rows)}"
    yield table(
        ("Change", "Reason", "Finding"),
        [
            (inline(item.what), inline(item.reason), f"{item.finding} {inline(item.finding_words)}")
            for item in trail.changes
        ],
    )


def _decision(item: DecisionView) -> str:
    told = f" The role was told: {inline(item.guidance)}" if item.guidance else ""
    gives = "".join(f"\n  - {inline(words)}" for words in item.gives)
    head = f"- {item.what}, by {inline(item.by)}, {item.at} ({item.reason})"
    return f"{head}: {inline(item.note)}{told}{gives}"


def _short_rows(rows: tuple[ShortRow, ...]) -> str:
    return "\n".join(f"- {row.id}, {row.points} points: {inline(row.text)}" for row in rows)


def _review(review: ReviewView) -> Iterator[str]:
    yield f"### Content review {review.number}: {review.verdict}"
    lines = [
        f"- Target {item.target}: own result {inline(item.result)} by {inline(item.script)}; run "
        f"again: {item.outcome}; the row's comparison: {item.accepted}"
        for item in review.recomputed
    ]
    lines += [
        f"- {'passed' if passed else 'failed'}: {name}. {inline(note)}"
        for name, passed, note in review.criteria
    ]
    lines += [
        f"- Answer to the validator's {question}: {'acceptable' if is_good else 'not acceptable'}. "
        f"{inline(answer)}"
        for question, is_good, answer in review.answers
    ]
    lines += [
        f"- {item.id} ({item.severity}): {inline(item.statement)}" for item in review.findings
    ]
    yield "\n".join(lines)
