"""`finrubric generate … --dry-run`: what a live run would send and cost, by estimate.

Nothing is sent, nothing is written and no key is needed. How often roles call and how long their
conversations grow is assumed to be as in the shipped recording of the worked example.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from agents.live_terms import BYTES_PER_TOKEN
from agents.model_setup import FILES, LoadedSetup, Part, load_setup
from agents.prices import PriceTable, cost_of, dollars
from agents.prompt import load_prompts, render_prompt
from agents.tools.declarations import tool_schemas
from cli.drive import Plan
from cli.live import checked_parts
from cli.models_source import is_replayed, setup_path, source_of
from cli.output import print_json, print_line, print_table
from cli.wiring import HeldBytes, read_sources
from contracts.contract import Json, canonical
from contracts.errors import InputError
from contracts.model import Usage
from orchestrator.configuration import load_configuration
from principles.kinds import load_kinds


class Assumed(NamedTuple):
    """What one role did in the worked example's recording; tokens are bytes by four."""

    calls: int
    carried: int
    """Input tokens of all its calls beyond prompt and tools: messages and tool results."""
    written: int
    """Output tokens; a played role does not reason, so there is none of that among them."""


ASSUMED: Mapping[str, Assumed] = MappingProxyType(
    {
        "factorizer": Assumed(4, 11_840, 1_394),
        "contextualizer": Assumed(5, 25_118, 3_463),
        "writer": Assumed(9, 162_556, 21_426),
        "reviser": Assumed(0, 0, 0),
        "reviewer": Assumed(8, 56_767, 2_463),
        "composer": Assumed(3, 19_802, 1_027),
        "confirmer": Assumed(3, 3_877, 213),
    }
)
"""Measured by running the example; a test measures again."""

WORDS = (
    f"An estimate: a token is taken for {BYTES_PER_TOKEN} bytes. Prompt and inputs are those of "
    "this question as far as they are known before the run. How often a role calls, what its "
    "conversation carries along and what it writes is assumed to be as in the recording of the "
    "worked example, where no role reasons, none is asked again and the reviser has nothing to do. "
    "A live run at high effort can take several times as much; --max-cost sets a limit that holds. "
    "Costs count no caching."
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one role would send and cost."""

    role: str
    model: str
    prompt_tokens: int
    """Prompt, tools and the inputs that are known."""
    calls: int
    input_tokens: int
    output_tokens: int
    cost: int | None
    """Millionths of a US dollar; None where there is no price."""
    is_paid: bool

    @property
    def cost_text(self) -> str:
        """Cost in words."""
        if not self.is_paid:
            return "not paid here"
        return "unpriced" if self.cost is None else dollars(self.cost)


async def estimated(plan: Plan, *, today: date) -> tuple[Estimate, ...]:
    """What each role of a planned live run would send and cost.

    Raises:
        InputError: sources or setup are not usable, or the models are a recording.
    """
    source = source_of(plan.models, here=Path())
    if is_replayed(source):
        raise InputError("--dry-run is for live models: a recording sends and costs nothing")
    loaded = load_setup(setup_path(source))
    parts = checked_parts(loaded, plan.live, today=today).parts
    profile = load_configuration(plan.profile_folder or plan.query.profile).loaded.profile
    corpus = (await read_sources(plan.sources, HeldBytes())).corpus
    known = {
        "query.json": len(canonical(plan.query)),
        "kinds.json": len(canonical(load_kinds().catalogue)),
        "profile.json": len(canonical(profile)),
        "corpus.json": len(canonical(corpus)),
    }
    return tuple(_estimate(loaded, part, known, today) for part in parts)


def _estimate(loaded: LoadedSetup, part: Part, known: Mapping[str, int], today: date) -> Estimate:
    role, assumed = part.role, ASSUMED[part.role.name]
    offered = role.offered(research=False)
    size = sum(len(canonical(tool)) for tool in tool_schemas() if tool.name in offered)
    size += len(render_prompt(role, load_prompts()).encode())
    size += sum(known.get(item.name, 0) for item in role.inputs)
    prompt_tokens = -(-size // BYTES_PER_TOKEN)
    usage = Usage(
        input_tokens=assumed.calls * prompt_tokens + assumed.carried,
        output_tokens=assumed.written,
    )
    per_call = (usage.input_tokens or 0) // max(1, assumed.calls)
    name = f"{part.provider}/{part.model}"
    price = PriceTable(loaded.setup.prices).in_force(name, today, input_tokens=per_call)
    return Estimate(
        role=role.name,
        model=name,
        prompt_tokens=prompt_tokens,
        calls=assumed.calls,
        input_tokens=usage.input_tokens or 0,
        output_tokens=usage.output_tokens or 0,
        cost=None if price is None else cost_of(price, usage),
        is_paid=part.harness != FILES,
    )


def total_text(found: tuple[Estimate, ...]) -> str:
    """The cost of all roles in words."""
    paid = [item for item in found if item.is_paid and item.calls]
    unpriced = [item.role for item in paid if item.cost is None]
    known = sum(item.cost or 0 for item in paid)
    if not unpriced:
        return dollars(known)
    most = f"{dollars(known)} and " if len(unpriced) < len(paid) else ""
    return f"{most}unpriced: {', '.join(unpriced)}"


def tell_estimates(found: tuple[Estimate, ...], *, as_json: bool) -> None:
    """Print what would be sent, and on what it rests."""
    if as_json:
        roles: list[Json] = [
            {
                "role": item.role,
                "model": item.model,
                "prompt_tokens": item.prompt_tokens,
                "calls": item.calls,
                "input_tokens": item.input_tokens,
                "output_tokens": item.output_tokens,
                "cost": item.cost_text,
            }
            for item in found
        ]
        print_json({"roles": roles, "cost": total_text(found), "assumed": WORDS})
        return
    print_table(
        ("Role", "Model", "Prompt and inputs", "Calls", "Tokens in", "Tokens out", "Cost"),
        [
            (
                item.role,
                item.model,
                f"{item.prompt_tokens:,}",
                str(item.calls),
                f"{item.input_tokens:,}",
                f"{item.output_tokens:,}",
                item.cost_text,
            )
            for item in found
        ],
    )
    print_line(f"\nCost: {total_text(found)}")
    print_line(f"\n{WORDS}")
    print_line("Nothing was sent and nothing was written.")
