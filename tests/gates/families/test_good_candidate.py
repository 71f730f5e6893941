"""The good candidate is what it says: its scripts print its results, its figures are the data's."""

import json
import runpy
from decimal import Decimal
from pathlib import Path

import pytest

from contracts.evidence import Derivation
from tests.builders import QUERY_TEXT, texas_evidence, texas_scripts, texas_source_text

EVIDENCE = texas_evidence()
VALUES = {
    **{item.id: item.value for item in EVIDENCE.observations},
    **{item.id: item.result for item in EVIDENCE.derivations},
}


@pytest.mark.parametrize("item", EVIDENCE.derivations, ids=lambda item: item.id)
def test_scripts_print_the_declared_results(
    item: Derivation,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = next(found for found in texas_scripts().scripts if found.name == item.script)
    path = tmp_path / script.name
    _ = path.write_text(script.text)
    inputs = tmp_path / "inputs.json"
    _ = inputs.write_text(json.dumps({name: format(VALUES[name], "f") for name in item.inputs}))
    monkeypatch.setattr("sys.argv", [str(path), str(inputs)])
    _ = runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out.strip() == format(item.result, "f")


def test_quotes_stand_once_in_their_sources() -> None:
    for item in EVIDENCE.observations:
        assert texas_source_text(item.source_id).count(item.quote.text) == 1


@pytest.mark.shared
def test_figures_are_those_of_the_filings(shared: Path) -> None:
    data = json.loads((shared / "data/texas_roadhouse/txrh_segment_capex.json").read_text())
    known = {
        (fact["period"].rsplit(" ", 1)[1], value)
        for fact in data["facts"]
        for value in fact["capex"].values()
    }
    for item in EVIDENCE.observations:
        assert (item.period.end.isoformat(), int(item.value)) in known
    derived = data["derived"]
    assert round(Decimal(str(derived["simple_mean_pct"])), 6) == VALUES["DRV10"]
    assert round(Decimal(str(derived["aggregate_ratio_pct"])), 6) == VALUES["DRV11"]
    early = derived["early_cutoff_2025_09_01"]["simple_mean_pct"]
    assert round(Decimal(str(early)), 6) == VALUES["DRV13"]


@pytest.mark.shared
def test_question_is_the_public_one(shared: Path) -> None:
    lines = (shared / "data/bigfinancebench/subset.jsonl").read_text().splitlines()
    asked = [json.loads(line)["query"] for line in lines]
    assert QUERY_TEXT in asked
