// The game as the box told it last, with what is printed on the board that it is played on.

import { on, tell, told } from "./news.js";
import { t } from "./words.js";

const printed = new Map(); // edition -> what `deedbox editions show` says

let last = null; // what lies on the table stays there when the box loses its power

/** The newest look at the box, also when it is silent now. */
const seen = () => told.look ?? last;

/** What is printed on the board; before a game begins, on the one that the command line named. */
export const edition = () => (seen()?.edition ? printed.get(seen().edition) : told.hello?.board);
/** The contract's state; nothing while there is no game. */
export const state = () => (seen()?.game ? seen().state : undefined);

/** What was done, the newest first. */
export const log = () => seen()?.log ?? [];

/** Players in turn order: {id, number, tag, cash, space, in_jail, ...}. */
export function players() {
  const look = seen();
  if (!look?.game) return [];
  return look.names.map((id, seat) => ({
    id,
    number: seat + 1,
    tag: look.tokens[seat],
    ...look.state.players[id],
  }));
}

/** Who throws next: from the end of a turn on, the one to the left. */
export function thrower() {
  const everybody = players();
  let at = everybody.findIndex((one) => one.id === state().turn);
  if (state().phase === "end") do at = (at + 1) % everybody.length; while (everybody[at].out);
  return everybody[at].id;
}

/** A rule as it is in force: the table's, or the one that is printed. */
export const rule = (name) => seen()?.rules?.[name] ?? edition()?.rules[name];

/** May everybody see everybody's money? */
export const open = () => rule("balances_shown") !== "own_tap";

export const player = (id) => players().find((one) => one.id === id);
export const space = (deed) => edition()?.spaces.find((one) => one.deed === deed);
export const spaceAt = (index) => edition()?.spaces[index];
export const owned = (id) => Object.keys(state()?.deeds ?? {}).filter((deed) => state().deeds[deed].owner === id);

/** What a tag is called: "Ann's token", "Boardwalk". */
export function nameOf(tag) {
  const [kind, id] = tag.split(":");
  if (kind === "token") {
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
  on(["look", "language"], () => {
    const now = [seen()?.game, seen()?.seq, edition()?.hash, told.language].join();
    if (now !== drawn) draw();
    drawn = now;
  });
}

async function fetchEdition(name) {
  const board = told.hello?.board;
  printed.set(name, board?.id === name ? board : undefined);
  if (printed.get(name)) return;
  const answer = await fetch(`/edition/${encodeURIComponent(name)}`);
  if (!answer.ok) return;
  printed.set(name, await answer.json());
  tell({ look: told.look }); // all that stands there gets its names
}

export function start() {
  on(["look"], ({ hello }) => {
    last = hello ? null : (told.look ?? last); // another box: another table
    const name = told.look?.edition;
    if (name && !printed.has(name)) fetchEdition(name);
  });
}
