// The great moments, in a dialog in the middle of the table: somebody owes, gives up or is out, a tie, the hour.
// It follows the box: it opens and closes with the box's screen, and its buttons press the box's keys and tap its tags.

import { takesDice, roll } from "./dice_and_decks.js";
import { $, el, renew } from "./dom.js";
import { creditorName, debtCause, edition, log, money, nameOf, player, space, spaceAt, state } from "./game.js";
import { word } from "./keypad.js";
import { layout } from "./layout.js";
import { latest, onChange } from "./updates.js";
import { tap, type } from "./socket.js";
import { currentLanguage, t } from "./words.js";

const NUMBERS = 12; // amounts of things up to this are written as words
let closed; // the moment that somebody has closed on this page

// -- parts of sentences --

const deedName = (deed) => space(deed)?.name ?? deed;

/** "Ann, Bob and Cyd" */
function listed(parts, last = t("and")) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1)}`;
}

/** "three deeds", "a pass" */
function counted(thing, count) {
  if (count === 1) return t(`one-${thing}`);
  return t(`some-${thing}`, { count: count <= NUMBERS ? t("numbers").split(" ")[count - 2] : count });
}

/** "20, three deeds and a pass" */
function things({ cash, deeds, passes }) {
  const parts = cash ? [money(cash)] : [];
  if (deeds.length) parts.push(counted("deed", deeds.length));
  if (passes.length) parts.push(counted("pass", passes.length));
  return listed(parts);
}

const heirName = (heir) => (heir === "bank" ? t("bank-gets") : heir);

const owes = (name, debt) => t(name, { debtor: debt.from, creditor: creditorName(debt), amount: money(debt.amount), cause: debtCause(debt) });

/** Who gets, or would get, what: a sentence for each heir. */
function heirs(name, { who, shares, debt }) {
  if (!shares.length) return [t(`${name}-nothing`, { who, heir: heirName(debt?.to ?? "bank") })];
  return shares.map((share) => t(name, { who, heir: heirName(share.heir), things: things(share) }));
}

// -- moments: {title, text: sentences, list: what to hand over} --

function debt() {
  const one = state().debts[0];
  const { cash } = player(one.from);
  const slots = { debtor: one.from, creditor: creditorName(one), cash: money(cash), can_raise: money(one.can_raise), short: money(one.amount - cash) };
  const text = [owes("owes-for", one), t("has-and-could", slots)];
  if (cash >= one.amount) text.push(t("can-pay", slots));
  else if (cash + one.can_raise >= one.amount) text.push(t("can-raise", slots));
  else text.push(one.can_raise ? t("not-enough", slots) : t("short-by", slots), t("others-help"));
  return { title: owes("debt-title", one), text };
}

function going(moment, name) {
  const text = moment.debt ? [owes("owes-for", moment.debt)] : [];
  text.push(...heirs(`${name}-gets`, moment));
  if (moment.over) text.push(t("ends-game"));
  text.push(t(`${name}-token`, { who: moment.who }));
  return { title: t(`${name}-title`, { who: moment.who }), text };
}

function out(moment) {
  const text = moment.debt ? [owes("owed-for", moment.debt)] : [t("left", { who: moment.who })];
  text.push(t("out", { who: moment.who }), ...heirs("gets", moment));
  const list = [];
  if (moment.buildings) list.push(t("buildings-off"));
  for (const share of moment.over ? [] : moment.shares) list.push(...handOver(share, moment.auctions));
  if (moment.over) text.push(t("ends-game"));
  return { title: t("out-title", { who: moment.who }), text, list };
}

/** What goes from hand to hand. */
function handOver({ heir, deeds, passes, interest }, auctions) {
  const names = deeds.map(({ deed, mortgaged }) => deedName(deed) + (mortgaged ? ` (${t("mortgaged")})` : ""));
  const isBank = heir === "bank";
  const slots = { heir, deeds: listed(names), interest };
  const list = [];
  if (names.length) list.push(t(!isBank ? "give-deeds" : auctions ? "auctioned-now" : "for-sale-again", slots));
  for (const deck of passes) list.push(t(isBank ? "pass-under" : "give-pass", { heir, deck: edition().labels[deck] ?? deck }));
  if (interest) list.push(t("interest-paid", slots));
  return list;
}

function heir(moment) {
  const slots = { ...moment, deed: deedName(moment.deed) };
  const text = [t("heir-mortgaged", slots)];
  if (moment.interest) text.push(t("heir-interest", slots));
  return { title: t("heir-title", slots), text: [...text, t("heir-pay", slots)] };
}

function deal({ now, hands }) {
  const list = hands.map((hand) => {
    const slots = { ...hand, deeds: listed(hand.deeds.map(deedName)) || t("no-deeds") };
    return el("span", { class: hand.who === now ? "here" : "" }, t(hand.paid ? "hand-paid" : "hand", slots));
  });
  return { title: t("deal-title"), text: [now ? t("deal-now", { who: now }) : t("now-setup.dealt")], list };
}

function undo(moment) {
  const lines = moment.steps.map((seq) => log().find((line) => line.seq === seq)).filter(Boolean);
  const steps = lines.map((line) => `${line.text[currentLanguage()]}.`);
  const changes = Object.entries(moment.changes).map(([who, amount]) =>
    t(moment.kind === "redo" ? (amount > 0 ? "gets-again" : "pays-again") : amount > 0 ? "gets-back" : "gives-back", { who, amount: Math.abs(amount) }),
  );
  const text = [...(steps.length === 1 ? steps : []), ...changes];
  const names = { names: listed(moment.missing), others: listed(moment.witnesses, t("or")) };
  if (!moment.witnesses.length) text.push(t("must-tap", names));
  else text.push(t(moment.missing.length ? "must-tap-with-witness" : "witness-taps", names));
  return { title: t(`${moment.kind}-title`), text, list: steps.length > 1 ? steps : [] };
}

const MOMENTS = {
  "give-up": (moment) => going(moment, "give-up"),
  leave: (moment) => going(moment, "leave"),
  out,
  heir,
  deal,
  undo,
  redo: undo,
  "third-double": (moment) => ({
    title: t(moment.number === 3 ? "third-title" : "double-title", moment),
    text: [t("rolled-double", { ...moment, a: moment.dice[0], b: moment.dice[1] }), t("goes-to-jail", moment)],
  }),
  "no-double": (moment) => ({ title: t("no-double-title"), text: [t("stays-in-jail", { ...moment, number: moment.try })] }),
  "last-try": (moment) => ({
    title: t("no-double-title"),
    text: [t(spaceAt(moment.space)?.kind === "jail" ? "last-try-stays" : "last-try", { ...moment, place: spaceAt(moment.space)?.name ?? "" })],
  }),
  tie: (moment) => {
    const slots = { ...moment, deed: deedName(moment.deed), a: moment.dice?.[0], b: moment.dice?.[1] };
    return { title: t(moment.dice ? "tie-title" : "tie-alone", slots), text: [t("tie-again", slots), t("tie-dice", slots), t("tie-cost", slots)] };
  },
  fight: (moment) => fight(moment, moment.won ? "fight-won" : "fight-kept"),
  battle: (moment) => fight(moment, moment.won ? "battle-won" : "battle-kept"),
  power: (moment) => ({
    title: t("power-title", moment),
    text: [t(`power-${moment.number}`, { ...moment, deck: edition().labels[moment.deck] ?? "" }), t("power-again", moment)],
  }),
  // The box still waits for what it waited for, so NOW keeps its own sentence.
  time: (moment) => ({ isAside: true, title: t("time-title"), text: [t(`time-${moment.last}`), t("time-goes-on")] }),
  count: () => ({ title: t("count-title"), text: [t("now-turn.last_turn")] }),
};

function fight(moment, name) {
  const slots = { ...moment, deed: deedName(moment.deed), a: moment.dice[0], b: moment.dice[1] };
  const text = [t(name, slots)];
  if (moment.paid) text.push(t("fight-paid", slots));
  return { title: slots.deed, text };
}

/** The moment that the box shows, in words; nothing in everyday play. */
export function moment() {
  const look = latest.look;
  if (!look?.game || latest.power === false || latest.connected === false || !edition()) return undefined;
  const isDebt = look.screen === "turn.debt" && state().debts.length > 0;
  if (!isDebt && !look.moment) return undefined;
  const now = isDebt ? debt() : MOMENTS[look.moment.kind](look.moment);
  return { ...now, text: now.text.map((sentence) => sentence[0].toUpperCase() + sentence.slice(1)) };
}

// -- the dialog --

/** What the box takes now. Keys without a word of the box are on the keypad. */
function buttons() {
  const look = latest.look;
  const tags = look.taps.map(([tag]) => el("button", { class: "tag", "data-input": tag, "data-keep": tag, onclick: () => tap(tag) }, t("tap", { what: nameOf(tag) })));
  const keys = look.inputs
    .filter(([key]) => word(key))
    .map(([key]) => el("button", { "data-input": `key:${key}`, "data-keep": `key:${key}`, onclick: () => type(key) }, el("kbd", {}, key), word(key)));
  const dice = takesDice() ? [el("button", { class: "tag", "data-keep": "roll", onclick: roll }, t("throw"))] : [];
  return [...dice, ...tags, ...keys];
}

function draw() {
  const dialog = $("#moment");
  const now = moment();
  const name = now && JSON.stringify([latest.look.game, latest.look.seq, latest.look.screen, now.title]);
  dialog.hidden = !now || name === closed;
  if (dialog.hidden) return;
  const close = el("button", { class: "close", "data-keep": "close", "aria-label": t("close"), onclick: () => ((closed = name), draw()) }, "\u00d7");
  renew(
    dialog,
    el("h3", { id: "moment-h" }, now.title),
    close,
    el("div", { class: "text", "aria-live": "polite" }, el("p", {}, now.text.join(" ")), now.list?.length > 0 && el("ul", {}, now.list.map((item) => el("li", {}, item)))),
    el("div", { class: "buttons", role: "group", "aria-label": t("legal-inputs") }, buttons()),
  );
}

/** Tabs hide the board, so there the dialog is among what the box waits for. */
function place() {
  if (layout() === "tabs") $("#now-h").after($("#moment"));
  else $("#moment-place").append($("#moment"));
}

export function start() {
  place();
  document.addEventListener("layout", place);
  onChange(["look", "power", "connected", "language"], draw);
}
