"""Whether the model that answered is the one that was asked."""

import re

_DATED = re.compile(r"[-@:.](20\d{6}|20\d\d-\d\d-\d\d|latest|\d{4})$")
"""The end of a name that says which build of a model it is."""


def is_same_model(asked: str, answered: str) -> bool:
    """True for the name itself, and for a name that differs in the build alone.

    Asked by its plain name, a provider answers with a dated one; asked for one dated build, another
    is another model. A router's prefix (`openai/…`) and its variant (`…:free`) do not count.
    """
    one, other = _plain(asked), _plain(answered)
    if one == other:
        return True
    if _stem(one) != _stem(other):
        return False
    return _is_open(one) or other == _stem(other)


def _plain(name: str) -> str:
    last = name.lower().rsplit("/", 1)[-1]
    return re.sub(r":[a-z]+$", "", last) if not last.endswith(":latest") else last


def _stem(name: str) -> str:
    return _DATED.sub("", name)


def _is_open(name: str) -> bool:
    """Whether a name leaves the build to the provider."""
    return name == _stem(name) or name.endswith("latest")
