"""Text in sources that reads like an order to a model: flagged for a person, never obeyed.

Nothing hangs on finding all of it: no source can change what code does, and the other family
opens the same sources. A flag says that a person should look before trusting what was made of one.
Sources of finance are full of orders to readers and voters, so each pattern wants words that are
meant for a program.
"""

import re
from typing import NamedTuple

_WHATEVER = r"[^.\n]{0,40}?"


class Flag(NamedTuple):
    """One place; its words are not repeated, so that they reach no prompt and no page by it."""

    what: str
    start: int
    end: int


_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (what, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for what, pattern in (
        (
            "asks that instructions be set aside",
            rf"\b(?:ignore|disregard|forget|override)\b{_WHATEVER}\b(?:previous|prior|above|earlier"
            rf"|preceding|all|any|your)\b{_WHATEVER}\b(?:instructions?|prompts?|rules|guidelines)\b",
        ),
        (
            "speaks in the place of a system or an assistant",
            r"^\W{0,4}(?:system|assistant|developer)(?:\s(?:message|prompt|note))?\s?:"
            r"[^\n]{0,80}\b(?:you|your|ignore|write|output|reply|call|run|submit)\b",
        ),
        (
            "holds marks of a conversation's format",
            r"<\|(?:im_start|im_end|system|assistant|endoftext)\|>|\[/?INST\]|<</?SYS>>"
            r"|</?(?:system|assistant|tool_call|function_calls|tool_result)>"
            r"|\b(?:begin|end)\sof\s(?:system\sprompt|untrusted\sdata)\b",
        ),
        (
            "addresses a language model",
            r"\byou\sare\s(?:now\s)?an?\s(?:ai\b|(?:large\s)?language\smodel|helpful\sassistant)"
            r"|\b(?:if\syou\sare|as|attention|note\sto|dear)\s(?:an?\s|all\s|the\s|any\s)?"
            r"(?:(?:large\s)?language\smodels?|llms?|ai\s(?:agents?|assistants?|models?))\b"
            rf"{_WHATEVER}\b(?:must|should|please|write|output|reply|ignore|you)\b",
        ),
        (
            "gives a new task",
            r"\byour\s(?:new\s)?task\s(?:is\snow|has\schanged)\b|\bnew\sinstructions?\s?:",
        ),
        (
            "asks for silence towards a person",
            r"\b(?:do\snot|don't|never)\s(?:tell|inform|alert|mention\s(?:this|it)\sto|reveal\s"
            r"(?:this|it)\sto)\s(?:the\s)?(?:user|human|analyst|operator)\b",
        ),
        (
            "asks for a grade",
            rf"\b(?:award|give|assign|grant)\b{_WHATEVER}\b(?:full|maximum|all)\s(?:marks|points|score)"
            r"\s(?:to|for)\s(?:this|the|my|that)\s(?:answer|response|report|rubric)\b"
            r"|\bgrade\s?:\s?pass\b",
        ),
        (
            "asks that a program or tool be run",
            r"\b(?:run|execute|call|invoke|use)\b\W{0,3}(?:the\s)?(?:tool\b|command\b)?\W{0,3}"
            r"(?:curl|wget|run_python|write_file|open_source|submit|no_findings)\b"
            r"|\bcurl\s+(?:-\w+\s+)*https?://",
        ),
        ("holds characters that only programs see", "[\U000e0000-\U000e007f]+"),
    )
)


def instructions_in(text: str) -> tuple[Flag, ...]:
    """The first place of each kind, in the order of the text."""
    found = ((what, pattern.search(text)) for what, pattern in _PATTERNS)
    flags = (Flag(what, hit.start(), hit.end()) for what, hit in found if hit is not None)
    return tuple(sorted(flags, key=lambda flag: flag.start))
