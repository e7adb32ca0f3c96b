// Dialogs: find a deed by its name, the keyboard, how to build a box.

import { $, el } from "./dom.js";
import { tap } from "./socket.js";
import { edition } from "./game.js";
import { t } from "./words.js";

/** A dialog with a heading and a button that closes it; it is removed when closed. */
export function open(heading, ...content) {
  const close = el("button", { class: "close", "aria-label": t("close"), onclick: () => dialog.close() }, "\u00d7");
  const dialog = el("dialog", { "aria-labelledby": "dialog-h" }, el("h2", { id: "dialog-h" }, heading), close, ...content);
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function findDeed() {
  const deeds = edition()?.spaces.filter((one) => one.deed) ?? [];
  const list = el("ul", { class: "found", "aria-label": t("deeds") });
  const field = el("input", { type: "search", "aria-label": t("deed-name"), placeholder: t("deed-name"), autocomplete: "off" });
  const dialog = open(t("find-deed"), field, list);
  const choose = (one) => (dialog.close(), tap(`deed:${one.deed}`));
  const matches = () => {
    const query = field.value.trim().toLowerCase();
    return deeds.filter((one) => `${one.index} ${one.name}`.toLowerCase().includes(query));
  };
  const show = () =>
    list.replaceChildren(
      ...matches().map((one) => el("li", {}, el("button", { class: `deed group-${one.group}`, onclick: () => choose(one) }, el("i"), el("span", {}, `${one.index} ${one.name}`)))),
    );
  field.oninput = show;
  field.onkeydown = (event) => {
    if (event.key === "Enter" && matches().length) event.preventDefault(), choose(matches()[0]);
  };
  show();
  field.focus();
}

export function keys() {
  const rows = [["0-9 A-D", "keys-box"], ["\u232b", "keys-star"], ["\u21b5", "keys-hash"], ["T 1", "keys-token"], ["\u21e7 T", "keys-deed"], ["Esc", "keys-escape"]];
  open(t("keyboard"), el("table", { class: "keys" }, rows.map(([key, name]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, t(name))))));
}

export function build() {
  const parts = ["part-pico", "part-reader", "part-display", "part-keypad", "part-buzzer", "part-tags"];
  open(t("build-one"), el("p", {}, t("build-why")), el("ul", {}, parts.map((name) => el("li", {}, t(name)))), el("p", {}, t("build-where")));
}
