"""What reviewers did, as they told it, and what of that cannot be.

A reviewer writes a row before it asks and one after it was answered; who is killed in between
leaves a question without an answer, which may or may not have had its effect.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

What: TypeAlias = Literal["claim", "return", "retry"]
Answer: TypeAlias = Literal["ok", "held", "refused", ""]
FOREVER = 2**63


class Made(NamedTuple):
    """A decision as the database has it."""

    item: str
    what: str
    by: str


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of a reviewer and its answer."""

    by: str
    what: What
    item: str
    asked: int
    """Nanoseconds of the machine's clock that nobody sets."""
    answered: int = FOREVER
    answer: Answer = ""
    """Empty where the reviewer was killed before it heard."""
    token: int = 0
    """What a claim gave, or what a decision was made under."""

    def is_after(self, other: "Ask") -> bool:
        """Whether it began when the other one was over."""
        return self.asked > other.answered


class Teller:
    """Writes rows of one reviewer into the file that all share."""

    def __init__(self, file: Path, by: str) -> None:
        self._descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self._by = by
        self._number = 0

    def asks(self, what: What, item: str, token: int = 0) -> None:
        self._number += 1
        self._write("asked", [what, item, token])

    def hears(self, answer: Answer, token: int = 0) -> None:
        self._write("answered", [answer, token])

    def _write(self, phase: str, rest: list[str | int]) -> None:
        row = [self._by, self._number, phase, time.monotonic_ns(), *rest]
        _ = os.write(self._descriptor, f"{json.dumps(row)}\n".encode())


def read(file: Path) -> list[Ask]:
    """Put questions and answers together."""
    found: dict[tuple[str, int], Ask] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        by, number, phase, at, *rest = json.loads(line)
        if phase == "asked":
            what, item, token = rest
            found[by, number] = Ask(by, what, item, at, token=token)
        else:
            answer, token = rest
            ask = found[by, number]
            found[by, number] = Ask(
                by, ask.what, ask.item, ask.asked, at, answer, token or ask.token
            )
    return list(found.values())


def faults(asks: Sequence[Ask], made: Sequence[Made]) -> list[str]:
    """Everything that cannot be if each item is decided once, by who has its newest token."""
    found: list[str] = []
    for item in sorted({ask.item for ask in asks} | {row.item for row in made}):
        of_it = [ask for ask in asks if ask.item == item]
        found += [
            f"{item}: {words}" for words in _of_item(of_it, [m for m in made if m[0] == item])
        ]
    return found


def _of_item(asks: Sequence[Ask], made: Sequence[Made]) -> Iterator[str]:
    well = [ask for ask in asks if ask.answer == "ok"]
    claims = [ask for ask in well if ask.what == "claim"]
    yield from _tokens(claims)
    for ask in well:
        if ask.what != "claim" and any(
            claim.token > ask.token and ask.is_after(claim) for claim in claims
        ):
            yield f"{ask.by} decided under the stale token {ask.token}"
    yield from _decided_once(well, made)
    yield from _as_told(asks, made)


def _tokens(claims: Sequence[Ask]) -> Iterator[str]:
    if len({claim.token for claim in claims}) < len(claims):
        yield "a token was given twice"
    for claim in claims:
        if any(claim.is_after(other) and claim.token < other.token for other in claims):
            yield f"token {claim.token} was given after a newer one"


def _decided_once(well: Sequence[Ask], made: Iterable[Made]) -> Iterator[str]:
    final = [row for row in made if row.what == "retry"]
    if len(final) != 1:
        yield f"{len(final)} deciding decisions"
    for ask in well:
        if any(other.what == "retry" and ask.is_after(other) for other in well):
            yield f"{ask.by} was given a {ask.what} after the item was decided"


def _as_told(asks: Sequence[Ask], made: Sequence[Made]) -> Iterator[str]:
    """Whether the database has what was answered `ok`, and beyond it only what nobody heard of."""
    for what in ("retry", "return"):
        for by in {ask.by for ask in asks} | {row.by for row in made}:
            mine = [ask for ask in asks if (ask.by, ask.what) == (by, what)]
            least = sum(ask.answer == "ok" for ask in mine)
            most = least + sum(ask.answer == "" for ask in mine)
            kept = sum((row.by, row.what) == (by, what) for row in made)
            if not least <= kept <= most:
                yield f"{by} was told of {least} {what}, and {kept} are kept"
