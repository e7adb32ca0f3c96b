// The display: 128 x 64 pixels, each drawn as it looks on the panel, and as text for people who cannot see it.

import { $, el, renew } from "./dom.js";
import { onChange, latest } from "./updates.js";

const WIDE = 128;
const HIGH = 64;
const SCALE = 4; // pixels of the canvas for one of the panel, the seam at its right and below among them
const image = new ImageData(WIDE * SCALE, HIGH * SCALE);
const dots = new Uint32Array(image.data.buffer); // 0xAABBGGRR
const DARK = { pixel: 0xff18110b, seam: 0xff0c0704 };
const LIT = { pixel: 0xffffeabf, seam: 0xffae9d7c };

export function show(picture) {
  for (let y = 0; y < HIGH; y++) {
    for (let x = 0; x < WIDE; x++) {
      const { pixel, seam } = (picture[(y >> 3) * WIDE + x] >> (y & 7)) & 1 ? LIT : DARK;
      let at = (y * WIDE * SCALE + x) * SCALE;
      for (let row = 1; row < SCALE; row++, at += WIDE * SCALE) {
        dots.fill(pixel, at, at + SCALE - 1);
        dots[at + SCALE - 1] = seam;
      }
      dots.fill(seam, at, at + SCALE);
    }
  }
  $("#display").getContext("2d").putImageData(image, 0, 0);
}

/** As large as fits, in whole screen pixels, so that all rows of the panel are equally thick. */
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
  onChange(["rows", "turned"], () => {
    $("#turned").hidden = !latest.turned;
    const rows = latest.rows.map((row) => row.trim()).filter(Boolean);
    renew($("#rows"), rows.map((row) => el("p", {}, row)));
  });
}
