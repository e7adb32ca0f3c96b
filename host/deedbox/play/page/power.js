// The plug of the box: pulled now, or in the middle of the next write.

import { $ } from "./dom.js";
import { onChange, latest } from "./updates.js";
import { request } from "./socket.js";
import { t } from "./words.js";

export function start() {
  $("#plug").onclick = () => request({ do: "plug", in: !latest.power });
  $("#cut").onclick = () => request({ do: "cut" });
  onChange(["power", "armed", "hello", "language", "connected"], () => {
    $("#supply").hidden = !["twin", "chip"].includes(latest.hello?.on);
    $("#plug").textContent = t(latest.power ? "pull-plug" : "plug-in");
    $("#plug").classList.toggle("off", !latest.power);
    $("#cut").disabled = !latest.power || latest.armed;
    $("#cut").textContent = t(latest.armed ? "armed" : "cut");
    const isLost = latest.connected === false;
    document.body.classList.toggle("no-power", latest.power === false);
    document.body.classList.toggle("lost", isLost);
    $("#dark-glass").textContent = isLost ? t("lost-short") : latest.power === false ? t("off-short") : "";
  });
}
