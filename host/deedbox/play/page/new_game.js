// The dialog for a new game. It sets the box up by pressing its keys and tapping its tags, as people would.

import { choices as offered } from "./server.js";
import { $, el } from "./dom.js";
import { open } from "./dialogs.js";
import { onChange, latest } from "./updates.js";
import { tap, type, request } from "./socket.js";
import { end } from "./tour.js";
import { t } from "./words.js";

const PATIENCE_MS = 15000;
const ON_PAGE = 6; // favourite house rules on one page of the box
const waiting = new Set();

/** The next look of the box for which this is true; fails if none comes in time. */
function lookWhere(holds) {
  return new Promise((done, fail) => {
    const one = { look: (look) => holds(look) && (clearTimeout(timer), waiting.delete(one), done(look)) };
    const timer = setTimeout(() => (waiting.delete(one), fail(new Error("the box does not follow"))), PATIENCE_MS);
    waiting.add(one);
    one.look(latest.look ?? {});
  });
}

/** Press a key, and wait until the box shows another picture. */
async function pressAndWait(name) {
  const before = latest.look.picture;
  type(name);
  await lookWhere((look) => look.picture !== undefined && look.picture !== before);
}

async function tapAndWait(tag) {
  const before = latest.look.picture;
  tap(tag);
  await lookWhere((look) => look.picture !== undefined && look.picture !== before);
}

/** Bring the box to its set-up from any screen. A game that is not over is saved. */
async function openSetup() {
  request({ do: "open", box: "own" });
  await lookWhere((look) => look.screen && latest.hello && !latest.hello.demo);
  for (let tries = 0; latest.look.screen !== "setup.new_game"; tries++) {
    const { screen, inputs } = latest.look;
    if (tries > 8) throw new Error("the box does not follow");
    if (screen === "setup.keep_or_end") await pressAndWait("A");
    else if (screen === "table.the_end") await pressAndWait("A");
    else if (screen === "table.banker_menu") await pressAndWait("7");
    else if (screen === "turn.home" || screen === "turn.jail" || screen === "table.bank_only") await tapAndWait("banker");
    else await pressAndWait(inputs.some(([name]) => name === "*") ? "*" : "#");
  }
}

/** The digit in front of a line of the display. */
function digit(text) {
  const row = latest.look.rows.find((one) => one.slice(2).trim() === text);
  return row?.trim()[0];
}

const title = (id) => id.split("-").map((word) => word[0].toUpperCase() + word.slice(1)).join(" ");

async function fillSetup({ board, players, favourites }) {
  await openSetup();
  await pressAndWait("1");
  await lookWhere((look) => look.screen === "setup.editions");
  let at = digit(title(board).slice(0, 19));
  if (!at) await pressAndWait("B"), (at = digit(title(board).slice(0, 19)));
  await pressAndWait(at ?? "*");
  await lookWhere((look) => look.screen === "setup.new_game");
  await pressAndWait("3");
  await lookWhere((look) => look.screen === "setup.favourite_rules");
  type("0"); // 0: as printed. The picture may stay the same, so nobody waits for it
  let page = 0;
  for (const favourite of favourites) {
    const at = Number(favourite) - 1;
    if (Math.floor(at / ON_PAGE) !== page) {
      await pressAndWait("8");
      page = 1 - page;
    }
    await pressAndWait(String((at % ON_PAGE) + 1));
  }
  await pressAndWait("#");
  for (let n = 1; n <= players; n++) await tapAndWait(`token:${n}`);
  await pressAndWait("A");
}

async function begin(form) {
  const choice = new FormData(form);
  end();
  try {
    await fillSetup({ board: choice.get("board"), players: Number(choice.get("players")), favourites: choice.getAll("favourite") });
  } catch {
    $("#wrong").textContent = t("set-up-yourself");
  }
}

/** As many players as the board has tokens for. */
function offer(select, { min, max }) {
  const choice = Number(select.value) || min;
  const counts = Array.from({ length: max - min + 1 }, (_, n) => min + n);
  select.replaceChildren(...counts.map((n) => el("option", { value: n, selected: n === Math.min(choice, max) }, String(n))));
}

export async function ask() {
  const choices = await (await offered(document.documentElement.lang)).json();
  const own = latest.hello?.board;
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
  onChange(["look", "hello"], () => {
    for (const one of [...waiting]) if (latest.look) one.look(latest.look);
  });
}
