"""What a code is: one stable word per thing that a gate can have against its input."""

from dataclasses import dataclass
from enum import StrEnum

from contracts.finding import Severity


class Family(StrEnum):
    """The first three letters of a code: which gate speaks."""

    BUD = "BUD"
    FAC = "FAC"
    CTX = "CTX"
    COV = "COV"
    TGT = "TGT"
    EVD = "EVD"
    DEP = "DEP"
    CNV = "CNV"
    POP = "POP"
    CUT = "CUT"
    CON = "CON"
    PTS = "PTS"
    TOL = "TOL"
    TXT = "TXT"
    STR = "STR"
    REV = "REV"
    CMP = "CMP"
    CNF = "CNF"
    ACC = "ACC"
    AUD = "AUD"


@dataclass(frozen=True, slots=True)
class Code:
    """One line of the code table; docs/validator.md is printed from it."""

    code: str
    """Family, dash, words: `CUT-after`."""
    severity: Severity | None
    """None: no finding, but a question that is handed to the content reviewer."""
    meaning: str
    """What is wrong, in one sentence."""
    bad: str
    """An example that has it."""
    good: str
    """The nearest example that has not."""
    threshold: str = ""
    """The number or rule that decides, where there is one."""

    @property
    def family(self) -> Family:
        """The family its first letters name.

        Raises:
            ValueError: no such family.
        """
        return Family(self.code.split("-", 1)[0])


FAMILY_TITLES: dict[Family, str] = {
    Family.BUD: "Point budget",
    Family.FAC: "Factorization",
    Family.CTX: "Evaluation context",
    Family.COV: "Obligation coverage",
    Family.TGT: "Targets",
    Family.EVD: "Evidence links",
    Family.DEP: "Dependencies",
    Family.CNV: "Convention closure",
    Family.POP: "Population closure",
    Family.CUT: "Cutoff",
    Family.CON: "Contamination",
    Family.PTS: "Points",
    Family.TOL: "Tolerances and rivals",
    Family.TXT: "Row texts",
    Family.STR: "One submission on its own",
    Family.REV: "Content review",
    Family.CMP: "Composition",
    Family.CNF: "Confirmation",
    Family.ACC: "Acceptance",
    Family.AUD: "Trace audit",
}
"""Headings of docs/validator.md, in the order of the stages."""
