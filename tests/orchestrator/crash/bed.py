"""One run played undisturbed, its data folder copied at every node boundary, and what must hold
of a run that was struck and taken to its end."""

import shutil
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sandboxes.sandbox import SandboxKind
from tests.orchestrator.crash.nursery import Ended
from tests.orchestrator.crash.scenes import Case, Scene
from tests.orchestrator.crash.windows import Strike
from tests.orchestrator.play import EXAMPLE, served_twice, stage_hashes

KILLED = -signal.SIGKILL


@dataclass(slots=True)
class Bed:
    """An undisturbed run and the means to disturb copies of it."""

    play: Callable[[Case], Ended]
    place: Path
    example: Path
    passed: list[tuple[str, str]]
    """Node and window, in order."""
    hashes: dict[str, str]
    scene: Scene
    day: str
    folders: int = field(default=0)

    @classmethod
    def made(
        cls,
        play: Callable[[Case], Ended],
        place: Path,
        *,
        example: Path = EXAMPLE,
        day: str = "2026-01-09",
    ) -> "Bed":
        """Play the run once."""
        data = place / "undisturbed"
        data.mkdir(parents=True)
        snapshots = str(place / "before")
        case = Case("play", str(data), day=day, example=str(example), snapshots=snapshots)
        ended = play(case)
        assert ended.status == 0, ended.error
        passed = [(node, window) for node, window in ended.passed]
        scene = looked_at(play, data)
        return cls(play, place, example, passed, stage_files(data), scene, day)

    def at(self, node: str) -> Path:
        """A copy of the data folder as it was when the node was entered."""
        self.folders += 1
        return Path(shutil.copytree(self.place / "before" / node, self.place / str(self.folders)))

    def go(
        self,
        data: Path,
        strike: Strike | None = None,
        *,
        hours: float = 0,
        sandbox: SandboxKind = "local",
    ) -> Ended:
        """Take the run as far as it goes, in a new process."""
        return self.play(
            Case("play", str(data), strike, hours, self.day, str(self.example), sandbox)
        )

    def retry(self, data: Path, strike: Strike | None = None, *, hours: float = 0) -> Ended:
        """Let a person decide, in a new process, that the run is tried again."""
        return self.play(Case("retry", str(data), strike, hours, example=str(self.example)))

    def wake(self, pid: int) -> Ended:
        """Let a stopped child go on to its end."""
        return self.play(Case("wake", "", pid=pid))

    def look(self, data: Path) -> Scene:
        """Read what exists; invariants, chain and files are checked on the way."""
        return looked_at(self.play, data)

    def kill(self, data: Path, strike: Strike, *, hours: float = 0) -> None:
        """Take the run to where it is struck dead; what exists then is whole."""
        ended = self.go(data, strike, hours=hours)
        assert ended.status == KILLED, (strike, ended.error)
        self.check_whole(data)

    def check_whole(self, data: Path) -> Scene:
        """What must hold of a run that was struck."""
        left = self.look(data)
        assert left.rows == self.scene.rows[: len(left.rows)]
        assert stage_files(data).items() <= self.hashes.items()
        assert processes_of(data) == []
        return left

    def finish(
        self,
        data: Path,
        *,
        twice: Sequence[str] = (),
        hours: float = 1,
        sandbox: SandboxKind = "local",
    ) -> Scene:
        """Resume to the end and compare with the undisturbed run.

        `twice`: the calls whose answers were lost, so that they had to be asked for again.
        """
        ended = self.go(data, hours=hours, sandbox=sandbox)
        assert ended.status == 0, ended.error
        assert ended.said == self.scene.status
        after = self.check_finished(data, twice=twice)
        shutil.rmtree(data)
        return after

    def check_finished(self, data: Path, *, twice: Sequence[str] = ()) -> Scene:
        """What must hold of a finished run, whatever it went through."""
        after = self.look(data)
        assert stage_files(data) == self.hashes
        assert after.rows == self.scene.rows
        assert (after.status, after.open_item) == (self.scene.status, self.scene.open_item)
        assert (after.calls, after.unknown) == (self.scene.calls, len(twice))
        assert served_twice(data) == sorted(twice)
        assert after.holder is None
        assert processes_of(data) == []
        return after

    def times(self, node: str, window: str) -> int:
        """How often the undisturbed run passed a window in a node."""
        return self.passed.count((node, window))


def looked_at(play: Callable[[Case], Ended], data: Path) -> Scene:
    """Look at a data folder in a process of its own."""
    looked = play(Case("look", str(data)))
    assert looked.status == 0, looked.error
    assert isinstance(looked.said, list)
    return Scene(*looked.said)


def stage_files(data: Path) -> dict[str, str]:
    """Stage files under their own names; what a write cut short has another one, and is nothing."""
    return {name: sha for name, sha in stage_hashes(data).items() if not name.endswith(".tmp")}


def served(data: Path) -> list[str]:
    """The calls a replay answered, in order."""
    log = data / "served.log"
    return log.read_text(encoding="ascii").splitlines() if log.exists() else []


def processes_of(data: Path) -> list[str]:
    """Processes whose command names the data folder; some need a moment to die of their parent."""
    found: list[str] = []
    for _ in range(20):
        found = [line for line in _commands() if str(data) in line]
        if not found:
            break
        time.sleep(0.05)
    return found


def _commands() -> list[str]:
    lines: list[str] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return lines
