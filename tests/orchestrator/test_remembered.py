"""What a script did for one draft is not done again for the next; what failed is tried again."""

from datetime import date
from pathlib import Path

from contracts.contract import sha256_of
from contracts.review import OwnDetermination, OwnWords, Review
from contracts.rows import Script, Scripts
from contracts.settings import load_settings
from contracts.stated import StatedDate
from orchestrator.reproduction import Bench, Remembered
from sandboxes.auto import choose
from sandboxes.sandbox import Labels
from tests.texas_review import texas_review

DRAWS = "import time\nprint(time.time_ns())\n"
FAILS = "raise SystemExit(3)\n"


def scripts(text: str) -> Scripts:
    return Scripts(scripts=(Script(name="own.py", sha256=sha256_of(text.encode()), text=text),))


def review(given: str) -> Review:
    work = OwnDetermination(
        target_id="T1",
        script="own.py",
        figures=(),
        words=(OwnWords(name="due", text=given, source_id="note", quote=given),),
        result=StatedDate(value=date(2031, 3, 15)),
    )
    return texas_review(computations=(), determinations=(work,))


async def test_only_what_ran_well_with_the_same_inputs_is_remembered(tmp_path: Path) -> None:
    provider = await choose("local", load_settings())
    labels = Labels(run="drafts", role="code", attempt=1, activation=0)
    remembered: Remembered = {}

    async def printed(text: str, given: str = "now", *, kept: bool = True) -> str:
        bench = Bench(provider, tmp_path / "bench", labels, remembered if kept else None)
        (found,) = await bench.rerun(review(given), scripts(text), {"note": given})
        return found.printed

    first = await printed(DRAWS)
    assert await printed(DRAWS) == first
    assert await printed(DRAWS, "later") != first
    assert await printed(f"{DRAWS}\n") != first
    assert await printed(DRAWS, kept=False) != first
    count = len(remembered)
    assert count == 3
    assert await printed(FAILS) == ""
    assert len(remembered) == count
