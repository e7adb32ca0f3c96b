// Which layout the window has room for: three columns, two, or tabs on a phone. The style sheet follows data-layout.

import { $$ } from "./dom.js";
import { onChange } from "./updates.js";

const TABS_BELOW = 1000; // CSS pixels
const TWO_BELOW = 1120;
const BIG_TWO_BELOW = 1900; // big letters need more room

export const layout = () => document.body.dataset.layout;

function choose() {
  const isBig = document.documentElement.classList.contains("big");
  const name = innerWidth < TABS_BELOW ? "tabs" : innerWidth < (isBig ? BIG_TWO_BELOW : TWO_BELOW) ? "two" : "three";
  if (name === layout()) return;
  document.body.dataset.layout = name;
  document.dispatchEvent(new Event("layout"));
}

/** In the layout with tabs: show this part. */
export function showTab(name) {
  document.body.dataset.tab = name;
  for (const button of $$("#tabs button")) button.setAttribute("aria-pressed", button.dataset.tab === name);
}

export function start() {
  addEventListener("resize", choose);
  onChange(["big"], choose);
  for (const button of $$("#tabs button")) button.onclick = () => showTab(button.dataset.tab);
  showTab("box");
  choose();
}
