// Follows one run: events tell that something happened, the page's own fragment says what.
// Without scripts the page is complete; it only has to be loaded again to be newer.

const QUIET_MS = 2000; // no more than one redraw, and one spoken sentence, in this time
const POLL_MS = 5000;
const MOST_FAULTS = 3;

function ages(root) {
  for (const place of root.querySelectorAll("[data-since]")) {
    const passed = Math.max(0, Math.round((Date.now() - Date.parse(place.dataset.since)) / 1000));
    place.textContent = passed < 90 ? `${passed} s` : passed < 5400
      ? `${Math.floor(passed / 60)} min` : `${Math.floor(passed / 3600)} h`;
  }
}

class Live {
  constructor(box) {
    this.box = box;
    this.spoken = document.getElementById(box.dataset.spoken);
    this.mode = document.getElementById(box.dataset.mode);
    this.word = box.dataset.word;
    this.faults = 0;
    this.timer = 0;
    this.drawn = 0;
  }

  start() {
    if (typeof EventSource !== "function") return this.poll();
    this.source = new EventSource(`${this.box.dataset.stream}?after=${this.box.dataset.seq}`);
    this.source.addEventListener("open", () => { this.faults = 0; this.say("live"); });
    this.source.addEventListener("run", () => this.redraw());
    this.source.addEventListener("state", (event) => {
      if (JSON.parse(event.data).word !== this.word) this.redraw();
    });
    this.source.addEventListener("end", () => { this.source.close(); this.say("ended"); this.redraw(); });
    this.source.addEventListener("login", () => { this.source.close(); location.reload(); });
    this.source.addEventListener("error", () => {
      this.faults += 1;
      if (this.source.readyState !== EventSource.CLOSED && this.faults < MOST_FAULTS) return;
      this.source.close();
      this.poll();
    });
  }

  poll() {
    this.say("polled");
    this.polling = setInterval(() => this.redraw(), POLL_MS);
  }

  say(mode) {
    if (this.mode) this.mode.textContent = this.mode.dataset[mode] || "";
  }

  redraw() {
    if (this.timer) return;
    const wait = Math.max(0, QUIET_MS - (Date.now() - this.drawn));
    this.timer = setTimeout(() => { this.timer = 0; this.drawn = Date.now(); this.draw(); }, wait);
  }

  async draw() {
    const answer = await fetch(this.box.dataset.fragment, { credentials: "same-origin" })
      .catch(() => null);
    if (!answer) return;
    if (answer.status === 401 || answer.status === 403) return location.reload();
    if (!answer.ok) return;
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = drawn.querySelector("[data-word]");
    if (!fresh) return;
    this.box.replaceChildren(...fresh.childNodes);
    const activity = this.box.querySelector("[data-activity]")?.textContent.trim() || "";
    if (this.spoken && this.spoken.textContent !== activity) this.spoken.textContent = activity;
    if (fresh.dataset.word !== this.word) this.changed(fresh);
  }

  // What can be done about the run has changed: the rest of the page is old.
  changed(fresh) {
    this.word = fresh.dataset.word;
    const typed = [...document.querySelectorAll("textarea, input[type=text]")]
      .some((field) => field.value !== field.defaultValue);
    const notice = document.getElementById(this.box.dataset.notice);
    if (typed && notice) notice.hidden = false;
    else location.reload();
  }
}

for (const box of document.querySelectorAll("[data-stream]")) new Live(box).start();
setInterval(() => ages(document), 1000);
