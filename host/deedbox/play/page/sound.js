// The buzzer: a square wave, as the piezo makes it.

import { $ } from "./dom.js";
import { onChange, latest } from "./updates.js";
import { settings } from "./settings.js";

const LOUD = 0.04;
const AHEAD_S = 0.03; // updates come unevenly; tones that start so much later keep their length
let audio, wave, gain, offset;

function begin() {
  if (audio) return;
  audio = new AudioContext();
  wave = audio.createOscillator();
  gain = audio.createGain();
  wave.type = "square";
  gain.gain.value = 0;
  wave.connect(gain).connect(audio.destination);
  wave.start();
}

function play(tones) {
  if (!audio || audio.state !== "running" || !settings.sound) return;
  for (const [ms, hertz] of tones) {
    let at = ms / 1000 + offset;
    if (!(at > audio.currentTime && at < audio.currentTime + 1)) {
      at = audio.currentTime + AHEAD_S;
      offset = at - ms / 1000;
    }
    if (hertz) wave.frequency.setValueAtTime(hertz, at);
    gain.gain.setValueAtTime(hertz ? LOUD : 0, at);
  }
}

export function start() {
  // Browsers play sound only after a click or a key press.
  for (const what of ["pointerdown", "keydown"]) document.addEventListener(what, begin, { once: true });
  onChange(["tones"], () => play(latest.tones));
  $("#sound").onclick = () => {
    settings.sound = !settings.sound;
    $("#sound").setAttribute("aria-pressed", settings.sound);
    if (audio && !settings.sound) gain.gain.cancelScheduledValues(0), (gain.gain.value = 0);
  };
  $("#sound").setAttribute("aria-pressed", settings.sound);
}
