"""The names of all tools a session can offer."""

from enum import StrEnum


class ToolName(StrEnum):
    """A tool, as models call it."""

    LIST_FILES = "list_files"
    READ_FILE = "read_file"
    WRITE_FILE = "write_file"
    RUN_PYTHON = "run_python"
    SEARCH_SOURCES = "search_sources"
    OPEN_SOURCE = "open_source"
    FIND_FACTS = "find_facts"
    OPEN_PAGE = "open_page"
    FIND_FILINGS = "find_filings"
    SEARCH_WEB = "search_web"
    VALIDATE_DRAFT = "validate_draft"
    SUBMIT = "submit"
