// The pieces of the players. Colour, number and shape belong to the token, whoever plays with it.

import { svg } from "./dom.js";

const SHAPES = [
  "M0-11a11 11 0 1 1 0 22a11 11 0 1 1 0-22z", // disc
  "M-10-10h20v20h-20z", // square
  "M0-13L13 10h-26z", // triangle
  "M0-13L13 0 0 13-13 0z", // diamond
  "M0-12.5L11-6.2V6.2L0 12.5-11 6.2V-6.2z", // hexagon
  "M0-13.5l4 8 9 1.2-6.6 6.2 1.7 9L0 6.6l-8.1 4.3 1.7-9L-13-4.3l9-1.2z", // star
  "M0-14c5.5 6.5 10 9.500 10 15a10 10 0 0 1-20 0c0-5.500 4.500-8.500 10-15z", // drop
  "M-5-12h10v7h7v10h-7v7h-10v-7h-7v-10h7z", // cross
];
const LOWER = { 3: 3, 7: 1 }; // the number of a triangle and of a drop stands lower

/** The piece of a token as an SVG group around 0, 0. */
export const piece = (number) =>
  svg(
    "g",
    { class: `piece player${number}` },
    svg("path", { d: SHAPES[(number - 1) % SHAPES.length] }),
    svg("text", { y: 4.6 + (LOWER[number] ?? 0), "text-anchor": "middle" }, String(number)),
  );

/** The same as a small picture of its own. */
export const badge = (number) => svg("svg", { viewBox: "-15 -15 30 30", class: "badge", "aria-hidden": "true" }, piece(number));
