// The keys of the box. Those that do something now show the word of the box for them.

import { $, $$, el } from "./dom.js";
import { onChange, latest } from "./updates.js";
import { press, release } from "./socket.js";
import { t } from "./words.js";

const LAYOUT = "123A456B789C*0#D";
const SPOKEN = { "*": "star", "#": "hash" };

function button(key) {
  const element = el("button", { "data-input": `key:${key}`, "data-key": key }, el("b", {}, key), el("small"));
  if (!/\d/.test(key)) element.classList.add("letter");
  let down = false;
  element.onpointerdown = (event) => {
    if (event.button) return;
    element.setPointerCapture(event.pointerId);
    down = true;
    press(key);
  };
  element.onpointerup = element.onpointercancel = () => {
    if (down) release(key);
    down = false;
  };
  element.onclick = (event) => {
    if (event.detail) return; // a pointer has pressed and released it already
    press(key);
    release(key);
  };
  return element;
}

/** The word of the box for a key now; empty if it is the key itself. */
export function word(key) {
  const label = latest.look?.inputs.find(([name]) => name === key)?.[1] ?? "";
  return label === key ? "" : label;
}

function update() {
  const legal = new Set(latest.look?.inputs.map(([key]) => key));
  for (const element of $$("#keypad button")) {
    const key = element.dataset.key;
    element.classList.toggle("legal", legal.has(key));
    element.classList.toggle("down", latest.key === key);
    $("small", element).textContent = word(key);
    element.setAttribute("aria-label", `${t("key")} ${SPOKEN[key] ? t(SPOKEN[key]) : key} ${word(key)}`.trim());
  }
}

export function start() {
  $("#keypad").append(...[...LAYOUT].map(button));
  onChange(["look", "key", "language"], update);
}
