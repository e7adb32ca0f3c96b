// The middle of the board, where everyone looks: the deed in question, an auction, a trade, a card, the ranking.

import { $, el, renew } from "./dom.js";
import { appear } from "./motion.js";
import { moment } from "./moments.js";
import { badge } from "./pieces.js";
import { askedRent, balancesOpen, deedInQuestion, edition, log, money, player, players, space, state, worth } from "./game.js";
import { latest, onChange } from "./updates.js";
import { currentLanguage, t } from "./words.js";

let before = "";

const name = (id) => el("span", { class: `who player${player(id)?.number}` }, player(id) && badge(player(id).number), id);

// -- the deed card --

function rentRows(one) {
  const { terms, rules } = edition();
  const level = state()?.deeds[one.deed];
  const built = level?.hotel ? 5 : (level?.houses ?? 0);
  if (one.group === "rail") return one.rents?.map((amount, n) => [t("rails-owned", { count: n + 1 }), money(amount), false]) ?? [];
  if (one.group === "util" || !one.rents) return [];
  const rows = [
    [t("rent-alone"), 0],
    [`1 ${terms.house}`, 1],
    ...[2, 3, 4].map((n) => [`${n} ${terms.houses}`, n]),
    [terms.hotel, 5],
  ];
  return rows.filter(([, n]) => one.rents[n] !== undefined && rules).map(([label, n]) => [label, money(one.rents[n]), level?.owner !== "bank" && n === built]);
}

function deedCard(deed) {
  const one = space(deed);
  if (!one) return undefined;
  const holding = state().deeds[deed];
  const rows = rentRows(one);
  const facts = [
    [t("price"), one.price],
    [t("mortgage-value"), one.mortgage],
    [t("house-cost", { house: edition().terms.house }), one.house_cost],
  ].filter(([, amount]) => amount);
  return el(
    "article",
    { class: `deed-card group-${one.group} ${holding?.mortgaged ? "mortgaged" : ""}` },
    el("h3", {}, one.name),
    el(
      "div",
      { class: "columns" },
      rows.length > 0 && el("table", { class: "rents" }, el("caption", { class: "unseen" }, t("rents")), el("tbody", {}, rows.map(([label, amount, here]) => el("tr", { class: here ? "here" : "" }, el("th", { scope: "row" }, label), el("td", {}, amount))))),
      el("dl", {}, facts.map(([label, amount]) => [el("dt", {}, label), el("dd", {}, money(amount))])),
    ),
    el("p", { class: "whose" }, holding?.owner === "bank" ? t("for-sale") : [t("owned-by"), " ", name(holding.owner)], holding?.mortgaged && ` (${t("mortgaged")})`),
  );
}

// -- rent, auction, trade, card, the end --

function rent() {
  const claim = askedRent();
  return claim && el("div", { class: "deal-line" }, name(claim.from), el("b", { class: "amount" }, `\u2192 ${money(claim.amount)} \u2192`), name(claim.to));
}

function auction() {
  const { lot, high, leader, passed } = state().auction;
  const bidders = players().filter((one) => !one.out);
  return [
    el("div", { class: "deal-line" }, el("b", { class: "amount" }, leader ? money(high) : t("no-bid")), leader && name(leader)),
    el("ul", { class: "bidders" }, bidders.map((one) => el("li", { class: passed.includes(one.id) ? "passed" : "" }, name(one.id), passed.includes(one.id) && el("small", {}, t("passed"))))),
    deedCard(lot) ?? el("p", { class: "lot" }, edition().terms[lot] ?? lot),
  ];
}

/** Both sides of a trade, as the display has them: a row "BOB gives", then what, each a row that is set in. */
function trade() {
  const sides = [];
  for (const row of latest.look.rows) {
    const giver = row.match(/^(\S+) (gives|gibt)/);
    if (giver) sides.push([players().find((one) => one.id.toUpperCase().startsWith(giver[1].toUpperCase()))?.id ?? giver[1], []]);
    else if (sides.length && /^ \S/.test(row)) sides.at(-1)[1].push(row.trim());
  }
  if (!sides.length) return undefined;
  const groupOf = (text) => edition().spaces.find((one) => one.deed && [one.name, one.short].some((label) => label && label.startsWith(text.replace(/\.$/, ""))))?.group;
  return el(
    "div",
    { class: "trade" },
    sides.map(([giver, things]) => el("section", {}, el("h3", {}, player(giver) ? name(giver) : giver, " ", el("small", {}, t("gives"))), el("ul", {}, things.length ? things.map((thing) => el("li", { class: `group-${groupOf(thing)}` }, thing)) : el("li", { class: "soft" }, t("nothing"))))),
  );
}

function card() {
  const rows = latest.look.rows.map((row) => row.trim());
  const key = rows.findIndex((row) => row.startsWith("#") || row.startsWith("*"));
  const lines = rows.slice(1, key < 0 ? undefined : key);
  const end = lines.indexOf("") < 0 ? lines.length : lines.indexOf("");
  const more = lines.slice(end).filter(Boolean);
  return end > 0 && el("article", { class: "card-drawn" }, el("h3", {}, rows[0]), el("p", {}, lines.slice(0, end).join(" ")), more.map((line) => el("small", {}, line)));
}

function ranking() {
  const order = players().sort((a, b) => Number(state().winners.includes(b.id)) - Number(state().winners.includes(a.id)) || Number(a.out) - Number(b.out) || b.went_out - a.went_out || worth(b.id) - worth(a.id));
  const winners = state().winners.join(` ${t("and")} `);
  return el(
    "article",
    { class: "the-end" },
    el("h3", {}, t(state().winners.length > 1 ? "win-many" : "wins", { winner: winners })),
    el("ol", {}, order.map((one) => el("li", {}, name(one.id), el("b", {}, one.out ? t("is-out") : money(worth(one.id) ?? 0))))),
    el("div", { class: "ways" }, el("button", { class: "main", "data-go": "report", "data-keep": "report" }, t("report")), latest.hello?.on === "twin" && el("button", { "data-go": "new", "data-keep": "new" }, t("start-own"))),
  );
}

/** One page of the story, as the display has it. */
function story() {
  const rows = latest.look.rows.map((row) => row.trim());
  const key = rows.findIndex((row) => row.startsWith("*") || row.startsWith("B "));
  const [head, title, ...lines] = rows.slice(0, key < 0 ? undefined : key).filter(Boolean);
  return el("article", { class: "card-drawn" }, el("h3", {}, head), el("p", {}, title), lines.map((line) => el("b", { class: "amount" }, line)));
}

function content() {
  const { screen } = latest.look;
  if (!state() || !edition()) return [];
  if (screen === "table.the_end") return [ranking()];
  if (screen === "table.story") return [story()];
  if (state().auction) return auction();
  if (screen === "trade.trade") return [trade()];
  if (screen === "turn.card_drawn") return [card()];
  if (screen === "turn.rent") return [rent(), deedCard(deedInQuestion())];
  if (latest.look.moment || screen === "turn.debt") return [];
  const deed = deedInQuestion();
  return deed ? [deedCard(deed)] : [];
}

/** Between two questions: the last thing that was done. */
function lastLine() {
  const line = log().find((one) => !one.undone);
  return line && state() ? el("p", { class: "last-line" }, line.text[currentLanguage()]) : undefined;
}

export function start() {
  onChange(["look", "language", "power", "connected"], () => {
    const isSilent = !latest.look || latest.power === false || latest.connected === false;
    const parts = isSilent ? [] : content().filter(Boolean);
    const isEmpty = !parts.length && !(!isSilent && moment());
    $("#middle").classList.toggle("busy", !isEmpty);
    const stage = $("#stage");
    renew(stage, parts.length ? parts : isEmpty && edition() ? [el("p", { class: "title" }, edition().name), balancesOpen() && lastLine()] : []);
    const now = stage.textContent;
    if (parts.length && now !== before) appear(stage);
    before = now;
  });
}
