// NOW: one sentence on what the box waits for, and every legal input as a button.

import { $, el, renew } from "./dom.js";
import { word } from "./keypad.js";
import { moment } from "./moments.js";
import { onChange, latest } from "./updates.js";
import { settings } from "./settings.js";
import { tap, type } from "./socket.js";
import { hasAnswered, nameOf, player, players, space, spaceAt, state, nextToRoll } from "./game.js";
import { has, t } from "./words.js";

// On these screens the sentence speaks of tokens; on the others a token that is asked for comes first.
const OF_TOKENS = ["turn.offer", "turn.rent", "trade.auction", "trade.trade", "table.undo", "deeds.build", "deeds.mortgage", "table.leave", "turn.give_up", "deeds.inherited", "setup.new_game", "setup.who_starts"];

/** The players whose tokens the screen asks for. */
const tokenOwners = () => latest.look.taps.map(([tag]) => players().find((one) => one.tag === tag)?.id).filter(Boolean);

/** The names and places that a sentence may use. */
function slots() {
  if (!latest.look.game) return {};
  const { turn, auction, debts, winners } = state();
  return {
    turn,
    next: nextToRoll(),
    who: tokenOwners().join(", ") || turn,
    place: spaceAt(player(turn)?.space)?.name ?? "",
    lot: auction ? (space(auction.lot)?.name ?? auction.lot) : "",
    debtor: debts[0]?.from ?? turn,
    winner: winners.join(", "),
    out: wentOutLast(),
  };
}

/** The player who went out last; "" while all are in the game. */
function wentOutLast() {
  const out = Object.entries(state().players).filter(([, one]) => one.out);
  return out.sort(([, a], [, b]) => b.went_out - a.went_out)[0]?.[0] ?? "";
}

function sentence() {
  if (latest.connected === false) return t("lost");
  if (latest.power === false) return t("is-off");
  const look = latest.look;
  if (!look && hasAnswered()) return t("again");
  if (!look) return latest.rows.some((row) => row.trim()) ? t("now-display") : t("starting");
  const great = moment();
  return great && !great.isAside ? great.text.join(" ") : t(`now-${sentenceName(look)}`, slots());
}

/** Which sentence says what this screen waits for. */
function sentenceName({ screen, inputs, taps }) {
  if (screen === "trade.auction" && !inputs.some(([key]) => key === "A")) return "leaving";
  if (screen === "table.stop_tonight" && taps.length) return "call-time";
  if (screen === "table.stop_tonight" && inputs.some(([key]) => key === "B")) return "stop-or-time";
  if (screen === "turn.dice" && !taps.length) return inputs.some(([key]) => key === "#") ? "dice-alone" : "second-die";
  if (tokenOwners().length === 1 && !OF_TOKENS.includes(screen)) return "token";
  return has(`now-${screen}`) ? screen : "display";
}

function inputs() {
  const look = latest.look;
  if (!look || !latest.power) return [];
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

/** With "Teach me": rents that could be asked for. Without it the page keeps quiet about them. */
function teaching() {
  const claims = settings.teach && latest.power ? state()?.claims ?? [] : [];
  return claims.map((claim) =>
    t("claim", { owner: claim.to, payer: claim.from, deed: space(claim.deed)?.name ?? claim.deed, amount: claim.amount }),
  );
}

export function start() {
  onChange(["look", "rows", "power", "connected", "language", "teach"], () => {
    $("#sentence").textContent = sentence();
    renew($("#inputs"), inputs());
    const lessons = teaching();
    $("#teaching").hidden = !lessons.length;
    $("#teaching").textContent = lessons.join(" ");
  });
}
