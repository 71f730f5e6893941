"""Dollars per net new member, from the four regions' revenues and thousands on both sides."""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal

with open(sys.argv[1], encoding="utf-8") as file:
    figure = {name: Decimal(text) for name, text in json.load(file).items()}

regions = ("us_canada", "emea", "latin_america", "asia_pacific")
revenue = sum(figure[name] for name in regions)
cost = figure["spend"] * figure["us_canada"] / revenue
print((cost / figure["additions"]).quantize(Decimal("0.000001"), ROUND_HALF_UP))
