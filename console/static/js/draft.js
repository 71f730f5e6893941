// <form data-autosave="/items/1/draft"><output data-saved></output>: kept two seconds after typing.
import { eachPart, fresh, post } from "./page.js";

const PAUSE_MS = 2000;

function tell(form, text) {
  const place = form.querySelector("[data-saved]");
  if (place) place.textContent = text;
}

async function save(form) {
  const fields = new FormData(form);
  for (const [name, value] of [...fields]) if (value instanceof File) fields.delete(name);
  const { taken } = await post(form.dataset.autosave, fields);
  const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  tell(form, taken ? `Draft saved at ${time}` : "The draft could not be saved");
}

eachPart((part) => {
  for (const form of fresh(part, "form[data-autosave]", "Autosave")) {
    let timer = 0;
    form.addEventListener("input", () => {
      clearTimeout(timer);
      tell(form, "");
      timer = setTimeout(() => save(form), PAUSE_MS);
    });
    form.addEventListener("submit", () => clearTimeout(timer));
  }
});
