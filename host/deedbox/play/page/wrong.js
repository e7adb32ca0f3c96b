// A request that could not be done: a red sentence, which goes away with the next thing that happens.

import { $ } from "./dom.js";
import { onChange, latest } from "./updates.js";

const LASTS_MS = 5000;
let later;

export function say(text) {
  clearTimeout(later);
  $("#wrong").textContent = text;
  if (text) later = setTimeout(say, LASTS_MS, "");
}

export function start() {
  let picture;
  onChange(["wrong"], () => say(latest.wrong));
  onChange(["look"], () => {
    if (latest.look?.picture !== picture) say("");
    picture = latest.look?.picture;
  });
}
