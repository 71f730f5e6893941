"""`docs/models.md` says of every fault how often a call is sent again."""

import re
from pathlib import Path

from agents.asking import LONGEST_ASKED_S, RESENT
from contracts.errors import ModelFault

TIMES = {"no": 0, "once": 1, "twice": 2}


def told(text: str) -> dict[str, int]:
    """Fault to how often, from the table's first and last column."""
    found: dict[str, int] = {}
    for faults, times in re.findall(
        r"^\| ((?:`\w+`(?:, )?)+) \|.*\| ([^|]+) \|$", text, re.MULTILINE
    ):
        count = TIMES[times] if times in TIMES else int(times.removesuffix(" times"))
        found.update(dict.fromkeys(re.findall(r"`(\w+)`", faults), count))
    return found


def test_document_tells_how_often_each_fault_is_sent_again(repository: Path) -> None:
    text = (repository / "docs" / "models.md").read_text(encoding="utf-8")
    assert told(text) == {fault.value: RESENT.get(fault, 0) for fault in ModelFault}
    assert LONGEST_ASKED_S == 300
    assert "at most five minutes" in text
