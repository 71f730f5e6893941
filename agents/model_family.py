"""Who trained a model, from its name: writer and reviewer must not come from one family."""

import re
from collections.abc import Mapping

VENDORS: Mapping[str, str] = {
    "ai21": "ai21",
    "alibaba": "alibaba",
    "amazon": "amazon",
    "anthropic": "anthropic",
    "chatgpt": "openai",
    "claude": "anthropic",
    "codestral": "mistral",
    "codex": "openai",
    "cohere": "cohere",
    "command": "cohere",
    "deepseek": "deepseek",
    "devstral": "mistral",
    "ernie": "baidu",
    "gemini": "google",
    "gemma": "google",
    "glm": "zhipu",
    "google": "google",
    "gpt": "openai",
    "granite": "ibm",
    "grok": "xai",
    "jamba": "ai21",
    "kimi": "moonshot",
    "llama": "meta",
    "magistral": "mistral",
    "meta": "meta",
    "minimax": "minimax",
    "ministral": "mistral",
    "mistral": "mistral",
    "mixtral": "mistral",
    "moonshot": "moonshot",
    "moonshotai": "moonshot",
    "muse": "meta",
    "nova": "amazon",
    "o1": "openai",
    "o3": "openai",
    "o4": "openai",
    "openai": "openai",
    "phi": "microsoft",
    "pixtral": "mistral",
    "qwen": "alibaba",
    "qwq": "alibaba",
    "xai": "xai",
    "zai": "zhipu",
}
"""First word of a model's name, or of a vendor before it, to the family."""

_PART = re.compile(r"[/:@]|(?<![0-9])\.(?=[A-Za-z])")


def family_of_model(model: str) -> str | None:
    """The family of a model by its name; None where the name does not say.

    Routers put vendors and places before the name (`openai/gpt-5`, `us.anthropic.claude-opus-5`,
    `ft:gpt-4o:us::x`): the first part that is known counts.
    """
    for part in _PART.split(model.lower()):
        found = _known(part)
        if found is not None:
            return found
    return None


def _known(part: str) -> str | None:
    word = re.split(r"[-_ ]", part, maxsplit=1)[0]
    bare = word.rstrip("0123456789.")
    joined = part.replace("-", "").replace("_", "")
    return VENDORS.get(word) or VENDORS.get(bare) or VENDORS.get(joined)
