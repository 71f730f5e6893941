"""The quarter that no report states: the year less its first thirty-nine weeks."""

import json
import sys
from decimal import Decimal

with open(sys.argv[1], encoding="utf-8") as file:
    figure = {name: Decimal(text) for name, text in json.load(file).items()}
print(figure["segment_year_2024"] - figure["segment_39_weeks_2024"])
