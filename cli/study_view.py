"""How studies are printed."""

import shlex
from collections.abc import Iterable, Sequence

from cli.output import note, print_line, print_table
from cli.study_work import Created
from console.studies.results import Line, results_of
from console.studies.store import Progress, Study
from console.studies.words import p_text, state_of
from contracts.contract import Json
from contracts.study import StudyExport
from reports.words import moment_text

MOST_SHOWN = 5


def tell_created(made: Created) -> None:
    """What a new study holds, and which questions were left out."""
    for side, names in (("left", made.paired.left_only), ("right", made.paired.right_only)):
        if names:
            shown = ", ".join(names[:MOST_SHOWN]) + (", …" if len(names) > MOST_SHOWN else "")
            note(f"finrubric: left out, only in the {side} set: {len(names)} ({shown})")
    for reviewer in made.without_login:
        add = f"`finrubric users add {shlex.quote(reviewer)} --role analyst`"
        note(f"finrubric: no user of the console is named {reviewer!r}; {add} lets them in")
    for reviewer, why in made.barred:
        note(f"finrubric: {reviewer!r} {why} and cannot review; every verdict takes an analyst")
    if made.one_sided:
        shown = ", ".join(one[:60] for one in made.one_sided[:MOST_SHOWN])
        more = ", …" if len(made.one_sided) > MOST_SHOWN else ""
        note(
            f"finrubric: {len(made.one_sided)} pairs hold [name] or [link] on one side only, by "
            f"which reviewers may tell the sources apart ({shown}{more})"
        )
    name, pairs, people = made.plan.name, len(made.paired.pairs), len(made.plan.reviewers)
    print_line(f"Study {name}: {pairs} pairs for {people} reviewers, {pairs * people} verdicts.")
    print_line(f"Reviewers find it in the console under /studies/{name}.")


def list_rows(found: Iterable[Study]) -> list[tuple[str, ...]]:
    """One row per study."""
    return [
        (
            one.plan.name,
            one.plan.title,
            f"{one.given} of {one.planned}",
            state_of(one),
            moment_text(one.plan.created),
        )
        for one in found
    ]


def study_json(study: Study) -> Json:
    """One study as a document; its systems only once it is revealed."""
    document: dict[str, Json] = {
        "name": study.plan.name,
        "title": study.plan.title,
        "state": state_of(study),
        "given": study.given,
        "planned": study.planned,
        "created": study.plan.created.isoformat(),
    }
    if study.revealed is not None:
        document["systems"] = [study.plan.left, study.plan.right]
    return document


def status_json(study: Study, progress: Sequence[Progress]) -> Json:
    """A study with how far its reviewers are."""
    document = study_json(study)
    assert isinstance(document, dict)
    document["reviewers"] = [
        {"reviewer": one.reviewer, "given": one.given, "planned": one.planned} for one in progress
    ]
    return document


def tell_results(export: StudyExport) -> None:
    """Preferences by reviewer and by benchmark, and agreement."""
    results, plan = results_of(export), export.plan
    head = (plan.left, plan.right, "tie", "both bad", "split", "p", "p (Holm)")
    print_line(f"{plan.title}: {len(export.verdicts)} of {export.planned} verdicts")
    print_table(("reviewer", *head), [(one.reviewer, *_cells(one)) for one in results.by_reviewer])
    print_line("By majority of the reviewers:")
    print_table(
        ("benchmark", *head),
        [(one.benchmark or "all questions", *_cells(one)) for one in results.by_benchmark],
    )
    together = results.together
    alpha = "none" if together.alpha is None else f"{together.alpha:.3f}"
    print_line(
        f"Agreement: {together.unanimous.count} of {together.unanimous.of} questions unanimous, "
        f"{together.at_least_two.count} with two alike, alpha {alpha}"
    )


def _cells(line: Line) -> tuple[str, ...]:
    counts = (line.left, line.right, line.tie, line.both_bad, line.split)
    return (*map(str, counts), p_text(line.p), p_text(line.p_holm))
