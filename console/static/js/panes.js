// Panes that scroll together: <div data-pane="pair">, while <input type=checkbox data-together="pair"> is ticked.
import { eachPart, fresh } from "./page.js";

function share(element) {
  const room = element.scrollHeight - element.clientHeight;
  return room > 0 ? element.scrollTop / room : 0;
}

eachPart((part) => {
  for (const pane of fresh(part, "[data-pane]", "Pane")) {
    pane.addEventListener("scroll", () => {
      const name = pane.dataset.pane;
      const toggle = document.querySelector(`[data-together="${name}"]`);
      if (!toggle || !toggle.checked || pane.dataset.led) return;
      for (const other of document.querySelectorAll(`[data-pane="${name}"]`)) {
        if (other === pane) continue;
        other.dataset.led = "yes";
        other.scrollTop = share(pane) * (other.scrollHeight - other.clientHeight);
        requestAnimationFrame(() => delete other.dataset.led);
      }
    });
  }
});
