// The box in the page itself: it runs in a worker, and its flash is kept in this browser. The same functions as
// play/page/server.js has for a box at a server.

import { publish } from "./updates.js";
import { currentLanguage } from "./words.js";

const SENTENCES = {
  en: {
    taken: "This game is open in another tab or window. Close it there; then reload this page.",
    storage: "This browser does not keep the box's memory: it is full or switched off. The box was stopped before anything was lost. Free some room, or allow this site to store data, and reload.",
    box: "The box has stopped: {why}. Unplug it and plug it in again; the game is on its flash.",
    load: "The box could not be loaded: {why}. Are you online? Reload to try again.",
  },
  de: {
    taken: "Dieses Spiel ist in einem anderen Tab oder Fenster offen. Schließ es dort und lade diese Seite neu.",
    storage: "Dieser Browser behält den Speicher der Box nicht: Er ist voll oder abgeschaltet. Die Box wurde angehalten, bevor etwas verloren ging. Schaff Platz oder erlaube dieser Seite zu speichern, und lade neu.",
    box: "Die Box ist stehen geblieben: {why}. Zieh den Stecker und steck ihn wieder ein; das Spiel ist auf ihrem Flash.",
    load: "Die Box konnte nicht geladen werden: {why}. Bist du online? Lade neu, um es noch einmal zu versuchen.",
  },
};
const LAST = "deedbox-box";

let worker;
let listener;

function last() {
  try {
    return localStorage.getItem(LAST) ?? "demo";
  } catch {
    return "demo";
  }
}

function begin(name, fresh) {
  worker?.terminate();
  try {
    localStorage.setItem(LAST, name);
  } catch {
    // Without it the next visit begins with the demo.
  }
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (typeof data === "string") listener.text(data);
    else if (data instanceof Uint8Array) listener.picture(data);
    else if (data.open) begin(data.open, data.fresh);
    else if (data.ready) listener.opened();
    else if (data.wrong) publish({ wrong: SENTENCES[currentLanguage()][data.wrong].replace("{why}", data.why ?? ""), fault: data.wrong });
    else if (data.answer) answers.shift()?.(data.answer);
  };
  worker.onerror = ({ message }) => publish({ wrong: SENTENCES[currentLanguage()].load.replace("{why}", message ?? ""), fault: "load" });
  worker.postMessage({ start: name, fresh });
}

const answers = [];

/** Ask the worker something that has one answer: {ask: "image"} or {ask: "digest"}. */
export const ask = (what) =>
  new Promise((resolve) => {
    answers.push(resolve);
    worker.postMessage({ ask: what });
  });

export function open(listen) {
  listener = listen;
  begin(last(), false);
  navigator.storage?.persist?.();
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("../offline.js", import.meta.url));
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}

/** A phone in the middle of the table stays on. */
async function stayAwake() {
  try {
    if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
  } catch {
    // Not allowed now, for example with an empty battery.
  }
}

export const send = (message) => worker.postMessage({ request: message });
