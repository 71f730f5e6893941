// <form data-autosave="/items/1/draft"><output data-saved></output>: kept two seconds after typing.
import { eachPart, fresh, post } from "./page.js";

const PAUSE_MS = 2000;

function tell(form, text) {
  const place = form.querySelector("[data-saved]");
  if (place) place.textContent = text;
}

async function save(form, keepalive = false) {
  const fields = new FormData(form);
  for (const [name, value] of [...fields]) if (value instanceof File) fields.delete(name);
  let { taken, status } = await post(form.dataset.autosave, fields, { keepalive });
  // Browsers refuse to outlive a page with more than 64 KiB; such a form is sent the usual way.
  if (keepalive && status === 0) ({ taken, status } = await post(form.dataset.autosave, fields));
  const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  tell(form, taken ? `Draft saved at ${time}` : "The draft could not be saved");
}

eachPart((part) => {
  for (const form of fresh(part, "form[data-autosave]", "Autosave")) {
    let timer = 0;
    form.addEventListener("input", () => {
      clearTimeout(timer);
      tell(form, "");
      timer = setTimeout(() => { timer = 0; save(form); }, PAUSE_MS);
    });
    const stop = () => { clearTimeout(timer); timer = 0; };
    form.addEventListener("submit", stop);
    // Whoever follows a link within the pause loses nothing.
    addEventListener("pagehide", () => { if (timer) { stop(); save(form, true); } });
  }
});
