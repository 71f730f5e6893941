"""What pages and commands say of a study in the same words."""

from console.studies.store import Study


def state_of(study: Study) -> str:
    """Where a study stands, in a word or two."""
    if study.revealed is not None:
        return "revealed early" if study.reason else "revealed"
    return "complete, still blind" if study.is_complete else "open"


def p_text(p: float | None) -> str:
    """A p-value as it is printed; a dash where nothing was preferred."""
    if p is None:
        return "–"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
