// Dice and cards on the table. The dice show what the box has; cards are drawn only when the box asks for one.

import { $, el, renew, svg } from "./dom.js";
import { onChange, latest } from "./updates.js";
import { tumble } from "./motion.js";
import { type, request } from "./socket.js";
import { edition, log, money, rule, state } from "./game.js";
import { t } from "./words.js";

const FACES = [
  [],
  [[16, 16]],
  [[9, 9], [23, 23]],
  [[9, 9], [16, 16], [23, 23]],
  [[9, 9], [23, 9], [9, 23], [23, 23]],
  [[9, 9], [23, 9], [16, 16], [9, 23], [23, 23]],
  [[9, 8], [9, 16], [9, 24], [23, 8], [23, 16], [23, 24]],
];

let typeNext = false; // this page has rolled: the dice are typed as soon as they are known
let before = "";

const TAKE_DICE = ["turn.home", "turn.dice", "turn.jail", "turn.rent_roll", "turn.battle", "turn.power", "setup.who_starts", "table.bank_only"];

/** Does the box take dice now? On other screens digits are an amount or a line of a list. */
export function takesDice() {
  const keys = latest.look?.inputs.map(([key]) => key) ?? [];
  return latest.power !== false && TAKE_DICE.includes(latest.look?.screen) && keys.includes("1") && keys.includes("6") && !keys.includes("7");
}

/** Has the first of the two dice been typed? */
const isSecondDie = () => latest.look?.screen === "turn.dice" && takesDice();

/** Roll the dice on the table; they are typed if the box takes them. */
export function roll() {
  if (!takesDice() || isSecondDie()) return;
  typeNext = true;
  request({ do: "roll" });
}

/** Both dice as the box has them: on its display, else those of the last roll, else as they lie on the table. */
function dice() {
  const typed = latest.look?.rows.join("\n").match(/\b([1-6]) \+ ([1-6_])/);
  if (typed) return [Number(typed[1]), Number(typed[2]) || 0];
  const rolled = log().find((line) => line.command.dice && !line.undone);
  return rolled?.command.dice ?? latest.table.dice;
}

const die = (face) =>
  svg("svg", { viewBox: "0 0 32 32", class: "die", role: "img", "aria-label": face ? String(face) : t("die-open") }, svg("rect", { x: 1, y: 1, width: 30, height: 30, rx: 7 }), FACES[face].map(([cx, cy]) => svg("circle", { cx, cy, r: 3 })));

function drawDice() {
  const faces = dice();
  const pair = el("div", { class: "pair" }, faces.map(die));
  const canRoll = takesDice() && !isSecondDie();
  const isBoxes = state() && rule("dice_source") === "device";
  renew($("#dice"), pair, !isBoxes && el("button", { "data-keep": "throw", class: "main", disabled: !canRoll, onclick: roll }, t("throw")));
  if (before && before !== faces.join()) for (const one of pair.children) tumble(one);
  before = faces.join();
}

/** The deck of which the box wants a card; nothing if it wants none, or draws it itself. */
export const deckAsked = () => latest.look?.taps.find(([tag]) => tag.startsWith("card:"))?.[0].match(/card:(\w+)-/)?.[1];

export const draw = (deck) => request({ do: "draw", deck });

function deck(name) {
  const isAsked = deckAsked() === name;
  return el(
    "button",
    { class: `deck ${name} ${isAsked ? "asked" : ""}`, "data-keep": name, disabled: !isAsked, onclick: () => draw(name), title: isAsked ? t("draw-why") : t("draw-not-now") },
    el("span", {}, edition().labels[name] ?? name),
    isAsked && el("small", {}, t("draw")),
  );
}

export function start() {
  onChange(["table", "look", "language", "power"], (update) => {
    drawDice();
    for (const name of ["chance", "chest"]) renew($(`#deck-${name}`), edition() && deck(name));
    const pot = state()?.bank.pot;
    $("#pot").textContent = pot ? t("pot", { pot: money(pot) }) : "";
    if (typeNext && update.table) {
      typeNext = false;
      type(latest.table.dice.join(""));
    }
  });
}
