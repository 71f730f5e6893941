// What every page has: keys, countdowns, heartbeats, drafts, panes that scroll together.
// Pages work without any of it.
import "./js/keys.js";
import "./js/lease.js";
import "./js/draft.js";
import "./js/panes.js";
import { say } from "./js/page.js";

document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  say(status === 401 ? "You are logged out; load the page again." : `The server answered ${status}; load the page again.`);
});
document.addEventListener("htmx:sendError", () => say("The console does not answer; nothing was sent."));

// After a part was exchanged, its heading is where reading goes on. The part that went is no place.
document.addEventListener("htmx:afterSettle", (event) => {
  const heading = event.detail.elt.querySelector("[data-focus]");
  if (heading) heading.focus();
});
