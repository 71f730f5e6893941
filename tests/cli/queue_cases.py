"""What `finrubric queue` refuses: `test_queue.py` types each, `docs/refusals.md` prints it."""

from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "texas_roadhouse"
ITEM = "waiting-a1-validate-3"
USED_WRONGLY = ("claim of no minutes",)
"""What Typer refuses by itself; all others are an `InputError`."""
NOTE = ("--note", "the newest report is after the cutoff")
REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "short note": (("decide", ITEM, "retry", "--note", "too short"), "at least 10"),
    "blank note": (("decide", ITEM, "retry", "--note", " " * 20), "at least 10"),
    "control character": (("decide", ITEM, "retry", "--note", "bell \x07 bell bell"), "/note"),
    "lone surrogate": (("decide", ITEM, "retry", "--note", "broken \udce4 letters"), "/note"),
    "long note": (("decide", ITEM, "retry", "--note", "x" * 20_001), "/note"),
    "unknown item": (("decide", "nobody", "retry", *NOTE), "no item 'nobody'"),
    "empty item": (("decide", "", "retry", *NOTE), "no item ''"),
    "unknown kind": (("decide", ITEM, "accept", *NOTE), "accept"),
    "unknown reason": (("decide", ITEM, "retry", *NOTE, "--reason", "mood"), "mood"),
    "waive at validate": (
        ("decide", ITEM, "waive", *NOTE, "--finding", "CUT-after@evidence:/sources/0"),
        "waive cannot be decided",
    ),
    "finding without pointer": (
        ("decide", ITEM, "waive", *NOTE, "--finding", "CUT-after"),
        "write CODE@POINTER",
    ),
    "relock of the same": (("decide", ITEM, "relock", *NOTE), "relock changes nothing"),
    "edit without files": (
        ("decide", ITEM, "edit", *NOTE),
        "edit needs --file NAME=PATH",
    ),
    "guidance to reject": (
        ("decide", ITEM, "reject", *NOTE, "--guidance", "go on"),
        "--guidance goes with retry and relock, not with reject",
    ),
    "guidance to edit": (
        ("decide", ITEM, "edit", *NOTE, "--guidance", "go on"),
        "--guidance goes with retry and relock, not with edit",
    ),
    "signature where none is asked": (
        ("decide", ITEM, "sign", *NOTE),
        "asks for no signature); what can: retry",
    ),
    "source that is not there": (
        ("decide", ITEM, "retry", *NOTE, "--source", "/nope.md"),
        "/nope.md: does not exist",
    ),
    "file without path": (("decide", ITEM, "edit", *NOTE, "--file", "rows.json"), "NAME=PATH"),
    "missing file": (
        ("decide", ITEM, "edit", *NOTE, "--file", "rows.json=nowhere.json"),
        "there is no such file",
    ),
    "folder as file": (("decide", ITEM, "edit", *NOTE, "--file", "rows.json=/tmp"), "is a folder"),
    "foreign file": (
        ("decide", ITEM, "edit", *NOTE, "--file", f"review.json={EXAMPLE / 'query.txt'}"),
        "evidence.json, rows.json, scripts/NAME.py",
    ),
    "path for a script": (
        ("decide", ITEM, "edit", *NOTE, "--file", f"scripts/../x.py={EXAMPLE / 'query.txt'}"),
        "cannot be replaced",
    ),
    "file that is no contract": (
        ("decide", ITEM, "edit", *NOTE, "--file", f"rows.json={EXAMPLE / 'query.txt'}"),
        "not-json",
    ),
    "source without sidecar": (
        ("decide", ITEM, "retry", *NOTE, "--source", str(EXAMPLE / "query.txt")),
        "has no sidecar query.source.json",
    ),
    "no name": (("decide", ITEM, "retry", *NOTE, "--as", " "), "--as"),
    "name with a line break": (("claim", ITEM, "--as", "a\nb"), "--as"),
    "claim of no minutes": (("claim", ITEM, "--minutes", "0"), "minutes"),
    "release of a free item": (("release", ITEM, "--as", "Ada"), "is not claimed by Ada"),
    "takeover without a reason": (("claim", ITEM, "--take-over"), "go together"),
    "reason without a takeover": (
        ("claim", ITEM, "--reason", "because I want to"),
        "go together",
    ),
    "takeover with a short reason": (
        ("claim", ITEM, "--take-over", "--reason", "why not"),
        "at least 10",
    ),
    "next of an unknown kind": (("next", "--kind", "mood"), "use escalation, bank_gate"),
    "blank comment": (("comment", ITEM, "  "), "is blank"),
    "long comment": (("comment", ITEM, "x" * 4001), "/text"),
    "assigned to nobody in words": (("assign", ITEM, "--to", " "), "/name"),
    "assigned twice": (("assign", ITEM, "--to", "Ada", "--nobody"), "give one of them"),
    "assigned to none": (("assign", ITEM), "give one of them"),
    "requeued without a reason": (("requeue", ITEM, "--reason", "so"), "at least 10"),
    "due without a zone": (("due", ITEM, "2026-12-03T15:00"), "write 2026-12-03 or"),
    "due some day": (("due", ITEM, "tomorrow"), "write 2026-12-03 or"),
    "second review perhaps": (("second-review", ITEM, "perhaps"), "use on or off"),
    "undo of what nobody decided": (("undo", ITEM), "no decision is in force"),
    "show of nobody": (("show", "nobody"), "no item 'nobody'"),
}
"""Case to what is typed on an item that waits at validate, and words of the message."""
