"""What a run was started with, kept by hash so that the lock stage can be walked again."""

from contracts.contract import Contract, Words
from contracts.query import Query
from contracts.source import Corpus


class RunRequest(Contract):
    """The question and the sources it may be answered from."""

    contract_name = "run-request"

    query: Query
    corpus: Corpus
    profile_folder: Words | None = None
    """Where the profile lies, as a whole path; none for a packaged one. No role is shown it."""

    guards: tuple[Words, ...] = ()
    """Guard files beside the packaged ones, as whole paths; their bytes are in the lock."""

    web: bool = False
    """Whether writer, reviser and reviewer may open pages of the web; the lock's tools differ."""

    @property
    def profile(self) -> str:
        """What finds the profile on this machine: its folder, or its packaged name."""
        return self.profile_folder or self.query.profile
