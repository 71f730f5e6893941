"""The run: tests are collected and measured once, then each mutant is tried in a child."""

import gc
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tests.gates.mutants import results
from tests.gates.mutants.measurement import measured
from tests.gates.mutants.mutant import Mutant, identity, made, put_in
from tests.gates.mutants.page import NOT_HELD, Reason, reasons
from tests.gates.mutants.reach import Code, Reach, in_order, named_alike
from tests.gates.mutants.results import Result
from tests.gates.mutants.trial import Outcome, Runner, Trial, Verdict, say, tried, within

ROOT = Path(__file__).resolve().parents[3]
LONGEST_S = 1.0
"""A test that takes longer is left out."""
SEED = 20261130
NEIGHBOURS = 4
"""Tests that killed other mutants of a function, and go first."""
QUICK_S = 0.02
"""A test of the module's own that costs less goes before what shares words."""
ALIKE = 40
"""Tests that share words with a function, and come next in a second trial."""
MANY = ("arg_removal", "string")
PYTEST = (
    *("-q", "--capture=no", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"),
    *("-o", "timeout=0", "--ignore=tests/gates/mutants"),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What to try, and how long."""

    mutmut: Path
    """The Python of the environment that mutmut is installed in."""
    results: Path
    modules: tuple[str, ...]
    """Only these, if there are any."""
    budget: float
    """Seconds of tests for a mutant that survives."""
    sample: bool
    """Whether to stop after one mutant of each kind in each function."""
    again: bool
    """Whether to try those once more that no test has killed, equivalents and words left out."""
    tests: tuple[str, ...]
    """Where tests are collected."""


@dataclass
class Run:
    """A plug-in of pytest that tries mutants in place of running the collected tests."""

    plan: Plan
    runner: Runner
    killers: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """By function and by module: tests that killed a mutant of it, the latest first."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        files = {file.stem: file for file in sorted((ROOT / "gates").glob("[!_]*.py"))}
        texts = {name: file.read_text("utf-8") for name, file in files.items()}
        items = session.items
        mutants = list(made(self.plan.mutmut, files.values()))
        say(f"{len(mutants)} mutants, {len(items)} tests")
        made_of = Counter(mutant.module for mutant in mutants)
        results.beside(self.plan.results, "made").write_text(json.dumps(made_of), "utf-8")
        reach = measured(
            items,
            lambda item: self.runner.passes(item, None),
            modules=files,
            kept=results.beside(self.plan.results, "tests"),
        )
        for done in results.read(self.plan.results).values():
            if done.outcome == Outcome.KILLED:
                self._remember(done, done.test)
        code = Code.of(files)
        trials = {
            item.nodeid: Trial(item, reach.costs[item.nodeid])
            for item in items
            if reach.costs[item.nodeid] <= LONGEST_S
        }
        say(f"{sum(reach.costs.values()):.0f} s of tests; {len(items) - len(trials)} left out")
        gc.collect()
        gc.freeze()
        chosen = _chosen(self.plan, mutants, texts)
        for place, mutant in enumerate(chosen):
            result = self._try(mutant, texts[mutant.module], code, reach, trials)
            results.written(self.plan.results, result)
            if place % 50 == 0 or result.outcome == Outcome.BROKEN:
                say(f"{place} of {len(chosen)}: {result.place} {result.outcome}")
        return True

    def _try(
        self, mutant: Mutant, text: str, code: Code, reach: Reach, trials: Mapping[str, Trial]
    ) -> Result:
        likely = self._likely(mutant, code, reach)
        order = [trials[t] for t in in_order(mutant, code, reach, likely) if t in trials]
        module = _module(mutant)
        verdict = Verdict(Outcome.NOT_APPLICABLE, "", 0)
        if not mutant.is_field:
            chosen = within(order, self.plan.budget)
            verdict = tried(self.runner, chosen, lambda: put_in(mutant, module, text))
        if verdict.outcome == Outcome.KILLED:
            self._remember(mutant, verdict.test)
        before, after = mutant.change(text)
        return Result(
            id=identity(mutant, text),
            module=mutant.module,
            function=mutant.function,
            operator=mutant.operator,
            line=mutant.line,
            before=before,
            after=after,
            outcome=verdict.outcome,
            test=verdict.test,
            tests=verdict.tests,
            reaching=len(order),
        )

    def _likely(self, mutant: Mutant, code: Code, reach: Reach) -> list[str]:
        """What killed neighbours. For a second trial also what shares words with the function, the
        module's own tests, whatever they cost, and what killed anything in the module.
        """
        killers = self.killers.get(mutant.place, [])[:NEIGHBOURS]
        if not self.plan.again:
            return killers
        named = f"gates.{mutant.module} import"
        own = [test for test in reach.costs if named in _text_of(test.partition("::")[0])]
        alike = named_alike(mutant, code, reach)[:ALIKE]
        near = self.killers.get(mutant.module, [])
        own.sort(key=reach.costs.__getitem__)
        quick = [test for test in own if reach.costs[test] < QUICK_S]
        return [*killers, *quick, *alike, *own, *near]

    def _remember(self, mutant: Mutant | Result, test: str) -> None:
        for near in (mutant.place, mutant.module):
            others = [name for name in self.killers.get(near, []) if name != test]
            self.killers[near] = [test, *others]


@cache
def _text_of(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


def _module(mutant: Mutant) -> ModuleType:
    return import_module(f"gates.{mutant.module}")


def _chosen(plan: Plan, mutants: Sequence[Mutant], texts: Mapping[str, str]) -> list[Mutant]:
    """One of each kind in each function first, drawn by chance, then module by module.

    Changes of logic come before changes of arguments and words, which are four in five.
    """
    done = results.read(plan.results)
    settled = [reason for reason in reasons() if reason.kind != NOT_HELD]
    drawn = random.Random(SEED).sample(mutants, len(mutants))
    kinds = {(m.place, m.operator): m for m in drawn}
    sample = sorted(kinds.values(), key=lambda m: (m.module, m.offset))
    rest = [] if plan.sample else sorted(mutants, key=lambda m: m.operator in MANY)
    wanted = dict.fromkeys([*sample, *rest])
    return [
        mutant
        for mutant in wanted
        if (not plan.modules or mutant.module in plan.modules)
        and _is_open(
            done.get(identity(mutant, texts[mutant.module])), settled if plan.again else None
        )
    ]


def _is_open(done: Result | None, settled: Sequence[Reason] | None) -> bool:
    """Whether it has no result, or one that another trial may change."""
    if done is None:
        return True
    ended = (Outcome.KILLED, Outcome.TIMED_OUT, Outcome.NOT_APPLICABLE)
    if settled is None or done.outcome in ended:
        return False
    return not any(reason.explains(done) for reason in settled)


def started(plan: Plan) -> int:
    """Collect the tests of the gates and try mutants; the exit code of pytest."""
    runner = Runner()
    return int(pytest.main([*PYTEST, *plan.tests], plugins=[runner, Run(plan, runner)]))
