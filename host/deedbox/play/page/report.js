// The report of a game, in the page, and files of it to keep. A game in play has a report so far.

import { el, renew } from "./dom.js";
import { open } from "./dialogs.js";
import { lookWhere } from "./drive.js";
import { gameAddress, fetchSaves } from "./host.js";
import { balancesOpen, editionName, players, state } from "./game.js";
import { describe, goOn, listed, place } from "./my_games.js";
import { latest } from "./updates.js";
import { t } from "./words.js";
import { say } from "./wrong.js";

const saveLink = (game, form) => el("a", { class: "button", href: gameAddress(game, form, true), download: `deedbox-${game}.${form}` }, t(`save-${form}`));

const files = (game, forms) => el("div", { class: "files" }, forms.map((form) => saveLink(game, form)));

/** The report of this game, with its files. The game itself is handed out when it is over. */
export function show(game, over = true) {
  const frame = el("iframe", { class: "report", title: t("report"), src: gameAddress(game, "html"), sandbox: "allow-same-origin" });
  const note = el("p", { class: "soft", role: "status" }, t("report-comes"));
  frame.onload = () => note.remove();
  const forms = over ? ["html", "pdf", "json", "csv"] : ["html", "pdf"];
  const dialog = open(t(over ? "report" : "report-so-far"), files(game, forms), note, frame);
  dialog.classList.add("whole");
}

const isOver = () => (state()?.winners.length ?? 0) > 0;

/** The line of the game on the table, which is not over. */
function inPlay(close) {
  const names = players().map((one) => one.id);
  if (!balancesOpen()) return el("p", {}, t("report-later", { names: listed(names) }));
  const { game, edition } = latest.look;
  const button = el("button", { onclick: () => (close(), show(game, false)) }, t("report-so-far"));
  return el("ul", { class: "games" }, el("li", {}, el("span", {}, `${listed(names)}: ${editionName(edition)}`), button));
}

/** The game on the table if it is over, else a choice: that game so far, and games that are over. */
export async function ask() {
  if (isOver()) return show(latest.look.game);
  const saves = latest.hello?.on === "twin" ? await fetchSaves().catch((error) => (say(error.message), [])) : [];
  const finished = saves.filter((one) => one.over && one.names.length);
  const list = el("ul", { class: "games" });
  const dialog = open(t("report-and-export"), state() ? inPlay(() => dialog.close()) : "", finished.length ? list : el("p", {}, t("no-finished-games")));
  const go = (game) => async () => {
    dialog.close();
    if (place() !== "own") goOn(); // the box on the table makes the report
    await lookWhere((look) => look.screen && (latest.hello.on !== "twin" || place() === "own"));
    show(game);
  };
  renew(list, finished.map((one) => el("li", {}, el("span", {}, describe(one)), el("button", { onclick: go(one.game) }, t("report")))));
}
