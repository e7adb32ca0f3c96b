// The players with their hands of deeds and their tokens, and what the bank still has.

import { $, $$, el, renew } from "./dom.js";
import { latest, onChange } from "./updates.js";
import { layout } from "./layout.js";
import { count, travel } from "./motion.js";
import { badge } from "./pieces.js";
import { tag } from "./reader.js";
import { askedRent, edition, nameOf, onGame, balancesOpen, deedInQuestion, deedsOf, money, players, space, state, log, whoActs, worth } from "./game.js";
import { t } from "./words.js";

const GROUPS = ["brown", "sky", "pink", "orange", "red", "yellow", "green", "blue", "rail", "util"];
const chosen = new Map(); // player -> open or closed, as somebody chose it on this page
let cashBefore = {};

function deed(id) {
  const street = space(id);
  const holding = state().deeds[id];
  const marks = holding.hotel ? "\u25a0" : holding.houses ? String(holding.houses) : "";
  const words = [street.name, t(`group-${street.group}`)];
  if (holding.mortgaged) words.push(t("mortgaged"));
  if (holding.hotel) words.push(edition().terms.hotel);
  else if (holding.houses) words.push(`${holding.houses} ${holding.houses > 1 ? edition().terms.houses : edition().terms.house}`);
  const button = el(
    "button",
    { class: `deed group-${street.group} ${holding.mortgaged ? "mortgaged" : ""}`, title: t("tap", { what: words.join(", ") }), "aria-label": words.join(", ") },
    el("i", { "aria-hidden": "true" }, marks),
    el("span", {}, street.short ?? street.name),
  );
  return tag(button, `deed:${id}`);
}

function fob(one) {
  const name = nameOf(one.tag);
  const button = el("button", { class: `fob player${one.number}`, title: t("tap", { what: name }), "aria-label": name }, badge(one.number));
  return tag(button, one.tag);
}

const sorted = (deeds) => deeds.sort((a, b) => GROUPS.indexOf(space(a).group) - GROUPS.indexOf(space(b).group) || space(a).index - space(b).index);

const signed = (amount) => (amount > 0 ? `+${money(amount)}` : money(amount));

function hand(one) {
  const turn = whoActs() === one.id;
  const isDebtor = state().debts.length > 0 || askedRent() !== undefined;
  const cards = sorted(deedsOf(one.id));
  const notes = [];
  if (one.out) notes.push(t("is-out"));
  if (one.in_jail) notes.push(t("in-jail"));
  if (one.jail_cards) notes.push(`${one.jail_cards} \u00d7 ${edition().terms.jail_pass}`);
  const line = log().find((entry) => !entry.undone);
  const change = line?.changes[one.id] ?? 0;
  const isOpen = balancesOpen();
  const total = state().phase === "tax" ? undefined : worth(one.id); // who chooses how to pay the tax may not know it
  const toggle = el("button", { class: "unfold", "data-keep": `unfold${one.number}`, "aria-label": t("show-deeds", { name: one.id }), "aria-expanded": "false", onclick: () => unfold(one) }, "\u25be");
  return el(
    "article",
    { class: `hand player${one.number} ${turn ? "turn" : ""} ${one.out ? "out" : ""}`, "data-player": one.number },
    fob(one),
    el("h3", { title: one.id }, one.id),
    el("p", { class: "cash" }, isOpen ? money(one.cash) : "\u2022\u2022\u2022"),
    el(
      "p",
      { class: "facts" },
      turn && el("b", { class: "to-play" }, t(isDebtor ? "to-pay" : "to-play")),
      notes.length > 0 && el("span", { class: "notes" }, notes.join(", ")),
      isOpen && total !== undefined && !one.out && el("span", { class: "worth" }, t("worth-is", { amount: money(total) })),
      isOpen && change !== 0 && el("span", { class: change > 0 ? "change up" : "change down" }, signed(change)),
    ),
    cards.length > 0 && toggle,
    el("div", { class: "deeds" }, cards.map(deed)),
  );
}

const bankerCard = () => tag(el("button", { class: "deed banker", title: t("tap", { what: t("banker-card") }) }, el("i", { "aria-hidden": "true" }, "\u2605"), el("span", {}, t("banker-card"))), "banker");

function bank() {
  const left = sorted(deedsOf("bank"));
  const { houses, hotels } = state().bank;
  const stock = (number) => (number < 0 ? "\u221e" : String(number));
  const terms = edition().terms;
  return [
    el(
      "details",
      { id: "bank-hand", class: "hand bank", open: $("#bank-hand")?.open },
      el("summary", { "data-keep": "bank" }, el("b", {}, t("bank")), " ", el("span", {}, t("bank-has", { count: left.length })), el("small", { id: "bank" }, `${stock(houses)} ${terms.houses}, ${stock(hotels)} ${terms.hotels}`)),
      el("div", { class: "deeds sheet" }, left.map(deed)),
    ),
    bankerCard(),
  ];
}

/** Before a game begins: all tokens. */
function tray() {
  const fobs = Array.from({ length: 8 }, (_, n) => fob({ number: n + 1, id: "", tag: `token:${n + 1}` }));
  return el("article", { class: "hand tray" }, el("h3", {}, t("tokens")), el("div", { class: "fobs" }, fobs));
}

// -- which hands are unfolded --

function setOpen(article, open) {
  article.classList.toggle("open", open);
  article.querySelector(".unfold")?.setAttribute("aria-expanded", open);
}

function unfold(one) {
  const article = $(`.hand[data-player="${one.number}"]`);
  chosen.set(one.id, !article.classList.contains("open"));
  foldToFit();
}

/** Names of deeds as far as there is room: everybody's, else those of who plays, else nobody's. */
function foldToFit() {
  const place = $("#hands-in");
  const articles = $$(".hand[data-player]", place);
  const id = (article) => players().find((one) => String(one.number) === article.dataset.player)?.id;
  const tooHigh = () => place.scrollHeight > place.clientHeight + 1;
  for (const wanted of [() => true, (article) => article.classList.contains("turn"), () => false]) {
    for (const article of articles) setOpen(article, chosen.get(id(article)) ?? (layout() !== "two" && wanted(article)));
    if (layout() === "tabs" || !tooHigh()) return;
  }
}

// -- money that moves --

function moveMoney() {
  const now = Object.fromEntries(players().map((one) => [one.id, one.cash]));
  const of = (one) => $(`.hand[data-player="${one.number}"] .cash`);
  if (balancesOpen()) {
    const changed = players().filter((one) => one.id in cashBefore && cashBefore[one.id] !== one.cash);
    for (const one of changed) count(of(one), cashBefore[one.id], one.cash, money);
    const change = (one) => one.cash - cashBefore[one.id];
    const payers = changed.filter((one) => change(one) < 0);
    const takers = changed.filter((one) => change(one) > 0);
    for (const payer of payers) for (const taker of takers.length ? takers : [undefined]) travel(of(payer), taker ? of(taker) : $("#bank-hand"), money(Math.min(-change(payer), taker ? change(taker) : Infinity)));
    if (!payers.length) for (const taker of takers) travel($("#bank-hand"), of(taker), money(change(taker)));
  }
  cashBefore = now;
}

function draw() {
  if (state() && edition()) {
    renew($("#hands-in"), players().map(hand));
    renew($("#bank-in"), bank());
    $("#hands").classList.toggle("many", players().length > 4);
    moveMoney();
  } else {
    renew($("#hands-in"), latest.look?.game === "" && tray());
    renew($("#bank-in"), latest.look?.game === "" && bankerCard());
    cashBefore = {};
  }
  foldToFit();
  mark();
}

/** Whose move it is, and the deed in question: they change with the screen, not only with the game. */
function mark() {
  const deed = latest.look && state() && edition() ? deedInQuestion() : undefined;
  for (const one of $$("#hands .deed")) one.classList.toggle("asked", deed !== undefined && one.dataset.input === `deed:${deed}`);
}

export function start() {
  let actor;
  onGame(draw);
  onChange(["look"], () => {
    const now = edition() ? whoActs() : undefined;
    if (now !== actor && state() && edition()) draw();
    actor = now;
    mark();
  });
  document.addEventListener("layout", foldToFit);
  addEventListener("resize", foldToFit);
  onChange(["big"], foldToFit);
}
