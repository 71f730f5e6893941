"""Calls of LangChain's libraries that no tracer of a user's environment sees."""

from contextlib import AbstractContextManager

import langsmith


def untraced() -> AbstractContextManager[None]:
    """Within it nothing is sent to a third party, whatever the environment switches on."""
    # The library leaves a part of its own type open.
    return langsmith.tracing_context(enabled=False)  # pyright: ignore[reportUnknownMemberType]
