// The game as the box reported it last, and what is printed on its board.

import { onChange, publish, latest } from "./updates.js";
import { fetchEdition } from "./host.js";
import { currentLanguage, t } from "./words.js";

const FIRST = "classic"; // lies on the table as long as nobody has chosen a board
const editions = new Map(); // edition -> what `deedbox editions show` prints

let last = null; // the last look, so that the table stays as it is when the box loses its power

/** The newest look at the box, also when it is silent now. */
const newestLook = () => latest.look ?? last;
/** Has this box answered before? */
export const hasAnswered = () => last !== null;

/** What is printed on the board; before a game begins, on the one that was chosen for it. */
export function edition() {
  const name = newestLook()?.edition;
  if (!name) return latest.look ? (editions.get(latest.planned?.board) ?? latest.hello?.board ?? editions.get(FIRST)) : latest.hello?.board;
  return latest.board?.id === name ? latest.board : editions.get(name);
}
/** The contract's state; nothing while there is no game. */
export const state = () => (newestLook()?.game ? newestLook().state : undefined);

/** What was done, the newest first. */
export const log = () => newestLook()?.log ?? [];

/** Players in turn order: {id, number, tag, cash, space, in_jail, ...}. The number is that of the token. */
export function players() {
  const look = newestLook();
  if (!look?.game) return [];
  return look.names.map((id, seat) => ({
    id,
    number: Number(look.tokens[seat].split(":")[1]),
    tag: look.tokens[seat],
    ...look.state.players[id],
  }));
}

/** Who rolls next: at the end of a turn, the player to the left. */
export function nextToRoll() {
  const everybody = players();
  let at = everybody.findIndex((one) => one.id === state().turn);
  if (state().phase === "end") do at = (at + 1) % everybody.length; while (everybody[at].out);
  return everybody[at].id;
}

/** The players whose tokens the screen asks for. */
export const tokenOwners = () => (latest.look?.taps ?? []).map(([tag]) => players().find((one) => one.tag === tag)?.id).filter(Boolean);

/** Whose move it is: the debtor, the one player whose token the box asks for, else who rolls next. */
export function whoActs() {
  if (!state()) return undefined;
  if (state().winners.length) return undefined;
  if (state().debts.length) return state().debts[0].from;
  const owners = latest.look?.game ? tokenOwners() : [];
  return owners.length === 1 ? owners[0] : nextToRoll();
}

/** What a player would count at the end of the game; the rules count it (core/worth.py). */
export const worth = (id) => newestLook()?.worth?.[id];

// -- what the screen is about --

const OF_A_DEED = ["deeds.deed", "deeds.build", "deeds.mortgage", "deeds.hotel_break", "turn.dice"];
const OF_THE_SPACE = ["turn.offer", "turn.landing", "turn.card", "turn.tax", "turn.battle"];

/** The deed whose number and name a row of the display begins with. */
function deedOnDisplay() {
  for (const row of latest.look.rows) {
    const [, number, start] = row.match(/^\s*(\d{1,2}) (\S{2,3})/) ?? [];
    const one = number && spaceAt(Number(number));
    if (one?.deed && [one.name, one.short].some((name) => name?.startsWith(start))) return one.deed;
  }
  return undefined;
}

/** The rent that the box asks for now. */
export function askedRent() {
  if (latest.look?.screen !== "turn.rent") return undefined;
  const [payer] = tokenOwners();
  const claims = state().claims.filter((claim) => claim.from === payer);
  return claims.find((claim) => latest.look.rows[0].includes((space(claim.deed)?.name ?? "?").slice(0, 5))) ?? claims[0];
}

/** The deed that is for sale, auctioned, paid for or looked at; nothing if the screen is about none. */
export function deedInQuestion() {
  const { screen } = latest.look;
  if (!state()) return undefined;
  if (state().auction) return state().auction.lot;
  if (latest.look.moment?.deed) return latest.look.moment.deed;
  if (screen === "turn.debt") return state().debts[0]?.deed ?? undefined;
  if (screen === "turn.rent") return askedRent()?.deed;
  if (screen === "turn.offer" || screen === "turn.landing") return spaceAt(player(state().turn).space)?.deed ?? undefined;
  return OF_A_DEED.includes(screen) ? deedOnDisplay() : undefined;
}

/** The space where somebody has landed and something is to be done. */
export function spaceInQuestion() {
  if (!state()) return undefined;
  if (OF_THE_SPACE.includes(latest.look.screen)) return player(state().turn)?.space;
  return undefined;
}

/** A house rule: as the table chose it, else the edition's. */
export const rule = (name) => newestLook()?.rules?.[name] ?? edition()?.rules[name];

/** May everybody see everybody's money? */
export const balancesOpen = () => rule("balances_shown") !== "own_tap";

export const player = (id) => players().find((one) => one.id === id);
export const space = (deed) => edition()?.spaces.find((one) => one.deed === deed);
/** To whom a debt is owed. */
export const creditorName = (debt) => (debt.pot ? t("the-pot") : debt.to === "bank" ? t("the-bank") : debt.to);
/** What a debt is for: the place whose rent it is, or the reason. */
export const debtCause = (debt) => (debt.deed ? (space(debt.deed)?.name ?? debt.deed) : t(`owed-${debt.why}`));
/** Amounts with a mark between the thousands: 10,000. */
export const money = (amount) => amount.toLocaleString(currentLanguage() === "de" ? "de-DE" : "en-GB").replace("-", "\u2212");
export const spaceAt = (index) => edition()?.spaces[index];
export const deedsOf = (id) => Object.keys(state()?.deeds ?? {}).filter((deed) => state().deeds[deed].owner === id);

/** What a tag is called: "Ann's token", "Boardwalk". */
export function nameOf(tag) {
  const [kind, id] = tag.split(":");
  if (kind === "token") {
    const planned = latest.look?.screen.startsWith("setup.") && latest.planned?.players.find((one) => one.token === Number(id));
    if (planned?.name) return t("token-of", { name: planned.name });
    const owner = players().find((one) => one.tag === tag);
    return owner ? t("token-of", { name: owner.id }) : t("token-number", { number: id });
  }
  if (kind === "deed") return space(id)?.name ?? id;
  if (kind === "card") {
    const [deck, number] = id.split("-");
    return edition()?.decks[deck]?.[number - 1]?.label ?? id;
  }
  return t("banker-card");
}

/** Call `draw` when the game, the board or the language has changed, not for every screen of the box. */
export function onGame(draw) {
  let drawn;
  onChange(["look", "language"], () => {
    const now = [newestLook()?.game, newestLook()?.seq, newestLook()?.names, edition()?.hash, latest.language].join();
    if (now !== drawn) draw();
    drawn = now;
  });
}

async function learnEdition(name) {
  const board = latest.hello?.board;
  editions.set(name, board?.id === name ? board : undefined);
  if (editions.get(name)) return;
  try {
    editions.set(name, await fetchEdition(name));
  } catch {
    return; // a board that only the box has comes with the look
  }
  publish({ look: latest.look }); // draw again, now with the names
}

/** What a board is called; its id in words until its names are known. */
export const editionName = (id) => (id ? (edition()?.id === id ? edition().name : editions.get(id)?.name) ?? id.replaceAll("-", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : (edition()?.name ?? ""));

export function start() {
  onChange(["look"], ({ hello }) => {
    last = hello ? null : (latest.look ?? last); // another box has another game
    if (latest.planned && !latest.driving && latest.look && !latest.look.screen.startsWith("setup.")) latest.planned = undefined;
    const name = latest.look && (latest.look.edition || latest.planned?.board || (latest.hello?.board ? "" : FIRST));
    if (name && latest.board?.id !== name && !editions.has(name)) learnEdition(name);
  });
}
