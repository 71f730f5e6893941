"""Input that a command refuses: what is wrong, what is typed, and what the message must name.

`test_bad_input.py` types each; `docs/refusals.md` is printed from it. `tests/checklist.py` says
where the rest of the catalogue of bad input is tested.
"""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from contracts.contract import Json
from contracts.errors import InputError
from tests.cli.process import USAGE

EXAMPLE = Path(__file__).parents[2] / "examples" / "texas_roadhouse"
CUTOFF = ("--cutoff", "2026-01-09")
FOLDER = "{folder}"
"""Stands for the test's own folder in what is typed, and in what must be said."""
SIDECAR = "sources/10-Q-2025-Q3.source.json"
SOURCE = "sources/10-Q-2025-Q3.md"
TURN = "recording/turns/01-factorizer-1.json"
PROFILE = 'name = "desk"\ntitle = "A desk"\n'


@dataclass(frozen=True)
class BadInput:
    """One row: a copy of the example that somebody spoils, or words that somebody types."""

    name: str
    said: tuple[str, ...]
    """Words of the message: the file, the place in it, and what is wrong or to be done."""
    spoil: Callable[[Path], None] = lambda _: None
    """Changes the copy of the example in the test's folder."""
    options: tuple[str, ...] = ()
    query: str = "@{folder}/query.txt"
    cutoff: tuple[str, ...] = CUTOFF
    env: Mapping[str, str] = field(default_factory=dict)
    error: str = InputError.__name__
    """The class that refuses it, or of which that is a kind."""

    def arguments(self, folder: Path) -> list[str]:
        """What is typed after `finrubric`."""
        given = (
            *("generate", self.query, *self.cutoff, "--data", f"{FOLDER}/data"),
            *("--sources", f"{FOLDER}/sources", "--models", f"replay:{FOLDER}/recording"),
            *("--sandbox", "local", *self.options),
        )
        return [word.replace(FOLDER, str(folder)) for word in given]


def holding(name: str, data: bytes) -> Callable[[Path], None]:
    """Put bytes in the place of a file, or beside the others."""

    def spoil(folder: Path) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)

    return spoil


def without(name: str) -> Callable[[Path], None]:
    """Take a file away."""
    return lambda folder: (folder / name).unlink()


def begun(name: str, data: bytes) -> Callable[[Path], None]:
    """Put bytes before those of a file."""
    return lambda folder: holding(name, data + (folder / name).read_bytes())(folder)


def saying(name: str, **values: Json) -> Callable[[Path], None]:
    """Give keys of a JSON file other values."""

    def spoil(folder: Path) -> None:
        document: dict[str, Json] = json.loads((folder / name).read_bytes())
        holding(name, json.dumps(document | values).encode())(folder)

    return spoil


def linked(name: str) -> Callable[[Path], None]:
    """Put a link in the place of a file."""

    def spoil(folder: Path) -> None:
        moved = (folder / name).rename(folder / "moved")
        (folder / name).symlink_to(moved)

    return spoil


def published(**values: Json) -> Callable[[Path], None]:
    """Say another time of publication."""
    time: dict[str, Json] = {
        "at": "2025-11-07",
        "zone": "America/New_York",
        "basis": "filing_index",
        "verified": True,
    }
    return saying(SIDECAR, published=time | values)


def _profile(text: str | bytes) -> Callable[[Path], None]:
    data = text if isinstance(text, bytes) else (PROFILE + text).encode()
    return holding("desk/profile.toml", data)


DESK = ("--profile", f"{FOLDER}/desk")
AT_PROFILE = f"{FOLDER}/desk/profile.toml: "

QUERIES: tuple[BadInput, ...] = (
    BadInput("empty file", ("query is empty",), holding("query.txt", b"")),
    BadInput("white space only", ("query is empty",), query=" \n\t"),
    BadInput("UTF-16 with mark", ("query.txt: byte 0 is not UTF-8",),
             holding("query.txt", "what".encode("utf-16"))),
    BadInput("UTF-16 without mark", ("control character U+0000 at 1",),
             holding("query.txt", "what".encode("utf-16-le"))),
    BadInput("cp1252 quotation marks", ("query.txt: byte 5 is not UTF-8", "save the query as"),
             holding("query.txt", b"What \x93is\x94 it?")),
    BadInput("NUL byte", ("U+0000 at 4",), holding("query.txt", b"what\x00")),
    BadInput("escape sequence", ("U+001B at 5",), query="what \x1b[2J"),
    BadInput("a megabyte", ("query.txt: more than 80,000 bytes",),
             holding("query.txt", b"a" * 1_000_000)),
    BadInput("spreadsheet", ("query.txt: byte",),
             holding("query.txt", b"PK\x03\x04\x14\x00\x06\x00\xff\xfe")),
    BadInput("no such file", ("'{folder}/gone.txt' cannot be read",), query="@{folder}/gone.txt"),
    BadInput("folder", ("'{folder}' cannot be read",), query="@{folder}"),
    BadInput("another question than the recording's", ("made for another question",),
             query="What is it?"),
)  # fmt: skip

CUTOFFS: tuple[BadInput, ...] = (
    *(
        BadInput(f"written as {text or 'nothing'}", (words,), cutoff=("--cutoff", text))
        for text, words in (
            ("20260109", "YYYY-MM-DD"),
            ("2026-W02-5", "YYYY-MM-DD"),
            ("2026-1-9", "YYYY-MM-DD"),
            ("09/01/2026", "YYYY-MM-DD"),
            ("TODAY", "YYYY-MM-DD"),
            ("2026-01-09T00:00:00Z", "YYYY-MM-DD"),
            ("", "YYYY-MM-DD"),
            ("2026-02-30", "not a day of the calendar"),
            ("0001-01-01", "cutoff"),
            ("9999-12-31", "cutoff"),
        )
    ),
    BadInput("in the future", ("--allow-future",), cutoff=("--cutoff", "2099-01-01")),
    BadInput("not given", ("--cutoff",), cutoff=()),
    BadInput("zone that is none", ("--zone", "Mars/Base"), options=("--zone", "Mars/Base")),
    BadInput(
        "zone that is a path", ("--zone", "../etc/passwd"), options=("--zone", "../etc/passwd")
    ),
)

SOURCES: tuple[BadInput, ...] = (
    BadInput("no such folder", ("{folder}/none: no such folder of sources",),
             options=("--sources", "{folder}/none")),
    BadInput("file in place of the folder", ("query.txt: no such folder",),
             options=("--sources", "{folder}/query.txt")),
    BadInput("without sidecar", ("10-Q-2025-Q3.md: has no sidecar",), without(SIDECAR)),
    BadInput("sidecar without source", ("10-Q-2025-Q3.source.json: no source lies beside it",),
             without(SOURCE)),
    BadInput("empty", ("10-Q-2025-Q3.md: is 0 bytes",), holding(SOURCE, b"")),
    BadInput("invalid byte", ("10-Q-2025-Q3.md: byte 3 is not UTF-8",),
             holding(SOURCE, b"caf\xe9 noir")),
    BadInput("UTF-16", ("10-Q-2025-Q3.md: byte 0 is not UTF-8",),
             holding(SOURCE, "text".encode("utf-16"))),
    BadInput("NUL byte", ("10-Q-2025-Q3.md: byte 2 is NUL",), holding(SOURCE, b"te\x00xt")),
    BadInput("ending that is not read", ("a.docx: .docx is not readable here",),
             holding("sources/a.docx", b"PK")),
    BadInput("link", ("10-Q-2025-Q3.md: is not a regular file",), linked(SOURCE)),
    BadInput("folder within", ("more: is not a regular file",),
             holding("sources/more/a.md", b"text")),
    BadInput("two of one id", ("id '10-k-2024' stands twice",), saying(SIDECAR, id="10-k-2024")),
)  # fmt: skip

SIDECARS: tuple[BadInput, ...] = (
    BadInput("not JSON", (SIDECAR.rpartition("/")[2], "[not-json] line 1 column 2"),
             holding(SIDECAR, b"{nothing")),
    BadInput("byte order mark", ("[byte-order-mark]",), begun(SIDECAR, b"\xef\xbb\xbf")),
    BadInput("UTF-16", ("[not-utf-8] byte 0",), holding(SIDECAR, "{}".encode("utf-16"))),
    BadInput("key twice", ("[duplicate-key] key 'id'",), holding(SIDECAR, b'{"id":"A","id":"B"}')),
    BadInput("list", ("10-Q-2025-Q3.source.json",), holding(SIDECAR, b"[]")),
    BadInput("unknown key", ("/date [extra_forbidden]",), saying(SIDECAR, date="2025")),
    BadInput("missing keys", ("/id [missing]", "/title [missing]", "/publisher [missing]"),
             holding(SIDECAR, b"{}")),
    BadInput("id that is a path", ("/id [string_pattern_mismatch]",), saying(SIDECAR, id="../x")),
    BadInput("id that turns the writing", ("/id [string_pattern_mismatch]",),
             saying(SIDECAR, id="q\u202e")),
    BadInput("id of 300 letters", ("/id [string_",), saying(SIDECAR, id="x" * 300)),
    BadInput("id that is a number", ("/id [string_type]",), saying(SIDECAR, id=1)),
    BadInput("day that does not exist", ("/published",), published(at="2025-02-30")),
    BadInput("day in another form", ("/published", "YYYY-MM-DD"), published(at="07.11.2025")),
    BadInput("day and hour without offset", ("/published",), published(at="2025-11-07T16:05:00")),
    BadInput("zone that is none", ("/published/zone",), published(zone="EST5")),
    BadInput("truth as a word", ("/published/verified [bool_type]",), published(verified="yes")),
    BadInput("transcribed and verified", ("/published", "verified: false"),
             published(basis="transcribed")),
)  # fmt: skip

PROFILES: tuple[BadInput, ...] = (
    BadInput("no such profile", ("nobody' is neither a folder", "nor one of: default"),
             options=("--profile", "nobody")),
    *(
        BadInput(name, (AT_PROFILE, words), _profile(text), options=DESK)
        for name, text, words in (
            ("not TOML", "zone =\n", "line 3"),
            ("not UTF-8", b'name = "\xff"', "byte 8 is not UTF-8"),
            ("key twice", 'name = "x"\n', "key name"),
            ("unknown key", 'colour = "red"\n', "key colour"),
            ("number as text", 'point_step = "100"\n', "key point_step"),
            ("truth as a number", "max_rows = true\n", "key max_rows"),
            ("number with a fraction", "point_step = 33.3\n", "key point_step: a number with"),
            ("not a number", "max_rows = nan\n", "key max_rows: a number with"),
            ("bare date", "note = 2026-01-09\n", "key note: a bare date"),
            ("step of no points", "point_step = 0\n", "key point_step"),
            ("zone that is none", 'zone = "Mars/Base"\n', "key zone"),
            ("host that is an address", 'blocked_hosts = ["https://a.example/"]\n',
             "key blocked_hosts.0"),
            ("reading that is none", '[conventions]\nrounding = "up"\n',
             "key conventions.rounding: up is not one of its readings"),
        )
    ),
)  # fmt: skip

RECORDINGS: tuple[BadInput, ...] = (
    BadInput("models of another kind", ("--models 'openai:x' is not known", "replay:DIR"),
             options=("--models", "openai:x")),
    BadInput("setup that is not there", ("there is no file '{folder}/none.toml'",),
             options=("--models", "{folder}/none.toml")),
    BadInput("no such folder", ("no folder '{folder}/none'",),
             options=("--models", "replay:{folder}/none")),
    BadInput("without head", ("recording/recording.json: no such file",),
             without("recording/recording.json")),
    BadInput("head that is no JSON", ("recording/recording.json: ", "[not-json]"),
             holding("recording/recording.json", b"title: x")),
    BadInput("head with an unknown key", ("recording/recording.json: ", "/author"),
             saying("recording/recording.json", author="x")),
    BadInput("family left out", ("no model for the reviewer family",),
             saying("recording/recording.json", families={"writer": "hand"})),
    BadInput("turn left out", ("01-factorizer-1.json: no such file of the recording",),
             without(TURN)),
    BadInput("turn that nobody plays", ("recording/turns: played by no turn: z.json",),
             holding("recording/turns/z.json", b"{}")),
    BadInput("turn of another shape", ("01-factorizer-1.json: ", "/activation"),
             saying(TURN, activation=0)),
    BadInput("turn that does not end", ("01-factorizer-1.json: the last call of a turn is submit",),
             saying(TURN, steps=[{"calls": [{"tool": "read_file", "arguments": "{}"}]}])),
    BadInput("turn by a path", ("'../x.json' is not the name of a file",),
             saying("recording/recording.json", turns=["../x.json"])),
    BadInput("body left out", ("bodies/rows.json: no such file of the recording",),
             without("recording/bodies/rows.json")),
    BadInput("body that is not UTF-8", ("bodies/mean.py: byte 0 is not UTF-8",),
             holding("recording/bodies/mean.py", b"\xff")),
)  # fmt: skip

OPTIONS: tuple[BadInput, ...] = (
    BadInput("unknown option", ("--nonsense",), options=("--nonsense",), error=USAGE),
    BadInput("unknown sandbox", ("--sandbox", "cloud"), options=("--sandbox", "cloud")),
    BadInput("run id that is a path", ("run id '../x'",), options=("--run", "../x")),
    BadInput("run id that begins with a dash", ("run id '-a'",), options=("--run=-a",)),
    BadInput("run id of 65 letters", ("64 at most",), options=("--run", "x" * 65)),
    *(
        BadInput(f"waiting time of {text!r} seconds", ("FINRUBRIC_DOCKER_TIMEOUT",),
                 env={"FINRUBRIC_DOCKER_TIMEOUT": text})
        for text in ("", "soon", "1.5", "0", "-1", "1_0", "\u0661\u0660", "017:00")
    ),
    BadInput("empty data folder in the environment", ("FINRUBRIC_DATA",),
             env={"FINRUBRIC_DATA": ""}),
    BadInput("empty image in the environment", ("FINRUBRIC_AGENT_IMAGE",),
             env={"FINRUBRIC_AGENT_IMAGE": " "}),
    *(
        BadInput(f"database address {url!r}", ("sqlite+aiosqlite:///path",),
                 env={"FINRUBRIC_DATABASE": url})
        for url in ("nonsense", "mysql://u:secret@h/db", "sqlite+aiosqlite:///:memory:")
    ),
    BadInput("empty database address in the environment", ("FINRUBRIC_DATABASE",),
             env={"FINRUBRIC_DATABASE": ""}),
    BadInput("audit key with a line break", ("FINRUBRIC_AUDIT_KEY",),
             env={"FINRUBRIC_AUDIT_KEY": "ab" * 31 + "\n"}),
    BadInput("audit key in quotation marks", ("FINRUBRIC_AUDIT_KEY",),
             env={"FINRUBRIC_AUDIT_KEY": '"' + "ab" * 32 + '"'}),
)  # fmt: skip

BAD_INPUT: Mapping[str, tuple[BadInput, ...]] = {
    "Query": QUERIES,
    "Cutoff": CUTOFFS,
    "Sources folder": SOURCES,
    "Sidecar of a source": SIDECARS,
    "Profile": PROFILES,
    "Recording": RECORDINGS,
    "Options and environment": OPTIONS,
}
"""By what is wrong; names are unique within each."""


def copy_example(folder: Path) -> None:
    """Copy what a run of the example needs, to be spoilt."""
    for name in ("sources", "recording"):
        shutil.copytree(EXAMPLE / name, folder / name)
    shutil.copy(EXAMPLE / "query.txt", folder)
