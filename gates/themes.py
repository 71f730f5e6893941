"""What lists are held to: one demand per core theme, and no theme that holds a block alone."""

from collections import Counter
from collections.abc import Iterator

from contracts.comparison import JudgementComparison, SetComparison, StatementComparison
from contracts.comparison_kind import folded
from contracts.evidence import Evidence, Target
from contracts.finding import Finding
from contracts.ids import ComponentId, TargetId, ThemeId
from contracts.passage import Theme
from gates.codes import finding
from gates.lookup import populations_of, target_pointers
from gates.passages import themes_of
from gates.validation_input import ValidationInput

LARGEST_SHARE = 25
"""Percent of a block that one row on a theme may hold; more only where themes are fewer than 4."""


def check_themes(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings on lists and themes, in file order."""
    return (
        *_lists(given),
        *_core_themes(given.evidence),
        *_members(given.evidence),
        *_shares(given),
    )


def rests_on_theme(target: Target) -> bool:
    """Whether a theme is among what settles a target."""
    return any(name.startswith("THM") for name in target.evidence)


def _lists(given: ValidationInput) -> Iterator[Finding]:
    listed = _listed_components(given)
    populations = populations_of(given.evidence)
    for pointer, target in target_pointers(given.evidence):
        comparison = target.comparison
        in_words = isinstance(comparison, StatementComparison | JudgementComparison) or (
            isinstance(comparison, SetComparison) and target.evidence[0] not in populations
        )
        is_list = target.role == "outcome" and target.component_id in listed
        if is_list and in_words and not rests_on_theme(target):
            message = (
                f"{target.id} is an item of a list and rests on no theme: put the passages of a"
                " population into themes and hold the answer to each"
            )
            yield finding("TGT-theme", f"{pointer}/evidence", message)


def _listed_components(given: ValidationInput) -> set[ComponentId]:
    return {
        component.id
        for obligation in given.factorization.obligations
        if obligation.deliverable == "list"
        for component in obligation.components
    }


def _core_themes(evidence: Evidence) -> Iterator[Finding]:
    outcomes = [item for item in evidence.targets if item.role == "outcome"]
    statements = Counter(
        item.evidence[0]
        for item in outcomes
        if isinstance(item.comparison, StatementComparison) and _themes_in(item) == 1
    )
    held = {name for item in outcomes for name in item.evidence}
    for pointer, theme in _theme_pointers(evidence):
        if theme.weight == "core" and statements[theme.id] != 1:
            message = f"core theme {theme.id} must carry one statement target, and alone"
            yield finding("COV-theme", pointer, message)
        elif theme.weight == "peripheral" and theme.id not in held:
            message = f"no outcome target takes in {theme.id}: add it to an at-least set"
            yield finding("COV-theme", pointer, message)


def _themes_in(target: Target) -> int:
    return sum(name.startswith("THM") for name in target.evidence)


def _theme_pointers(evidence: Evidence) -> Iterator[tuple[str, Theme]]:
    for index, synthesis in enumerate(evidence.syntheses):
        for place, theme in enumerate(synthesis.themes):
            yield f"evidence:/syntheses/{index}/themes/{place}", theme


def _members(evidence: Evidence) -> Iterator[Finding]:
    """The members of a set over themes are the statements of those themes."""
    themes = themes_of(evidence)
    for pointer, target in target_pointers(evidence):
        if not isinstance(target.comparison, SetComparison) or not rests_on_theme(target):
            continue
        wanted = {folded(themes[name].statement) for name in target.evidence if name in themes}
        if {folded(member) for member in target.comparison.members} != wanted:
            message = f"the members of {target.id} are not the statements of its themes"
            yield finding("TGT-value", f"{pointer}/comparison/members", message)


def _shares(given: ValidationInput) -> Iterator[Finding]:
    themed = {item.id: item for item in given.evidence.targets if rests_on_theme(item)}
    for block in given.budget.blocks:
        rows = [
            (place, row) for place, row in enumerate(given.rows.rows) if row.block_id == block.id
        ]
        names = {
            name
            for _, row in rows
            for name in row.target_ids
            if name in themed and row.role == "outcome"
        }
        limit = _limit(block.points, given.budget.step, _distinct_themes(names, themed))
        for place, row in rows:
            if names.intersection(row.target_ids) and row.points > limit:
                message = f"{row.id} is on a theme and holds {row.points} of at most {limit}"
                yield finding("PTS-theme", f"rows:/rows/{place}/points", message)


def _distinct_themes(names: set[TargetId], themed: dict[TargetId, Target]) -> int:
    """Core themes one by one; those of a set count as one, since one row grades them."""
    found: set[ThemeId | TargetId] = set()
    for name in names:
        target = themed[name]
        is_set = isinstance(target.comparison, SetComparison)
        found.update([name] if is_set else [one for one in target.evidence if one[:3] == "THM"])
    return len(found)


def _limit(points: int, step: int, themes: int) -> int:
    """A quarter of the block, or an equal share of fewer themes, rounded up to whole steps."""
    share = (
        points * LARGEST_SHARE / 100 if themes >= 100 // LARGEST_SHARE else points / max(themes, 1)
    )
    return int(-(-share // step) * step)
