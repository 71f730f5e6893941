"""The streams of a process in a container: frames read from a socket that can be closed early.

The process waits for a byte before it starts its script. Without that, output that arrives
together with the engine's answer would be lost in the SDK's read buffer.
"""

import os
import socket
import struct
import time
from contextlib import suppress
from typing import Literal, Protocol, runtime_checkable

from contracts.errors import SandboxError
from sandboxes.output import Output

STARTER = (
    "import os, sys\n"
    "if not os.read(0, 1): sys.exit(97)\n"
    "os.dup2(os.open('/dev/null', os.O_RDONLY), 0)\n"
    "os.execv(sys.executable, [sys.executable, '-I', '-S', *sys.argv[1:]])\n"
)
"""Runs in the container: wait for the go-ahead, cut stdin off, become the script."""

BROKEN_OFF = "the Docker engine broke off a script's output"

_HEADER = struct.Struct(">BxxxL")
_STREAMS: dict[int, Literal["stdout", "stderr"]] = {1: "stdout", 2: "stderr"}

Ended = Literal["finished", "time", "output"]


@runtime_checkable
class Closable(Protocol):
    """What can be closed."""

    def close(self) -> None:
        """Let go."""
        ...


class ExecStream:
    """Reads a process's output; `stop`, from another thread, ends the reading."""

    def __init__(self, raw: object) -> None:
        """Take what the SDK's `exec_start(socket=True)` returned.

        Raises:
            SandboxError: it is no socket (an engine reached through ssh).
        """
        self._raw = raw
        if isinstance(raw, socket.socket):
            self._socket = raw
        elif isinstance(raw, socket.SocketIO):
            # The descriptor under the SDK's reader, as a socket with a time limit.
            self._socket = socket.socket(fileno=os.dup(raw.fileno()))
        else:
            raise SandboxError(
                f"the engine's connection is a {type(raw).__name__}, not a socket; "
                "reach the engine through a Unix or TCP socket"
            )

    def drain(self, output: Output, seconds: float) -> Ended:
        """Give the go-ahead and read until the process ends, floods, or the time is over.

        Raises:
            SandboxError: the engine closed the connection in the middle of a frame.
        """
        deadline = time.monotonic() + seconds
        try:
            self._socket.sendall(b"\n")
            while header := self._read(_HEADER.size, deadline):
                kind, size = _HEADER.unpack(header)
                while size:
                    chunk = self._receive(min(size, 1 << 16), deadline)
                    if not chunk:
                        raise SandboxError(BROKEN_OFF)
                    output.add(_STREAMS.get(kind, "stdout"), chunk)
                    size -= len(chunk)
                    if output.is_flood:
                        return "output"
        except TimeoutError:
            return "time"
        except OSError as error:
            raise SandboxError(f"the connection to a running script broke: {error}") from error
        return "finished"

    def _read(self, size: int, deadline: float) -> bytes:
        """Exactly `size` bytes, or none when the stream has ended."""
        data = bytearray()
        while len(data) < size:
            chunk = self._receive(size - len(data), deadline)
            if not chunk and data:
                raise SandboxError(BROKEN_OFF)
            if not chunk:
                break
            data += chunk
        return bytes(data)

    def _receive(self, most: int, deadline: float) -> bytes:
        """What is there, at least one byte, or none when the stream has ended."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        return self._socket.recv(most)

    def stop(self) -> None:
        """End the reading. An engine that is left with an open stream hangs at kill."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Give the connection back, when nobody reads any more."""
        self.stop()
        self._socket.close()
        # The SDK hangs its response on the reader to keep both alive; only that one lets go.
        response: object = getattr(self._raw, "_response", None)
        for held in (response, self._raw):
            if isinstance(held, Closable):
                held.close()
