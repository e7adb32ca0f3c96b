// Motion that tells what happened. Nothing waits for it, and without motion everything is at its end at once.

import { $, el } from "./dom.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const HOP_MS = 150;
const COUNT_MS = 700;

export const isStill = () => still.matches;

/** A piece goes from its old place over these places to where it is now. */
export function hop(figure, from, over) {
  if (isStill()) return;
  const stops = [from, ...over, figure.style.transform];
  const frames = [];
  stops.forEach((stop, n) => {
    if (n) frames.push({ transform: `${stop} translate(0, -16px) scale(1.12)`, offset: (n - 0.45) / (stops.length - 1) });
    frames.push({ transform: stop, offset: n / (stops.length - 1) });
  });
  figure.animate(frames, { duration: Math.max(420, HOP_MS * (stops.length - 1)), easing: "ease-in-out" });
}

export function dropIn(element) {
  if (isStill()) return;
  element.animate([{ transform: "translateY(-200%) scale(1.6)", opacity: 0 }, { transform: "none", opacity: 1, offset: 0.7 }, { transform: "translateY(-25%)" }, { transform: "none" }], { duration: 600, easing: "ease-out" });
}

/** A number that counts from one amount to the other. */
export function count(element, from, to, write) {
  element.textContent = write(to);
  if (isStill() || from === to) return;
  const start = performance.now();
  const tick = (now) => {
    if (!element.isConnected) return;
    const part = Math.min(1, (now - start) / COUNT_MS);
    element.textContent = write(Math.round(from + (to - from) * part));
    if (part < 1) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

/** A note of money travels from one element to another. */
export function travel(from, to, text) {
  if (isStill() || !from || !to) return;
  const [a, b] = [from, to].map((one) => one.getBoundingClientRect());
  if (!a.width || !b.width) return;
  const note = el("div", { class: "note", "aria-hidden": "true" }, text);
  document.body.append(note);
  const at = (box) => `translate(${box.x + box.width / 2 - note.offsetWidth / 2}px, ${box.y + box.height / 2 - note.offsetHeight / 2}px)`;
  note.animate([{ transform: at(a), opacity: 0 }, { transform: at(a), opacity: 1, offset: 0.15 }, { transform: at(b), opacity: 1, offset: 0.85 }, { transform: at(b), opacity: 0 }], { duration: 1100, easing: "ease-in-out" }).onfinish = () => note.remove();
}

export function tumble(element) {
  if (isStill()) return;
  element.animate([{ transform: "translateY(-14px) rotate(-200deg)" }, { transform: "translateY(3px) rotate(20deg)", offset: 0.7 }, { transform: "none" }], { duration: 480, easing: "ease-out" });
}

export function appear(element) {
  if (isStill()) return;
  element.animate([{ opacity: 0, transform: "scale(.92)" }, { opacity: 1, transform: "none" }], { duration: 220, easing: "ease-out" });
}

/** Small pieces of paper fall over the board. */
export function confetti() {
  if (isStill()) return;
  const ring = $("#ring");
  for (let n = 0; n < 70; n++) {
    const paper = el("i", { class: `confetti player${(n % 8) + 1}`, "aria-hidden": "true" });
    paper.style.left = `${Math.random() * 100}%`;
    ring.append(paper);
    const turn = 360 + Math.random() * 720;
    paper.animate([{ transform: "translateY(-10px)" }, { transform: `translate(${Math.random() * 120 - 60}px, ${ring.clientHeight}px) rotate(${turn}deg)`, opacity: 0.2 }], { duration: 2200 + Math.random() * 1800, delay: Math.random() * 700, easing: "ease-in", fill: "both" }).onfinish = () => paper.remove();
  }
}
