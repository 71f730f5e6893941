"""`finrubric guard`: hashes of texts that no run may repeat, and whether a text does."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from cli.options import JsonOption

if TYPE_CHECKING:
    from contracts.contract import Json
    from contracts.guard import BlockedHost, Guard

app = typer.Typer(
    help="Build and try guards: hashes of benchmark texts that no rubric may repeat.",
    no_args_is_help=True,
)

HIT = 6


Kind: TypeAlias = Literal["question", "rubric", "reference"]
"""What protected text is in its set; `contracts.guard` is not loaded for the help's sake."""
CanaryOption: TypeAlias = Annotated[
    list[str] | None, typer.Option(metavar="TEXT", help="A token that shows copies of a set.")
]
HostOption: TypeAlias = Annotated[
    list[str] | None, typer.Option(metavar="HOST", help="A host that publishes the set.")
]


@app.command()
def build(
    files: Annotated[
        list[Path], typer.Argument(help="Benchmark items: .jsonl, .json, .csv, .tsv, .txt or .md.")
    ],
    out: Annotated[Path, typer.Option(help="The guard's file; an older one is replaced.")],
    kind: Annotated[
        Kind | None, typer.Option(help="What text outside any field is: lines, lists of strings.")
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND=NAME", help="A field finrubric does not know: rubric=points_of."
        ),
    ] = None,
    canary: CanaryOption = None,
    host: HostOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the hashes of benchmark items into a guard; no text of theirs is kept.

    Copies are found by it, paraphrases cannot be.
    """
    from benchmarks.item_text import fields_of, read_item_texts
    from cli.exports import write_file
    from cli.output import note
    from gates.protected_text import ProtectedFile, guard_of
    from orchestrator.guard_file import guard_bytes

    place = _place_for(out.expanduser(), files)
    read = read_item_texts(files, fields_of(field or (), kind))
    guard = guard_of(
        (ProtectedFile(item.name, item.sha256, item.texts) for item in read),
        canaries=canary or (),
        hosts=[_host(name) for name in host or ()],
    )
    path = write_file(place, guard_bytes(guard))
    for item in read:
        if item.unused:
            note(f"finrubric: {item.name}: fields that were not read: {', '.join(item.unused)}")
    _print_built(guard, path, as_json=as_json)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A text of any kind, in UTF-8.")],
    guard: Annotated[
        list[Path] | None,
        typer.Option(help="A guard that `guard build` wrote, beside those of finrubric."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say which protected sets a text repeats, and where; exit code 6 if it repeats any."""
    from cli.output import print_json, print_line
    from gates.copies import places_in, protected
    from gates.protected_text import joined
    from orchestrator.guard_file import load_guard_files, parse_guard_file

    own = [parse_guard_file(_bytes_of(path.expanduser()), str(path)) for path in guard or ()]
    known = joined((item.guard for item in (*load_guard_files(), *own)), hosts=())
    places = places_in(_text_of(file.expanduser()), protected(known, own_texts=()))
    if as_json:
        print_json(
            [
                {"line": p.line, "kind": p.set.kind, "match": p.set.match, "set": p.set.name}
                for p in places
            ]
        )
    for place in () if as_json else places:
        found = place.set
        print_line(f"{file}:{place.line}: {found.kind} of {found.name} ({found.match})")
    if not places and not as_json:
        print_line("No copy found. A paraphrase cannot be found by hashes.")
    raise typer.Exit(HIT if places else 0)


def _place_for(out: Path, files: list[Path]) -> Path:
    """Where the guard goes: a new file, or an older guard, which it replaces."""
    from contracts.errors import InputError
    from orchestrator.guard_file import parse_guard_file

    if not out.exists() or out.is_dir():
        return out
    if any(out.samefile(path.expanduser()) for path in files if path.expanduser().exists()):
        raise InputError(f"--out {out} is one of the items' own files; name another file")
    try:
        _ = parse_guard_file(_bytes_of(out), str(out))
    except InputError:
        msg = f"--out {out} is there and is no guard; name another file, or remove it first"
        raise InputError(msg) from None
    return out


def _host(name: str) -> "BlockedHost":
    import json

    from contracts.contract import parse_contract
    from contracts.errors import ContractError, InputError
    from contracts.guard import BlockedHost

    entry = {"host": name.lower().rstrip("."), "reason": "named when the guard was built"}
    try:
        return parse_contract(json.dumps(entry).encode(), BlockedHost)
    except ContractError:
        msg = f"--host {name!r}: name a host such as data.example.org, without scheme or path"
        raise InputError(msg) from None


def _print_built(guard: "Guard", path: Path, *, as_json: bool) -> None:
    from cli.output import print_json, print_line, print_table

    hashes = sum(len(guarded.hashes) for guarded in guard.sets)
    size = path.stat().st_size
    if as_json:
        sources: Json = [source.model_dump(mode="json") for source in guard.sources]
        print_json({"file": str(path), "bytes": size, "hashes": hashes, "sources": sources})
        return
    print_table(
        ("File", "Questions", "Rubric lines", "References", "Too short"),
        [
            (
                source.file,
                *map(str, (source.questions, source.rubrics, source.references, source.too_short)),
            )
            for source in guard.sources
        ],
    )
    print_line(f"\n{path}: {hashes:,} hashes, {size:,} bytes, no text")


def _bytes_of(path: Path) -> bytes:
    from contracts.errors import InputError

    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None


def _text_of(path: Path) -> str:
    from contracts.errors import InputError

    try:
        return _bytes_of(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8 text"
        raise InputError(msg) from None
