"""What trials gave: one JSON line each in a file beside the repository; the last one counts."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Result:
    """One trial."""

    id: str
    module: str
    function: str
    operator: str
    line: int
    before: str
    after: str
    outcome: str
    test: str
    """The test that decided it."""
    tests: int
    """How many were begun."""
    reaching: int
    """How many run the changed line and were not left out."""

    @property
    def place(self) -> str:
        return f"{self.module}.{self.function}"


def written(file: Path, result: Result) -> None:
    """Add a line, at once, since a run may be stopped at any time."""
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")


def beside(file: Path, what: str) -> Path:
    """Another file of the same run: `made`, mutants by module, or `tests`, what they cost."""
    return file.with_suffix(f".{what}.json")


def read(file: Path) -> dict[str, Result]:
    """The last result of each mutant."""
    if not file.exists():
        return {}
    lines = file.read_text("utf-8").splitlines()
    results = (Result(**json.loads(line)) for line in lines)
    return {result.id: result for result in results}


def by_module(results: Iterable[Result]) -> Iterator[tuple[str, list[Result]]]:
    """Results of one module at a time, in the order of its lines."""
    grouped: dict[str, list[Result]] = {}
    for result in results:
        grouped.setdefault(result.module, []).append(result)
    for module in sorted(grouped):
        yield module, sorted(grouped[module], key=lambda result: result.line)


def counts(results: Iterable[Result]) -> Mapping[str, int]:
    """How many have each outcome."""
    found: dict[str, int] = {}
    for result in results:
        found[result.outcome] = found.get(result.outcome, 0) + 1
    return found
