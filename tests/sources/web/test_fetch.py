"""No spelling, redirect or answer of a resolver leads a fetch to the inside or a blocked host.

A canary listens on the loopback: every address that no server was given for leads to it, and it
must get no request. The positive controls show that both it and the origin can be reached.
"""

import asyncio
import gzip
import shutil
import ssl
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from contracts.errors import FetchFailed, FetchRefused
from contracts.fetching import FetchRule, Hop
from sandboxes.egress import load_egress
from sources.web.fetch import Ask, Bounds, Fetcher
from sources.web.network import Internet, is_public
from tests.servers.network import (
    OTHER,
    PUBLIC,
    Answering,
    Server,
    StubNetwork,
    moved,
    page,
    serve_raw,
)

BLOCKED = load_egress().hosts
AGENT = "finrubric-tests (tests@finrubric.test)"
GOOD = "www.sec.test"
BOUNDS = Bounds(total_s=5.0)

# Each spelling stands with the rule that refuses it; the rule shows that no other luck did.
SPELLINGS: tuple[tuple[str, FetchRule], ...] = (
    ("http://127.0.0.1/", FetchRule.IP_LITERAL),
    ("http://127.0.0.1:80/", FetchRule.IP_LITERAL),
    ("http://127.1/", FetchRule.IP_LITERAL),
    ("http://127.0.1/", FetchRule.IP_LITERAL),
    ("http://0/", FetchRule.IP_LITERAL),
    ("http://0.0.0.0/", FetchRule.IP_LITERAL),
    ("http://2130706433/", FetchRule.IP_LITERAL),
    ("http://2852039166/latest/meta-data/", FetchRule.IP_LITERAL),
    ("http://0x7f000001/", FetchRule.IP_LITERAL),
    ("http://0xA9FEA9FE/", FetchRule.IP_LITERAL),
    ("http://0x7f.1/", FetchRule.IP_LITERAL),
    ("http://127.0.0.0x1/", FetchRule.IP_LITERAL),
    ("http://0177.0.0.1/", FetchRule.IP_LITERAL),
    ("http://0251.0376.0251.0376/", FetchRule.IP_LITERAL),
    ("http://017700000001/", FetchRule.IP_LITERAL),
    ("http://127.0.0.1./", FetchRule.IP_LITERAL),
    ("http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/", FetchRule.IP_LITERAL),
    ("http://\uff11\uff12\uff17.\uff10.\uff10.\uff11/", FetchRule.IP_LITERAL),
    ("http://127\u30020\u30020\u30021/", FetchRule.IP_LITERAL),
    ("http://169.254.169.254/latest/meta-data/", FetchRule.IP_LITERAL),
    ("http://10.0.0.1/", FetchRule.IP_LITERAL),
    ("http://192.168.0.1/", FetchRule.IP_LITERAL),
    ("http://100.100.100.200/", FetchRule.IP_LITERAL),
    (f"http://{PUBLIC}/", FetchRule.IP_LITERAL),
    ("http://[::1]/", FetchRule.IP_LITERAL),
    ("http://[::]/", FetchRule.IP_LITERAL),
    ("http://[::ffff:127.0.0.1]/", FetchRule.IP_LITERAL),
    ("http://[::ffff:7f00:1]/", FetchRule.IP_LITERAL),
    ("http://[::127.0.0.1]/", FetchRule.IP_LITERAL),
    ("http://[64:ff9b::a9fe:a9fe]/", FetchRule.IP_LITERAL),
    ("http://[2002:a9fe:a9fe::]/", FetchRule.IP_LITERAL),
    ("http://[fe80::1%25eth0]/", FetchRule.IP_LITERAL),
    ("http://[fd00:ec2::254]/", FetchRule.IP_LITERAL),
    ("http://::1/", FetchRule.IP_LITERAL),
    ("http://localhost/", FetchRule.HOST_NAME),
    ("http://LOCALHOST./", FetchRule.HOST_NAME),
    ("http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/", FetchRule.HOST_NAME),
    ("http://metadata/", FetchRule.HOST_NAME),
    ("http://metadata.google.internal/", FetchRule.HOST_NAME),
    ("http://a.localhost/", FetchRule.HOST_NAME),
    ("http://printer.local/", FetchRule.HOST_NAME),
    (f"http://{GOOD}@127.0.0.1/", FetchRule.USERINFO),
    (f"http://{GOOD}:80@127.0.0.1/", FetchRule.USERINFO),
    (f"http://127.0.0.1@{GOOD}/", FetchRule.USERINFO),
    (f"http://{GOOD}\t.evil.test/", FetchRule.SPELLING),
    (f"http://{GOOD}\n/", FetchRule.SPELLING),
    (f"http://{GOOD}\\@127.0.0.1/", FetchRule.SPELLING),
    (f"http://127.0.0.1\\.{GOOD}/", FetchRule.SPELLING),
    ("http://127.0.0.1%00.sec.test/", FetchRule.SPELLING),
    ("http://%31%32%37.0.0.1/", FetchRule.SPELLING),
    ("http:///127.0.0.1/", FetchRule.SPELLING),
    ("http:127.0.0.1/", FetchRule.SPELLING),
    ("http://a..test/", FetchRule.SPELLING),
    ("http://-a.test/", FetchRule.SPELLING),
    ("http://a!b.test/", FetchRule.SPELLING),
    ("http:///", FetchRule.SPELLING),
    (f"http://{'a' * 64}.test/", FetchRule.SPELLING),
    (f"http://{GOOD}:22/", FetchRule.PORT),
    (f"http://{GOOD}:6379/", FetchRule.PORT),
    (f"http://{GOOD}:8080/", FetchRule.PORT),
    ("file:///etc/passwd", FetchRule.SCHEME),
    ("gopher://127.0.0.1:6379/_INFO", FetchRule.SCHEME),
    ("data:text/html,hello", FetchRule.SCHEME),
    ("ftp://ftp.sec.test/", FetchRule.SCHEME),
    ("javascript:alert(1)", FetchRule.SCHEME),
    ("https://huggingface.co/datasets/a", FetchRule.BLOCKED_HOST),
    ("https://HuggingFace.CO./a", FetchRule.BLOCKED_HOST),
    ("https://cdn-lfs.huggingface.co/a", FetchRule.BLOCKED_HOST),
    ("https://raw.githubusercontent.com/a", FetchRule.BLOCKED_HOST),
    ("https://\uff47\uff49\uff54\uff48\uff55\uff42.com/a", FetchRule.BLOCKED_HOST),
    ("https://a.hf.space/", FetchRule.BLOCKED_HOST),
    ("https://web.archive.org/web/2025/https://huggingface.co/a", FetchRule.NESTED_HOST),
    (f"https://{GOOD}/get?url=https%253A%252F%252Fgithub.com%252Fa", FetchRule.NESTED_HOST),
    (f"https://{GOOD}/get?u=HF.co%2Fa", FetchRule.NESTED_HOST),
)
INSIDE = (
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "192.0.0.192",
    "192.88.99.1",
    "198.18.0.1",
    "203.0.113.5",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:93.184.216.34",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2001:0:1::1",
    "2001:db8::1",
    "2002:a9fe:a9fe::",
    "fc00::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "no address",
)


@dataclass
class World:
    """A network with an origin and a canary, and a fetcher on it."""

    network: StubNetwork
    origin: Server
    canary: Server
    hops: list[Hop]
    fetcher: Fetcher


@asynccontextmanager
async def world(
    answer: Answering = lambda _: page(),
    bounds: Bounds = BOUNDS,
    **answers: tuple[tuple[str, ...], ...],
) -> AsyncGenerator[World]:
    hops: list[Hop] = []
    async with serve_raw(answer) as origin, serve_raw(lambda _: page("canary")) as canary:
        known = {GOOD: ((PUBLIC,),), "other.sec.test": ((OTHER,),)}
        named = {name.replace("_", "."): told for name, told in answers.items()}
        network = StubNetwork(
            canary.port, {PUBLIC: origin.port, OTHER: origin.port}, {**known, **named}
        )
        fetcher = Fetcher(
            BLOCKED, user_agent=AGENT, network=network, bounds=bounds, record=hops.append
        )
        yield World(network, origin, canary, hops, fetcher)


async def test_origin_and_canary_can_be_reached() -> None:
    async with world() as here:
        found = await here.fetcher.fetch(Ask(f"https://{GOOD}/a?b=%20c#d"))
        assert (found.body, found.url) == (b"hello", f"https://{GOOD}/a?b=%20c")
        request = here.origin.requests[0]
        assert (request.path, request.headers["host"]) == ("/a?b=%20c", GOOD)
        assert request.headers["user-agent"] == AGENT
        assert (here.network.lookups, here.network.dialled) == ([GOOD], [PUBLIC])
        assert here.network.names == [GOOD]
        assert [(hop.rule, hop.status, hop.addresses) for hop in here.hops] == [
            ("allowed", 200, (PUBLIC,))
        ]
        async with here.network.line() as line:  # past the policy, the inside answers
            _ = await line.handle_async_request(httpx2.Request("GET", "http://10.1.2.3/"))
        assert len(here.canary.requests) == 1


async def test_no_spelling_is_fetched_directly() -> None:
    async with world() as here:
        for url, rule in SPELLINGS:
            with pytest.raises(FetchRefused) as caught:
                _ = await here.fetcher.fetch(Ask(url))
            assert (url, caught.value.rule) == (url, rule)
        assert (here.network.lookups, here.network.dialled) == ([], [])
        assert (here.canary.requests, here.origin.requests) == ([], [])
        assert [hop.rule for hop in here.hops] == [rule for _, rule in SPELLINGS]


async def test_no_spelling_is_fetched_by_a_redirect() -> None:
    to: list[str] = []
    async with world(lambda _: moved(to[-1])) as here:
        count = 0
        for url, _ in SPELLINGS:
            if not url.isascii() or not url.isprintable():
                continue  # no header can hold it
            to.append(url)
            with pytest.raises(FetchRefused):
                _ = await here.fetcher.fetch(Ask(f"https://{GOOD}/"))
            count += 1
        assert here.canary.requests == []
        # What is no whole address is taken as a path of the same host, which redirects again.
        assert set(here.network.lookups) == {GOOD}
        assert count > 55


@pytest.mark.parametrize(
    "location", ["http://[::1", "//[", "http://[x]/", "https:\\\\127.0.0.1", ""]
)
async def test_a_redirect_that_cannot_be_read_is_refused(location: str) -> None:
    async with world(lambda _: moved(location)) as here:
        with pytest.raises(FetchRefused):
            _ = await here.fetcher.fetch(Ask(f"https://{GOOD}/"))
        assert here.canary.requests == []


async def test_no_name_that_answers_with_an_inside_address_is_fetched() -> None:
    async with world() as here:
        for inside in INSIDE:
            for told in ((inside,), (PUBLIC, inside), (inside, PUBLIC)):
                here.network.answers = {GOOD: (told,)}
                here.network.lookups.clear()
                with pytest.raises(FetchRefused) as caught:
                    _ = await here.fetcher.fetch(Ask(f"https://{GOOD}/"))
                assert (inside, caught.value.rule) == (inside, FetchRule.PRIVATE_ADDRESS)
                assert here.network.lookups == [GOOD]
        assert (here.canary.requests, here.origin.requests) == ([], [])


async def test_a_name_that_changes_its_answer_is_asked_once_per_hop() -> None:
    first = True

    def answer(_: object) -> bytes:
        nonlocal first
        was, first = first, False
        return moved("/again") if was else page("never")

    async with world(answer, rebind_test=((PUBLIC,), ("127.0.0.1",))) as here:
        with pytest.raises(FetchRefused) as caught:
            _ = await here.fetcher.fetch(Ask("https://rebind.test/"))
        assert caught.value.rule == FetchRule.PRIVATE_ADDRESS
        assert here.network.lookups == ["rebind.test", "rebind.test"]
        assert here.network.dialled == [PUBLIC]
        assert (len(here.origin.requests), here.canary.requests) == (1, [])


async def test_redirects_are_followed_to_the_fifth_and_no_further() -> None:
    left = 5

    def answer(request: object) -> bytes:
        nonlocal left
        left -= 1
        return moved("//other.sec.test/next", 307) if left >= 0 else page("end")

    async with world(answer) as here:
        found = await here.fetcher.fetch(Ask(f"https://{GOOD}/"))
        assert (found.body, found.url) == (b"end", "https://other.sec.test/next")
        assert [hop.status for hop in found.hops] == [307] * 5 + [200]
        left = 6
        with pytest.raises(FetchRefused, match="more than 5 redirects") as caught:
            _ = await here.fetcher.fetch(Ask(f"https://{GOOD}/"))
        assert caught.value.rule == FetchRule.TOO_MANY_REDIRECTS


async def test_a_request_with_a_key_follows_no_redirect() -> None:
    async with world(lambda _: moved("https://other.sec.test/")) as here:
        with pytest.raises(FetchRefused, match="more than 0 redirects"):
            _ = await here.fetcher.fetch(Ask(f"https://{GOOD}/", headers={"X-Key": "k"}))
        assert here.network.lookups == [GOOD]


async def test_proxies_of_the_environment_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    async with world() as here:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{here.canary.port}")
        _ = await here.fetcher.fetch(Ask(f"http://{GOOD}/"))
        assert here.canary.requests == []


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (page("x" * 2_001), "more than 2000 bytes"),
        (page("y", Content_Encoding="br"), "in the coding 'br'"),
        (page("no gzip", Content_Encoding="gzip"), "broken gzip"),
        (page("", Content_Encoding="gzip"), "gzip that ends early"),
        (b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", "answered 404"),
        (b"HTTP/1.1 304 No\r\n\r\n", "answered 304"),
        (b"nonsense\r\n\r\n", "did not answer: RemoteProtocolError"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", "did not answer"),
    ],
)
async def test_an_answer_that_is_not_whole_is_a_failure(answer: bytes, words: str) -> None:
    async with world(lambda _: answer, Bounds(max_bytes=2_000, total_s=5.0)) as here:
        with pytest.raises(FetchFailed, match=words):
            _ = await here.fetcher.fetch(Ask(f"https://{GOOD}/"))


async def test_gzip_is_undone_up_to_the_bound() -> None:
    def packed(size: int) -> bytes:
        body = gzip.compress(b"a" * size)
        head = f"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body

    size = 2_000
    async with world(lambda _: packed(size), Bounds(max_bytes=2_000, total_s=5.0)) as here:
        assert (await here.fetcher.fetch(Ask(f"https://{GOOD}/"))).body == b"a" * 2_000
        size = 50_000_000  # 50 KB on the wire
        with pytest.raises(FetchFailed, match="more than 2000 bytes"):
            _ = await here.fetcher.fetch(Ask(f"https://{GOOD}/"))


async def test_an_answer_that_never_ends_is_given_up() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"

    async with serve_raw(lambda _: head, holds=True) as slow:
        network = StubNetwork(slow.port, {PUBLIC: slow.port}, {GOOD: ((PUBLIC,),)})
        bounds = Bounds(total_s=0.3)
        fetcher = Fetcher(BLOCKED, user_agent=AGENT, network=network, bounds=bounds)
        with pytest.raises(FetchFailed, match=r"within 0\.3 s"):
            _ = await fetcher.fetch(Ask(f"https://{GOOD}/"))


def test_public_addresses_are_told_from_those_that_lead_inside() -> None:
    assert [text for text in INSIDE if is_public(text)] == []
    assert all(map(is_public, (PUBLIC, OTHER, "8.8.8.8", "2606:2800:220:1::1", "2a00:1450::1")))


async def test_the_name_goes_into_the_handshake_and_the_judged_address_is_dialled() -> None:
    """A first packet of TLS shows the name in clear; no certificate is needed to see it."""
    seen: list[bytes] = []

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.read(4_096))
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    async with server, Internet().line() as line:
        port = int(server.sockets[0].getsockname()[1])
        request = httpx2.Request(
            "GET", f"https://127.0.0.1:{port}/", extensions={"sni_hostname": GOOD}
        )
        with pytest.raises(httpx2.TransportError):
            _ = await line.handle_async_request(request)
    assert GOOD.encode() in seen[0]


async def test_the_machines_resolver_is_asked_for_all_addresses() -> None:
    assert "127.0.0.1" in await Internet().resolve("localhost", 80)
    with pytest.raises(FetchFailed, match="is not found"):
        _ = await Internet().resolve("no.such.name.invalid", 80)


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate of `GOOD` alone, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate, and is not here")
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", f"/CN={GOOD}", "-addext", f"subjectAltName=DNS:{GOOD}"]
    files = ["-keyout", str(key), "-out", str(cert)]
    _ = subprocess.run([*made.split(), *names, *files], check=True, capture_output=True)
    return cert, key


async def test_a_certificate_is_held_against_the_name_not_the_address(
    certificate: tuple[Path, Path],
) -> None:
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(*certificate)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _ = await reader.readuntil(b"\r\n\r\n")
        writer.write(page())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=own)
    trusted = ssl.create_default_context(cafile=str(certificate[0]))
    async with server:
        url = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        for name, is_right in ((GOOD, True), ("www.other.test", False)):
            async with Internet(trusted).line() as line:
                request = httpx2.Request("GET", url, extensions={"sni_hostname": name})
                if is_right:
                    found = await line.handle_async_request(request)
                    assert await found.aread() == b"hello"
                else:
                    with pytest.raises(httpx2.ConnectError, match="Hostname mismatch"):
                        _ = await line.handle_async_request(request)
