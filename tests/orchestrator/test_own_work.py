"""The reviewer's scripts are run again with what they were given, and their quotes looked up."""

from datetime import date
from decimal import Decimal
from pathlib import Path

from contracts.contract import sha256_of
from contracts.review import OwnDetermination, OwnInput, OwnWords, Review
from contracts.rows import Script, Scripts
from contracts.settings import load_settings
from contracts.stated import StatedChoice, StatedDate, StatedOther, StatedSequence
from orchestrator.reproduction import Bench
from sandboxes.auto import choose
from sandboxes.sandbox import Labels
from tests.builders import replaced
from tests.texas_review import texas_review

TEXT = "Notes due March 15, 2031.\nAlpha drew 300 million, Beta 420 million.\n"
DUE = """import json, sys
from datetime import datetime
words = json.load(open(sys.argv[1]))
print(datetime.strptime(words["due"], "%B %d, %Y").date())
"""
RANK = """import json, sys
from decimal import Decimal
drawn = {name: Decimal(text) for name, text in json.load(open(sys.argv[1])).items()}
for name in sorted(drawn, key=drawn.get, reverse=True):
    print(name.title())
"""
LARGER = RANK.replace("reverse=True)", "reverse=True)[:1]")
WORDS = (
    OwnWords(name="due", text="March 15, 2031", source_id="note", quote="Notes due March 15, 2031"),
)
DRAWN = tuple(
    OwnInput(name=name, value=Decimal(value), source_id="note", quote=quote)
    for name, value, quote in (
        ("alpha", "300", "Alpha drew 300 million"),
        ("beta", "420", "Beta 420 million"),
    )
)


def work(target: str, script: str, result: StatedOther) -> OwnDetermination:
    by_words = script == "due.py"
    return OwnDetermination(
        target_id=target,
        script=script,
        figures=() if by_words else DRAWN,
        words=WORDS if by_words else (),
        result=result,
    )


async def test_determinations_are_run_again_and_their_quotes_looked_up(tmp_path: Path) -> None:
    scripts = Scripts(
        scripts=tuple(
            Script(name=name, sha256=sha256_of(text.encode()), text=text)
            for name, text in (("due.py", DUE), ("larger.py", LARGER), ("rank.py", RANK))
        )
    )
    misread = replaced(WORDS[0], text="March 16, 2031")
    review: Review = texas_review(
        computations=(),
        determinations=(
            work("T1", "due.py", StatedDate(value=date(2031, 3, 15))),
            work("T2", "rank.py", StatedSequence(members=("Beta", "Alpha"))),
            work("T3", "larger.py", StatedChoice(text="Alpha")),
            replaced(work("T4", "due.py", StatedDate(value=date(2031, 3, 16))), words=(misread,)),
        ),
    )
    labels = Labels(run="own-work", role="code", attempt=1, activation=0)
    bench = Bench(await choose("local", load_settings()), tmp_path / "bench", labels)
    found = await bench.rerun(review, scripts, {"note": TEXT})
    assert [(item.target_id, item.outcome, item.printed, item.quotes_found) for item in found] == [
        ("T1", "equal", "2031-03-15", True),
        ("T2", "equal", "Beta\nAlpha", True),
        ("T3", "different", "Beta", True),
        ("T4", "equal", "2031-03-16", False),
    ]
