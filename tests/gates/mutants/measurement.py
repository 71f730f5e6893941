"""One run of all tests without a mutant: which lines each runs, and what it costs.

It takes minutes, so it is kept beside the results. After a change of `gates/` it is made anew,
after a change of a file of tests for the tests of that file.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest
from coverage import Coverage

from tests.gates.mutants.reach import Reach

Lines: TypeAlias = dict[str, list[int]]
"""By module: the lines that a test runs."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is known of one test."""

    file: str
    """Hash of the test's file and of all modules that are mutated."""
    cost: float
    lines: Lines


def measured(
    items: Iterable[pytest.Item],
    run: Callable[[pytest.Item], bool],
    *,
    modules: Mapping[str, Path],
    kept: Path,
) -> Reach:
    """Run the tests that nothing is known of, under coverage.

    Raises:
        ValueError: A test fails without a mutant, so that it could hold none.
    """
    code = b"".join(file.read_bytes() for file in modules.values())
    known = _read(kept)
    found: dict[str, Measure] = {}
    for item in items:
        state = hashlib.sha256(code + item.path.read_bytes()).hexdigest()
        old = known.get(item.nodeid)
        is_known = old is not None and old.file == state
        found[item.nodeid] = old if old and is_known else _measure(item, run, state, modules)
    both = {**known, **found}
    kept.write_text(json.dumps({name: _plain(item) for name, item in both.items()}), "utf-8")
    return _reach(found)


def _measure(
    item: pytest.Item,
    run: Callable[[pytest.Item], bool],
    state: str,
    modules: Mapping[str, Path],
) -> Measure:
    paths = [str(file) for file in modules.values()]
    watch = Coverage(data_file=None, config_file=False, include=paths)
    # Some tests look at tables only.
    watch.set_option("run:disable_warnings", ["no-data-collected"])
    before = time.process_time()
    watch.start()
    passes = run(item)
    watch.stop()
    cost = time.process_time() - before
    if not passes:
        raise ValueError(f"{item.nodeid} fails without a mutant")
    data = watch.get_data()
    lines = {name: sorted(data.lines(str(file)) or ()) for name, file in modules.items()}
    return Measure(state, cost, {name: run for name, run in lines.items() if run})


def _reach(found: Mapping[str, Measure]) -> Reach:
    tests: dict[str, dict[int, set[str]]] = {}
    for name, item in found.items():
        for module, lines in item.lines.items():
            for line in lines:
                tests.setdefault(module, {}).setdefault(line, set()).add(name)
    return Reach(tests, {name: item.cost for name, item in found.items()})


def _plain(item: Measure) -> dict[str, str | float | Lines]:
    return {"file": item.file, "cost": item.cost, "lines": item.lines}


def _read(kept: Path) -> dict[str, Measure]:
    if not kept.exists():
        return {}
    read = json.loads(kept.read_text("utf-8"))
    return {name: Measure(**item) for name, item in read.items()}
