"""Id patterns: one prefix per kind, so that a reference says what it refers to.

Ids appear in templates (`{{T1}}`), findings and exports; they are never reused within a run.
"""

from typing import Annotated

from pydantic import StringConstraints


def _pattern(regex: str) -> StringConstraints:
    return StringConstraints(pattern=rf"^(?:{regex})$", max_length=80)


RunId = Annotated[str, _pattern(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")]
"""Run: letters, digits, dot, underscore, dash; at most 64 characters."""
Sha256 = Annotated[str, _pattern(r"[0-9a-f]{64}")]
"""Hex digest of bytes or of canonical JSON."""
ObligationId = Annotated[str, _pattern(r"O[1-9][0-9]{0,2}")]
ComponentId = Annotated[str, _pattern(r"O[1-9][0-9]{0,2}\.[1-9][0-9]{0,2}")]
BindingId = Annotated[str, _pattern(r"BND[1-9][0-9]{0,2}")]
AmbiguityId = Annotated[str, _pattern(r"A[1-9][0-9]{0,2}")]
ReadingId = Annotated[str, _pattern(r"[a-z][a-z0-9_]{0,59}")]
"""Reading of an ambiguity or convention kind, a word such as `mean_of_ratios`."""
BlockId = Annotated[str, _pattern(r"B[1-9][0-9]{0,2}")]
TaskId = Annotated[str, _pattern(r"[a-z][a-z0-9-]{0,79}")]
CriterionId = Annotated[str, _pattern(r"CR[1-9][0-9]{0,2}")]
PrincipleId = Annotated[str, _pattern(r"[a-z][a-z0-9-]{0,79}")]
SourceId = Annotated[str, _pattern(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")]
"""Source: the id its sidecar gives, such as `10-K-2024`."""
ObservationId = Annotated[str, _pattern(r"OBS[1-9][0-9]{0,3}")]
DerivationId = Annotated[str, _pattern(r"DRV[1-9][0-9]{0,3}")]
EvidenceId = Annotated[str, _pattern(r"(?:OBS|DRV)[1-9][0-9]{0,3}")]
"""An observation or a derivation."""
PopulationId = Annotated[str, _pattern(r"POP[1-9][0-9]{0,2}")]
ClaimId = Annotated[str, _pattern(r"CLM[1-9][0-9]{0,3}")]
SynthesisId = Annotated[str, _pattern(r"SYN[1-9][0-9]{0,2}")]
ThemeId = Annotated[str, _pattern(r"THM[1-9][0-9]{0,2}")]
ConventionId = Annotated[str, _pattern(r"CNV[1-9][0-9]{0,2}")]
TargetId = Annotated[str, _pattern(r"T[1-9][0-9]{0,2}")]
RowId = Annotated[str, _pattern(r"R[1-9][0-9]{0,2}")]
FindingId = Annotated[str, _pattern(r"F[1-9][0-9]{0,3}")]
QuestionId = Annotated[str, _pattern(r"Q[1-9][0-9]{0,3}")]
EditId = Annotated[str, _pattern(r"E[1-9][0-9]{0,2}")]
ScriptName = Annotated[str, _pattern(r"[a-z][a-z0-9_]{0,59}\.py")]
"""Script file in the `scripts/` folder of a role's output."""
