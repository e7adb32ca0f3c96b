// NOW: one sentence on what the box waits for, and every legal input as a button.

import { $, el, renew } from "./dom.js";
import { word } from "./keypad.js";
import { on, told } from "./news.js";
import { kept } from "./settings.js";
import { tap, type } from "./socket.js";
import { nameOf, player, players, space, spaceAt, state, thrower } from "./table.js";
import { has, t } from "./words.js";

// Screens whose sentence is about tokens already; on the others one that is asked for goes first.
const OF_TOKENS = ["offer", "rent", "auction", "trade", "undo", "build", "loan", "leave", "setup", "starts"];

/** The players whose tokens the screen asks for. */
const asked = () => told.look.taps.map(([tag]) => players().find((one) => one.tag === tag)?.id).filter(Boolean);

/** Who and what a sentence may speak of. */
function facts() {
  if (!told.look.game) return {};
  const { turn, auction, debts, winners } = state();
  return {
    turn,
    next: thrower(),
    who: asked().join(", ") || turn,
    place: spaceAt(player(turn)?.space)?.name ?? "",
    lot: auction ? (space(auction.lot)?.name ?? auction.lot) : "",
    debtor: debts[0]?.from ?? turn,
    winner: winners.join(", "),
  };
}

function sentence() {
  if (told.connected === false) return t("lost");
  if (told.power === false) return t("is-off");
  const look = told.look;
  if (!look) return told.rows.some((row) => row.trim()) ? t("now-display") : t("starting");
  return t(`now-${about(look)}`, facts());
}

/** Which sentence says what this screen waits for. */
function about({ screen, inputs, taps }) {
  if (screen === "auction" && !inputs.some(([key]) => key === "A")) return "leaving";
  if (screen === "dice" && !taps.length) return inputs.some(([key]) => key === "#") ? "dice-alone" : "second-die";
  if (asked().length === 1 && !OF_TOKENS.includes(screen)) return "token";
  return has(`now-${screen}`) ? screen : "display";
}

function inputs() {
  const look = told.look;
  if (!look || !told.power) return [];
  const tags = look.taps.map(([tag]) =>
    el("button", { class: "tag", "data-input": tag, "data-keep": tag, onclick: () => tap(tag) }, t("tap", { what: nameOf(tag) })),
  );
  const keys = look.inputs.map(([key]) =>
    el(
      "button",
      { "data-input": `key:${key}`, "data-keep": `key:${key}`, onclick: () => type(key), class: word(key) ? "" : "bare" },
      el("kbd", {}, key),
      word(key),
    ),
  );
  return [...tags, ...keys];
}

/** With "Teach me": rents that could be asked for. Otherwise nobody is told. */
function teaching() {
  const claims = kept.teach && told.power ? state()?.claims ?? [] : [];
  return claims.map((claim) =>
    t("claim", { owner: claim.to, payer: claim.from, deed: space(claim.deed)?.name ?? claim.deed, amount: claim.amount }),
  );
}

export function start() {
  on(["look", "rows", "power", "connected", "language", "teach"], () => {
    $("#sentence").textContent = sentence();
    renew($("#inputs"), inputs());
    const lessons = teaching();
    $("#teaching").hidden = !lessons.length;
    $("#teaching").textContent = lessons.join(" ");
  });
}
