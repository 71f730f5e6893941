"""What each role of a run used: who was asked and who answered, calls, tokens, cost."""

from agents.cast import read_player_name
from agents.roles import ROLES
from cli.archive import Archive
from cli.models_source import is_replayed
from cli.usage import cost_text
from contracts.lock import LockKind
from records.runs import RunRow
from reports.role_use import RoleUse


async def player_names(archive: Archive, run: str) -> dict[str, str]:
    """Who plays by the run's lock, by role or by the side's name; empty before its first stage."""
    lock = await archive.lock(run)
    items = [item.name for item in lock.items if item.kind is LockKind.MODELS] if lock else []
    pairs = (name.partition(": ") for name in items)
    return {role: player for role, _, player in pairs}


async def role_uses(archive: Archive, row: RunRow) -> tuple[RoleUse, ...]:
    """What the roles that were asked anything used, in the order of the roles."""
    scope = f"run:{row.id}"
    names = await player_names(archive, row.id)
    answered = await archive.ledger.answered_by(scope)
    uses: list[RoleUse] = []
    for role in ROLES:
        totals = await archive.ledger.totals(scope, role=role.name)
        if not totals.calls:
            continue
        player = read_player_name(names.get(role.name) or names.get(role.family, ""))
        uses.append(
            RoleUse(
                role=role.name,
                provider=player.provider,
                model=player.model,
                answered_by=answered.get(role.name, ()),
                harness=player.harness,
                settings=player.settings,
                calls=totals.calls,
                sent=totals.sent,
                input_tokens=totals.input_tokens,
                cached_tokens=totals.cached_tokens,
                output_tokens=totals.output_tokens,
                reasoning_tokens=totals.reasoning_tokens,
                cost=cost_text(totals, replayed=is_replayed(row.models)),
            )
        )
    return tuple(uses)
