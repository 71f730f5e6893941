"""Documents of other people's services: read by their documented shape, and nothing more of them.

Unlike our own contracts they may hold keys we do not know, since services add some at any time.
What we do read must be there and be what it should. Figures stay decimal: no float is made.
"""

import json
from decimal import Decimal
from typing import NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from contracts.contract import Json
from contracts.errors import FetchFailed

_SHOWN = 5


class Foreign(BaseModel):
    """The part of a service's document that is read."""

    model_config = ConfigDict(
        extra="ignore", frozen=True, hide_input_in_errors=True, allow_inf_nan=False
    )


ForeignT = TypeVar("ForeignT", bound=Foreign)


def read_foreign(data: bytes, model: type[ForeignT], service: str) -> ForeignT:
    """Read a body as `model`.

    Raises:
        FetchFailed: it is no JSON or has another shape; names the service and the places.
    """
    try:
        document: Json = json.loads(
            data.decode("utf-8"), parse_float=Decimal, parse_constant=_no_constant
        )
        return model.model_validate(document)
    except ValidationError as error:
        places = [
            f"{'/'.join(map(str, item['loc'])) or 'document'}: {item['msg']}"
            for item in error.errors(include_url=False, include_input=False)[:_SHOWN]
        ]
        msg = f"{service} answered in another shape than it documents: {'; '.join(places)}"
        raise FetchFailed(msg) from None
    except (ValueError, RecursionError) as error:
        msg = f"{service} answered with no readable JSON: {str(error)[:200]}"
        raise FetchFailed(msg) from None


def _no_constant(word: str) -> NoReturn:
    msg = f"{word} is not a number"
    raise ValueError(msg)
