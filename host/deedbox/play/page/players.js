// A hand of deeds and a token for each player, and what the bank still has.

import { $, el, renew } from "./dom.js";
import { latest } from "./updates.js";
import { badge } from "./pieces.js";
import { tag } from "./reader.js";
import { edition, nameOf, onGame, balancesOpen, deedsOf, players, space, state, nextToRoll } from "./game.js";
import { t } from "./words.js";

function deed(id) {
  const street = space(id);
  const holding = state().deeds[id];
  const marks = holding.hotel ? "\u25a0" : holding.houses ? `\u25b2${holding.houses}` : "";
  const words = [street.name, t(`group-${street.group}`)];
  if (holding.mortgaged) words.push(t("mortgaged"));
  if (holding.hotel) words.push(edition().terms.hotel);
  else if (holding.houses) words.push(`${holding.houses} ${holding.houses > 1 ? edition().terms.houses : edition().terms.house}`);
  const button = el(
    "button",
    { class: `deed group-${street.group} ${holding.mortgaged ? "mortgaged" : ""}`, title: t("tap", { what: street.name }), "aria-label": words.join(", ") },
    el("i", { "aria-hidden": "true" }, marks),
    el("span", {}, street.short && street.name.length > 20 ? street.short : street.name),
  );
  return tag(button, `deed:${id}`);
}

function fob(one) {
  const name = nameOf(one.tag);
  const button = el("button", { class: `fob player${one.number}`, title: t("tap", { what: name }), "aria-label": name }, badge(one.number));
  return tag(button, one.tag);
}

function hand(one) {
  const turn = nextToRoll() === one.id;
  const cards = deedsOf(one.id).sort((a, b) => space(a).index - space(b).index);
  const notes = [];
  if (one.out) notes.push(t("is-out"));
  if (one.in_jail) notes.push(t("in-jail"));
  if (one.jail_cards) notes.push(`${one.jail_cards} \u00d7 ${edition().terms.jail_pass}`);
  return el(
    "article",
    { class: `hand player${one.number} ${turn ? "turn" : ""} ${one.out ? "out" : ""}` },
    fob(one),
    el("h3", {}, one.id, turn && el("span", { class: "to-play" }, t("to-play"))),
    el("p", { class: "cash" }, balancesOpen() ? String(one.cash) : ""),
    notes.length > 0 && el("p", { class: "notes" }, notes.join(", ")),
    el("div", { class: "deeds" }, cards.map(deed)),
  );
}

const bankerCard = () => tag(el("button", { class: "deed banker" }, el("i"), el("span", {}, t("banker-card"))), "banker");

function bank() {
  const left = deedsOf("bank").sort((a, b) => space(a).index - space(b).index);
  const open = $("#bank-hand")?.open;
  return el(
    "details",
    { id: "bank-hand", class: "hand bank", open },
    el("summary", {}, t("bank-has", { count: left.length })),
    el("div", { class: "deeds" }, left.map(deed), bankerCard()),
  );
}

/** Before a game begins: all tokens. */
function tray() {
  const fobs = Array.from({ length: 8 }, (_, n) => fob({ number: n + 1, id: "", tag: `token:${n + 1}` }));
  return el("article", { class: "hand tray" }, el("h3", {}, t("tokens")), el("div", { class: "fobs" }, fobs), bankerCard());
}

export function start() {
  onGame(() => {
    if (state() && edition()) renew($("#hands-in"), players().map(hand), bank());
    else renew($("#hands-in"), latest.look?.game === "" && tray());
  });
}
