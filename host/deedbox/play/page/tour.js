// The newcomer's way through the demo: four bubbles. Each waits for what the box shows, not for a click.

import * as bubble from "./bubble.js";
import { $ } from "./dom.js";
import { on, told } from "./news.js";
import { kept } from "./settings.js";
import { edition, players, spaceAt } from "./table.js";
import { t } from "./words.js";

const DICE = [2, 4];
let followed = false;

/** The deed that the dice lead to. */
const landing = () => spaceAt((players()[0].space + DICE[0] + DICE[1]) % 40).deed;

/** Where the newcomer stands: [input to point at, sentence]; "done"; or nothing while another screen is open. */
function step() {
  const { names, log, screen, state, rows } = told.look;
  const [first, second] = names;
  const steps = log.map((line) => line.command.do).filter((what) => what !== "begin").reverse().join(" ");
  if (steps === "roll claim") return screen === "undo" ? "done" : ["key:*", t("tour-undo")];
  if (steps === "roll" && screen === "rent") return [players()[0].tag, t("tour-pay", { name: first })];
  if (steps === "roll" && state.claims.length) return [`deed:${state.claims[0].deed}`, t("tour-deed", { name: second })];
  if (steps) return "done"; // another way, or all of it
  if (screen === "home" || screen === "welcome") return [`key:${DICE[0]}`, t("tour-dice", { name: first, a: DICE[0], b: DICE[1] })];
  if (screen !== "dice") return undefined;
  const [, a, b] = rows[0].match(/([1-6]) \+ ([1-6_])/) ?? [];
  if (Number(a) !== DICE[0] || (b !== "_" && Number(b) !== DICE[1])) return ["key:*", t("tour-other", { a: DICE[0], b: DICE[1] })];
  if (b === "_") return [`key:${DICE[1]}`, t("tour-dice", { name: first, a: DICE[0], b: DICE[1] })];
  return [`deed:${landing()}`, t("tour-deed", { name: second })];
}

export function end() {
  kept.toured = true;
  $("#next").hidden = true;
  show();
}

/** No more bubbles; for who has followed them there are the ways on. */
function done() {
  kept.toured = true;
  $("#next").hidden = !followed;
  bubble.hide();
}

function show() {
  const running = told.hello?.demo && !kept.toured && told.power && told.look?.game && edition();
  if (!running) return bubble.hide();
  const here = step();
  if (here === "done") return done();
  if (!here) return bubble.hide();
  followed = true;
  bubble.point(...here, [[t("skip-tour"), end]]);
}

export function start() {
  bubble.start();
  on(["look", "hello", "power", "language"], () => queueMicrotask(show)); // when everything is drawn
}
