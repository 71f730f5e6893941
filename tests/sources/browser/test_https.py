"""A page over TLS, in Chromium behind the proxy: what most pages of the web are."""

import base64
import io
import json
import ssl
import tarfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import docker
import pytest

from contracts.errors import FetchFailed
from contracts.settings import Settings
from sandboxes.egress import parse_egress
from sandboxes.sandbox import Labels
from sources.browser.browser import docker_browser
from tests.sandboxes.outside import Outside, outside_world

HOST, OTHER = "ir.test", "www.ir.test"
TRUSTING = "finrubric/browser-of-a-test"
NOTHING = b"""
version = 1
[[group]]
reason = "benchmark"
hosts = ["bench.test"]
"""


@contextmanager
def trusting(authority: str) -> Generator[str]:
    """A browser image that trusts one more authority, as an institution would make it."""
    der = base64.b64encode(ssl.PEM_cert_to_DER_cert(authority)).decode()
    policy = json.dumps({"CACertificates": [der]}).encode()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        entry = tarfile.TarInfo("etc/chromium/policies/managed/authority.json")
        entry.size, entry.mode = len(policy), 0o444
        tar.addfile(entry, io.BytesIO(policy))
    client = docker.from_env(timeout=60)
    container = client.containers.create("finrubric/browser:current", "true")
    try:
        assert container.put_archive("/", packed.getvalue())
        image = container.commit(repository=TRUSTING)
        yield str(image.id)
        client.images.remove(str(image.id))
    finally:
        container.remove(force=True)
        client.close()


@pytest.mark.slow
@pytest.mark.browser
async def test_a_page_over_tls_is_opened_and_its_certificate_is_checked(tmp_path: Path) -> None:
    with outside_world(HOST) as outside:
        outside.serve({"/": {"body": "Spent.", "headers": {"Content-Type": "text/plain"}}})
        with trusting((outside.folder / "authority.pem").read_text()) as image:
            await _is_opened(tmp_path, outside, image)


async def _is_opened(root: Path, outside: Outside, image: str) -> None:
    settings = replace(
        Settings(root / "data", None, "finrubric/agent:current", 10), browser_image=image
    )
    browser = await docker_browser(settings, parse_egress(NOTHING), outside=outside.network)
    browser = replace(browser, egress=replace(browser.egress, name_server=outside.address))
    async with browser.session(root / "work", Labels("run-test", "reviewer", 1, 1)) as opened:
        page = await opened.open(f"https://{HOST}/")
        assert (page.final_url, page.status, page.body) == (f"https://{HOST}/", 200, b"Spent.")
        # The same server under a name that its certificate does not have.
        with pytest.raises(FetchFailed, match="ERR_CERT_COMMON_NAME_INVALID"):
            _ = await opened.open(f"https://{OTHER}/")
    (line,) = [
        line for line in (await browser.egress.log(root / "work/proxy")).lines if line.host == HOST
    ]
    assert (line.method, line.sni, line.is_allowed) == ("CONNECT", HOST, True)
