// The supply: pulled at once, or in the middle of the next write.

import { $ } from "./dom.js";
import { on, told } from "./news.js";
import { wish } from "./socket.js";
import { t } from "./words.js";

export function start() {
  $("#plug").onclick = () => wish({ do: "plug", in: !told.power });
  $("#cut").onclick = () => wish({ do: "cut" });
  on(["power", "armed", "hello", "language"], () => {
    $("#supply").hidden = !["twin", "chip"].includes(told.hello?.on);
    $("#plug").textContent = t(told.power ? "pull-plug" : "plug-in");
    $("#plug").classList.toggle("off", !told.power);
    $("#cut").disabled = !told.power || told.armed;
    $("#cut").textContent = t(told.armed ? "armed" : "cut");
    $("#box").classList.toggle("dead", !told.power);
  });
}
