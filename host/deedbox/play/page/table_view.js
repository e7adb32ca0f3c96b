// The board: forty spaces round a square, GO at the bottom right, clockwise. The box says what is where.

import { $, $$, el, renew } from "./dom.js";
import { dropIn, hop } from "./motion.js";
import { piece } from "./pieces.js";
import { tap } from "./socket.js";
import { deedInQuestion, edition, onGame, players, spaceInQuestion, state, whoActs } from "./game.js";
import { latest, onChange } from "./updates.js";
import { t } from "./words.js";

const CORNER = 1.5; // as wide as so many spaces
const SPACE = 1000 / (2 * CORNER + 9); // in the units of #pieces
const EDGE = CORNER * SPACE;
const PIECE = 30; // from one piece to the next
const SIGNS = { go: "\u2190", parking: "P", "go-to-jail": "\u2197", chance: "?", chest: "\u25a4", tax: "\u25c6" };

/** Row and column of a space in the grid, from 1. */
function cell(index) {
  if (index < 10) return [11, 11 - index];
  if (index < 20) return [21 - index, 1];
  if (index < 30) return [1, index - 19];
  return [index - 29, 11];
}

const side = (index) => (index % 10 === 0 ? "corner" : ["bottom", "left", "top", "right"][Math.floor(index / 10)]);

// -- spaces --

const ROOM = { corner: 680, top: 465, bottom: 465, side: 550 };

const measure = document.createElement("canvas").getContext("2d");

/** How much smaller than usual a name must be written, so that its longest word has room. */
function fit(name, where) {
  measure.font = `600 100px ${getComputedStyle(document.body).fontFamily}`;
  const widest = Math.max(...name.split(/[ -]/).map((word) => measure.measureText(word).width));
  const room = ROOM[where] ?? ROOM.side; // in hundredths of a letter's size
  return Math.min(1, room / widest);
}

function buildings(holding) {
  if (holding.hotel) return el("span", { class: "hotel", "aria-hidden": "true" });
  return Array.from({ length: holding.houses }, () => el("span", { class: "house", "aria-hidden": "true" }));
}

/** One space in words. */
function describe(space, holding) {
  const words = [`${space.index} ${space.name}`];
  if (holding && holding.owner !== "bank") words.push(t("owner-is", { name: holding.owner }));
  else if (space.price) words.push(t("costs", { price: space.price }));
  if (holding?.mortgaged) words.push(t("mortgaged"));
  if (holding?.hotel) words.push(edition().terms.hotel);
  else if (holding?.houses) words.push(`${holding.houses} ${holding.houses > 1 ? edition().terms.houses : edition().terms.house}`);
  return words.join(", ");
}

function tile(space, everybody) {
  const { index, deed } = space;
  const where = side(index);
  const holding = deed ? state()?.deeds[deed] : undefined;
  const owner = holding && everybody.find((one) => one.id === holding.owner);
  const isNarrow = where === "top" || where === "bottom" || space.name.split(" ").length > 2;
  const name = isNarrow && space.short ? space.short : space.name;
  const words = describe(space, holding);
  const classes = ["tile", where, `kind-${space.kind}`];
  if (deed) classes.push("deed-space");
  if (owner) classes.push("owned", `player${owner.number}`);
  if (holding?.mortgaged) classes.push("mortgaged");
  if (space.group) classes.push(`group-${space.group}`);
  const parts = [
    space.group && el("span", { class: "band" }, owner && el("b", { class: "owner" }, String(owner.number)), holding && buildings(holding)),
    el("span", { class: "no" }, String(index)),
    space.kind === "jail" ? jailParts() : el("span", { class: "place" }, name),
    !deed && SIGNS[space.kind] && el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[space.kind]),
    holding?.mortgaged ? el("span", { class: "price mark" }, t("mortgaged-mark")) : price(space),
  ];
  const element = deed
    ? el("button", { class: classes.join(" "), title: words, "aria-label": words, "data-keep": `space${index}`, "data-input": `deed:${deed}`, onclick: () => tap(`deed:${deed}`) }, parts)
    : el("div", { class: classes.join(" "), title: words }, parts);
  const [row, column] = cell(index);
  element.style.gridArea = `${row} / ${column}`;
  element.style.setProperty("--fit", fit(name, space.group ? where : where === "left" || where === "right" ? "corner" : where).toFixed(3));
  element.dataset.space = index;
  return element;
}

const jailParts = () => [el("span", { class: "cell", "aria-hidden": "true" }), el("span", { class: "place in" }, t("jail-cell")), el("span", { class: "place visiting" }, t("jail-visiting"))];

function price(space) {
  const amount = space.price ?? (space.tax?.mode === "flat" ? space.tax.amount : undefined);
  return amount ? el("span", { class: "price" }, String(amount)) : undefined;
}

// -- pieces --

/** The middle of a space, in the units of #pieces. */
function middleOf(index) {
  const [row, column] = cell(index);
  const at = (n) => (n === 1 ? EDGE / 2 : n === 11 ? 1000 - EDGE / 2 : EDGE + (n - 1.5) * SPACE);
  return [at(column), at(row)];
}

/** Positions of so many pieces on one space, at its outer side; a prisoner is behind bars, visitors are beside the cell. */
function positions(index, count, inJail) {
  const [x, y] = middleOf(index);
  const where = side(index);
  if (where === "corner") {
    if (index === 10 && !inJail) {
      // along the left edge, then along the bottom
      return Array.from({ length: count }, (_, n) => (n < 4 ? [19, y - EDGE / 2 + 20 + n * PIECE] : [22 + (n - 3) * PIECE, y + EDGE / 2 - 19]));
    }
    const [cx, cy, wide] = index === 10 ? [x + 17, y - 17, 3] : [x, y + 27, 3];
    const gap = index === 10 ? 26 : PIECE;
    return Array.from({ length: count }, (_, n) => [cx + ((n % wide) - (Math.min(count, wide) - 1) / 2) * gap, cy + (Math.floor(n / wide) - (Math.ceil(count / wide) - 1) / 2) * gap]);
  }
  const upright = where === "top" || where === "bottom";
  const outwards = where === "top" || where === "left" ? -1 : 1;
  const across = upright ? 2 : 3;
  return Array.from({ length: count }, (_, n) => {
    const line = Math.floor(n / across);
    const inLine = Math.min(across, count - line * across);
    // Above or below the name, where the price is; on the left and on the right in the lower half.
    if (upright) return [x + ((n % across) - (inLine - 1) / 2) * PIECE, y + outwards * (EDGE / 2 - 18 - line * PIECE)];
    return [x + outwards * (EDGE / 2 - 18 - (n % across) * PIECE), y + SPACE / 2 - 17 - line * PIECE];
  });
}

const place = ([x, y]) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

/** The spaces that a piece hops over; a card or jail takes it there at once. */
function way(from, to, isJailed) {
  const steps = (to - from + 40) % 40;
  if (isJailed || steps > 12 || steps === 0) return [];
  return Array.from({ length: steps - 1 }, (_, n) => place(middleOf((from + n + 1) % 40)));
}

function pieces(everybody) {
  const inGame = everybody.filter((one) => !one.out);
  return inGame.map((one) => {
    const together = inGame.filter((other) => other.space === one.space && other.in_jail === one.in_jail);
    const spot = positions(one.space, together.length, one.in_jail)[together.indexOf(one)];
    const figure = piece(one.number);
    figure.style.transform = place(spot);
    figure.dataset.player = one.number;
    figure.dataset.space = one.space;
    figure.dataset.jailed = one.in_jail;
    if (one.id === whoActs()) figure.classList.add("turn");
    return figure;
  });
}

// -- all of it --

function draw() {
  const board = edition();
  if (!board) return renew($("#board")), renew($("#pieces"));
  const everybody = players();
  const where = everybody.filter((one) => !one.out).map((one) => t("stands-on", { name: one.id, place: board.spaces[one.space].name }));
  $("#board").setAttribute("aria-label", `${t("board")}. ${where.join(" ")}`);
  const before = new Map($$("#board .tile").map((one) => [one.dataset.space, $$(".house, .hotel", one).map((house) => house.className).join()]));
  renew($("#board"), ...board.spaces.map((space) => tile(space, everybody)));
  for (const one of $$("#board .tile")) {
    const built = $$(".house, .hotel", one);
    if (before.size && built.length && before.get(one.dataset.space) !== built.map((house) => house.className).join()) dropIn(built.at(-1));
  }
  const old = new Map($$("#pieces .piece").map((figure) => [figure.dataset.player, figure]));
  const moving = pieces(everybody);
  renew($("#pieces"), moving);
  for (const figure of moving) {
    const from = old.get(figure.dataset.player);
    if (from && from.style.transform !== figure.style.transform) hop(figure, from.style.transform, way(Number(from.dataset.space), Number(figure.dataset.space), figure.dataset.jailed === "true"));
  }
}

/** The space where somebody lands, and the deed in question. */
function mark() {
  const deed = latest.look && edition() ? deedInQuestion() : undefined;
  const landing = latest.look && edition() ? spaceInQuestion() : undefined;
  for (const one of $$("#board .tile")) {
    one.classList.toggle("asked", deed !== undefined && one.dataset.input === `deed:${deed}`);
    one.classList.toggle("landing", landing !== undefined && Number(one.dataset.space) === landing);
  }
  for (const figure of $$("#pieces .piece")) figure.classList.toggle("turn", players().some((one) => String(one.number) === figure.dataset.player && one.id === whoActs()));
}

export function start() {
  onGame(draw);
  onChange(["look", "language"], mark);
}
