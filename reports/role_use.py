"""What each role's calls used, and what model answered: for records, pages and tables."""

from dataclasses import dataclass

from contracts.contract import Json
from reports.words import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleUse:
    """One role of one run."""

    role: str
    provider: str
    model: str
    """As it was asked for."""
    answered_by: tuple[str, ...]
    """As the answers name it, in order."""
    harness: str
    settings: str
    """Effort and what else decides answers; empty for nothing."""
    calls: int
    sent: int
    """More than calls where some were sent again."""
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    reasoning_tokens: int
    cost: str
    """In words: `1.25 USD`, `unpriced`, or both."""

    def as_json(self) -> Json:
        """The use as an object of a document."""
        return {
            "role": self.role,
            "provider": self.provider,
            "model": self.model,
            "answered_by": list(self.answered_by),
            "harness": self.harness,
            "settings": self.settings,
            "calls": self.calls,
            "sent": self.sent,
            "input_tokens": self.input_tokens,
            "cached_tokens": self.cached_tokens,
            "output_tokens": self.output_tokens,
            "reasoning_tokens": self.reasoning_tokens,
            "cost": self.cost,
        }

    @property
    def text(self) -> str:
        """The use in one sentence."""
        how = ", ".join(
            filter(None, ("" if self.harness == "session" else self.harness, self.settings))
        )
        asked = f"{self.provider}/{self.model}" + (f" ({how})" if how else "")
        answered = " and ".join(self.answered_by) or "nobody yet"
        again = f" sent {self.sent} times" if self.sent != self.calls else ""
        share = share_text(self.cached_tokens, self.input_tokens)
        return (
            f"{asked}, answered by {answered}; {counted(self.calls, 'call')}{again}, "
            f"{self.input_tokens:,} tokens in ({share}), "
            f"{self.output_tokens:,} out ({self.reasoning_tokens:,} of reasoning); {self.cost}"
        )


HEAD = (
    *("Role", "Model", "Answered by", "Harness", "Calls", "Sent", "Tokens in", "Cached"),
    *("Out", "Reasoning", "Cost"),
)


def row_of(use: RoleUse) -> tuple[str, ...]:
    """The use as a row of a table under `HEAD`."""
    settings = f" ({use.settings})" if use.settings else ""
    return (
        use.role,
        f"{use.provider}/{use.model}{settings}",
        " and ".join(use.answered_by),
        use.harness,
        str(use.calls),
        str(use.sent),
        f"{use.input_tokens:,}",
        f"{use.cached_tokens:,}",
        f"{use.output_tokens:,}",
        f"{use.reasoning_tokens:,}",
        use.cost,
    )


def share_text(cached: int, read: int) -> str:
    """How much of the input came from caches: `45 % cached`."""
    return f"{100 * cached // read} % cached" if read else "none cached"
