"""What runs beside Chromium in its container: opens one page and writes down what it saw.

The page may do what it likes to the browser, so nothing of this is believed: the host reads the
files as an agent's, and what was reached is told by the proxy.
"""

ASK = "ask.json"
RESULT = "result.json"
BODY = "body.bin"
TEXT = "text.txt"
SCREENSHOT = "screenshot.png"

FEATURES_OFF = (
    # What Playwright turns off, which an argument of one's own replaces.
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades",
    "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints",
    "PaintHolding", "PreconnectToSearch", "SkipListAccountsWithoutGaiaCookies",
    "ThirdPartyStoragePartitioning",
    # More that the browser would ask by itself.
    "DialMediaRouteProvider", "DsePreload2", "PreconnectFromKeyedService",
    "PrewarmDefaultSearchEngine", "SearchEnginePreconnect2", "SearchEnginePreconnector",
    "SearchPrefetchServicePrefetching", "Translate",
)  # fmt: skip

OPENER = r"""
import base64, json, sys, time
from pathlib import Path

sys.path.insert(0, "/opt/playwright")
from playwright.sync_api import Error, sync_playwright

ASK = json.loads(Path("ask.json").read_text())
ARGUMENTS = [
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-domain-reliability", "--no-pings", "--disable-quic", "--disable-gpu",
    "--disable-features=" + ",".join(ASK["features_off"]),
]
CUT = 2000
ENDED = "the browser ended while it was open"
AGAIN = "\n".join([
    "async () => {",
    '  const answer = await fetch(location.href, {cache: "force-cache"});',
    '  const bytes = new Uint8Array(await answer.arrayBuffer());',
    '  let text = "";',
    '  for (let at = 0; at < bytes.length; at += 32768)',
    '    text += String.fromCharCode(...bytes.subarray(at, at + 32768));',
    '  return btoa(text);',
    '}',
])

class Unfit(Exception):
    pass

def clean(text, most=CUT):
    return "".join(sign for sign in text if sign.isprintable())[:most]

def address(text):
    # One that is cut stays longer than any that the host takes.
    return clean(text, ASK["longest_url"] + 1)

def tell(said, asked):
    said = said | {"asked": asked[: ASK["most_asked"] + 1]}
    Path("result.json").write_text(json.dumps(said))

def visited(page, downloads, answers):
    failed, response = "", None
    try:
        response = page.goto(ASK["url"], wait_until="load", timeout=ASK["timeout_ms"])
        page.wait_for_timeout(ASK["settle_ms"])
    except Error as error:
        failed = clean(str(error).split("\n")[0])
        end = time.monotonic() + 2
        while "Download is starting" in failed and not downloads and time.monotonic() < end:
            page.wait_for_timeout(50)
    response = response or (answers[-1] if answers else None)
    if response is None:
        return {"failed": failed or "the page gave no answer"}
    said = described(response)
    try:
        if not failed:
            return said | kept(page, response, answers)
        if file := own_file(response, downloads):
            write("body.bin", Path(file.path()).read_bytes())
            return said | {"title": ""}
    except (Error, Unfit) as error:
        failed = clean(str(error).split("\n")[0])
    return said | {"failed": failed}

def own_file(response, downloads):
    # A script can start others, whose bytes are not of this address.
    return next((found for found in downloads if found.url == response.url), None)

def kept(page, response, answers):
    require_stayed(response, answers)
    write("body.bin", body_of(page, response))
    title = seen(page)
    require_stayed(response, answers)
    return {"title": title}

def require_stayed(response, answers):
    if answers[-1] != response:
        raise Unfit("it leads on to another page by itself: " + clean(answers[-1].url))

def write(name, data):
    if len(data) > ASK["most_bytes"]:
        raise Unfit(f"it has more than {ASK['most_bytes']} bytes")
    Path(name).write_bytes(data)

def body_of(page, response):
    if "application/pdf" not in response.headers.get("content-type", ""):
        return response.body()
    # Of a PDF the browser gives out its own viewer; the page's own fetch has the file.
    return base64.b64decode(page.evaluate(AGAIN))

def described(response):
    chain, request = [], response.request.redirected_from
    while request:
        answer = request.response()
        chain.insert(0, {"url": address(request.url), "status": answer.status if answer else 0})
        request = request.redirected_from
    headers = response.headers
    return {
        "final_url": address(response.url),
        "status": response.status,
        "redirects": chain,
        "media_type": clean(headers.get("content-type", "")),
        "last_modified": clean(headers.get("last-modified", "")),
        "memento": clean(headers.get("memento-datetime", "")),
    }

def seen(page):
    text = page.evaluate("document.body ? document.body.innerText : ''")
    write("text.txt", text.encode(errors="replace"))
    title = clean(page.title())
    height = page.evaluate("document.documentElement ? document.documentElement.scrollHeight : 0")
    try:
        page.set_viewport_size({"width": 1280, "height": max(720, min(int(height), 8000))})
        page.screenshot(path="screenshot.png", timeout=15000)
    except Error:
        pass  # a page that never stands still has no picture
    return title

def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", headless=True, args=ARGUMENTS,
            # What the browser asks for by itself goes nowhere; only the page has the way out.
            proxy={"server": "http://127.0.0.1:9"},
        )
        context = browser.new_context(
            proxy={"server": ASK["proxy"]},
            viewport={"width": 1280, "height": 1600}, locale="en-US", timezone_id="UTC",
            service_workers="block", accept_downloads=True,
            **({"user_agent": ASK["agent"]} if ASK["agent"] else {}),
        )
        page = context.new_page()
        downloads, answers, asked = [], [], []
        page.on("download", lambda found: downloads.append(found))

        def led(request):
            if request.is_navigation_request() and request.frame == page.main_frame:
                asked.append(address(request.url))
                tell({"failed": ENDED}, asked)

        page.on("request", led)
        page.on("response", lambda r: answers.append(r)
                if r.request.is_navigation_request() and r.frame == page.main_frame else None)
        # From here on it is the page that can end the browser.
        tell({"failed": ENDED}, asked)
        tell(visited(page, downloads, answers), asked)
        browser.close()

main()
"""
