// The keyboard: 0-9 and A-D are the box's keys, Backspace is *, Enter is #; T and a number taps a token, Shift+T
// a deed by its name.

import { $, $$ } from "./dom.js";
import { findDeed } from "./dialogs.js";
import { press, release, tap } from "./socket.js";
import { say } from "./wrong.js";
import { t } from "./words.js";

const NAMED = { Backspace: "*", Enter: "#" };
const held = new Map(); // key of the keyboard -> key of the box
let wasPointer = false; // the focus came by a click: then Enter is the key #, not another click
let token = false; // T was pressed, so the next digit is a player

function boxKey(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return /^[0-9A-D*#]$/.test(key) ? key : NAMED[key];
}

/** Does the key belong to something else: a text field, a dialog, a focused button? */
function isTaken(event) {
  if (document.body.classList.contains("looking")) return true;
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return true;
  if (event.target.matches("input, select, textarea")) return true;
  return event.key === "Enter" && !wasPointer && event.target.matches("button, summary, a");
}

function awaitToken(on) {
  token = on;
  say(on ? t("which-token") : "");
}

function down(event) {
  if (event.key === "Escape") {
    awaitToken(false);
    for (const menu of $$("details.menu[open]")) menu.open = false;
    document.activeElement.blur();
  }
  if (isTaken(event) || event.repeat) return;
  if (event.key === "T") return event.preventDefault(), findDeed();
  if (event.key === "t") return event.preventDefault(), awaitToken(true);
  if (token && /^[1-8]$/.test(event.key)) {
    event.preventDefault();
    awaitToken(false);
    tap(`token:${event.key}`);
    return;
  }
  awaitToken(false);
  const key = boxKey(event);
  if (!key) return;
  event.preventDefault();
  held.set(event.code, key);
  press(key);
}

function up(event) {
  const key = held.get(event.code);
  if (!key) return;
  held.delete(event.code);
  release(key);
}

export function start() {
  document.addEventListener("pointerdown", () => (wasPointer = true), true);
  document.addEventListener("keydown", (event) => event.key === "Tab" && (wasPointer = false), true);
  document.addEventListener("keydown", down);
  document.addEventListener("keyup", up);
  window.addEventListener("blur", () => {
    for (const key of held.values()) release(key);
    held.clear();
  });
}
