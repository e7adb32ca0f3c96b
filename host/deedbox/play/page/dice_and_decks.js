// Dice and cards on the table. The box does not see them: dice are typed, cards are tapped.

import { $, el, renew, svg } from "./dom.js";
import { onChange, latest } from "./updates.js";
import { type, request } from "./socket.js";
import { edition, nameOf, rule, state } from "./game.js";
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

const TAKE_DICE = ["turn.home", "turn.dice", "turn.jail", "turn.rent_roll", "turn.battle", "turn.power", "setup.who_starts", "table.bank_only"];

/** Does the box take dice now? On other screens digits are an amount or a line of a list. */
export function takesDice() {
  const keys = latest.look?.inputs.map(([key]) => key) ?? [];
  return TAKE_DICE.includes(latest.look?.screen) && keys.includes("1") && keys.includes("6") && !keys.includes("7");
}

/** Roll the dice on the table; they are typed if the box takes them. */
export function roll() {
  typeNext = takesDice();
  request({ do: "roll" });
}

const typeDice = () => type(latest.table.dice.join(""));

function die(index) {
  const face = latest.table.dice[index];
  const turned = latest.table.dice.map((old, n) => (n === index ? (old % 6) + 1 : old));
  return el(
    "button",
    { class: "die", "data-keep": `die${index}`, onclick: () => request({ do: "dice", dice: turned }), "aria-label": t("die", { number: index + 1, face }), title: t("turn-die") },
    svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, svg("rect", { x: 1, y: 1, width: 30, height: 30, rx: 7 }), FACES[face].map(([cx, cy]) => svg("circle", { cx, cy, r: 3 }))),
  );
}

function dice() {
  if (state() && rule("dice_source") === "device") return [];
  const actions = el(
    "div",
    { class: "actions" },
    el("button", { "data-keep": "throw", class: "main", onclick: roll }, t("throw")),
    el("button", { "data-keep": "enter", onclick: typeDice, disabled: !takesDice() }, t("key-dice", { dice: latest.table.dice.join(" ") })),
  );
  return [el("div", { class: "pair" }, die(0), die(1)), actions];
}

function deck(name) {
  const drawn = latest.table.drawn[name];
  return el(
    "button",
    { class: `deck ${name}`, "data-keep": name, onclick: () => request({ do: "draw", deck: name }), title: t("draw-why") },
    el("span", {}, edition().labels[name] ?? name),
    el("small", {}, drawn ? nameOf(`card:${drawn}`) : t("draw")),
  );
}

export function start() {
  onChange(["table", "look", "language"], (update) => {
    renew($("#dice"), dice());
    renew($("#decks"), edition() && [deck("chance"), deck("chest")]);
    const pot = state()?.bank.pot;
    $("#pot").textContent = pot ? t("pot", { pot }) : "";
    if (typeNext && update.table) {
      typeNext = false;
      typeDice();
    }
  });
}
