"""Thousands of dollars over single users, as if they were dollars: the slip to be refused."""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal

with open(sys.argv[1], encoding="utf-8") as file:
    values = [Decimal(text) for text in json.load(file).values()]

spend, users = values
print((spend / users.scaleb(3)).quantize(Decimal("0.000001"), ROUND_HALF_UP))
