// The buzzer: a square wave, as the piezo makes it.

import { $ } from "./dom.js";
import { on, told } from "./news.js";
import { kept } from "./settings.js";

const LOUD = 0.04;
const AHEAD_S = 0.03; // news comes unevenly: played so much later, tones keep their length
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
  if (!audio || audio.state !== "running" || !kept.sound) return;
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
  // Browsers want a hand on the page first.
  for (const what of ["pointerdown", "keydown"]) document.addEventListener(what, begin, { once: true });
  on(["tones"], () => play(told.tones));
  $("#sound").onclick = () => {
    kept.sound = !kept.sound;
    $("#sound").setAttribute("aria-pressed", kept.sound);
    if (audio && !kept.sound) gain.gain.cancelScheduledValues(0), (gain.gain.value = 0);
  };
  $("#sound").setAttribute("aria-pressed", kept.sound);
}
