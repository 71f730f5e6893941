// What the scripts of a page share.

/** Run a function over the page now, and over each part that is exchanged later. */
export function eachPart(run) {
  run(document);
  document.addEventListener("htmx:afterSettle", (event) => run(event.detail.elt));
}

/** Elements of a part that have not been seen by `mark` before. */
export function fresh(part, selector, mark) {
  const found = [...part.querySelectorAll(selector)];
  if (part instanceof Element && part.matches(selector)) found.unshift(part);
  return found.filter((element) => {
    const key = `seen${mark}`;
    if (element.dataset[key]) return false;
    element.dataset[key] = "yes";
    return true;
  });
}

/** Say something in the one live region, which readers of the screen hear. */
export function say(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

/** Post fields as a form of this page would; true when they were taken. */
export async function post(url, fields, { keepalive = false } = {}) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: fields,
      headers: { "x-csrf": document.body.dataset.csrf },
      redirect: "manual",
      credentials: "same-origin",
      keepalive,
    });
    return { taken: answer.ok || answer.type === "opaqueredirect", status: answer.status };
  } catch {
    return { taken: false, status: 0 };
  }
}
