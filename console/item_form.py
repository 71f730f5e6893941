"""The decision form as a browser sends it, read into what was typed."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from starlette.datastructures import FormData, UploadFile

from console.item_port import Upload
from console.views.decision_form import Typed
from contracts.contract import Json
from contracts.draft import DecisionDraft, DraftField, DraftFile
from contracts.errors import InputError
from escalations.drafts import SavedDraft

FILE = "file:"
"""Before the name of an edited file in the name of its field."""
CARD = "card_"
CARD_FIELDS = (
    *("id", "title", "publisher", "form", "published", "zone", "basis", "version_proof"),
    *("source_class", "accession", "url", "verified"),
)
SIDECAR = ".source.json"
MAX_SOURCES = 20
MAX_WORD = 200
MAX_TEXT = 20_000
MAX_FILE = 1_000_000


@dataclass(frozen=True, slots=True)
class Sent:
    """One form as it came."""

    typed: Typed
    token: int
    """Of the claim it was shown under; 0 where it names none."""
    decision: str
    """Id of the decision that it would make."""
    is_confirmed: bool
    """Whether a rejection was asked for twice."""
    then: str
    """Where a saved draft leads."""
    source: Upload | None
    sources: tuple[Upload, ...]

    def uploads(self) -> tuple[Upload, ...]:
        """All sources with their sidecars; the card of the single one is made of its fields.

        Raises:
            InputError: a card without its file, or too many files.
        """
        if len(self.sources) > 2 * MAX_SOURCES:
            raise InputError(f"--source: {len(self.sources)} files; at most {2 * MAX_SOURCES}")
        if self.source is None:
            if self.typed.card.get("title") or self.typed.card.get("id"):
                raise InputError("--source: the card is filled in, but no file was chosen")
            return self.sources
        stem, _, _ = self.source.name.rpartition(".")
        sidecar = Upload(f"{stem or self.source.name}{SIDECAR}", _sidecar(self.typed.card))
        return (self.source, sidecar, *self.sources)


async def read_form(form: FormData) -> Sent:
    """Read what a form holds; what is missing is empty."""
    single = await _uploads(form.getlist("source"))
    token = _text(form, "token")
    return Sent(
        typed=_typed(form),
        token=int(token) if token.isascii() and token.isdigit() and len(token) < 10 else 0,
        decision=_text(form, "decision")[:200],
        is_confirmed=_text(form, "confirmed") == "yes",
        then=_text(form, "then"),
        source=single[0] if single else None,
        sources=await _uploads(form.getlist("sources")),
    )


def draft_of_form(typed: Typed) -> DecisionDraft:
    """What is kept of a form that is not sent yet; too long a text is cut at its contract's end."""
    return DecisionDraft(
        kind=_plain(typed.kind, MAX_WORD),
        reason=_plain(typed.reason, MAX_WORD),
        note=_plain(typed.note, MAX_TEXT),
        guidance=_plain(typed.guidance, MAX_TEXT),
        findings=tuple(_plain(one, MAX_WORD) for one in typed.findings),
        files=tuple(
            DraftFile(name=_plain(name, MAX_WORD), text=_plain(text, MAX_FILE))
            for name, text in typed.files.items()
        ),
        card=tuple(
            DraftField(name=name, text=_plain(text, MAX_TEXT)) for name, text in typed.card.items()
        )
        if typed.has_card
        else (),
    )


def typed_of_draft(saved: SavedDraft | None) -> Typed:
    """What somebody had typed before, as the form shows it again."""
    if saved is None:
        return Typed()
    draft = saved.draft
    return Typed(
        kind=draft.kind,
        reason=draft.reason,
        note=draft.note,
        guidance=draft.guidance,
        findings=draft.findings,
        files={file.name: file.text for file in draft.files},
        card={field.name: field.text for field in draft.card},
    )


def _typed(form: FormData) -> Typed:
    given = form.multi_items()
    return Typed(
        kind=_text(form, "kind"),
        reason=_text(form, "reason"),
        note=_lines(_text(form, "note")),
        guidance=_lines(_text(form, "guidance")),
        findings=tuple(v for n, v in given if n == "finding" and isinstance(v, str)),
        files={
            n.removeprefix(FILE): _lines(v)
            for n, v in given
            if n.startswith(FILE) and isinstance(v, str)
        },
        card=_card(form),
    )


def _card(form: FormData) -> Mapping[str, str]:
    found = {name: _text(form, CARD + name).strip() for name in CARD_FIELDS}
    return {name: value for name, value in found.items() if value}


def _text(form: FormData, name: str) -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""


def _lines(text: str) -> str:
    """Browsers end the lines of a field with two signs."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _plain(text: str, most: int) -> str:
    """Text without what no contract takes: a draft is kept even where a decision is refused."""
    kept = (mark for mark in text if mark in "\n\t" or mark >= " ")
    return "".join(mark for mark in kept if mark != "\x7f" and not "\ud800" <= mark <= "\udfff")[
        :most
    ]


async def _uploads(values: Iterable[UploadFile | str]) -> tuple[Upload, ...]:
    found: list[Upload] = []
    for value in values:
        if not isinstance(value, UploadFile):
            continue
        if value.filename:
            name = value.filename.replace("\\", "/").rpartition("/")[2]
            found.append(Upload(name[:200], await value.read()))
        await value.close()
    return tuple(found)


def _sidecar(card: Mapping[str, str]) -> bytes:
    document: dict[str, Json] = {
        name: card.get(name, "") for name in ("id", "title", "publisher", "form")
    }
    document |= {name: card[name] for name in ("accession", "url", "source_class") if name in card}
    document["version_proof"] = card.get("version_proof", "none")
    if "published" in card:
        document["published"] = {
            "at": card["published"],
            "zone": card.get("zone", "America/New_York"),
            "basis": card.get("basis", "human"),
            "verified": "verified" in card,
        }
    return json.dumps(document).encode()


_FIELDS = {
    "--note": "note",
    "--reason": "reason",
    "--guidance": "guidance",
    "--source": "source",
    "--file": "files",
    "--finding": "findings",
    "/note": "note",
    "/guidance": "guidance",
}
"""What a refusal speaks of, to the field of the form that it stands beside."""
_WORDS = {
    "--note": "Note",
    "--reason": "Reason",
    "--guidance": "Guidance",
    "--source": "Source",
    "--file": "File",
    "--finding": "Finding",
}


def field_fault(error: InputError) -> tuple[str, str]:
    """The field that a refusal is about, and its words without the options of commands."""
    words = str(error)
    field = next((name for mark, name in _FIELDS.items() if mark in words), "form")
    for option, name in _WORDS.items():
        words = words.replace(option, name)
    return field, words
