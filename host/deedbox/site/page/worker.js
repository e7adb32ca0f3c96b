// The worker of the page: loads the parts, takes the lock of the box, and runs it.

import { Flash, openDatabase } from "./flash.js";
import { Machine, unpack } from "./machine.js";

const FILES = new URL("../box/", import.meta.url);
let machine;
let copies = 0;

async function get(name) {
  const answer = await fetch(new URL(name, FILES));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** A MicroPython of its own: the module has state, so each gets a copy. */
async function load(options) {
  const { loadMicroPython } = await import(new URL(`micropython.mjs?${++copies}`, FILES));
  return loadMicroPython({ url: new URL("micropython.wasm", FILES).href, ...options });
}

/** The flash of a new box: blocks by number, all others erased. */
async function newImage(name) {
  const { blocks } = await (await fetch(new URL("about.json", FILES))).json();
  const image = new Uint8Array(blocks * 4096).fill(255);
  for (const [block, data] of Object.entries(unpack(await get(`${name}.flash`)))) image.set(data, Number(block) * 4096);
  return image;
}

async function flashOf(name, fresh) {
  const database = await openDatabase();
  const flash = fresh ? undefined : await Flash.load(database, name);
  return flash ?? Flash.make(database, name, await newImage(name));
}

const wrong = (kind, why) => postMessage({ wrong: kind, why });

async function start(name, fresh) {
  const isFree = await new Promise((resolve) =>
    navigator.locks.request(`deedbox:${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {}); // held as long as this worker lives
    }),
  );
  if (!isFree) return wrong("taken");
  let flash;
  try {
    flash = await flashOf(name, fresh);
  } catch (error) {
    return wrong(error instanceof TypeError || error.constructor === Error ? "load" : "storage", String(error.message ?? error));
  }
  try {
    const [about, host, standins, lfs] = await Promise.all([get("about.json"), get("host.bundle"), get("standins.bundle"), get("littlefs.wasm")]);
    const parts = { load, host: unpack(host), standins: unpack(standins), lfs: await WebAssembly.compile(lfs), boardId: await boardId(name), ...JSON.parse(new TextDecoder().decode(about)) };
    machine = new Machine(parts, flash, (message) => postMessage(message), wrong, (line) => console.log(line));
    machine.onOpen = (other, isFresh) => postMessage({ open: other, fresh: isFresh });
    await machine.start(name === "demo");
    postMessage({ ready: true });
  } catch (error) {
    wrong("load", String(error.message ?? error));
  }
}

/** Eight bytes, as a Pico's flash chip has them. */
async function boardId(name) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`page ${name}`)));
  return [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

onmessage = ({ data }) => {
  if (data.start) start(data.start, data.fresh);
  else if (data.request) machine?.request(data.request);
  else if (data.ask === "image") postMessage({ answer: { image: machine.flash.data.slice() } });
  else if (data.ask === "digest") postMessage({ answer: { digest: machine.digest() } });
};
