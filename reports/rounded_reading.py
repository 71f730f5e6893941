"""What another rounding mode prints: computed here, since no script has to."""

from contracts.comparison import NumberComparison
from contracts.evidence import Convention, ConventionOption, Derivation, Target
from contracts.feature import ConventionKind
from contracts.quantity import Rounding, RoundingMode, figure_text
from reports.lookup import Lookup


def rounded_value(option: ConventionOption, convention: Convention, parts: Lookup) -> str:
    """The figures that a rounding mode prints, one per target; empty where there is nothing to say.

    The readings of this kind are named after the modes (`principles/kinds.toml`). The unrounded
    figure is that of the chosen reading; places, unit and scale are the target's.
    """
    if convention.kind is not ConventionKind.ROUNDING or option.reading_id not in set(RoundingMode):
        return ""
    chosen = next((o for o in convention.options if o.reading_id == convention.chosen), None)
    figure = parts.derivations.get(chosen.derivation_id or "") if chosen else None
    if figure is None:
        return ""
    mode = RoundingMode(option.reading_id)
    targets = [parts.targets[i] for i in convention.affects if i in parts.targets]
    return "; ".join(text for target in targets if (text := _printed(figure, target, mode)))


def _printed(figure: Derivation, target: Target, mode: RoundingMode) -> str:
    comparison = target.comparison
    if not isinstance(comparison, NumberComparison):
        return ""
    expected = comparison.expected
    if (figure.unit, figure.scale) != (expected.unit, expected.scale):
        return ""
    rounded = Rounding(mode=mode, places=comparison.rounding.places).apply(figure.result)
    return figure_text(rounded, expected.unit, expected.scale)
