// A game that plays by itself, on a box of its own: which board, how many players, how fast; and the way out of it.

import { $, el, renew } from "./dom.js";
import { open } from "./dialogs.js";
import { log, state } from "./game.js";
import { fetchChoices } from "./host.js";
import { place } from "./my_games.js";
import { onChange, latest } from "./updates.js";
import { request } from "./socket.js";
import { end } from "./tour.js";
import { currentLanguage, t } from "./words.js";

const FULL = 5; // the fastest

function begin(edition, players, speed) {
  end();
  request({ do: "watch", on: true, speed, edition, players, language: currentLanguage() });
}

/** Pause, or go on. */
export const pause = () => request({ do: "watch", on: !latest.watch?.on, speed: latest.watch?.speed ?? 3 });

/** As many players as the board is for. */
function offer(select, { min, max }) {
  const choice = Number(select.value) || 4;
  const counts = Array.from({ length: max - min + 1 }, (_, n) => min + n);
  renew(select, counts.map((n) => el("option", { value: n, selected: n === Math.min(choice, max) }, String(n))));
}

export async function ask() {
  const { boards } = await fetchChoices();
  const own = boards.filter((one) => !one.id.startsWith("my-"));
  const board = el("select", { name: "board" }, own.map((one) => el("option", { value: one.id, selected: one.id === latest.look?.edition }, one.name)));
  const players = el("select", { name: "players" });
  const speed = el("input", { type: "range", name: "speed", min: 1, max: FULL, step: 1, value: latest.watch?.speed ?? 3 });
  board.onchange = () => offer(players, own.find((one) => one.id === board.value).players);
  const form = el(
    "form",
    { method: "dialog", class: "new-game" },
    el("label", { class: "line" }, el("b", {}, t("board-to-play")), board),
    el("label", { class: "line" }, el("b", {}, t("how-many")), players),
    el("label", { class: "line" }, el("b", {}, t("speed")), speed),
    el("p", { class: "soft" }, t("watch-how")),
    el("button", { class: "main" }, t("watch-begin")),
  );
  board.onchange();
  const dialog = open(t("watch"), form);
  form.onsubmit = () => {
    dialog.close();
    begin(board.value, Number(players.value), Number(speed.value));
  };
}

/** One line on what was done last. */
function comment() {
  const line = log().find((one) => !one.undone);
  return line && state() ? line.text[currentLanguage()] : "";
}

export function start() {
  $("#speed").onchange = ({ target }) => request({ do: "watch", on: latest.watch.on, speed: Number(target.value) });
  onChange(["watch", "hello", "look", "language"], () => {
    const isHere = place() === "watch";
    const isOver = (state()?.winners.length ?? 0) > 0;
    $("#watching").hidden = !isHere;
    if (!isHere) return;
    $("#comment").textContent = comment();
    $("#speed").value = latest.watch?.speed ?? 3;
    $("#pause").hidden = isOver;
    $("#pause").textContent = t(latest.watch?.on ? "stop-watching" : "watch-on");
    document.body.classList.toggle("watching", Boolean(latest.watch?.on) && !isOver);
  });
  onChange(["hello"], () => place() !== "watch" && document.body.classList.remove("watching"));
}
