// Where one can go from here: the demo, a game of one's own, players who play by themselves.

import { $ } from "./dom.js";
import { on, told } from "./news.js";
import { kept } from "./settings.js";
import { wish } from "./socket.js";
import { end } from "./tour.js";

export function demo() {
  kept.toured = false;
  wish({ do: "open", box: "demo", anew: true });
}

/** They play on the demo's box, never in a game that somebody else plays. */
export function watch() {
  end();
  wish({ do: "watch", on: !told.watch?.on, speed: told.watch?.speed ?? 3 });
}

export function start() {
  $("#speed").onchange = ({ target }) => wish({ do: "watch", on: true, speed: Number(target.value) });
  on(["watch"], () => {
    $("#watching").hidden = !told.watch.on;
    $("#speed").value = told.watch.speed;
  });
}
