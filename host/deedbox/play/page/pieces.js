// The pieces of the players: each has a number and a shape, so that nobody needs to see colours.

import { svg } from "./dom.js";

const SHAPES = [
  "M0-10a10 10 0 1 1 0 20a10 10 0 1 1 0-20z", // disc
  "M-9-9h18v18h-18z", // square
  "M0-12L11.5 9h-23z", // triangle
  "M0-12L12 0 0 12-12 0z", // diamond
  "M0-11.5L10-5.7V5.7L0 11.5-10 5.7V-5.7z", // hexagon
  "M0-12l3.4 7.4 8.1.9-6 5.5 1.6 8L0 5.8l-7.1 4 1.6-8-6-5.5 8.1-.9z", // star
  "M0-13c5 6 9 9 9 14a9 9 0 0 1-18 0c0-5 4-8 9-14z", // drop
  "M-4-11h8v7h7v8h-7v7h-8v-7h-7v-8h7z", // cross
];

/** The piece of a player as an SVG group around 0, 0. */
export const piece = (number) =>
  svg(
    "g",
    { class: `piece player${number}` },
    svg("path", { d: SHAPES[(number - 1) % SHAPES.length] }),
    svg("text", { y: 4.2, "text-anchor": "middle" }, String(number)),
  );

/** The same as a small picture of its own. */
export const badge = (number) => svg("svg", { viewBox: "-14 -14 28 28", class: "badge", "aria-hidden": "true" }, piece(number));
