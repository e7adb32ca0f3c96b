// The reader. A click on a tag taps it; a tag that is dragged here stays until it is taken away.

import { $, el, renew } from "./dom.js";
import { onChange, latest } from "./updates.js";
import { nameOf } from "./game.js";
import { tap, request } from "./socket.js";
import { t } from "./words.js";

const KIND = "text/x-deedbox-tag";

/** Make a button a tag: a click taps it, dragging puts it on the reader. */
export function tag(button, name) {
  button.dataset.input = button.dataset.keep = name;
  button.draggable = true;
  button.onclick = () => tap(name);
  button.ondragstart = (event) => {
    event.dataTransfer.setData(KIND, name);
    event.dataTransfer.setData("text/plain", name);
    event.dataTransfer.effectAllowed = "move";
  };
  return button;
}

export function start() {
  const reader = $("#reader");
  reader.ondragover = (event) => {
    if (![...event.dataTransfer.types].includes(KIND)) return;
    event.preventDefault();
    reader.classList.add("over");
  };
  reader.ondragleave = () => reader.classList.remove("over");
  reader.ondrop = (event) => {
    event.preventDefault();
    reader.classList.remove("over");
    const name = event.dataTransfer.getData(KIND);
    if (name) request({ do: "put", tag: name });
  };
  onChange(["reader", "look", "language"], () => {
    reader.classList.toggle("busy", latest.reader.length > 0);
    const lying = latest.reader.map((name) =>
      el(
        "button",
        { "data-keep": name, onclick: () => request({ do: "lift", tag: name }), "aria-label": t("lift", { what: nameOf(name) }) },
        nameOf(name),
      ),
    );
    renew($("#lying"), lying);
  });
}
