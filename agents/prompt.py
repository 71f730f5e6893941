"""Prompts: Markdown files of ours, rendered with what a role declares and nothing else.

Output schemas come from the contracts, so that prompt and parser cannot differ. What belongs to
one run (query, findings, principles) never enters a prompt: it comes as input files and messages.
"""

import json
from collections.abc import Mapping
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined

from agents.role import Role
from agents.roles import roles_of
from contracts.counters import MAX_DRAFT_VALIDATIONS


def load_prompts() -> Mapping[str, bytes]:
    """The packaged prompt files by name, those that others include among them."""
    folder = files("agents") / "prompts"
    found = {path.name: path.read_bytes() for path in folder.iterdir() if path.name.endswith(".md")}
    return dict(sorted(found.items()))


def render_prompt(role: Role, prompts: Mapping[str, bytes]) -> str:
    """The system prompt of a role, from locked prompt bytes.

    Raises:
        jinja2.UndefinedError: a prompt uses a variable that no declaration gives.
    """
    environment = Environment(
        loader=DictLoader({name: data.decode() for name, data in prompts.items()}),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(role.prompt).render(prompt_variables(role))


def prompt_variables(role: Role) -> Mapping[str, object]:
    """Everything a prompt may refer to."""
    return {
        "role": role.name,
        "inputs": role.inputs,
        "outputs": tuple(
            {
                "name": output.name,
                "contract": output.model.contract_name,
                "schema": json.dumps(
                    output.model.model_json_schema(), ensure_ascii=False, separators=(",", ":")
                ),
            }
            for output in role.outputs
        ),
        "collects_scripts": role.collects_scripts,
        "budget_minutes": role.budget.seconds // 60,
        "shares_budget": len(roles_of(role.budget)) > 1,
        "max_draft_validations": MAX_DRAFT_VALIDATIONS,
    }
