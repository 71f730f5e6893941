"""Print the offsets of every piece of the request that is bound."""
import json

text = json.load(open("../inputs/query.json", encoding="utf-8"))["text"]
pieces = [
    "For",
    "Texas Roadhouse (NASDAQ: TXRH)",
    "over the past 5 reported quarters",
    "past 5 reported quarters",
    "1/9/2026",
    "simple average",
    "capex dedicated to",
    "Bubba's 33",
    "overall capex spent",
    "Please provide answer as a percentage",
    "one decimal point",
]
for piece in pieces:
    start = text.index(piece)
    assert text[start : start + len(piece)] == piece
    print(start, start + len(piece), text.count(piece), piece)
