"""The point budget: equal shares in whole steps, frozen before any research.

All remainders of an equal split are equal, so the order of the query decides who gets them:
three obligations share 100 points as 34, 33 and 33.
"""

from contracts.budget import TOTAL, Block, Budget
from contracts.factorization import Factorization, Obligation
from contracts.finding import Finding
from gates.codes import finding

MAX_OBLIGATIONS = 50
"""More would leave less than two points to each; a human has to narrow the request."""


def freeze(factorization: Factorization, *, step: int = 100) -> Budget | Finding:
    """Split 10,000 hundredths over the obligations in query order.

    Args:
        factorization: the obligations; the first code point of each gives the order.
        step: smallest share that is split, in hundredths, 1 to 100.

    Returns:
        The budget, or the blocker when there are more than 50 obligations.
    """
    obligations = sorted(factorization.obligations, key=_start)
    if len(obligations) > MAX_OBLIGATIONS:
        return finding(
            "BUD-too-many-obligations",
            "factorization:/obligations",
            f"{len(obligations)} obligations, at most {MAX_OBLIGATIONS}: narrow the request",
        )
    blocks = tuple(
        Block(id=f"B{number}", obligation_id=obligation.id, points=points)
        for number, (obligation, points) in enumerate(
            zip(obligations, shares(len(obligations), step=step), strict=True), start=1
        )
    )
    return Budget(step=step, blocks=blocks)


def shares(count: int, *, step: int) -> tuple[int, ...]:
    """`count` shares of 10,000 hundredths that differ by at most `step`, larger ones first.

    What the step does not divide goes to the first share without an extra step.
    """
    units, rest = divmod(TOTAL, step)
    each, extra = divmod(units, count)
    return tuple(
        (each + (index < extra)) * step + (rest if index == extra else 0) for index in range(count)
    )


def _start(obligation: Obligation) -> int:
    return min(span.start for span in obligation.spans)
