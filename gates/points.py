"""PTS: rows are worth what the frozen budget says, in whole steps, and outcomes weigh most."""

from collections.abc import Iterator

from contracts.budget import TOTAL, points_text
from contracts.finding import Finding
from gates.codes import finding
from gates.validation_input import ValidationInput

MAJORITY = TOTAL // 2
"""Outcome rows hold strictly more, in hundredths."""


def check_points(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family."""
    return (*_total(given), *_blocks(given), *_rows(given), *_majority(given))


def _total(given: ValidationInput) -> Iterator[Finding]:
    total = sum(block.points for block in given.budget.blocks)
    if total != TOTAL:
        message = f"the blocks hold {points_text(total)} points, not {points_text(TOTAL)}"
        yield finding("PTS-total", "budget:/blocks", message)


def _blocks(given: ValidationInput) -> Iterator[Finding]:
    step = given.budget.step
    for index, block in enumerate(given.budget.blocks):
        pointer = f"budget:/blocks/{index}"
        points = [row.points for row in given.rows.rows if row.block_id == block.id]
        if sum(points) != block.points:
            message = (
                f"rows of {block.id} hold {points_text(sum(points))} points,"
                f" the frozen block {points_text(block.points)}"
            )
            yield finding("PTS-block", pointer, message)
        odd = sum(1 for found in points if found % step)
        if odd > (1 if block.points % step else 0):
            message = f"{odd} rows of {block.id} are not in steps of {points_text(step)}"
            yield finding("PTS-step", pointer, message)


def _rows(given: ValidationInput) -> Iterator[Finding]:
    for index, row in enumerate(given.rows.rows):
        if row.points == 0:
            pointer = f"rows:/rows/{index}/points"
            yield finding("PTS-zero", pointer, f"{row.id} is worth nothing: drop it")


def _majority(given: ValidationInput) -> Iterator[Finding]:
    outcome = sum(row.points for row in given.rows.rows if row.role == "outcome")
    if outcome <= MAJORITY:
        message = f"outcome rows hold {points_text(outcome)} points, not more than half"
        yield finding("PTS-majority", "rows:/rows", message)
