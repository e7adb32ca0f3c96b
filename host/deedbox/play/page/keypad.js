// The keys of the box. Those that mean something now carry the word that the box has for them.

import { $, $$, el } from "./dom.js";
import { on, told } from "./news.js";
import { press, release } from "./socket.js";
import { t } from "./words.js";

const LAYOUT = "123A456B789C*0#D";
const SPOKEN = { "*": "star", "#": "hash" };

function button(key) {
  const made = el("button", { "data-input": `key:${key}`, "data-key": key }, el("b", {}, key), el("small"));
  if (!/\d/.test(key)) made.classList.add("letter");
  let down = false;
  made.onpointerdown = (event) => {
    if (event.button) return;
    made.setPointerCapture(event.pointerId);
    down = true;
    press(key);
  };
  made.onpointerup = made.onpointercancel = () => {
    if (down) release(key);
    down = false;
  };
  made.onclick = (event) => {
    if (event.detail) return; // by a pointer: pressed and let go already
    press(key);
    release(key);
  };
  return made;
}

/** The word that the box has for a key now; empty where the key says all. */
export function word(key) {
  const found = told.look?.inputs.find(([name]) => name === key)?.[1] ?? "";
  return found === key ? "" : found;
}

function dress() {
  const legal = new Set(told.look?.inputs.map(([key]) => key));
  for (const made of $$("#keypad button")) {
    const key = made.dataset.key;
    made.classList.toggle("legal", legal.has(key));
    made.classList.toggle("down", told.key === key);
    $("small", made).textContent = word(key);
    made.setAttribute("aria-label", `${t("key")} ${SPOKEN[key] ? t(SPOKEN[key]) : key} ${word(key)}`.trim());
  }
}

export function start() {
  $("#keypad").append(...[...LAYOUT].map(button));
  on(["look", "key", "language"], dress);
}
