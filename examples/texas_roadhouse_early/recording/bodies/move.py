"""Read the third quarter of 2025 under the report before it, and name the late one no more."""

import json

LATE, EARLIER = "10-Q-2025-Q3", "10-Q-2025-Q2"

with open("evidence.json", encoding="utf-8") as file:
    evidence = json.load(file)

moved = [item for item in evidence["observations"] if item["source_id"] == LATE]
for item in moved:
    item["source_id"] = EARLIER
evidence["sources"] = [item for item in evidence["sources"] if item["id"] != LATE]

with open("evidence.json", "w", encoding="utf-8") as file:
    json.dump(evidence, file, ensure_ascii=False, indent=1)
print(len(moved), "observations moved to", EARLIER)
