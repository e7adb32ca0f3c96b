// The newcomer's way through the demo: four bubbles. Each waits until the box shows something, not for a click.

import * as bubble from "./bubble.js";
import { $ } from "./dom.js";
import { onChange, latest } from "./updates.js";
import { settings } from "./settings.js";
import { edition, players, spaceAt } from "./game.js";
import { t } from "./words.js";

const DICE = [2, 4];
let followed = false;

/** The deed that the dice lead to. */
const landing = () => spaceAt((players()[0].space + DICE[0] + DICE[1]) % 40).deed;

/** How far the newcomer is: [input to point at, sentence], "done", or nothing while another screen is open. */
function step() {
  const { names, log, screen, state, rows } = latest.look;
  const [first, second] = names;
  const steps = log.map((line) => line.command.do).filter((what) => what !== "begin").reverse().join(" ");
  if (steps === "roll claim") return screen === "table.undo" ? "done" : ["key:*", t("tour-undo")];
  if (steps === "roll" && screen === "turn.rent") return [players()[0].tag, t("tour-pay", { name: first })];
  if (steps === "roll" && state.claims.length) return [`deed:${state.claims[0].deed}`, t("tour-deed", { name: second })];
  if (steps) return "done"; // another way, or all of it
  if (screen === "turn.home" || screen === "table.welcome_back") return [`key:${DICE[0]}`, t("tour-dice", { name: first, a: DICE[0], b: DICE[1] })];
  if (screen !== "turn.dice") return undefined;
  const [, a, b] = rows[0].match(/([1-6]) \+ ([1-6_])/) ?? [];
  if (Number(a) !== DICE[0] || (b !== "_" && Number(b) !== DICE[1])) return ["key:*", t("tour-other", { a: DICE[0], b: DICE[1] })];
  if (b === "_") return [`key:${DICE[1]}`, t("tour-dice", { name: first, a: DICE[0], b: DICE[1] })];
  return [`deed:${landing()}`, t("tour-deed", { name: second })];
}

export function end() {
  settings.toured = true;
  $("#next").hidden = true;
  show();
}

/** No more bubbles. Who has followed them is offered what to do next. */
function done() {
  settings.toured = true;
  $("#next").hidden = !followed;
  bubble.hide();
}

function show() {
  const running = latest.hello?.place === "demo" && !settings.toured && latest.power && latest.look?.game && edition();
  if (!running) return bubble.hide();
  const here = step();
  if (here === "done") return done();
  if (!here) return bubble.hide();
  followed = true;
  bubble.point(...here, [[t("skip-tour"), end]]);
}

export function start() {
  bubble.start();
  onChange(["look", "hello", "power", "language"], () => queueMicrotask(show)); // when everything is drawn
}
