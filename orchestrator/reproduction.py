"""Running every script again on inputs that code wrote, and looking up every quote."""

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from contracts.evidence import Derivation, Evidence, Observation
from contracts.ids import SourceId
from contracts.reproduction import QuoteMatch, Reproduction, RunOutcome, ScriptRun
from contracts.review import OwnComputation, OwnDetermination, OwnInput, OwnWords, Review
from contracts.rows import Scripts
from gates.own_input import quotes_value, quotes_words
from gates.review import Rerun
from orchestrator.deps import Deps
from orchestrator.materials import Question
from orchestrator.passages import later_in, located_claims, scanned
from sandboxes.safe_files import write_file
from sandboxes.sandbox import Labels, Sandbox, SandboxProvider, Workspace
from sources.store.quotes import locate
from sources.store.view import model_view

SCRIPT_TIMEOUT_S = 60
PRINTED_CAP = 2_000


class Ran(NamedTuple):
    """What one script did with one set of inputs."""

    outcome: RunOutcome
    printed: str
    exit_code: int


def bench(deps: Deps, name: str, attempt: int) -> "Bench":
    """A bench of a run; `name` says for what, and keeps benches apart."""
    labels = Labels(run=deps.run, role="code", attempt=attempt, activation=0)
    return Bench(deps.services.sandboxes, deps.paths.root / "bench" / name, labels)


class Bench:
    """A clean workspace in which scripts are run again, apart from any role's."""

    def __init__(self, provider: SandboxProvider, root: Path, labels: Labels) -> None:
        """Work in `root`, which is emptied first."""
        if root.exists():
            shutil.rmtree(root)
        self._provider = provider
        self._workspace = Workspace(root).make()
        self._labels = labels

    async def reproduce(
        self, evidence: Evidence, scripts: Scripts, question: Question
    ) -> Reproduction:
        """Run the script of every derivation; look up every quote, passage and later figure.

        Raises:
            SandboxError: the sandbox failed, not a script in it.
        """
        texts = question.loaded.texts
        values = declared_values(evidence)
        jobs = [
            (item.id, item.script, _given(item, values), format(item.result, "f"))
            for item in evidence.derivations
        ]
        ran = await self._run_all(jobs, scripts)
        return Reproduction(
            scripts=tuple(
                ScriptRun(
                    derivation_id=item.id,
                    script=item.script,
                    outcome=result.outcome,
                    printed=result.printed,
                    exit_code=result.exit_code,
                )
                for item, result in zip(evidence.derivations, ran, strict=True)
            ),
            quotes=tuple(_look_up(item, texts) for item in evidence.observations),
            claims=located_claims(evidence, texts),
            scans=scanned(evidence, texts),
            later=later_in(evidence, question.query, question.loaded),
        )

    async def rerun(
        self, review: Review, scripts: Scripts, texts: Mapping[SourceId, str]
    ) -> tuple[Rerun, ...]:
        """Run the reviewer's own scripts again and look up its quotes, once per own result.

        Raises:
            SandboxError: the sandbox failed, not a script in it.
        """
        jobs = [
            (f"own-{i}", item.script, _own_values(item), item.declared)
            for i, item in enumerate(review.own_work)
        ]
        ran = await self._run_all(jobs, scripts)
        return tuple(
            Rerun(
                target_id=item.target_id,
                outcome=result.outcome,
                printed=result.printed,
                quotes_found=all(_stands(own, texts) for own in item.inputs),
            )
            for item, result in zip(review.own_work, ran, strict=True)
        )

    async def _run_all(
        self, jobs: Iterable[tuple[str, str, Mapping[str, str], str]], scripts: Scripts
    ) -> tuple[Ran, ...]:
        known = {script.name for script in scripts.scripts}
        for script in scripts.scripts:
            write_file(self._workspace.out, f"scripts/{script.name}", script.text.encode())
        ran: list[Ran] = []
        async with self._provider.session(self._workspace, self._labels) as sandbox:
            for name, script, values, expected in jobs:
                write_file(self._workspace.inputs, f"{name}.json", json.dumps(values).encode())
                if script not in known:
                    ran.append(Ran("missing", "", -1))
                else:
                    ran.append(await _run(sandbox, name, script, expected))
        return tuple(ran)


def declared_values(evidence: Evidence) -> dict[str, str]:
    """Every observation's and derivation's value as the decimal text that scripts are given."""
    observed = {item.id: format(item.value, "f") for item in evidence.observations}
    return observed | {item.id: format(item.result, "f") for item in evidence.derivations}


def _given(item: Derivation, values: Mapping[str, str]) -> dict[str, str]:
    return {name: values.get(name, "") for name in item.inputs}


def _own_values(item: OwnComputation | OwnDetermination) -> dict[str, str]:
    return {
        own.name: own.text if isinstance(own, OwnWords) else format(own.value, "f")
        for own in item.inputs
    }


def _stands(own: OwnInput | OwnWords, texts: Mapping[SourceId, str]) -> bool:
    if locate(texts.get(own.source_id, ""), own.quote).outcome != "found":
        return False
    if isinstance(own, OwnWords):
        return quotes_words(own.quote, own.text)
    return quotes_value(own.quote, own.value)


async def _run(sandbox: Sandbox, name: str, script: str, expected: str) -> Ran:
    done = await sandbox.run_python(
        f"scripts/{script}", (f"../inputs/{name}.json",), timeout_s=SCRIPT_TIMEOUT_S
    )
    printed = model_view(done.stdout).strip()
    if done.exit_code != 0 or done.timed_out or done.truncated:
        words = printed or model_view(done.stderr).strip()
        return Ran("failed", words[-PRINTED_CAP:], done.exit_code)
    outcome: RunOutcome = "equal" if printed == expected else "different"
    return Ran(outcome, printed[:PRINTED_CAP], done.exit_code)


def _look_up(item: Observation, texts: Mapping[SourceId, str]) -> QuoteMatch:
    text = texts.get(item.source_id)
    if text is None:
        return QuoteMatch(
            observation_id=item.id,
            source_id=item.source_id,
            outcome="no_source",
            start=None,
            end=None,
        )
    found = locate(text, item.quote.text)
    return QuoteMatch(
        observation_id=item.id,
        source_id=item.source_id,
        outcome=found.outcome,
        start=found.start,
        end=found.end,
    )
