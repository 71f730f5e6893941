"""Which judges grade an answer: the same three for all, or three of other families than its own."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from contracts.errors import InputError
from contracts.response import Response
from contracts.score import Mode
from scoring.judges.judge import Judge

SIZE = 3
"""Judges of one answer, as in the paper: two of them make a majority."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The judges of a setup, and how they are chosen for an answer."""

    mode: Mode
    judges: tuple[Judge, ...]

    def of(self, response: Response, family: str | None = None) -> tuple[Judge, ...]:
        """The judges of one answer, in the order of the setup.

        Args:
            response: the answer.
            family: of its solver's model, where the answer does not say.

        Raises:
            InputError: the solver's family is not known, or fewer than three judges are of
                another one.
        """
        if self.mode == "fixed":
            return self.judges
        family = response.solver_family or family
        if family is None:
            msg = (
                f"answer {response.id}: `solver_family` does not say who trained the model of "
                f"{response.solver!r}, so its own family cannot be left out; say it in the file"
            )
            raise InputError(msg)
        others = tuple(judge for judge in self.judges if judge.family != family)
        if len(others) < SIZE:
            there = ", ".join(f"{judge.name} ({judge.family})" for judge in others) or "none"
            msg = (
                f"answer {response.id}: {SIZE} judges of another family than {family!r} are "
                f"needed and there are {len(others)}: {there}; name more in [[judges]]"
            )
            raise InputError(msg)
        return others[:SIZE]


def panel_of(mode: Mode, judges: Sequence[Judge]) -> Panel:
    """A panel that can decide.

    Raises:
        InputError: not three judges where they are fixed, fewer than three otherwise, or two of
            one name.
    """
    counts = Counter(judge.name for judge in judges)
    if twice := [name for name, count in counts.items() if count > 1]:
        raise InputError(f"two judges are the same model: {', '.join(twice)}; name others")
    if len(judges) < SIZE or (mode == "fixed" and len(judges) != SIZE):
        wanted = f"exactly {SIZE}" if mode == "fixed" else f"at least {SIZE}"
        msg = f"mode {mode} needs {wanted} judges, and [[judges]] has {len(judges)}"
        raise InputError(msg)
    return Panel(mode, tuple(judges))
