"""A console of its own process with one route that streams for ever: `python -m … DATA`."""

import asyncio
import socket
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

from starlette.responses import StreamingResponse

from cli.console_serving import serve_app
from console.access.gate import allowed
from console.access.roles import Permission
from console.app import create_app
from records.clock import SystemClock
from records.database import open_database
from tests.console.conftest import parts_over
from tests.empty import laid


async def ticks() -> AsyncGenerator[str]:
    while True:
        yield ": tick\n\n"
        await asyncio.sleep(15)


async def main(data: Path) -> None:
    async with open_database(laid(data)) as database:
        app = create_app(parts_over(data, database, clock=SystemClock()))

        @app.get("/stream", dependencies=[allowed(Permission.ENTER)])
        async def stream() -> StreamingResponse:
            return StreamingResponse(ticks(), media_type="text/event-stream")

        with socket.create_server(("127.0.0.1", 0)) as sock:
            _ = sys.stdout.write(f"{sock.getsockname()[1]}\n")
            _ = sys.stdout.flush()
            await serve_app(app, sock)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
