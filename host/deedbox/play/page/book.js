// The section Book: balances with their last change, the bank, the auction, debts, and the log.

import { $, el, renew } from "./dom.js";
import { badge } from "./pieces.js";
import { creditorName, debtCause, edition, log, onGame, balancesOpen, players, space, state } from "./game.js";
import { currentLanguage, t } from "./words.js";

const signed = (amount) => (amount > 0 ? `+${amount}` : String(amount));

function balances() {
  const now = state();
  const rows = players().map((one) => {
    const change = log().find((line) => one.id in line.changes && !line.undone)?.changes[one.id] ?? 0;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, badge(one.number), one.id),
      el("td", {}, String(one.cash)),
      el("td", { class: change > 0 ? "up" : change < 0 ? "down" : "" }, change ? signed(change) : ""),
      // A player who chooses how to pay the tax may not know their worth.
      el("td", {}, now.phase === "tax" ? "?" : String(now.worth[one.id])),
    );
  });
  const heads = ["player", "cash", "change", "worth"].map((name) => el("th", { scope: "col" }, t(name)));
  return el("table", {}, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows));
}

function bankList() {
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
  for (const debt of now.debts) list.push([t("debt"), t("owes", { name: debt.from, to: creditorName(debt), amount: debt.amount, cause: debtCause(debt) })]);
  return el("dl", {}, list.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

function logList() {
  const lines = log();
  if (!lines.length) return el("p", { class: "soft" }, t("nothing-yet"));
  const items = lines.map((line) => {
    const amounts = balancesOpen() ? Object.entries(line.changes).map(([name, amount]) => `${name} ${signed(amount)}`) : [];
    return el(
      "li",
      { class: line.undone ? "undone" : "" },
      line.text[currentLanguage()],
      amounts.length > 0 && el("small", {}, amounts.join(", ")),
      line.agreed.length > 0 && el("small", {}, t("agreed", { names: line.agreed.join(", ") })),
      line.remote && el("small", {}, t("remote")),
      line.last && el("small", { class: "here" }, t("undo-here")),
    );
  });
  return el("ol", { tabindex: "0", "aria-label": t("log") }, items);
}

export function start() {
  onGame(() => {
    const ready = state() && edition();
    renew($("#balances"), ready && (balancesOpen() ? balances() : el("p", { class: "soft" }, t("own-page"))));
    renew($("#bank"), ready && bankList());
    renew($("#log"), ready && el("h3", {}, t("log")), ready && logList());
  });
}
