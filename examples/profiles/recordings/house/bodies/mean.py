"""The mean of the given shares, each with the same weight, to six decimals."""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal

with open(sys.argv[1], encoding="utf-8") as file:
    values = [Decimal(text) for text in json.load(file).values()]

print((sum(values) / len(values)).quantize(Decimal("0.000001"), ROUND_HALF_UP))
