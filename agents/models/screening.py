"""What every answer is held to before it counts, whatever protocol it came over."""

import base64
import binascii

import rfc8785

from agents.models.fault import Teller
from agents.models.hosted import unconfigured
from agents.models.model_name import is_same_model
from agents.models.route import Route
from agents.models.scrubber import Scrubber, scrubber_of
from contracts.contract import canonical
from contracts.errors import ModelFault
from contracts.model import HostedUse, ModelResponse, ToolCall, Usage


def screened(response: ModelResponse, route: Route, teller: Teller) -> ModelResponse:
    """The answer, if it is one of the model that was asked, in text that can be kept.

    Where it repeats the key that was sent, the key is taken out: nothing after this sees it.

    Raises:
        ModelError: another model answered, the provider used tools of its own that nobody
            configured, or the answer holds half a character or a count beyond all measure.
    """
    response = without_key(response, scrubber_of(route.key))
    if not is_same_model(route.model, response.model):
        what = f"answered with another model: {response.model[:80]!r}"
        raise teller.error(ModelFault.OTHER_MODEL, what)
    used = unconfigured(response.hosted, route.hosted_tools)
    if used:
        what = f"used tools of its own that are not configured: {', '.join(used)[:100]}"
        raise teller.error(ModelFault.OTHER, what)
    try:
        _ = canonical(response)
    except (rfc8785.CanonicalizationError, UnicodeError) as error:
        what = f"answered with what cannot be kept: {type(error).__name__}"
        raise teller.error(ModelFault.MALFORMED, what) from None
    return response.model_copy(update={"usage": _sensible(response.usage)})


def without_key(response: ModelResponse, scrubber: Scrubber) -> ModelResponse:
    """The answer without a key that it repeats, in any form a key is known by."""
    calls = tuple(
        ToolCall(
            id=scrubber.text(call.id),
            name=scrubber.text(call.name),
            arguments=scrubber.json(call.arguments),
        )
        for call in response.tool_calls
    )
    uses = tuple(
        HostedUse(
            name=scrubber.text(use.name),
            asked=scrubber.json(use.asked),
            found=scrubber.json(use.found),
        )
        for use in response.hosted
    )
    return response.model_copy(
        update={
            "model": scrubber.text(response.model),
            "text": scrubber.text(response.text),
            "tool_calls": calls,
            "hosted": uses,
            "opaque": _opened(response.opaque, scrubber),
        }
    )


def _opened(opaque: str | None, scrubber: Scrubber) -> str | None:
    """The provider's own form without the key; as it came where the key is not in it."""
    if opaque is None:
        return None
    try:
        inside = base64.b64decode(opaque, validate=True).decode("utf-8", "surrogateescape")
    except binascii.Error:
        return scrubber.text(opaque)
    plain = scrubber.text(inside)
    if plain == inside:
        return opaque
    return base64.b64encode(plain.encode("utf-8", "surrogateescape")).decode()


def _sensible(usage: Usage) -> Usage:
    """Counts below nothing are no counts: what a call cost is then not known."""
    told = usage.model_dump()
    return Usage(
        **{name: None if count is None or count < 0 else count for name, count in told.items()}
    )
