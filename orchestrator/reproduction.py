"""Running every script again on inputs that code wrote, and looking up every quote."""

import json
import shutil
from collections.abc import Mapping, Sequence
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


class Job(NamedTuple):
    """One script to run."""

    name: str
    """Of its file of inputs."""
    script: str
    inputs: str
    """JSON that the script is given."""
    expected: str


Remembered = dict[tuple[Scripts, Job], Ran]
"""What the same scripts did with the same inputs before."""


def bench(deps: Deps, name: str, attempt: int, remembered: Remembered | None = None) -> "Bench":
    """A bench of a run; `name` says for what, and keeps benches apart."""
    labels = Labels(run=deps.run, role="code", attempt=attempt, activation=0)
    return Bench(deps.services.sandboxes, deps.paths.root / "bench" / name, labels, remembered)


class Bench:
    """A clean workspace in which scripts are run again, apart from any role's."""

    def __init__(
        self,
        provider: SandboxProvider,
        root: Path,
        labels: Labels,
        remembered: Remembered | None = None,
    ) -> None:
        """Work in `root`, which is emptied first.

        What is `remembered` is not run again, and what runs is added: for drafts, which decide
        nothing.
        """
        if root.exists():
            shutil.rmtree(root)
        self._provider = provider
        self._workspace = Workspace(root).make()
        self._labels = labels
        self._remembered: Remembered = {} if remembered is None else remembered

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
            Job(item.id, item.script, _given(item, values), format(item.result, "f"))
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
            Job(f"own-{i}", item.script, _own_values(item), item.declared)
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

    async def _run_all(self, jobs: Sequence[Job], scripts: Scripts) -> tuple[Ran, ...]:
        ran = dict(self._remembered)
        present = {script.name for script in scripts.scripts}
        for job in jobs:
            if job.script not in present:
                ran[scripts, job] = Ran("missing", "", -1)
        if waiting := [job for job in jobs if (scripts, job) not in ran]:
            for script in scripts.scripts:
                write_file(self._workspace.out, f"scripts/{script.name}", script.text.encode())
            async with self._provider.session(self._workspace, self._labels) as sandbox:
                for job in waiting:
                    write_file(self._workspace.inputs, f"{job.name}.json", job.inputs.encode())
                    ran[scripts, job] = await _run(sandbox, job)
        # What failed may have met a limit of a busy machine: it is tried again.
        self._remembered.update(
            {key: done for key, done in ran.items() if done.outcome != "failed"}
        )
        return tuple(ran[scripts, job] for job in jobs)


def declared_values(evidence: Evidence) -> dict[str, str]:
    """Every observation's and derivation's value as the decimal text that scripts are given."""
    observed = {item.id: format(item.value, "f") for item in evidence.observations}
    return observed | {item.id: format(item.result, "f") for item in evidence.derivations}


def _given(item: Derivation, values: Mapping[str, str]) -> str:
    return json.dumps({name: values.get(name, "") for name in item.inputs})


def _own_values(item: OwnComputation | OwnDetermination) -> str:
    return json.dumps(
        {
            own.name: own.text if isinstance(own, OwnWords) else format(own.value, "f")
            for own in item.inputs
        }
    )


def _stands(own: OwnInput | OwnWords, texts: Mapping[SourceId, str]) -> bool:
    if locate(texts.get(own.source_id, ""), own.quote).outcome != "found":
        return False
    if isinstance(own, OwnWords):
        return quotes_words(own.quote, own.text)
    return quotes_value(own.quote, own.value)


async def _run(sandbox: Sandbox, job: Job) -> Ran:
    done = await sandbox.run_python(
        f"scripts/{job.script}", (f"../inputs/{job.name}.json",), timeout_s=SCRIPT_TIMEOUT_S
    )
    printed = model_view(done.stdout).strip()
    if done.exit_code != 0 or done.timed_out or done.truncated:
        words = printed or model_view(done.stderr).strip()
        return Ran("failed", words[-PRINTED_CAP:], done.exit_code)
    outcome: RunOutcome = "equal" if printed == job.expected else "different"
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
