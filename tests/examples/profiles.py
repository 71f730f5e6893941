"""Writes the recordings of `examples/profiles`: for maintainers, who pin them afterwards.

Run from the repository's root as `python -m tests.examples.profiles FOLDER`. The README beside the
recordings says what to do with the folder; a test writes it anew and compares.
"""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from contracts.contract import Json
from tests.orchestrator.altered import Altered, part
from tests.orchestrator.play import copied_example

OWN = "derived-is-said"
DESKS = ("house", "house-derived")
_OWN_CRITERION: Json = {
    "id": "CR7",
    "statement": "Presents every figure that stands in no document on its own as derived, with the"
    " reported figures it was taken from.",
    "principle_ids": [OWN],
}
_CONTEXT, _REPAIR = "02-contextualizer-1.json", "03-contextualizer-2.json"
_SHORTLIST = (
    "stipulated-recalculation",
    "growth-and-margin-bridge",
    "capital-returned-to-shareholders",
    "valuation-basis-comparison",
    "investor-return-calculation",
)


def recorded(folder: Path, criteria_of: str) -> Altered:
    """The example's recording, not pinned, with criteria from the principles of one desk."""
    is_derived = criteria_of == "house-derived"
    altered = Altered(copied_example(folder))

    def authored(context: dict[str, Json]) -> None:
        context["schema_origin"], context["task_id"] = "authored", None
        context["ratings"] = [
            {"task_id": name, "obligation_id": "O1", "fit": "conflicts", "reason": "Asks for more."}
            for name in _SHORTLIST
        ]
        part(context, "cutoff")["zone"] = "America/Chicago"
        if is_derived:
            _listed(context, "criteria").append(_OWN_CRITERION)
            _listed(context, "alignment").append(
                {"obligation_id": "O1", "criterion_id": "CR7", "reason": "One quarter is derived."}
            )
            principles = _listed(context, "principle_ids")
            principles.append(OWN)
            principles.sort(key=str)

    def caused(composition: dict[str, Json]) -> None:
        row = part(composition, "rows", 2)
        row["criterion_ids"], row["principle_ids"] = ["CR3", "CR7"], [OWN]

    for name in ("context.json", "context_first.json"):
        _ = altered.edit_body(name, authored)
    if is_derived:
        _ = altered.edit_body("composition.json", caused)
    altered.loosen()
    altered.title(f"Texas Roadhouse under the profile {criteria_of}, as of 2026-01-09")
    return altered


def _listed(document: dict[str, Json], key: str) -> list[Json]:
    found = document[key]
    assert isinstance(found, list)
    return found


def write(folder: Path) -> None:
    """Write one recording for each desk, not pinned."""
    for name in DESKS:
        with TemporaryDirectory() as copy:
            altered = recorded(Path(copy), name)
            # The example's first context has a fault that its repair turn mends; these have none.
            altered.replace_body(_CONTEXT, "context_first.json", "context.json")
            altered.drop_files(_REPAIR)
            _ = shutil.copytree(altered.example / "recording", folder / name)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
