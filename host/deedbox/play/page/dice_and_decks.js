// Dice and cards on the table. The box does not see them: dice are keyed, cards are tapped.

import { $, el, renew, svg } from "./dom.js";
import { on, told } from "./news.js";
import { type, wish } from "./socket.js";
import { edition, nameOf, rule, state } from "./table.js";
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

let thrown = false; // by this page: as soon as they lie there, they are keyed

const TAKE_DICE = ["home", "dice", "jail", "throw", "battle", "power", "starts", "bank"];

/** Does the box want dice now? Digits may also be a sum, or the lines of a list. */
function wanted() {
  const keys = told.look?.inputs.map(([key]) => key) ?? [];
  return TAKE_DICE.includes(told.look?.screen) && keys.includes("1") && keys.includes("6") && !keys.includes("7");
}

const key = () => type(told.things.dice.join(""));

function die(index) {
  const face = told.things.dice[index];
  const turned = told.things.dice.map((old, n) => (n === index ? (old % 6) + 1 : old));
  return el(
    "button",
    { class: "die", "data-keep": `die${index}`, onclick: () => wish({ do: "dice", dice: turned }), "aria-label": t("die", { number: index + 1, face }), title: t("turn-die") },
    svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, svg("rect", { x: 1, y: 1, width: 30, height: 30, rx: 7 }), FACES[face].map(([cx, cy]) => svg("circle", { cx, cy, r: 3 }))),
  );
}

function dice() {
  if (state() && rule("dice_source") === "device") return [];
  const actions = el(
    "div",
    { class: "actions" },
    el("button", { "data-keep": "throw", class: "main", onclick: () => ((thrown = wanted()), wish({ do: "throw" })) }, t("throw")),
    el("button", { "data-keep": "enter", onclick: key, disabled: !wanted() }, t("key-dice", { dice: told.things.dice.join(" ") })),
  );
  return [el("div", { class: "pair" }, die(0), die(1)), actions];
}

function deck(name) {
  const drawn = told.things.drawn[name];
  return el(
    "button",
    { class: `deck ${name}`, "data-keep": name, onclick: () => wish({ do: "draw", deck: name }), title: t("draw-why") },
    el("span", {}, edition().labels[name] ?? name),
    el("small", {}, drawn ? nameOf(`card:${drawn}`) : t("draw")),
  );
}

export function start() {
  on(["things", "look", "language"], (news) => {
    renew($("#dice"), dice());
    renew($("#decks"), edition() && [deck("chance"), deck("chest")]);
    const pot = state()?.bank.pot;
    $("#pot").textContent = pot ? t("pot", { pot }) : "";
    if (thrown && news.things) {
      thrown = false;
      key();
    }
  });
}
