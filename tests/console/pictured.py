"""A page of the web that a role of a blocked run opened in a browser, with its picture."""

import struct
import zlib
from datetime import UTC, datetime

from agents.tools.name import ToolName
from console.parts import Parts
from contracts.contract import canonical
from contracts.page import PageRecord
from contracts.page_visit import PageVisit
from contracts.source import CorpusItem
from records.tool_log import ToolOutcome
from tests.console.blocked import RUN
from tests.records.material import call_key

AT = datetime(2025, 12, 1, 15, 0, tzinfo=UTC)


def png(width: int = 1280, height: int = 2000) -> bytes:
    """A picture of one blue."""
    rows = (b"\x00" + b"\x30\x60\xc0" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


async def open_in_browser(
    parts: Parts, item: CorpusItem, *pictures: bytes | None, turn: int = 1
) -> None:
    """Let the run's writer open a source once for each picture in one turn; None takes none."""
    key = call_key(turn=turn).model_copy(update={"scope": f"run:{RUN}"})
    for n, picture in enumerate(pictures):
        record = PageRecord(
            url=item.card.url or "http://ir.test/results",
            final_url=f"http://ir.test/results/{n}",
            redirects=(),
            status=200,
            media_type="text/html",
            title=item.card.title,
            opened_at=AT,
            body=item.snapshot,
            text=item.snapshot,
            screenshot=parts.blobs.put(picture) if picture else None,
            dates=(),
            browser_image="sha256:1",
            egress=None,
        )
        visit = PageVisit(
            url=record.url, hops=(), item=item, record=parts.blobs.put(canonical(record))
        )
        named = ToolOutcome(f"visit: {parts.blobs.put(canonical(visit))}\n", failed=False)

        async def come(outcome: ToolOutcome = named) -> ToolOutcome:
            return outcome

        _ = await parts.tool_log.once(key, n, ToolName.OPEN_PAGE, f"open {n}", come)
