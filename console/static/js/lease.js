// A claim that runs out: <time data-countdown="2026-01-09T12:15:00+00:00" data-warn="120">, and
// <form data-heartbeat="/items/1/renew" data-lease="900">, which is renewed while somebody looks.
import { eachPart, fresh, post, say } from "./page.js";

const BEAT_MS = 60_000;

function left(until) {
  const seconds = Math.max(0, Math.round((until - Date.now()) / 1000));
  return { seconds, text: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` };
}

function show(element) {
  const { seconds, text } = left(Date.parse(element.dataset.countdown));
  element.textContent = seconds ? `${text} left` : element.dataset.over || "run out";
  const warn = Number(element.dataset.warn || 0);
  const isLate = seconds <= warn;
  if (isLate && !element.classList.contains("late") && seconds && element.dataset.warning) say(element.dataset.warning);
  element.classList.toggle("late", isLate);
}

async function beat(element) {
  if (document.visibilityState !== "visible" || !element.isConnected) return;
  const fields = new FormData(element instanceof HTMLFormElement ? element : undefined);
  const { taken, status } = await post(element.dataset.heartbeat, fields);
  if (taken) {
    const until = new Date(Date.now() + Number(element.dataset.lease) * 1000).toISOString();
    for (const clock of document.querySelectorAll("[data-countdown][data-renewed]")) clock.dataset.countdown = until;
  } else if (status === 409) {
    say("Somebody else has this item now. What you typed is kept here; copy it, then load the page again.");
  } else {
    say("Your claim could not be renewed; the console does not answer.");
  }
}

eachPart((part) => {
  for (const element of fresh(part, "[data-countdown]", "Countdown")) {
    show(element);
    const timer = setInterval(() => (element.isConnected ? show(element) : clearInterval(timer)), 1000);
  }
  for (const element of fresh(part, "[data-heartbeat]", "Heartbeat")) {
    const timer = setInterval(() => (element.isConnected ? beat(element) : clearInterval(timer)), BEAT_MS);
  }
});
