// Drives the box with its own keys and tags, as people would: each input waits for the picture that follows.

import { $$ } from "./dom.js";
import { onChange, latest, publish } from "./updates.js";
import { tap, type } from "./socket.js";

const PATIENCE_MS = 15000;
const STEPS_MOST = 24; // from any screen to the banker's menu
// The banker's card opens its menu on these screens (opens_menu of the firmware, and the auction).
const MENU_SCREENS = ["turn.home", "turn.landing", "turn.battle", "turn.tax", "turn.card", "turn.rent_roll", "turn.debt", "turn.power", "turn.jail", "trade.auction", "deeds.place_building", "setup.opening_deal", "table.bank_only"];
const waiting = new Set();
let isBusy = false;

export const isDriving = () => isBusy;

/** The next look of the box for which this is true; fails if none comes in time. */
export function lookWhere(holds) {
  return new Promise((done, fail) => {
    const one = { look: (look) => holds(look) && (clearTimeout(timer), waiting.delete(one), done(look)) };
    const timer = setTimeout(() => (waiting.delete(one), fail(new Error("the box does not follow"))), PATIENCE_MS);
    waiting.add(one);
    one.look(latest.look ?? {});
  });
}

const another = (before) => (look) => look.picture !== undefined && look.picture !== before;

/** Press keys one after the other, and wait until the box shows another picture. */
export async function pressAndWait(keys) {
  const before = latest.look.picture;
  type(keys);
  await lookWhere(another(before));
}

export async function tapAndWait(tag) {
  const before = latest.look.picture;
  tap(tag);
  await lookWhere(another(before));
}

export const keysNow = () => latest.look.inputs.map(([key]) => key);
/** The row of the display that begins with this digit; "" if there is none. */
export const rowOf = (digit) => latest.look.rows.find((row) => row.startsWith(`${digit} `) || row.startsWith(`${digit}+`)) ?? "";

/** On a forced payment the banker's card would pay, so there the way leads back first. */
const opensMenu = ({ screen, taps }) => MENU_SCREENS.includes(screen) && (["turn.home", "trade.auction"].includes(screen) || !taps.some(([tag]) => tag.startsWith("token:")));

async function goBack() {
  const keys = keysNow();
  const key = ["*", "#", "B"].find((one) => keys.includes(one));
  if (!key) throw new Error("the box does not follow");
  await pressAndWait(key);
}

/** Bring the box to the banker's menu from any screen; no step of the game is done. */
export async function openBankerMenu() {
  for (let steps = 0; latest.look.screen !== "table.banker_menu"; steps++) {
    if (steps > STEPS_MOST) throw new Error("the box does not follow");
    const { screen } = latest.look;
    if (screen === "table.the_end" || screen.startsWith("setup.new_game") || opensMenu(latest.look)) await tapAndWait("banker");
    else await goBack();
  }
}

/** Bring the box to its set-up from any screen. A game that is not over is saved. */
export async function openSetup() {
  for (let steps = 0; latest.look.screen !== "setup.new_game"; steps++) {
    if (steps > STEPS_MOST) throw new Error("the box does not follow");
    const { screen } = latest.look;
    if (screen === "setup.keep_or_end" && !keysNow().includes("A")) throw new Error("no-room");
    if (screen === "setup.keep_or_end" || screen === "table.the_end") await pressAndWait("A");
    else if (screen === "table.banker_menu") await pressAndWait("7");
    else if (opensMenu(latest.look)) await tapAndWait("banker");
    else await goBack();
  }
}

/** Back from the set-up to the game in play, which was not touched. */
export async function leaveSetup() {
  for (let steps = 0; latest.look.screen.startsWith("setup.") && keysNow().includes("*") && steps < STEPS_MOST; steps++) await pressAndWait("*");
}

/** Do this while nobody else can press anything on this page. */
export async function drive(act) {
  if (isBusy) return;
  isBusy = true;
  document.body.classList.add("driving");
  for (const part of $$("#keypad, #reader, #hands, #table, #inputs")) part.inert = true;
  publish({ driving: true });
  try {
    await act();
  } finally {
    isBusy = false;
    document.body.classList.remove("driving");
    for (const part of $$("#keypad, #reader, #hands, #table, #inputs")) part.inert = false;
    publish({ driving: false });
  }
}

export function start() {
  onChange(["look", "hello"], () => {
    for (const one of [...waiting]) if (latest.look) one.look(latest.look);
  });
}
