// A request that could not be done: a red sentence, which goes away with the next thing that happens.

import { $ } from "./dom.js";
import { onChange, latest } from "./updates.js";

const LASTS_MS = 5000;
const READ_MS = 1500; // so long it stays in any case
let later, since;

export function say(text) {
  clearTimeout(later);
  $("#wrong").textContent = text;
  since = performance.now();
  if (text) later = setTimeout(say, LASTS_MS, "");
}

export function start() {
  let picture;
  onChange(["wrong"], () => say(latest.wrong));
  onChange(["look"], () => {
    if (latest.look?.picture !== picture && $("#wrong").textContent) {
      clearTimeout(later);
      later = setTimeout(say, Math.max(0, since + READ_MS - performance.now()), "");
    }
    picture = latest.look?.picture;
  });
}
