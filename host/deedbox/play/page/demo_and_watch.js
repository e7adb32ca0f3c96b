// The demo, and players who play by themselves.

import { $ } from "./dom.js";
import { onChange, latest } from "./updates.js";
import { settings } from "./settings.js";
import { request } from "./socket.js";
import { end } from "./tour.js";

export function demo() {
  settings.toured = false;
  request({ do: "open", box: "demo", fresh: true });
}

/** They play on the box of the demo, never in a game of people. */
export function watch() {
  end();
  request({ do: "watch", on: !latest.watch?.on, speed: latest.watch?.speed ?? 3 });
}

export function start() {
  $("#speed").onchange = ({ target }) => request({ do: "watch", on: true, speed: Number(target.value) });
  onChange(["watch"], () => {
    $("#watching").hidden = !latest.watch.on;
    $("#speed").value = latest.watch.speed;
  });
}
