// The reader: where tags are dropped and lie. A click on a tag taps it; dragged here it stays until taken away.

import { $, el, renew } from "./dom.js";
import { on, told } from "./news.js";
import { nameOf } from "./table.js";
import { tap, wish } from "./socket.js";
import { t } from "./words.js";

const KIND = "text/x-deedbox-tag";

/** Make a button a tag: click taps, drag puts it on the reader. */
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
    if (name) wish({ do: "put", tag: name });
  };
  on(["reader", "look", "language"], () => {
    reader.classList.toggle("busy", told.reader.length > 0);
    const lying = told.reader.map((name) =>
      el(
        "button",
        { "data-keep": name, onclick: () => wish({ do: "lift", tag: name }), "aria-label": t("lift", { what: nameOf(name) }) },
        nameOf(name),
      ),
    );
    renew($("#lying"), lying);
  });
}
