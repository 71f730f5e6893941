"""The ratio of sums: the first half of the amounts over the second half, in percent."""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal

with open(sys.argv[1], encoding="utf-8") as file:
    values = [Decimal(text) for text in json.load(file).values()]

half = len(values) // 2
part, whole = sum(values[:half]), sum(values[half:])
print((100 * part / whole).quantize(Decimal("0.000001"), ROUND_HALF_UP))
