// The display: 128 x 64 pixels, each drawn as it looks on the panel, and as text for whoever cannot see it.

import { $, el, renew } from "./dom.js";
import { on, told } from "./news.js";

const WIDE = 128;
const HIGH = 64;
const SCALE = 4; // pixels of the canvas for one of the panel, a dark seam among them
const LIT = [0xbf, 0xea, 0xff];
const DARK = [0x0b, 0x11, 0x18];
const SEAM = [[0x04, 0x07, 0x0c], [0x7c, 0x9d, 0xae]]; // beside a dark pixel, beside a lit one

export function show(picture) {
  const canvas = $("#display");
  const image = new ImageData(WIDE * SCALE, HIGH * SCALE);
  for (let y = 0; y < HIGH * SCALE; y++) {
    for (let x = 0; x < WIDE * SCALE; x++) {
      const seam = x % SCALE === SCALE - 1 || y % SCALE === SCALE - 1;
      const row = Math.floor(y / SCALE);
      const byte = picture[(row >> 3) * WIDE + Math.floor(x / SCALE)];
      const lit = (byte >> (row & 7)) & 1;
      const colour = seam ? SEAM[lit] : lit ? LIT : DARK;
      image.data.set([...colour, 255], (y * WIDE * SCALE + x) * 4);
    }
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** As large as there is room for, in whole pixels of the screen: no row of the panel thicker than another. */
function fit() {
  const canvas = $("#display");
  const dots = window.devicePixelRatio || 1;
  const room = canvas.parentElement.clientWidth;
  const scale = Math.max(1, Math.floor((room * dots) / WIDE));
  canvas.style.width = `${(WIDE * scale) / dots}px`;
}

export function start() {
  show(new Uint8Array(1024));
  new ResizeObserver(fit).observe($("#display").parentElement);
  on(["rows"], () => {
    const rows = told.rows.map((row) => row.trim()).filter(Boolean);
    renew($("#rows"), rows.map((row) => el("p", {}, row)));
  });
}
