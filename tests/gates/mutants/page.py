"""The tables of docs/mutation.md: what was tried, and every survivor with its reason."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.gates.mutants.results import Result, by_module, counts
from tests.gates.mutants.trial import Outcome

REASONS = Path(__file__).with_name("reasons.toml")
SHOWN = ("killed", "timed out", "not applicable", "survived")
OPEN = (Outcome.SURVIVED, Outcome.UNREACHED)
WORDS = "words"
NOT_HELD = "not held"
KINDS = {
    NOT_HELD: "Not held by a test that was run",
    "equivalent": "Equivalent",
    WORDS: "Words of a message or a label",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a mutant survives."""

    place: str
    before: str
    after: str
    """Empty for whatever is put in place of `before`."""
    kind: str
    why: str

    def explains(self, result: Result) -> bool:
        is_there = self.place == result.place and self.before in ("", result.before)
        return is_there and self.after in ("", result.after)


def reasons(file: Path = REASONS) -> tuple[Reason, ...]:
    """The reasons that stand in a file.

    Raises:
        ValueError: A reason has a kind that the page does not know, or says nothing.
    """
    found = tuple(
        Reason(
            place=item["place"],
            before=item.get("before", ""),
            after=item.get("after", ""),
            kind=item["kind"],
            why=item.get("why", ""),
        )
        for item in tomllib.loads(file.read_text("utf-8"))["reason"]
    )
    for reason in found:
        if reason.kind not in KINDS or not (reason.why or reason.kind == WORDS):
            raise ValueError(f"{file.name}: {reason.place}: kind {reason.kind!r} needs its why")
    return found


def unexplained(results: Iterable[Result], given: Sequence[Reason]) -> Iterator[Result]:
    """Survivors that no reason explains."""
    for result in results:
        if result.outcome in OPEN and not any(reason.explains(result) for reason in given):
            yield result


def table_of_modules(results: Iterable[Result], made: Mapping[str, int]) -> Iterator[str]:
    """One row per module, and one for all."""
    yield "| module | mutants | tried | " + " | ".join(SHOWN) + " |"
    yield "|---|" + "---:|" * (2 + len(SHOWN))
    everything = list(results)
    grouped = dict(by_module(everything))
    for module, count in sorted(made.items()):
        yield _row(f"`{module}`", count, grouped.get(module, []))
    yield _row("all", sum(made.values()), everything)


def _row(name: str, made: int, results: Sequence[Result]) -> str:
    found = dict(counts(results))
    found["survived"] = found.get("survived", 0) + found.get("unreached", 0)
    figures = (made, len(results), *(found.get(word, 0) for word in SHOWN))
    return f"| {name} | " + " | ".join(str(figure) for figure in figures) + " |"


def tables_of_survivors(results: Iterable[Result], given: Sequence[Reason]) -> Iterator[str]:
    """A table for each kind of reason, one row for each survivor."""
    survivors = [item for _, group in by_module(results) for item in group if item.outcome in OPEN]
    explained = {item.id: next(r for r in given if r.explains(item)) for item in survivors}
    for kind, heading in KINDS.items():
        rows = [item for item in survivors if explained[item.id].kind == kind]
        yield f"**{heading}: {len(rows)}.**"
        yield ""
        has_why = any(explained[item.id].why for item in rows)
        yield "| function | change |" + (" why |" if has_why else "")
        yield "|---|---|" + ("---|" if has_why else "")
        for item in rows:
            why = f" {explained[item.id].why} |" if has_why else ""
            yield f"| `{item.place}` | {code(item.before)} → {code(item.after)} |{why}"
        yield ""


def code(text: str) -> str:
    """A piece of code in a cell of a table."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}".replace("|", "\\|") if text else "nothing"
