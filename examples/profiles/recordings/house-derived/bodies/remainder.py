"""What a longer period leaves when the periods named after it are taken out."""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal

with open(sys.argv[1], encoding="utf-8") as file:
    values = [Decimal(text) for text in json.load(file).values()]

print(values[0] - sum(values[1:]))
