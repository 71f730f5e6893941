"""The first amount as a percentage of the second, to six decimals."""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal

with open(sys.argv[1], encoding="utf-8") as file:
    values = [Decimal(text) for text in json.load(file).values()]

part, whole = values
print((100 * part / whole).quantize(Decimal("0.000001"), ROUND_HALF_UP))
