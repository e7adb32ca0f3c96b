// The flash of the box: NOR flash with the Pico's geometry, whose blocks are kept in IndexedDB.
//
// A write goes into memory at once and into the database in the same order. What the box shows and plays waits
// for kept(): nothing is shown that a closed tab could lose.

const BLOCK = 4096;
export const PAGE = 256;
const STORE = "blocks";

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export async function openDatabase() {
  const request = indexedDB.open("deedbox", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE);
    request.result.createObjectStore("boxes");
  };
  return settled(request);
}

/** Bytes as hexadecimal digits, which cross between JavaScript and MicroPython. */
const DIGITS = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, "0"));
export function toHex(bytes) {
  let out = "";
  for (const byte of bytes) out += DIGITS[byte];
  return out;
}

export function fromHex(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(text.substr(2 * at, 2), 16);
  return bytes;
}

export class Flash {
  constructor(database, name, image) {
    this.database = database;
    this.name = name;
    this.data = image;
    this.blocks = image.length / BLOCK;
    this.operations = 0;
    this.on = true;
    this.cutNext = false;
    this.tear = null; // (kind, old, new) => hexadecimal digits: what a cut leaves behind
    this.onCut = null;
    this.onFault = null;
    this.changed = new Set();
    this.saving = null;
  }

  /** The flash of this box as it was left; undefined if there is none. */
  static async load(database, name) {
    const size = await settled(database.transaction("boxes").objectStore("boxes").get(name));
    if (!size) return undefined;
    const image = new Uint8Array(size).fill(255);
    const range = IDBKeyRange.bound([name, 0], [name, Infinity]);
    const store = database.transaction(STORE).objectStore(STORE);
    const [keys, values] = await Promise.all([settled(store.getAllKeys(range)), settled(store.getAll(range))]);
    keys.forEach(([, block], at) => image.set(values[at], block * BLOCK));
    return new Flash(database, name, image);
  }

  /** A new flash in the place of any old one. All of it is there, or the old one still is. */
  static async make(database, name, image) {
    const transaction = database.transaction([STORE, "boxes"], "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    store.delete(IDBKeyRange.bound([name, 0], [name, Infinity]));
    for (let block = 0; block < image.length / BLOCK; block++) {
      const part = image.slice(block * BLOCK, (block + 1) * BLOCK);
      if (part.some((byte) => byte !== 255)) store.put(part, [name, block]);
    }
    transaction.objectStore("boxes").put(image.length, name);
    await finished(transaction);
    return new Flash(database, name, image);
  }

  read(address, length) {
    return this.data.subarray(address, address + length);
  }

  program(address, bytes) {
    const old = this.data.slice(address, address + bytes.length);
    this.#write("program", address, old, old.map((byte, at) => byte & bytes[at]));
  }

  erase(address) {
    this.#write("erase", address, this.data.slice(address, address + BLOCK), new Uint8Array(BLOCK).fill(255));
  }

  #write(kind, address, old, bytes) {
    if (!this.on) return;
    this.operations += 1;
    const cut = this.cutNext;
    if (cut) {
      bytes = fromHex(this.tear(kind, toHex(old), toHex(bytes)));
      this.cutNext = false;
      this.on = false;
    }
    this.data.set(bytes, address);
    this.changed.add(Math.floor(address / BLOCK));
    if (cut) this.onCut();
  }

  /** Resolves when everything written so far is in the database. */
  async kept() {
    while (this.changed.size || this.saving) {
      if (this.saving) await this.saving;
      else if (this.changed.size) {
        this.saving = this.#save().finally(() => (this.saving = null));
        await this.saving;
      }
    }
  }

  async #save() {
    const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    for (const block of this.changed) store.put(this.data.slice(block * BLOCK, (block + 1) * BLOCK), [this.name, block]);
    this.changed.clear();
    await finished(transaction);
  }
}

const finished = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
  });
