// The newcomer's way through the demo: four bubbles. Each waits for what the box shows, not for a click.

import * as bubble from "./bubble.js";
import * as dialogs from "./dialogs.js";
import { on, told } from "./news.js";
import { kept } from "./settings.js";
import { players, space, state } from "./table.js";
import { t } from "./words.js";

const DICE = [2, 4];

/** Where the newcomer stands: [input to point at, sentence], or "done", or nothing while something else is open. */
function step() {
  const look = told.look;
  const now = state();
  const [first, second] = look.names;
  const steps = look.log.filter((line) => line.command.do !== "begin");
  const [newest] = steps;
  if (newest?.command.do === "undo") return "done";
  if (newest?.command.do === "claim") return look.screen === "undo" ? "done" : ["key:*", t("tour-undo")];
  if (look.screen === "rent") return [players()[0].tag, t("tour-pay", { name: first })];
  const claim = now.claims[0];
  if (claim) return [`deed:${claim.deed}`, t("tour-deed", { name: second })];
  if (steps.length) return "done"; // went another way
  if (look.screen === "home") return [`key:${DICE[0]}`, t("tour-dice", { a: DICE[0], b: DICE[1] })];
  if (look.screen !== "dice") return undefined;
  const keyed = look.rows[0].match(/([1-6]) \+ ([1-6_])/);
  if (keyed?.[2] === "_" && keyed[1] === String(DICE[0])) return [`key:${DICE[1]}`, t("tour-dice", { a: DICE[0], b: DICE[1] })];
  if (keyed?.[1] === String(DICE[0]) && keyed[2] === String(DICE[1])) return [`deed:${landing(look)}`, t("tour-deed", { name: second })];
  return ["key:*", t("tour-other", { a: DICE[0], b: DICE[1] })];
}

/** The deed that the box asks for. */
const landing = (look) => look.taps.map(([tag]) => tag.split(":")).find(([kind]) => kind === "deed")?.[1];

function end() {
  kept.toured = true;
  bubble.hide();
  dialogs.next();
}

export function show() {
  if (!told.hello?.demo || kept.toured || !told.power || !told.look?.game || !space("red1")) return bubble.hide();
  const here = step();
  if (here === "done") return end();
  if (!here) return bubble.hide();
  bubble.point(here[0], here[1], [[t("skip-tour"), end]]);
}

export function start() {
  bubble.start();
  on(["look", "hello", "power", "language"], () => queueMicrotask(show)); // when everything is drawn
}
