// Puts the parts of the page together.

import * as tableView from "./table_view.js";
import * as dialogs from "./dialogs.js";
import * as display from "./display.js";
import { $, $$ } from "./dom.js";
import * as layout from "./layout.js";
import * as logView from "./log_view.js";
import * as keyboard from "./keyboard.js";
import * as keypad from "./keypad.js";
import { onChange, latest } from "./updates.js";
import * as moments from "./moments.js";
import * as news from "./news.js";
import * as drive from "./drive.js";
import * as language from "./language.js";
import * as myGames from "./my_games.js";
import * as newGame from "./new_game.js";
import * as now from "./now.js";
import * as players from "./players.js";
import * as power from "./power.js";
import * as reader from "./reader.js";
import * as stage from "./stage.js";
import * as settings from "./settings.js";
import { connect } from "./socket.js";
import * as sound from "./sound.js";
import * as game from "./game.js";
import * as diceAndDecks from "./dice_and_decks.js";
import * as tour from "./tour.js";
import * as report from "./report.js";
import * as watch from "./watch.js";
import * as wrong from "./wrong.js";
import { t } from "./words.js";

for (const part of [layout, game, display, keypad, reader, power, wrong, now, moments, stage, tableView, players, diceAndDecks, news, logView, sound, keyboard, tour, drive, myGames, watch, settings]) part.start();
language.start(); // last: setting the language draws everything for the first time

const GO = { keys: dialogs.keys, build: dialogs.build, new: newGame.ask, continue: myGames.goOn, kept: myGames.kept, demo: myGames.demo, watch: watch.ask, pause: watch.pause, report: report.ask, stay: tour.end };
document.addEventListener("click", ({ target }) => {
  const go = target.closest?.("[data-go]")?.dataset.go;
  if (go) GO[go]();
  for (const menu of $$("details.menu[open]")) if (!menu.contains(target) || target.closest("button")) menu.open = false;
});

// An open menu lies on the board; nobody hits a half covered space by mistake, the click closes the menu.
document.addEventListener("toggle", ({ target }) => target.matches?.("details.menu") && ($("#ring").inert = $$("details.menu[open]").length > 0), true);

onChange(["hello", "look", "language"], () => {
  $("#port").textContent = t("port-is", { port: latest.hello?.port ?? "" });
});

// A box without remote control takes no input, so nothing is offered.
onChange(["hello", "control"], (update) => {
  const mine = update.control ?? latest.hello.control;
  for (const part of ["#keypad", "#reader", "#hands-in", "#bank-in", "#centre", "#inputs", "#moment"]) $(part).inert = !mine;
  document.body.classList.toggle("looking", !mine);
});

connect(display.show);
