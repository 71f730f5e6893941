"""The results as files: one JSON document, and CSV tables that need no code to read."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from contracts.contract import Contract
from contracts.experiment import Results
from reports.spreadsheet import text_cell

RESULTS = "results.json"


def result_files(results: Results) -> Mapping[str, bytes]:
    """Name to bytes: the tables, and last `results.json`, so that it stands for all of them."""
    tables = {
        "metrics.csv": _metrics(results),
        "compared.csv": _of(results.compared),
        "solvers.csv": _solvers(results),
        "answers.csv": _of(results.pairs),
        "groups.csv": _groups(results),
        "criteria.csv": _criteria(results),
    }
    whole = results.model_dump_json(indent=2).encode() + b"\n"
    return {**{name: data for name, data in tables.items() if data}, RESULTS: whole}


Row = Mapping[str, object]


def _metrics(results: Results) -> bytes:
    return _table(
        [
            {"source": source.name, "metric": one.metric, **one.measured.model_dump()}
            for source in results.sources
            for one in source.metrics
        ]
    )


def _solvers(results: Results) -> bytes:
    return _table(
        [
            {"source": source.name, "solver": one.solver, **one.measured.model_dump()}
            for source in results.sources
            for one in source.solvers
        ]
    )


def _groups(results: Results) -> bytes:
    return _table(
        [
            {"source": source.name, "kind": kind, **one.model_dump()}
            for source in results.sources
            for kind, groups in (("category", source.categories), ("question", source.queries))
            for one in groups
        ]
    )


def _criteria(results: Results) -> bytes:
    return _table(
        [
            {"source": source.name, **cell.model_dump()}
            for source in results.sources
            for cell in source.cells
        ]
    )


def _of(rows: Iterable[Contract]) -> bytes:
    return _table([row.model_dump() for row in rows])


def _table(rows: Sequence[Row]) -> bytes:
    """RFC 4180; a figure without a value is an empty cell, and no cell is a formula."""
    if not rows:
        return b""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return out.getvalue().encode()


def _cell(value: object) -> object:
    return text_cell(value) if isinstance(value, str) else value
