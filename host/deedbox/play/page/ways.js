// Where one can go from here: the demo, a game of one's own, players who play by themselves.

import { wish } from "./socket.js";
import { kept } from "./settings.js";

export function demo() {
  kept.toured = false;
  wish({ do: "open", box: "demo" });
}

export const own = () => wish({ do: "open", box: "own" });
