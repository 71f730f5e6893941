"""The one table of codes, and the only way to make a finding or a question from one."""

from contracts.finding import Finding, Question, Severity
from gates.code import Code
from gates.code_tables import (
    acceptance,
    audit,
    budget,
    composition,
    confirmation,
    contamination,
    context,
    conventions,
    coverage,
    cutoff,
    dependencies,
    evidence,
    factorization,
    points,
    populations,
    review,
    structure,
    targets,
    texts,
    tolerances,
)

CODES: tuple[Code, ...] = (
    *budget.CODES,
    *factorization.CODES,
    *context.CODES,
    *coverage.CODES,
    *targets.CODES,
    *evidence.CODES,
    *dependencies.CODES,
    *conventions.CODES,
    *populations.CODES,
    *cutoff.CODES,
    *contamination.CODES,
    *points.CODES,
    *tolerances.CODES,
    *texts.CODES,
    *structure.CODES,
    *review.CODES,
    *composition.CODES,
    *confirmation.CODES,
    *acceptance.CODES,
    *audit.CODES,
)
"""Every code, in the order of the stages; docs/validator.md is printed from it."""

_BY_WORD = {code.code: code for code in CODES}


def code_of(word: str) -> Code:
    """The table's line for a code.

    Raises:
        KeyError: the word is not in the table: our bug.
    """
    return _BY_WORD[word]


def severity_of(word: str) -> Severity:
    """The severity of a code that makes findings.

    Raises:
        KeyError: the word is not in the table: our bug.
        ValueError: the code is one that asks a question.
    """
    severity = code_of(word).severity
    if severity is None:
        msg = f"{word} asks a question; it makes no finding"
        raise ValueError(msg)
    return severity


def finding(code: str, pointer: str, message: str) -> Finding:
    """A finding with the severity that the table gives its code.

    `pointer` is a file word and a JSON pointer, such as `evidence:/targets/0/comparison`.

    Raises:
        KeyError: the code is not in the table: our bug.
        ValueError: the code is one that asks a question.
    """
    return Finding(code=code, severity=severity_of(code), pointer=pointer, message=message)


def question(code: str, pointer: str, text: str, *, number: int) -> Question:
    """Question `Q<number>` to the content reviewer, from a code without severity.

    Raises:
        KeyError: the code is not in the table: our bug.
        ValueError: the code makes findings.
    """
    if code_of(code).severity is not None:
        msg = f"{code} makes findings; it asks no question"
        raise ValueError(msg)
    return Question(id=f"Q{number}", code=code, pointer=pointer, question=text)
