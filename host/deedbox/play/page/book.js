// BOOK: balances with their last change, the bank, auction and debts, and what was done.

import { $, el, renew } from "./dom.js";
import { on, told } from "./news.js";
import { badge } from "./pieces.js";
import { edition, players, space, state } from "./table.js";
import { t } from "./words.js";

const signed = (sum) => (sum > 0 ? `+${sum}` : String(sum));

function balances() {
  const now = state();
  const rows = players().map((one) => {
    const change = told.look.changes?.[one.id] ?? 0;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, badge(one.number), one.id),
      el("td", {}, String(one.cash)),
      el("td", { class: change > 0 ? "up" : change < 0 ? "down" : "" }, change ? signed(change) : ""),
      el("td", {}, String(now.worth[one.id])),
    );
  });
  const heads = ["player", "cash", "change", "worth"].map((name) => el("th", { scope: "col" }, t(name)));
  return el("table", {}, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows));
}

function facts() {
  const now = state();
  const terms = edition().terms;
  const stock = (count) => (count < 0 ? "\u221e" : String(count));
  const list = [
    [terms.houses, stock(now.bank.houses)],
    [terms.hotels, stock(now.bank.hotels)],
    [t("pot-name"), String(now.bank.pot)],
  ];
  if (now.auction) {
    const lot = space(now.auction.lot)?.name ?? terms[now.auction.lot];
    list.push([t("auction"), now.auction.leader ? t("high-bid", { lot, high: now.auction.high, name: now.auction.leader }) : lot]);
  }
  for (const debt of now.debts) list.push([t("debt"), t("owes", { name: debt.from, to: debt.to === "bank" ? t("the-bank") : debt.to, amount: debt.amount })]);
  return el("dl", {}, list.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

function log() {
  const lines = told.look.log ?? [];
  if (!lines.length) return el("p", { class: "soft" }, t("nothing-yet"));
  return el("ol", { tabindex: "0", "aria-label": t("log") }, lines.map((line) => el("li", { class: line.undone ? "undone" : "" }, line.text)));
}

export function start() {
  on(["look", "language"], () => {
    const ready = state() && edition();
    renew($("#balances"), ready && balances());
    renew($("#bank"), ready && facts());
    renew($("#log"), ready && el("h3", {}, t("log")), ready && log());
  });
}
