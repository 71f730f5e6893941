"""What stands outside in tests of the way out: web servers and a name server, in one container.

Run by python3 in a container of the proxy image, whose placeholder certificate serves here, too.
Arguments: its own address, the folder it writes to, and a host whose certificate it makes, with the
authority that vouches for it (`authority.pem`).
"""

ORIGIN = r"""
import http.server, json, socket, socketserver, ssl, struct, subprocess, sys, threading
from pathlib import Path

ADDRESS, LOG, SITE = sys.argv[1], Path(sys.argv[2]), "".join(sys.argv[3:])
FIXED = {
    "loop.model.test": "127.0.0.1",
    "meta.model.test": "169.254.169.254",
    "lan.model.test": "10.1.2.3",
    "rebind.model.test": "127.0.0.1",
}
asked = {}

def answer(name):
    times = asked[name] = asked.get(name, 0) + 1
    LOG.joinpath("names.json").write_text(json.dumps(asked))
    if name == "rebind.model.test" and times == 1:
        return ADDRESS
    if name == "nowhere.model.test":
        return None
    return FIXED.get(name, ADDRESS) if name.endswith((".test", "web.archive.org")) else None

class Names(socketserver.BaseRequestHandler):
    def handle(self):
        data, sock = self.request
        labels, place = [], 12
        while data[place]:
            labels.append(data[place + 1 : place + 1 + data[place]].decode("ascii", "replace"))
            place += 1 + data[place]
        kind = data[place + 1 : place + 3]
        question = data[12 : place + 5]
        found = answer(".".join(labels).lower()) if kind == b"\0\1" else None
        head = data[:2] + (b"\x81\x80" if found or kind != b"\0\1" else b"\x81\x83")
        record = b""
        if found:
            record = b"\xc0\x0c\0\1\0\1\0\0\0\0\0\4" + socket.inet_aton(found)
        counts = struct.pack(">HHHH", 1, 1 if record else 0, 0, 0)
        sock.sendto(head + counts + question + record, self.client_address)

class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        files = json.loads(LOG.joinpath("pages.json").read_text())
        page = files.get(self.path.split("?")[0], {"body": "the origin"})
        body = bytes.fromhex(page["hex"]) if "hex" in page else page["body"].encode()
        self.send_response(page.get("status", 200))
        for name, value in page.get("headers", {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass

def certificate():
    if not SITE:
        return ["/usr/share/finrubric/placeholder.pem"]
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2".split()
    authority = "-subj /CN=outside -keyout /tmp/a.key -out /outside/authority.pem".split()
    site = f"-subj /CN={SITE} -addext subjectAltName=DNS:{SITE} -addext basicConstraints=CA:FALSE"
    by = "-CA /outside/authority.pem -CAkey /tmp/a.key -keyout /tmp/s.key -out /tmp/s.pem"
    subprocess.run([*make, *authority], check=True)
    subprocess.run([*make, *site.split(), *by.split()], check=True)
    return ["/tmp/s.pem", "/tmp/s.key"]

def serve(port, wrap):
    server = http.server.ThreadingHTTPServer(("0.0.0.0", port), Pages)
    if wrap:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate())
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()

serve(80, False)
serve(443, True)
serve(8080, False)
names = socketserver.UDPServer(("0.0.0.0", 53), Names)
LOG.joinpath("ready").write_text("")
names.serve_forever()
"""

CLIENT = r"""
import json, socket, ssl, sys, time

host, port = sys.argv[1], int(sys.argv[2])
out = {}

def tunnel(name, sni=None, to=443, wait=0, hello=None):
    with socket.create_connection((host, port), 10) as sock:
        sock.sendall(f"CONNECT {name}:{to} HTTP/1.1\r\nHost: {name}:{to}\r\n\r\n".encode())
        first = sock.recv(4096)
        if b" 200 " not in first.split(b"\r\n")[0]:
            return "refused"
        time.sleep(wait)
        if hello is not None:
            sock.sendall(hello.encode())
            return word(sock.recv(4096))
        context = ssl._create_unverified_context()
        with context.wrap_socket(sock, server_hostname=sni) as inside:
            inside.sendall(f"GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
            return word(b"".join(iter(lambda: inside.recv(4096), b"")))

def plain(target, given=None):
    with socket.create_connection((host, port), 10) as sock:
        given = given or target.split("/")[2]
        lines = f"GET {target} HTTP/1.1\r\nHost: {given}\r\nConnection: close\r\n\r\n"
        sock.sendall(lines.encode())
        return word(b"".join(iter(lambda: sock.recv(4096), b"")))

def direct(address, to):
    with socket.create_connection((address, to), 1):
        return "reached"

def name_of(name):
    return "known" if socket.getaddrinfo(name, 80) else "unknown"

def word(data):
    return "origin" if b"the origin" in data else "refused"

WAYS = {"tunnel": tunnel, "plain": plain, "direct": direct, "name": name_of}
for label, way, args in json.loads(open("cases.json").read()):
    began = time.monotonic()
    try:
        out[label] = WAYS[way](**args)
    except (OSError, ssl.SSLError) as error:
        out[label] = "refused"
    print(f"{time.monotonic() - began:.2f} s", label)
open("outcomes.json", "w").write(json.dumps(out))
"""
