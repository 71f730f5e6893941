"""What the orchestrator says to a role: Markdown files, rendered with StrictUndefined.

The files are locked like prompts. File names and numbers put in come from code. A report of
findings may quote a source, a script's output or another role's words: it stands as data, between
marks whose nonce none of them can know.
"""

from collections.abc import Iterable, Mapping
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from agents.models.data_block import as_data
from agents.models.draft_report import draft_report
from contracts.finding import Finding, Validation
from orchestrator.assignment import Further

FOLDER = "messages"
_NAMES = ("brief.md", "findings.md", "repair.md")


def load_messages() -> Mapping[str, bytes]:
    """The packaged message files, by the name under which the lock keeps them."""
    folder = files("orchestrator") / FOLDER
    return {f"{FOLDER}/{name}": (folder / name).read_bytes() for name in _NAMES}


def brief(prompts: Mapping[str, bytes], *, role: str, inputs: Iterable[str]) -> str:
    """The opening message of an activation."""
    return _render(prompts, "brief.md", role=role, inputs=sorted(inputs))


def repair(prompts: Mapping[str, bytes], findings: tuple[Finding, ...], *, nonce: str) -> str:
    """The message of the one repair turn."""
    report = draft_report(Validation(verdict="findings", findings=findings, questions=()))
    return _render(prompts, "repair.md", report=as_data(report, nonce))


def further_turn(prompts: Mapping[str, bytes], found: Further, *, nonce: str) -> str:
    """The message of a further turn for validator findings."""
    report = as_data(draft_report(found.validation), nonce)
    return _render(prompts, "findings.md", report=report, left=found.left)


def _render(prompts: Mapping[str, bytes], name: str, **values: object) -> str:
    environment = Environment(
        undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True
    )
    text = prompts[f"{FOLDER}/{name}"].decode()
    return environment.from_string(text).render(values)
