"""What every answer is held to before it counts, whatever protocol it came over."""

import rfc8785

from agents.models.fault import Teller
from agents.models.model_name import is_same_model
from agents.models.route import Route
from contracts.contract import canonical
from contracts.errors import ModelFault
from contracts.model import ModelResponse, Usage


def screened(response: ModelResponse, route: Route, teller: Teller) -> ModelResponse:
    """The answer, if it is one of the model that was asked, in text that can be kept.

    Raises:
        ModelError: another model answered, the provider used tools of its own that nobody
            configured, or the answer holds half a character or a count beyond all measure.
    """
    if not is_same_model(route.model, response.model):
        what = f"answered with another model: {response.model[:80]!r}"
        raise teller.error(ModelFault.OTHER_MODEL, what)
    used = sorted({use.name for use in response.hosted})
    if used and not route.hosted_tools:
        what = f"used tools of its own that are not configured: {', '.join(used)[:100]}"
        raise teller.error(ModelFault.OTHER, what)
    try:
        _ = canonical(response)
    except (rfc8785.CanonicalizationError, UnicodeError) as error:
        what = f"answered with what cannot be kept: {type(error).__name__}"
        raise teller.error(ModelFault.MALFORMED, what) from None
    return response.model_copy(update={"usage": _sensible(response.usage)})


def _sensible(usage: Usage) -> Usage:
    """Counts below nothing are no counts: what a call cost is then not known."""
    told = usage.model_dump()
    return Usage(
        **{name: None if count is None or count < 0 else count for name, count in told.items()}
    )
