// One bubble beside one thing on the page, which it points at.

import { $, $$, el, renew } from "./dom.js";

const GAP = 14;
const EDGE = 8;
let target, again;

const visible = (element) => element.getClientRects().length > 0;

function inView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** The element for an input, if possible one that can be seen without scrolling. */
function find(input) {
  const elements = ["#keypad", "#hands", "#inputs", "#board"]
    .flatMap((place) => $$(`${place} [data-input="${input}"]`))
    .filter(visible);
  return elements.find(inView) ?? elements[0];
}

function place() {
  const bubble = $("#bubble");
  const keypad = target.closest("#keypad"); // beside the keys, not over them
  const spot = target.getBoundingClientRect();
  const around = (keypad ?? target).getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = bubble;
  const middle = spot.left + spot.width / 2;
  const across = Math.max(EDGE, Math.min(middle - wide / 2, document.documentElement.clientWidth - wide - EDGE));
  let side = "above";
  let left = across;
  let top = around.top - high - GAP;
  if (keypad && around.right + GAP + wide < innerWidth) {
    side = "right";
    left = around.right + GAP;
    top = spot.top + spot.height / 2 - high / 2;
  } else if (keypad || top < EDGE) {
    side = "below";
    top = around.bottom + GAP;
  }
  bubble.className = side;
  bubble.style.left = `${left + scrollX}px`;
  bubble.style.top = `${top + scrollY}px`;
  bubble.style.setProperty("--tip", `${Math.max(18, Math.min(middle - left, wide - 18))}px`);
}

export function hide() {
  $("#bubble").hidden = true;
  target?.classList.remove("pointed");
  target = undefined;
}

/** Show `text` beside the element for this input; `buttons` are [word, action]. */
export function point(input, text, buttons) {
  const bubble = $("#bubble");
  const next = find(input);
  if (!next) return hide();
  if (next !== target) target?.classList.remove("pointed");
  target = next;
  target.classList.add("pointed");
  if (bubble.dataset.text !== text || bubble.hidden) {
    bubble.dataset.text = text;
    renew(bubble, el("p", {}, text), buttons.map(([word, act]) => el("button", { onclick: act, "data-keep": word }, word)));
    bubble.hidden = false;
  }
  place();
  if (!inView(target)) target.scrollIntoView({ block: "center" });
}

export function start() {
  addEventListener("resize", () => {
    cancelAnimationFrame(again);
    again = requestAnimationFrame(() => target?.isConnected && place());
  });
}
