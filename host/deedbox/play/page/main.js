// Puts the parts of the page together.

import * as board from "./board.js";
import * as book from "./book.js";
import * as dialogs from "./dialogs.js";
import * as display from "./display.js";
import { $, $$ } from "./dom.js";
import * as keyboard from "./keyboard.js";
import * as keypad from "./keypad.js";
import { on, told } from "./news.js";
import * as newgame from "./newgame.js";
import * as now from "./now.js";
import * as players from "./players.js";
import * as plug from "./plug.js";
import * as reader from "./reader.js";
import * as settings from "./settings.js";
import { connect } from "./socket.js";
import * as sound from "./sound.js";
import * as table from "./table.js";
import * as things from "./things.js";
import * as tour from "./tour.js";
import * as ways from "./ways.js";
import { t } from "./words.js";

for (const part of [table, display, keypad, reader, plug, now, board, players, things, book, sound, keyboard, tour, ways, newgame]) part.start();
settings.start(); // last: with the language everything is drawn for the first time

const GO = { keys: dialogs.keys, build: dialogs.build, new: newgame.ask, demo: ways.demo, watch: ways.watch, stay: tour.end };
for (const button of $$("[data-go]")) button.onclick = () => GO[button.dataset.go]();
for (const button of $$("button.drawer")) {
  button.onclick = () => button.setAttribute("aria-expanded", button.getAttribute("aria-expanded") !== "true");
}
document.addEventListener("click", ({ target }) => {
  for (const menu of $$("details.menu[open]")) if (!menu.contains(target) || target.closest("button")) menu.open = false;
});

table.onGame(() => ($("#book").hidden = !table.state()));
on(["look"], () => ($("#table").hidden = !table.edition() && told.look?.screen !== "starts"));
on(["wrong"], () => ($("#wrong").textContent = told.wrong));
on(["hello", "look", "language"], () => {
  $("#port").textContent = t("port-is", { port: told.hello?.port ?? "" });
  const edition = table.edition();
  $("#where").textContent = edition ? edition.name + (told.hello?.demo ? `, ${t("demo-game")}` : "") : "";
});

// A box that may only be looked at takes nothing: what cannot be done is not offered.
on(["hello", "control"], (news) => {
  const mine = news.control ?? told.hello.control;
  for (const part of ["#keypad", "#reader", "#hands-in", "#middle", "#inputs"]) $(part).inert = !mine;
  document.body.classList.toggle("looking", !mine);
});

connect(display.show);
