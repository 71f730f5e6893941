"""What stands between a reader and the words of sources that are not for everyone."""

from dataclasses import dataclass

from pydantic import ValidationError

from console.errors import NotAllowed
from reports.withheld_words import ContractT, Words, contract_without

WITHHELD_WORDS = (
    "the run has internal or restricted sources, whose words may stand here; "
    "analysts and up may read it"
)


@dataclass(frozen=True, slots=True)
class Veil:
    """Leaves runs of words of withheld sources out of what roles and code wrote."""

    is_drawn: bool = False
    """Whether the run has sources whose words this reader may not see."""
    runs: frozenset[Words] = frozenset()

    def over(self, body: ContractT) -> ContractT:
        """What a role or code wrote, without those words.

        Raises:
            NotAllowed: it cannot be told without them.
        """
        if not self.runs:
            return body
        try:
            return contract_without(body, self.runs)
        except ValidationError:
            raise NotAllowed(WITHHELD_WORDS) from None


OPEN = Veil()
"""For who may read every source, and for runs that withhold none."""
