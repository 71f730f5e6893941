"""The configuration a run works with, read only from the bytes its lock keeps."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from contracts.bank import BankTask
from contracts.guard import Guard
from contracts.ids import Sha256
from contracts.kind import KindCatalogue
from contracts.lock import Lock, LockKind
from contracts.profile import Profile
from gates.protected_text import joined
from orchestrator.deps import Kept
from orchestrator.guard_file import parse_guard_file
from orchestrator.recovery import read_newest
from principles.kinds import parse_kinds
from principles.library import LibraryItem, Preamble, parse_principle
from principles.profiles import blocked_hosts, parse_profile
from records.files import Blobs
from sandboxes.egress import parse_egress
from task_bank.bank import bank_sha256, parse_task


@dataclass(frozen=True, slots=True)
class Locked:
    """Everything that was locked, parsed."""

    lock_sha256: Sha256
    profile: Profile
    principles: tuple[LibraryItem, ...]
    preamble: Preamble
    kinds: KindCatalogue
    tasks: tuple[BankTask, ...]
    bank_sha256: Sha256
    prompts: Mapping[str, bytes]
    guard: Guard


async def read_locked(deps: Kept, attempt: int) -> Locked:
    """Parse the kept bytes of the lock that an attempt works under.

    Raises:
        CorruptRun: kept bytes are missing or changed.
    """
    lock = await read_newest(deps, Lock, attempt)
    return parse_locked(lock.body, lock.fingerprint, deps.services.blobs)


def parse_locked(lock: Lock, lock_sha256: Sha256, blobs: Blobs) -> Locked:
    """Parse what a lock keeps; the kept bytes are read and checked each time."""
    kept = {(item.kind, item.name): blobs.get(item.sha256) for item in lock.items if item.kept}
    return _parsed(lock_sha256, tuple(sorted(kept.items())))


@lru_cache(maxsize=4)  # every stage of a run reads the same bytes
def _parsed(lock_sha256: Sha256, files: tuple[tuple[tuple[LockKind, str], bytes], ...]) -> Locked:
    kept = dict(files)

    def of_kind(kind: LockKind) -> list[tuple[str, bytes]]:
        return [(name, data) for (found, name), data in files if found is kind]

    preamble_name = "preamble.md"
    preamble_data = kept[LockKind.PRINCIPLE, preamble_name]
    ((profile_name, profile_data),) = of_kind(LockKind.PROFILE)
    ((_, kinds_data),) = of_kind(LockKind.KINDS)
    ((_, egress_data),) = of_kind(LockKind.EGRESS)
    bank = [parse_task(data, name) for name, data in of_kind(LockKind.TASK)]
    profile = parse_profile(profile_data, profile_name)
    return Locked(
        lock_sha256=lock_sha256,
        profile=profile,
        principles=tuple(
            parse_principle(data, name)
            for name, data in of_kind(LockKind.PRINCIPLE)
            if name != preamble_name
        ),
        preamble=Preamble(preamble_data.decode(), preamble_name, preamble_data),
        kinds=parse_kinds(kinds_data),
        tasks=tuple(item.task for item in bank),
        bank_sha256=bank_sha256(bank),
        prompts=dict(of_kind(LockKind.PROMPT)),
        guard=_guard(egress_data, profile, of_kind(LockKind.GUARD)),
    )


def _guard(egress: bytes, profile: Profile, files: Iterable[tuple[str, bytes]]) -> Guard:
    return joined(
        (parse_guard_file(data, name).guard for name, data in files),
        hosts=parse_egress(egress).hosts + blocked_hosts(profile),
    )
