// A game of one's own: the dialog fills the set-up on the box, with the keys and taps of somebody who sits there.

import { $, el } from "./dom.js";
import { open } from "./dialogs.js";
import { on, told } from "./news.js";
import { tap, type, wish } from "./socket.js";
import { end } from "./tour.js";
import { t } from "./words.js";

const PATIENCE_MS = 15000;
const waiting = new Set();

/** The next look of the box for which this holds; fails if none comes. */
function shown(holds) {
  return new Promise((done, fail) => {
    const one = { look: (look) => holds(look) && (clearTimeout(timer), waiting.delete(one), done(look)) };
    const timer = setTimeout(() => (waiting.delete(one), fail(new Error("the box does not follow"))), PATIENCE_MS);
    waiting.add(one);
    one.look(told.look ?? {});
  });
}

/** Press a key, and wait until the box shows another picture. */
async function key(name) {
  const before = told.look.picture;
  type(name);
  await shown((look) => look.picture !== undefined && look.picture !== before);
}

async function touch(tag) {
  const before = told.look.picture;
  tap(tag);
  await shown((look) => look.picture !== undefined && look.picture !== before);
}

/** From wherever the box is to its set-up. A game that is not over is kept. */
async function reach() {
  wish({ do: "open", box: "own" });
  await shown((look) => look.screen && told.hello && !told.hello.demo);
  for (let tries = 0; told.look.screen !== "setup"; tries++) {
    const { screen, inputs } = told.look;
    if (tries > 8) throw new Error("the box does not follow");
    if (screen === "unfinished") await key("A");
    else if (screen === "over") await key("A");
    else if (screen === "banker") await key("7");
    else if (screen === "home" || screen === "jail" || screen === "bank") await touch("banker");
    else await key(inputs.some(([name]) => name === "*") ? "*" : "#");
  }
}

/** The digit before a line on the display. */
function digit(text) {
  const row = told.look.rows.find((one) => one.slice(2).trim() === text);
  return row?.trim()[0];
}

const title = (id) => id.split("-").map((word) => word[0].toUpperCase() + word.slice(1)).join(" ");

async function fill({ board, players, favourites }) {
  await reach();
  await key("1");
  await shown((look) => look.screen === "boards");
  let at = digit(title(board).slice(0, 19));
  if (!at) await key("B"), (at = digit(title(board).slice(0, 19)));
  await key(at ?? "*");
  await shown((look) => look.screen === "setup");
  await key("3");
  await shown((look) => look.screen === "house");
  type("0"); // as printed: nothing to see if it is so already
  for (const favourite of favourites) await key(favourite);
  await key("#");
  for (let n = 1; n <= players; n++) await touch(`token:${n}`);
  await key("A");
}

async function begin(form) {
  const chosen = new FormData(form);
  end();
  try {
    await fill({ board: chosen.get("board"), players: Number(chosen.get("players")), favourites: chosen.getAll("favourite") });
  } catch {
    $("#wrong").textContent = t("set-up-yourself");
  }
}

/** As many players as the board has tokens for. */
function offer(select, { min, max }) {
  const chosen = Number(select.value) || min;
  const counts = Array.from({ length: max - min + 1 }, (_, n) => min + n);
  select.replaceChildren(...counts.map((n) => el("option", { value: n, selected: n === Math.min(chosen, max) }, String(n))));
}

export async function ask() {
  const choices = await (await fetch(`/choices?language=${document.documentElement.lang}`)).json();
  const own = told.hello?.board;
  const boards = choices.boards.some((one) => one.id === own?.id) || !own ? choices.boards : [own, ...choices.boards];
  const form = el(
    "form",
    { method: "dialog", class: "new-game" },
    el("label", {}, t("board-to-play"), el("select", { name: "board" }, boards.map((one) => el("option", { value: one.id, selected: one.id === own?.id }, one.name)))),
    el("label", {}, t("how-many"), el("select", { name: "players" })),
    el(
      "fieldset",
      {},
      el("legend", {}, t("favourites")),
      choices.favourites.map((one, n) => el("label", { class: "check" }, el("input", { type: "checkbox", name: "favourite", value: n + 1 }), el("span", {}, one.label, el("small", {}, t(`favourite-${one.id}`))))),
    ),
    el("p", { class: "soft" }, t("new-game-how")),
    el("button", { class: "main" }, t("begin")),
  );
  form.board.onchange = () => offer(form.players, boards.find((one) => one.id === form.board.value).players);
  form.board.onchange();
  const dialog = open(t("start-own"), form);
  form.onsubmit = () => {
    dialog.close();
    begin(form);
  };
}

export function start() {
  on(["look", "hello"], () => {
    for (const one of [...waiting]) if (told.look) one.look(told.look);
  });
}
