"""`docs/contracts.md` as a pure function of the registry."""

from contracts.registry import CONTRACTS, Entry

_HEAD = """\
<!-- Printed from contracts/registry.py by contracts/document.py; edit those, not this. -->

# Contracts

A contract is the shape of a file or row that crosses a boundary: between stages, between a role
and code, between a person and the product. It is a pydantic model that is strict and frozen and
refuses unknown keys. What comes from outside is read in one way: `parse_contract(bytes, Model)`
first refuses duplicate keys, NaN, control characters and documents that are too large or too deep,
and then validates the same bytes as JSON. A refusal names each faulty place by a JSON pointer.

The JSON Schema of every contract lies in [schemas/](schemas/). A schema says what a document
looks like; what a schema cannot say (an interval that ends before it starts, a zone that does not
exist) is checked by the model alone.

## A stage file

What a stage leaves is one JSON object with a `header` and a `body`, in RFC 8785 canonical form.
Its name begins with the contract's name and ends in eight digits of its hash:
`stages/rows-a1-2.1f0c9a7e.json` is the second submission of attempt 1. The header
([schema](schemas/header.schema.json)) names contract, version, run, producer and the fingerprints
of what the body was made from. It holds no time, so the same work gives the same bytes. A
fingerprint is the SHA-256 of the body alone, so two runs that do the same work agree on it.

## Versions

A header says which version of its contract the body has. A newer one than the code knows is
refused with the advice to update. An older one is lifted step by step by pure upgraders
(`contracts.contract.UPGRADERS`), so a *published* contract stays readable for ever; where a step
is missing, the file is refused and not guessed at. *Internal* contracts are read by the code that
a run is pinned to through its lock. A published contract is never changed in place: a new version
comes with its upgrader. A line of a JSONL file (`response`, `score`) has no header: its version
stands in the line as `version`, and a line without one has version 1. A line
of `score` that was written at version 1 does not say how its judges were asked; it is read all the
same, and whoever compares it is told.

## The table

"Home" says where the contract stands: a `stage` file; a file in a `role`'s workspace; a file of a
call's folder in an `exchange` ([how](harnesses.md)); a file that `people` write; a `blob` kept
under its hash; a `row` of the database; a `part` of other contracts only; a `line` of a JSONL file.
"""

_TAIL = """\
Shapes that one package keeps to itself (a tool's arguments, the answer file of a call, the egress
file) are contracts too, so that they are as strict; they have no name here because nobody else
reads them.
"""


def contracts_document() -> str:
    """The whole Markdown document."""
    head = (
        "| contract | class | kept | home | file | writer | readers | version |",
        "|---|---|---|---|---|---|---|---|",
    )
    table = "\n".join((*head, *(_line(entry) for entry in CONTRACTS)))
    return "\n\n".join(part.strip() for part in (_HEAD, table, _TAIL)) + "\n"


def _line(entry: Entry) -> str:
    model = entry.model
    name = model.contract_name
    cells = (
        f"[{name}](schemas/{name}.schema.json)",
        f"`{model.__module__}.{model.__name__}`",
        "published" if entry.published else "internal",
        entry.home,
        _file(entry),
        entry.writer,
        entry.readers,
        str(model.contract_version),
    )
    return f"| {' | '.join(cells)} |"


def _file(entry: Entry) -> str:
    if entry.home == "stage":
        return f"`{entry.file}-a…-….json`"
    return f"`{entry.file}`" if entry.home in ("role", "exchange", "people") else entry.file
