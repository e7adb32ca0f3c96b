// The table view: a ring of forty spaces, GO at the bottom, clockwise. The box says what is where.

import { $, $$, renew, svg } from "./dom.js";
import { piece } from "./pieces.js";
import { tap } from "./socket.js";
import { edition, onGame, players, state, nextToRoll } from "./game.js";
import { t } from "./words.js";

const CENTRE = 320;
const INNER = 176;
const OUTER = 300;
const BAND = 285;
const OWNER = 319;
const STEP = 9; // degrees
const PIECE = 23; // from one piece to the next
const LETTERS = 14; // of a name on a space
const SIGNS = {
  go: "M-8 0a8 8 0 1 0 3-6M-8-9v5h5",
  jail: "M-7-8v16M-2.4-8v16M2.4-8v16M7-8v16M-9-8H9M-9 8H9",
  parking: "M-8 6h16M-6 6V0h12v6M-4 0v-5M4 0v-5M-6-5H6",
  "go-to-jail": "M-9 0H3M-2-5l6 5-6 5M8-8v16",
};

const radians = (degrees) => (degrees * Math.PI) / 180;
const angle = (index) => 90 + STEP * index;
const at = (radius, degrees) => [CENTRE + radius * Math.cos(radians(degrees)), CENTRE + radius * Math.sin(radians(degrees))];
const point = (radius, degrees) => at(radius, degrees).map((number) => number.toFixed(2)).join(" ");

function sector(index, inner, outer, margin = 0.25) {
  const from = angle(index) - STEP / 2 + margin;
  const to = angle(index) + STEP / 2 - margin;
  return `M${point(inner, from)}L${point(outer, from)}A${outer} ${outer} 0 0 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 0 0 ${point(inner, from)}z`;
}

function shorten(space) {
  if (space.name.length <= LETTERS) return space.name;
  if (space.short) return space.short;
  const words = space.name.split(" ");
  let text = "";
  for (const word of words) if (`${text} ${word}`.trim().length < LETTERS) text = `${text} ${word}`.trim();
  return `${text || space.name.slice(0, LETTERS - 1)}.`;
}

/** A name along the radius, never upside down. */
function label(index, text) {
  const degrees = angle(index) % 360;
  const left = degrees > 90 && degrees < 270;
  const turn = left ? degrees + 180 : degrees;
  const x = left ? -(BAND - 6) : BAND - 6;
  return svg(
    "text",
    { class: "place", transform: `translate(${CENTRE} ${CENTRE}) rotate(${turn}) translate(${x} 0)`, "text-anchor": left ? "start" : "end", dy: ".36em" },
    text,
  );
}

function buildings(index, deed) {
  const count = deed.hotel ? 1 : deed.houses;
  return Array.from({ length: count }, (_, n) => {
    const spread = deed.hotel ? 0 : (n - (count - 1) / 2) * 1.9;
    const [x, y] = at((BAND + OUTER) / 2, angle(index) + spread);
    const turn = `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${angle(index) + spread + 90})`;
    return svg("path", { class: deed.hotel ? "hotel" : "house", transform: turn, d: deed.hotel ? "M-13-5h26v10h-26z" : "M-4 4v-5l4-4 4 4v5z" });
  });
}

function tile(space, names) {
  const { index, deed } = space;
  const holding = deed ? state()?.deeds[deed] : undefined;
  const owner = holding && names.find((one) => one.id === holding.owner);
  const parts = [svg("path", { class: "ground", d: sector(index, INNER, OUTER) })];
  if (space.group) parts.push(svg("path", { class: `band group-${space.group}`, d: sector(index, BAND, OUTER) }));
  if (SIGNS[space.kind]) {
    const [x, y] = at(INNER + 11, angle(index));
    parts.push(svg("path", { class: "sign", d: SIGNS[space.kind], transform: `translate(${x} ${y}) rotate(${angle(index) - 90}) scale(.8)` }));
  }
  parts.push(label(index, shorten(space)));
  if (owner) {
    parts.push(svg("path", { class: `owner player${owner.number}`, d: sector(index, OUTER + 3, OWNER, 0.6) }));
    const [x, y] = at((OUTER + 3 + OWNER) / 2, angle(index));
    parts.push(svg("text", { class: `ownerno player${owner.number}`, x, y, dy: ".36em", "text-anchor": "middle" }, String(owner.number)));
  }
  if (holding) parts.push(...buildings(index, holding));
  const group = svg("g", { class: `tile ${deed ? "deed" : ""} ${holding?.mortgaged ? "mortgaged" : ""}` }, svg("title", {}, describe(space, holding)), ...parts);
  if (deed) {
    group.dataset.input = `deed:${deed}`;
    group.onclick = () => tap(`deed:${deed}`);
  }
  return group;
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

/** Positions of the pieces on one space: in short rows towards the middle. */
function positions(index, count) {
  const wide = count > 6 ? 3 : count > 2 ? 2 : 1;
  const turn = radians(angle(index));
  return Array.from({ length: count }, (_, n) => {
    const [x, y] = at(INNER - 15 - PIECE * Math.floor(n / wide), angle(index));
    const aside = ((n % wide) - (wide - 1) / 2) * PIECE;
    return [x - aside * Math.sin(turn), y + aside * Math.cos(turn)];
  });
}

function pieces(everybody) {
  const inGame = everybody.filter((one) => !one.out);
  return inGame.map((one) => {
    const together = inGame.filter((other) => other.space === one.space);
    const [x, y] = positions(one.space, together.length)[together.indexOf(one)];
    const figure = piece(one.number);
    figure.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
    figure.dataset.player = one.number;
    if (one.id === nextToRoll()) figure.classList.add("turn");
    return figure;
  });
}

function draw() {
  const board = edition();
  const felt = svg("circle", { class: "felt", cx: CENTRE, cy: CENTRE, r: INNER - 2 });
  if (!board) return renew($("#board"), felt), renew($("#pieces"));
  const everybody = players();
  const where = everybody.filter((one) => !one.out).map((one) => t("stands-on", { name: one.id, place: board.spaces[one.space].name }));
  $("#board").setAttribute("aria-label", `${t("board")}. ${where.join(" ")}`);
  const old = new Map($$("#pieces .piece").map((figure) => [figure.dataset.player, figure.style.transform]));
  const moving = pieces(everybody);
  renew($("#board"), felt, ...board.spaces.map((space) => tile(space, everybody)));
  renew($("#pieces"), moving);
  for (const figure of moving) slide(figure, old.get(figure.dataset.player));
}

/** Move a piece from its old position to the new one. */
function slide(figure, from) {
  const to = figure.style.transform;
  if (!from || from === to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  figure.animate([{ transform: from }, { transform: to }], { duration: 450, easing: "ease-in-out" });
}

export function start() {
  onGame(draw);
}
