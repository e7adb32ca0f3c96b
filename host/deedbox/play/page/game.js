// The game as the box reported it last, and what is printed on its board.

import { onChange, publish, latest } from "./updates.js";
import { t } from "./words.js";

const editions = new Map(); // edition -> what `deedbox editions show` prints

let last = null; // the last look, so that the table stays as it is when the box loses its power

/** The newest look at the box, also when it is silent now. */
const newestLook = () => latest.look ?? last;
/** Has this box answered before? */
export const hasAnswered = () => last !== null;

/** What is printed on the board; before a game begins, on the one that the command line named. */
export function edition() {
  const name = newestLook()?.edition;
  if (!name) return latest.hello?.board;
  return latest.board?.id === name ? latest.board : editions.get(name);
}
/** The contract's state; nothing while there is no game. */
export const state = () => (newestLook()?.game ? newestLook().state : undefined);

/** What was done, the newest first. */
export const log = () => newestLook()?.log ?? [];

/** Players in turn order: {id, number, tag, cash, space, in_jail, ...}. */
export function players() {
  const look = newestLook();
  if (!look?.game) return [];
  return look.names.map((id, seat) => ({
    id,
    number: seat + 1,
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
export const spaceAt = (index) => edition()?.spaces[index];
export const deedsOf = (id) => Object.keys(state()?.deeds ?? {}).filter((deed) => state().deeds[deed].owner === id);

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
  onChange(["look", "language"], () => {
    const now = [newestLook()?.game, newestLook()?.seq, edition()?.hash, latest.language].join();
    if (now !== drawn) draw();
    drawn = now;
  });
}

async function fetchEdition(name) {
  const board = latest.hello?.board;
  editions.set(name, board?.id === name ? board : undefined);
  if (editions.get(name)) return;
  const answer = await fetch(`/edition/${encodeURIComponent(name)}`);
  if (!answer.ok) return;
  editions.set(name, await answer.json());
  publish({ look: latest.look }); // draw again, now with the names
}

export function start() {
  onChange(["look"], ({ hello }) => {
    last = hello ? null : (latest.look ?? last); // another box has another game
    const name = latest.look?.edition;
    if (name && latest.board?.id !== name && !editions.has(name)) fetchEdition(name);
  });
}
