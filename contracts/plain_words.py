"""What is wrong with a field, in words for people who never heard of pydantic."""

from collections.abc import Mapping
from types import MappingProxyType

_OWN = "Value error, "
"""What pydantic puts before the words of our own validators."""
_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "missing": "is missing",
        "extra_forbidden": "is not a field that is known here",
        "string_type": "must be text",
        "string_too_short": "must have {min_length} characters at least",
        "string_too_long": "must have {max_length} characters at most",
        "string_pattern_mismatch": "is not of the form {pattern}",
        "int_type": "must be a whole number",
        "int_from_float": "must be a whole number",
        "float_type": "must be a number",
        "bool_type": "must be true or false",
        "none_required": "must be null",
        "list_type": "must be a list",
        "tuple_type": "must be a list",
        "dict_type": "must be an object",
        "model_type": "must be an object",
        "model_attributes_type": "must be an object",
        "too_short": "must have {min_length} entries at least",
        "too_long": "must have {max_length} entries at most",
        "literal_error": "must be {expected}",
        "enum": "must be {expected}",
        "greater_than": "must be more than {gt}",
        "greater_than_equal": "must be {ge} at least",
        "less_than": "must be less than {lt}",
        "less_than_equal": "must be {le} at most",
        "date_type": "must be a day as YYYY-MM-DD",
        "date_parsing": "must be a day as YYYY-MM-DD",
        "date_from_datetime_parsing": "must be a day as YYYY-MM-DD",
        "datetime_type": "must be a moment as YYYY-MM-DDTHH:MM:SS+HH:MM",
        "datetime_parsing": "must be a moment as YYYY-MM-DDTHH:MM:SS+HH:MM",
        "datetime_from_date_parsing": "must be a moment as YYYY-MM-DDTHH:MM:SS+HH:MM",
        "timezone_aware": "must say its offset from UTC, as +HH:MM",
        "union_tag_not_found": "must have the field {discriminator}",
        "union_tag_invalid": "{tag!r} is none of {expected_tags}",
    }
)


def plain_words(code: str, message: str, context: Mapping[str, object]) -> str:
    """Our words for a fault that pydantic found; its own where we have none."""
    words = _WORDS.get(code)
    return message.removeprefix(_OWN) if words is None else words.format_map(context)
