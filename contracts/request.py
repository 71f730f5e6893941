"""What a run was started with, kept by hash so that the lock stage can be walked again."""

from contracts.contract import Contract
from contracts.query import Query
from contracts.source import Corpus


class RunRequest(Contract):
    """The question and the sources it may be answered from."""

    contract_name = "run-request"

    query: Query
    corpus: Corpus
