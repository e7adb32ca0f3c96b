// The moments that everybody should see: a purchase, a whole set, a hotel, jail, somebody out, the winner.

import { $ } from "./dom.js";
import { appear, confetti } from "./motion.js";
import { edition, onGame, players, space, state } from "./game.js";
import { latest } from "./updates.js";
import { t } from "./words.js";

let before; // {game, seq, deeds, players, winners} at the last look

const ownsAll = (owner, group) => {
  const streets = edition().spaces.filter((one) => one.group === group && one.deed);
  return streets.every((one) => state().deeds[one.deed].owner === owner);
};

/** What is new since the last look, the greatest first. */
function newest(old) {
  const { deeds, winners } = state();
  if (winners.length && !old.winners.length) return ["won", t(winners.length > 1 ? "win-many" : "wins", { winner: winners.join(` ${t("and")} `) })];
  for (const one of players()) {
    const was = old.players[one.id];
    if (!was) continue;
    if (one.out && !was.out) return ["out", t("out", { who: one.id })];
    if (one.in_jail && !was.in_jail) return ["jail", t("news-jail", { who: one.id })];
  }
  for (const [id, now] of Object.entries(deeds)) {
    const was = old.deeds[id];
    if (now.hotel && !was.hotel) return ["hotel", t("news-hotel", { who: now.owner, hotel: edition().terms.hotel, deed: space(id).name })];
    if (now.owner === was.owner || now.owner === "bank") continue;
    const { group, name } = space(id);
    if (ownsAll(now.owner, group)) return ["set", t("news-set", { who: now.owner, group: t(`group-${group}`) })];
    if (was.owner === "bank") return ["bought", t("news-bought", { who: now.owner, deed: name })];
  }
  return undefined;
}

export function start() {
  onGame(() => {
    const element = $("#news");
    const now = state() && edition() ? structuredClone({ game: latest.look?.game, seq: latest.look?.seq, deeds: state().deeds, players: state().players, winners: state().winners }) : undefined;
    const isNext = before && now && before.game === now.game && now.seq > before.seq;
    const [kind, text] = (isNext && newest(before)) || [];
    if (now && !(before && now.game === before.game && now.seq === before.seq)) {
      element.textContent = text ?? "";
      element.className = kind ?? "";
      if (kind) appear(element);
      if (kind === "won") confetti();
    }
    before = now ?? before;
  });
}

