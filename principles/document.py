"""`docs/principles.md` as a pure function of the library and the kinds."""

from collections.abc import Sequence

from contracts.kind import KindCatalogue
from principles.library import LibraryItem, Preamble

_HEAD = """\
<!-- Printed from principles/ by principles/document.py; edit those files, not this one. -->

# Principles and convention kinds

A principle is reusable guidance on what a rubric must demand. The features of a question's
signature activate principles and convention kinds: code computes both, and whatever it activates
has to be followed or closed. Principles live in `principles/library/`, one Markdown file each;
the kinds in `principles/kinds.toml`. A profile may leave principles out and set the default reading
of a kind (`principles/profiles/default/profile.toml` shows how). All of these bytes are in the lock
of a run.

Every principle names a candidate that violates it and what catches it: a code of the validator
([validator.md](validator.md)), a criterion of the content review (`review:…`) or a check of the
composition (`composition:…`). Where the catcher is code, the tests run such a candidate through the
gates and hear those codes. Where the catcher is the reviewer, no code sees the violation.
"""


def principles_document(
    preamble: Preamble, items: Sequence[LibraryItem], catalogue: KindCatalogue
) -> str:
    """The whole Markdown document: preamble, overview, principles, kinds."""
    parts = [_HEAD, _lowered(preamble.text.strip()), _overview(items)]
    parts += [_principle(item) for item in items]
    parts.append(_kinds(catalogue))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _lowered(markdown: str) -> str:
    """The same text with its headings one level down."""
    return "\n".join(f"#{line}" if line.startswith("#") else line for line in markdown.splitlines())


def _overview(items: Sequence[LibraryItem]) -> str:
    rows = [
        f"| [{item.principle.title}](#{item.principle.id}) | {_activation(item)} "
        f"| {item.principle.violation.catcher} |"
        for item in items
    ]
    head = ["## The principles at a glance", "", "| principle | activated by | catcher |"]
    return "\n".join([*head, "|---|---|---|", *rows])


def _activation(item: LibraryItem) -> str:
    if item.principle.always:
        return "every question"
    return ", ".join(f"`{feature}`" for feature in item.principle.features)


def _principle(item: LibraryItem) -> str:
    principle = item.principle
    violation = principle.violation
    caught = ", ".join(f"`{word}`" for word in violation.caught_by)
    return "\n\n".join(
        [
            f'<a id="{principle.id}"></a>\n\n## {principle.title}',
            f"`{principle.id}` · activated by {_activation(item)}",
            f"**{principle.statement}**",
            item.body.strip(),
            f"**What a breach costs.** {principle.cost}",
            f"**A breach, and what catches it.** {violation.example} "
            f"Caught by {caught} (catcher: {violation.catcher}).",
        ]
    )


def _kinds(catalogue: KindCatalogue) -> str:
    lines = [
        "## Convention kinds",
        "",
        "A kind is activated by all features of any one group. Each activated kind is closed in",
        "the evidence: every reading computed or excused, one chosen, the others accepted or",
        "refused in words. `other` is for ambiguities of a text that no kind covers.",
        "",
        "| kind | activated by | readings |",
        "|---|---|---|",
    ]
    for rule in catalogue.kinds:
        groups = " or ".join(" + ".join(f"`{f}`" for f in group) for group in rule.activated_by)
        readings = "<br>".join(f"`{r.id}`: {r.statement}" for r in rule.readings)
        lines.append(f"| `{rule.kind}`<br>{rule.title} | {groups} | {readings} |")
    return "\n".join(lines)
