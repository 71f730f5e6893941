"""All tools as models see them, and the one hash over them that lock and recordings carry."""

import rfc8785

from agents.tools.facts import FIND_FACTS
from agents.tools.files import LIST_FILES, READ_FILE, WRITE_FILE
from agents.tools.finding import FIND_FILINGS, SEARCH_WEB
from agents.tools.pages import OPEN_PAGE
from agents.tools.python import RUN_PYTHON
from agents.tools.sources import OPEN_SOURCE, SEARCH_SOURCES
from agents.tools.submit import SUBMIT
from agents.tools.validate import VALIDATE_DRAFT
from contracts.contract import sha256_of
from contracts.ids import Sha256
from contracts.model import ToolSchema


def tool_schemas(*, web: bool = False) -> tuple[ToolSchema, ...]:
    """Schemas of all tools that a run's roles can be offered, those of the web only with it.

    Search is among them whether a service is configured or not, so that the lock is the same on
    every machine.
    """
    return (
        LIST_FILES.schema(),
        READ_FILE.schema(),
        WRITE_FILE.schema(),
        RUN_PYTHON.schema(),
        SEARCH_SOURCES.schema(),
        OPEN_SOURCE.schema(),
        FIND_FACTS.schema(),
        *(tool.schema() for tool in (OPEN_PAGE, FIND_FILINGS, SEARCH_WEB) if web),
        VALIDATE_DRAFT.schema(),
        SUBMIT.schema(),
    )


def tools_sha256(*, web: bool = False) -> Sha256:
    """Hash over all tool schemas."""
    schemas = tool_schemas(web=web)
    return sha256_of(rfc8785.dumps([schema.model_dump(mode="json") for schema in schemas]))
