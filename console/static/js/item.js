// After the evidence pane was exchanged: the row or finding that it belongs to is the current one.
function mark(selected) {
  const [what, name] = (selected || "").split("=");
  for (const element of document.querySelectorAll("[data-finding], .row[data-row]")) {
    const own = what === "finding" ? element.dataset.finding : element.dataset.row;
    if (name !== undefined && own === name) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
  }
}

document.addEventListener("htmx:afterSettle", (event) => {
  const pane = document.getElementById("evidence");
  if (pane && event.detail.elt.id === "evidence") mark(pane.dataset.selected);
});
