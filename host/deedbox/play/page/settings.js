// What this browser remembers: looks, language and the names of the players, nothing of the game.

import { $ } from "./dom.js";
import { publish } from "./updates.js";

const PLACE = "deedbox";
const DEFAULTS = { sound: true, teach: false, big: false, theme: "", language: "", toured: false, players: [] };

function load() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
}

/** Setting a property stores it. */
export const settings = new Proxy({ ...DEFAULTS, ...load() }, {
  set(all, name, value) {
    all[name] = value;
    localStorage.setItem(PLACE, JSON.stringify(all));
    return true;
  },
});

function applyLook() {
  const root = document.documentElement;
  if (settings.theme) root.dataset.theme = settings.theme;
  else delete root.dataset.theme;
  root.classList.toggle("big", settings.big);
}

export function start() {
  applyLook();
  $("#theme").value = settings.theme;
  $("#theme").onchange = ({ target }) => {
    settings.theme = target.value;
    applyLook();
  };
  for (const name of ["big", "teach"]) {
    $(`#${name}`).checked = settings[name];
    $(`#${name}`).onchange = ({ target }) => {
      settings[name] = target.checked;
      applyLook();
      publish({ [name]: target.checked });
    };
  }
}
