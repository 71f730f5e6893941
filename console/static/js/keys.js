// Keys, from the one table of the server: <body data-keys='{"j": "next-row"}'>.
// An element with data-key="ACTION" is clicked, or gets the cursor; a section gets the focus.

const TYPING = "input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]), textarea, select, [contenteditable]";
const ALWAYS = new Set(["submit", "close"]);
const actions = JSON.parse(document.body.dataset.keys || "{}");
const dialog = document.getElementById("keys");

function named(event) {
  return event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key;
}

function isVisible(element) {
  return !element.disabled && element.getClientRects().length > 0;
}

function use(element) {
  if (element.matches(`${TYPING}, section`)) {
    element.focus();
    if (element.scrollIntoView) element.scrollIntoView({ block: "nearest" });
  } else {
    element.click();
  }
}

function move(step) {
  const rows = [...document.querySelectorAll("[data-row]")].filter(isVisible);
  if (!rows.length) return false;
  const here = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement) || row.getAttribute("aria-current") === "true");
  const next = rows[Math.min(rows.length - 1, Math.max(0, here + step))];
  const target = next.matches("a, button, [tabindex]") ? next : next.querySelector("a, button") || next;
  target.focus();
  target.scrollIntoView({ block: "nearest" });
  return true;
}

function close() {
  if (dialog && dialog.open) return dialog.close();
  const menu = document.querySelector("details.menu[open]");
  if (menu) menu.open = false;
  else if (document.activeElement && document.activeElement.matches(TYPING)) document.activeElement.blur();
}

function perform(action) {
  if (action === "keys") return dialog && dialog.showModal(), true;
  if (action === "close") return close(), true;
  if (action === "next-row") return move(1);
  if (action === "previous-row") return move(-1);
  const typed = document.activeElement && document.activeElement.closest("form");
  const scope = action === "submit" && typed ? typed : document;
  const element = [...scope.querySelectorAll(`[data-key~="${action}"]`)].find(isVisible);
  if (!element) return false;
  use(element);
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.isComposing || event.repeat) return;
  const action = Object.hasOwn(actions, named(event)) ? actions[named(event)] : undefined;
  if (!action) return;
  if (event.target.matches(TYPING) && !ALWAYS.has(action)) return;
  if (dialog && dialog.open && action !== "close") return;
  if (perform(action) && action !== "close") event.preventDefault();
});

for (const button of document.querySelectorAll(".keys-button")) {
  button.hidden = false;
  button.addEventListener("click", () => dialog && dialog.showModal());
}
