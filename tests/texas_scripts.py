"""Scripts of the good candidate; each prints one line of plain decimal digits."""

from contracts.contract import sha256_of
from contracts.rows import Script, Scripts

_READ = """import json
import sys
from decimal import ROUND_HALF_UP, Decimal

with open(sys.argv[1], encoding="utf-8") as file:
    inputs = {name: Decimal(text) for name, text in json.load(file).items()}
"""
WHOLES = ("OBS3", "OBS4", "OBS9", "OBS10")
"""Amounts of long periods, which the shorter ones are taken from."""
TOTALS = ("OBS2", "OBS6", "OBS8", "DRV2", "OBS12", "OBS16")
"""Amounts of the whole company."""
_SHARE = f"""{_READ}
totals = {TOTALS!r}
whole = sum(value for name, value in inputs.items() if name in totals)
part = sum(value for name, value in inputs.items() if name not in totals)
print((100 * part / whole).quantize(Decimal("0.000001"), ROUND_HALF_UP))
"""
_SCRIPTS = {
    "aggregate.py": _SHARE,
    "mean.py": f"""{_READ}
mean = sum(inputs.values()) / len(inputs)
print(mean.quantize(Decimal("0.000001"), ROUND_HALF_UP))
""",
    "remainder.py": f"""{_READ}
wholes = {WHOLES!r}
print(sum(value if name in wholes else -value for name, value in inputs.items()))
""",
    "share.py": _SHARE,
}


def texas_scripts() -> Scripts:
    return Scripts(
        scripts=tuple(
            Script(name=name, sha256=sha256_of(text.encode()), text=text)
            for name, text in _SCRIPTS.items()
        )
    )
