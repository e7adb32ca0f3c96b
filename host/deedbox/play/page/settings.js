// What this browser remembers: looks and language, nothing of the game.

import { $ } from "./dom.js";
import { tell } from "./news.js";
import { speak } from "./words.js";

const PLACE = "deedbox";
const DEFAULTS = { sound: true, teach: false, big: false, theme: "", language: "", toured: false };

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
}

/** Set a property, and it is remembered. */
export const kept = new Proxy({ ...DEFAULTS, ...remembered() }, {
  set(all, name, value) {
    all[name] = value;
    localStorage.setItem(PLACE, JSON.stringify(all));
    return true;
  },
});

function dress() {
  const root = document.documentElement;
  if (kept.theme) root.dataset.theme = kept.theme;
  else delete root.dataset.theme;
  root.classList.toggle("big", kept.big);
}

export function start() {
  speak(kept.language || navigator.language.slice(0, 2));
  dress();
  $("#language").value = document.documentElement.lang;
  $("#language").onchange = ({ target }) => speak((kept.language = target.value));
  $("#theme").value = kept.theme;
  $("#theme").onchange = ({ target }) => {
    kept.theme = target.value;
    dress();
  };
  for (const name of ["big", "teach"]) {
    $(`#${name}`).checked = kept[name];
    $(`#${name}`).onchange = ({ target }) => {
      kept[name] = target.checked;
      dress();
      tell({ [name]: target.checked });
    };
  }
}
