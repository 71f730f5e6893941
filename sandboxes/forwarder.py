"""The one way out of a command's container: a port of its own loopback, piped to a socket of ours.

`FORWARDER` runs in the container under the command's own user. It listens where agents expect a
provider, starts the command, and ends with its exit code.
"""

PORT = 8788
SOCKET = "relay.sock"
BASE_URL = f"http://127.0.0.1:{PORT}"

FORWARDER = """\
import socket, subprocess, sys, threading

def pipe(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        pass
    finally:
        for end, how in ((source, socket.SHUT_RD), (sink, socket.SHUT_WR)):
            try:
                end.shutdown(how)
            except OSError:
                pass

def serve(client):
    with client, socket.socket(socket.AF_UNIX) as door:
        try:
            door.connect(sys.argv[2])
        except OSError:
            return
        there = threading.Thread(target=pipe, args=(client, door), daemon=True)
        there.start()
        pipe(door, client)
        there.join(5)

def accept(listener):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()

listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
threading.Thread(target=accept, args=(listener,), daemon=True).start()
try:
    code = subprocess.run(sys.argv[3:], stdin=subprocess.DEVNULL).returncode
except OSError as error:
    print(f"the command cannot be started: {error}", file=sys.stderr)
    code = 127
sys.exit(code if code >= 0 else 128 - code)
"""
