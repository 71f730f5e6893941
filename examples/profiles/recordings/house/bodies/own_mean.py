"""Average the five quarterly shares, from amounts alone."""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal

with open(sys.argv[1], encoding="utf-8") as file:
    figure = {name: Decimal(text) for name, text in json.load(file).items()}

segment = {
    "q3_2025": figure["segment_q3_2025"],
    "q2_2025": figure["segment_q2_2025"],
    "q1_2025": figure["segment_q1_2025"],
    "q4_2024": figure["segment_year_2024"] - figure["segment_39_weeks_2024"],
    "q3_2024": figure["segment_q3_2024"],
}
total = {
    "q3_2025": figure["total_q3_2025"],
    "q2_2025": figure["total_q2_2025"],
    "q1_2025": figure["total_q1_2025"],
    "q4_2024": figure["total_year_2024"] - figure["total_39_weeks_2024"],
    "q3_2024": figure["total_q3_2024"],
}

shares = [segment[quarter] / total[quarter] for quarter in segment]
mean = 100 * sum(shares) / len(shares)
print(mean.quantize(Decimal("0.000001"), ROUND_HALF_UP))
