"""A profile that wants signatures: what has passed waits for one decision, and is then accepted."""

from pathlib import Path

import pytest

from contracts.contract import Json, parse_stamped
from contracts.profile import SignOff
from contracts.rubric import Rubric
from tests.cli.process import called
from tests.orchestrator.altered import Altered
from tests.orchestrator.ends import UNSIGNED
from tests.orchestrator.play import EXAMPLE, copied_example

SIGNED = ("every_rubric", "unverified_dates")
PROFILE = f"""\
name = "signing"
title = "A desk that signs"
sign_offs = {[*SIGNED, "authored_criteria"]}
[conventions]
fiscal_basis = "fiscal"
rounding = "half_up"
"""
NOTE = "Read row by row against the sources."


def document(data: Path, *arguments: str) -> dict[str, Json]:
    found = called(*arguments, "--data", str(data), "--json").document
    assert isinstance(found, dict)
    return found


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_signed_rubric_is_accepted_and_names_who_signed(tmp_path: Path) -> None:
    altered = Altered(copied_example(tmp_path))
    altered.loosen()
    (tmp_path / "signing").mkdir()
    _ = (tmp_path / "signing" / "profile.toml").write_text(PROFILE)
    data = tmp_path / "data"
    at = ("--data", str(data))
    begun = called(
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09", "--run", "signed"),
        *("--sources", str(EXAMPLE / "sources"), "--sandbox", "local", *at),
        *("--models", f"replay:{altered.example / 'recording'}"),
        *("--profile", str(tmp_path / "signing")),
    )
    assert begun.code == 5, begun.err
    item = document(data, "queue", "show", "signed")
    shown, legal = item["item"], item["legal"]
    assert isinstance(shown, dict)
    assert (shown["stage"], shown["reason"]) == (UNSIGNED.stage, UNSIGNED.reason.value)
    assert UNSIGNED.code in str(shown["findings"])
    assert isinstance(legal, dict)
    assert next(iter(legal)) == "sign"
    assert "Not yet signed" in called("runs", "show", "signed", "--trace", "R1", *at).out
    finding = ("--finding", "ACC-sign-off@profile:/sign_offs/0")
    waived = called("queue", "decide", "signed", "waive", "--note", NOTE, *finding, *at)
    assert (waived.code, "waive cannot be decided" in waived.err) == (2, True)
    signed = called("queue", "decide", "signed", "sign", "--note", NOTE, "--as", "Ada", *at)
    assert signed.code == 0, signed.err
    ended = called("runs", "resume", "signed", *at)
    assert ended.code == 0, ended.err
    assert "Signed: every rubric (no rubric is accepted without one), by Ada, " in ended.out
    (path,) = (data / "runs" / "signed" / "stages").glob("rubric-a2-*")
    rubric = parse_stamped(path.read_bytes(), Rubric).body
    assert (rubric.status, rubric.waivers) == ("accepted", ())
    assert tuple(item.sign_off for item in rubric.signatures) == tuple(map(SignOff, SIGNED))
    assert {(item.by, item.note) for item in rubric.signatures} == {("Ada", NOTE)}
    assert [made.kind for made in rubric.trail.decisions] == ["sign"]
    attempts = [p.name for p in (data / "runs" / "signed" / "stages").iterdir() if "-a2-" in p.name]
    assert {name.split("-a2-")[0] for name in attempts} == {
        *("decision", "guidance", "trace-audit", "gate-report", "rubric")
    }
    folder = data / "runs" / "signed" / "export"
    for form in ("html", "md", "csv"):
        text = (folder / f"rubric.{form}").read_text(encoding="utf-8")
        text = " ".join(text.replace("\\", "").split())
        assert "every rubric (no rubric is accepted without one), by Ada, " in text
