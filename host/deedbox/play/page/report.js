// The report of a game that is over, in the page, and files of it to keep.

import { el, renew } from "./dom.js";
import { open } from "./dialogs.js";
import { lookWhere } from "./drive.js";
import { gameAddress, fetchSaves } from "./host.js";
import { players, state } from "./game.js";
import { describe, goOn, listed, place } from "./my_games.js";
import { latest } from "./updates.js";
import { t } from "./words.js";

const saveLink = (game, form) => el("a", { class: "button", href: gameAddress(game, form, true), download: `deedbox-${game}.${form}` }, t(`save-${form}`));

const files = (game) => el("div", { class: "files" }, ["html", "pdf", "json", "csv"].map((form) => saveLink(game, form)));

/** The report of this game, with its files. */
export function show(game) {
  const frame = el("iframe", { class: "report", title: t("report"), src: gameAddress(game, "html"), sandbox: "allow-same-origin" });
  const note = el("p", { class: "soft", role: "status" }, t("report-comes"));
  frame.onload = () => note.remove();
  const dialog = open(t("report"), files(game), note, frame);
  dialog.classList.add("whole");
}

const isOver = () => (state()?.winners.length ?? 0) > 0;

/** The game on the table if it is over, else a choice of games that are. */
export async function ask() {
  if (isOver()) return show(latest.look.game);
  const saves = latest.hello?.on === "twin" ? await fetchSaves() : [];
  const finished = saves.filter((one) => one.over && one.names.length);
  const list = el("ul", { class: "games" });
  const inPlay = state() ? el("p", {}, t("report-later", { names: listed(players().map((one) => one.id)) })) : undefined;
  const dialog = open(t("report-and-export"), inPlay ?? "", finished.length ? list : el("p", {}, t("no-finished-games")));
  const go = (game) => async () => {
    dialog.close();
    if (place() !== "own") goOn(); // the box on the table makes the report
    await lookWhere((look) => look.screen && (latest.hello.on !== "twin" || place() === "own"));
    show(game);
  };
  renew(list, finished.map((one) => el("li", {}, el("span", {}, describe(one)), el("button", { onclick: go(one.game) }, t("report")))));
}
