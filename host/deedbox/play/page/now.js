// NOW: one sentence on what the box waits for, one main action, and the other keys and tags folded away.

import { deckAsked, draw, roll, takesDice } from "./dice_and_decks.js";
import { $, el, renew } from "./dom.js";
import { word } from "./keypad.js";
import { moment } from "./moments.js";
import { onChange, latest } from "./updates.js";
import { settings } from "./settings.js";
import { tap, type } from "./socket.js";
import { askedRent, hasAnswered, money, nameOf, player, space, spaceAt, state, nextToRoll, tokenOwners, whoActs } from "./game.js";
import { has, t } from "./words.js";

// On these screens the sentence speaks of tokens; on the others a token that is asked for comes first.
const OF_TOKENS = ["turn.offer", "turn.rent", "trade.auction", "trade.trade", "table.undo", "deeds.build", "deeds.mortgage", "table.leave", "turn.give_up", "deeds.inherited", "setup.new_game", "setup.who_starts"];
const AMOUNTS = ["trade.auction", "trade.trade", "table.bank_only", "table.correction", "table.bank_only_more"]; // digits are an amount here

let isOpen = false; // are the other actions unfolded?

/** The names and places that a sentence may use. */
function slots() {
  if (!latest.look.game) return {};
  const { turn, auction, debts, winners } = state();
  const here = spaceAt(player(turn)?.space);
  const rent = askedRent();
  return {
    turn,
    next: nextToRoll(),
    who: tokenOwners().join(", ") || turn,
    place: here?.name ?? "",
    price: here?.price ? money(here.price) : "",
    lot: auction ? (space(auction.lot)?.name ?? auction.lot) : "",
    high: auction ? money(auction.high) : "",
    leader: auction?.leader ?? "",
    debtor: debts[0]?.from ?? turn,
    winner: winners.join(` ${t("and")} `),
    out: wentOutLast(),
    payer: rent?.from ?? "",
    owner: rent?.to ?? "",
    amount: rent ? money(rent.amount) : "",
    deed: rent ? (space(rent.deed)?.name ?? rent.deed) : "",
  };
}

/** The player who went out last; "" while all are in the game. */
function wentOutLast() {
  const out = Object.entries(state().players).filter(([, one]) => one.out);
  return out.sort(([, a], [, b]) => b.went_out - a.went_out)[0]?.[0] ?? "";
}

function sentence() {
  if (latest.connected === false) return t("lost");
  if (latest.driving) return t("setting-up");
  if (latest.power === false) return t("is-off");
  const look = latest.look;
  if (!look && hasAnswered()) return t("again");
  if (!look) return latest.rows.some((row) => row.trim()) ? t("now-display") : t("starting");
  const great = moment();
  return great && !great.isAside ? great.text[0] : t(`now-${sentenceName(look)}`, slots());
}

/** Which sentence says what this screen waits for. */
function sentenceName({ screen, inputs, taps, state }) {
  const keys = inputs.map(([key]) => key);
  if (screen === "trade.auction" && !keys.includes("A")) return "leaving";
  if (screen === "trade.auction" && state.auction?.leader) return "bid";
  if (screen === "turn.rent" && askedRent()) return "rent-asked";
  if (screen === "table.the_end" && state.winners.length > 1) return "winners";
  if (screen === "table.stop_tonight" && taps.length) return "call-time";
  if (screen === "table.stop_tonight" && keys.includes("B")) return "stop-or-time";
  if (screen === "turn.dice" && !taps.length) return keys.includes("#") ? "dice-alone" : "second-die";
  if (tokenOwners().length === 1 && !OF_TOKENS.includes(screen)) return "token";
  return has(`now-${screen}`) ? screen : "display";
}

// -- actions --

/** What a digit means: the line of the display that it is in front of, a die, or a digit. */
function digitWord(key) {
  const lines = latest.look.rows.flatMap((row) => [...row.matchAll(/(?:^|\s)(\d) (\S.*?)(?=\s{2,}|\s\d [A-Z]|$)/g)]);
  const line = lines.find(([, digit]) => digit === key)?.[2].trim();
  if (line && !takesDice()) return line;
  return t(takesDice() ? "one-die" : "digit", { digit: key });
}

/** The name of a key: the word of the box, else ours. */
export function keyName(key) {
  if (word(key)) return word(key);
  if (key === "*") return t("key-back");
  if (key === "#") return t("key-on");
  return /\d/.test(key) ? digitWord(key) : t("key-named", { key });
}

const keyButton = (key, main) =>
  el("button", { "data-input": `key:${key}`, "data-keep": `key:${key}`, onclick: () => type(key), class: main ? "main" : "" }, el("kbd", {}, key), keyName(key));

const tagButton = (tag, main) => el("button", { class: main ? "main" : "tag", "data-input": tag, "data-keep": tag, onclick: () => tap(tag) }, t("tap", { what: nameOf(tag) }));

/** All inputs as [name, button(is it the main one?)], the most likely first. */
function actions() {
  const { inputs, taps, screen } = latest.look;
  const keys = inputs.map(([key]) => key);
  const list = [];
  const rank = (name) => {
    if (name.startsWith("token:")) return name === player(whoActs())?.tag ? 1 : 3;
    if (name.startsWith("deed:")) return 2;
    return { "key:#": screen === "turn.debt" || screen === "table.player" || screen === "deeds.deed" ? 8 : 4, "key:A": screen === "trade.auction" ? 8 : 5, "key:B": 6, "key:C": 7, "key:*": 9, "key:D": 10 }[name] ?? 11;
  };
  if (takesDice() && !(screen === "turn.dice")) list.push(["roll", () => el("button", { class: "main", "data-keep": "roll", onclick: roll }, t("throw-dice"))]);
  const deck = deckAsked();
  if (deck) list.push(["draw", () => el("button", { class: "main", "data-keep": "draw", onclick: () => draw(deck) }, t("draw"))]);
  const digits = keys.filter((key) => /\d/.test(key));
  const isGroup = digits.length > 1 && (takesDice() || AMOUNTS.includes(screen) || digits.length === 10);
  const named = [
    ...taps.filter(([tag]) => !tag.startsWith("card:")).map(([tag]) => [tag, (main) => tagButton(tag, main)]),
    ...keys.filter((key) => !isGroup || !/\d/.test(key)).map((key) => [`key:${key}`, (main) => keyButton(key, main)]),
  ];
  list.push(...named.sort(([a], [b]) => rank(a) - rank(b)));
  if (isGroup) list.push(["digits", () => el("p", { class: "digits" }, el("kbd", {}, `${digits[0]}\u2013${digits.at(-1)}`), t(takesDice() ? "digits-dice" : "digits-amount"))]);
  return list;
}

function inputs() {
  if (!latest.look || latest.power === false || latest.connected === false || latest.driving) return [];
  const all = actions();
  if (!all.length) return [];
  // Where several players may answer, each of their tokens is a main action: nobody comes first.
  const tokens = all.filter(([name]) => name.startsWith("token:"));
  const first = all[0][0] === "digits" ? [] : [all[0]];
  const mains = tokens.length > 1 ? [...first.filter((one) => !tokens.includes(one)), ...tokens] : first;
  const rest = all.filter((one) => !mains.includes(one));
  return [
    mains.map(([, button]) => button(true)),
    rest.length > 0 &&
      el(
        "details",
        { id: "others", open: isOpen || !mains.length, ontoggle: ({ target }) => (isOpen = target.open) },
        el("summary", { "data-keep": "others" }, t("other-actions")),
        el("div", { class: "others" }, rest.map(([, button]) => button(false))),
      ),
  ];
}

/** With "Teach me": rents that could be asked for. Without it the page keeps quiet about them. */
function teaching() {
  const claims = settings.teach && latest.power ? state()?.claims ?? [] : [];
  return claims.map((claim) =>
    t("claim", { owner: claim.to, payer: claim.from, deed: space(claim.deed)?.name ?? claim.deed, amount: money(claim.amount) }),
  );
}

/** The title of the tab: whose turn it is. */
function title() {
  if (latest.connected === false || latest.power === false || !latest.look?.game) return "Deedbox";
  if (state().winners.length) return `${t("wins", { winner: state().winners.join(` ${t("and")} `) })} \u00b7 Deedbox`;
  return `${t("turn-of", { name: whoActs() })} \u00b7 Deedbox`;
}

export function start() {
  onChange(["look", "rows", "power", "connected", "language", "teach", "driving"], () => {
    $("#sentence").textContent = sentence();
    document.title = title();
    renew($("#inputs"), inputs());
    const lessons = teaching();
    $("#teaching").hidden = !lessons.length;
    $("#teaching").textContent = lessons.join(" ");
  });
}
