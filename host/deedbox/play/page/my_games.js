// My games: where one is, the way back to one's own game, the demo, and games that were kept.

import { $, el, renew } from "./dom.js";
import { open } from "./dialogs.js";
import { drive, lookWhere, leaveSetup, openSetup, pressAndWait, rowOf } from "./drive.js";
import { fetchOdds, fetchSaves } from "./host.js";
import { editionName, state } from "./game.js";
import { latest, onChange } from "./updates.js";
import { settings } from "./settings.js";
import { request } from "./socket.js";
import { currentLanguage, t } from "./words.js";
import { say } from "./wrong.js";

const ON_PAGE = 6; // saves on one page of the box

export const place = () => latest.hello?.place;

/** Back to one's own game, as it was left. */
export function goOn() {
  request({ do: "open", box: "own", language: currentLanguage() });
}

export function demo() {
  settings.toured = false;
  request({ do: "open", box: "demo", fresh: true, language: currentLanguage() });
}

/** Where the box lists this save, in the order of its files. It leaves out the game in play. */
async function placeOf(game) {
  const saves = (await fetchSaves()).filter((one) => !one.over && one.game !== latest.look?.game);
  const at = saves.findIndex((one) => one.game === game);
  return [at, saves[at]];
}

/** Go on with a save. The list may have changed since it was read, so its place is found on the box's own page. */
async function resume(game) {
  if ((await placeOf(game))[0] < 0) throw new Error("save-gone");
  if (place() !== "own") goOn();
  await lookWhere((look) => look.screen && place() === "own");
  await openSetup();
  await pressAndWait("9");
  await lookWhere((look) => look.screen === "setup.saved_games");
  const [at, save] = await placeOf(game);
  for (let page = 0; page < Math.floor(at / ON_PAGE); page++) await pressAndWait("B");
  const digit = String((at % ON_PAGE) + 1);
  if (at < 0 || !rowOf(digit).trim().endsWith(` ${save.turn}`)) {
    await leaveSetup();
    throw new Error("save-gone");
  }
  await pressAndWait(digit);
  await lookWhere((look) => look.game === game);
}

/** "Ann, Bob and Cyd" */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${t("and")} ${names.at(-1)}`;
}

export const describe = (one) => t("game-is", { names: listed(one.names), board: editionName(one.edition), turn: one.turn });

/** Who would win a kept game, by simulated ends. */
async function odds(game) {
  const text = el("div", { role: "status" }, el("p", {}, t("odds-come")));
  open(t("who-would-win"), text);
  const sentences = await fetchOdds(game).catch((error) => [error.message]);
  renew(text, sentences.map((one) => el("p", {}, one)));
}

export async function kept() {
  const saves = await fetchSaves().catch((error) => (say(error.message), []));
  const others = saves.filter((one) => !one.over && one.game !== latest.look?.game);
  const list = el("ul", { class: "games" });
  const dialog = open(t("kept-games"), others.length ? list : el("p", {}, t("no-kept-games")));
  const go = (game) => async () => {
    dialog.close();
    await drive(() => resume(game)).catch((error) => say(t(["no-room", "save-gone"].includes(error.message) ? error.message : "set-up-yourself")));
  };
  renew(list, others.map((one) => el("li", {}, el("span", {}, one.names.length ? describe(one) : t("unreadable-game")), el("button", { onclick: () => odds(one.game), disabled: !one.names.length }, t("who-would-win")), el("button", { onclick: go(one.game), disabled: !one.names.length }, t("go-on")))));
}

/** The menu offers what makes sense here. */
function show() {
  const { place, own, on } = latest.hello ?? {};
  const isOurs = on === "twin";
  const away = isOurs && place !== "own";
  for (const name of ["new", "kept", "watch", "demo"]) for (const one of document.querySelectorAll(`#game-menu [data-go="${name}"]`)) one.hidden = !isOurs;
  $("#game-menu [data-go=continue]").hidden = !(away && own);
  $("#game-menu [data-go=kept]").hidden = !(isOurs && own);
  $("#game-menu [data-go=demo]").textContent = t(place === "demo" ? "demo-again" : "demo");
  $("#back-to-own").hidden = !(away && own);
  $("#where").textContent = [editionName(latest.look?.edition), place === "demo" && t("demo-game"), place === "watch" && t("watched-game")].filter(Boolean).join(", ");
}

export function start() {
  onChange(["hello", "look", "language"], show);
}
