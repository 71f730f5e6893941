"""Pieces of the example's recording that several tests change or play once more."""

from collections.abc import Callable

from contracts.contract import Json

REVIEW_TURN = "05-reviewer-1.json"
CANDIDATE = {
    "out/evidence.json": "evidence.json",
    "out/rows.json": "rows.json",
    **{
        f"out/scripts/{name}": name
        for name in ("remainder.py", "shares.py", "mean.py", "aggregate.py")
    },
}


def objection(severity: str) -> Callable[[dict[str, Json]], None]:
    def edit(body: dict[str, Json]) -> None:
        body["findings"] = [
            {
                "id": "F1",
                "severity": severity,
                "pointer": "rows:/rows/0",
                "statement": "The row grades a method that the request does not fix.",
                "needs_research": False,
            }
        ]

    return edit
