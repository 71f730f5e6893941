"""A file of questions, one per line: what `generate --batch` reads."""

from contracts.contract import Contract, Words
from contracts.ids import RunId


class BatchItem(Contract):
    """One question of a batch, with what its run is opened with."""

    contract_name = "batch-item"

    id: RunId
    """Becomes the id of the run."""
    query: Words
    cutoff: str
    """`YYYY-MM-DD`, included to its end."""
    zone: str = ""
    """Where the cutoff day ends; empty takes the profile's zone."""
    sources: Words
    """Folder of sources, from the folder of the batch file."""
    models: Words
    """`live`, a `FILE.toml` or `replay:DIR`, as `--models` takes them; paths start from the folder
    of the batch file."""
    profile: str = "default"
