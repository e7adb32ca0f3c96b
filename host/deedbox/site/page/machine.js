// The box without hardware: the firmware in one MicroPython, the host's part (chip models, link, log, hands) in a
// second one, littlefs between the firmware and its flash. One thread runs all of it.
//
// The firmware's loop is run from here: step() does what is due and says when more is. While the host's part waits
// for an answer of the box, the firmware goes on inside that wait.

import { fromHex, toHex } from "./flash.js";
import { littlefs } from "./littlefs.js";

const HOST_HEAP = 4 << 20;
const BOX_HEAP = 4 << 20;
const STACK = 64 << 10;
const POWER_ON = 1;
const WATCHDOG = 3;

// MicroPython keeps these in globalThis, where two of them get into each other's way. So the host's part has them,
// and the firmware's are there only while it runs.
const SHARED = ["Module", "proxy_js_ref", "proxy_js_ref_next", "proxy_js_ref_map", "proxy_js_map", "proxy_js_existing", "pyProxyFinalizationRegistry"];
const takeShared = () => SHARED.map((name) => globalThis[name]);
const putShared = (values) => SHARED.forEach((name, at) => (globalThis[name] = values[at]));

/** The second MicroPython of two. */
class Realm {
  static #now = null; // the one that runs, if it is not the host's part
  #mine;
  #others;

  /** Load a MicroPython without taking the place of the one that is there. */
  static async load(load, options) {
    const before = takeShared();
    const python = await load(options);
    const realm = new Realm();
    realm.#mine = takeShared();
    // A proxy that nobody uses any more would be freed in the other MicroPython: let it be.
    realm.#mine[SHARED.indexOf("pyProxyFinalizationRegistry")] = { register() {}, unregister() {} };
    putShared(before);
    return [python, realm];
  }

  /** Run something of this MicroPython. */
  inside(call) {
    const before = Realm.#now;
    this.#others = takeShared();
    putShared(this.#mine);
    Realm.#now = this;
    try {
      return call();
    } finally {
      Realm.#now = before;
      this.#mine = takeShared();
      putShared(this.#others);
    }
  }

  /** Run something of the host's part, whichever MicroPython is running. */
  static outside(call) {
    const realm = Realm.#now;
    if (!realm) return call();
    realm.#mine = takeShared();
    putShared(realm.#others);
    Realm.#now = null;
    try {
      return call();
    } finally {
      Realm.#now = realm;
      realm.#others = takeShared();
      putShared(realm.#mine);
    }
  }
}

/** The files of a bundle (deedbox/site/bundle.py), by path. */
export function unpack(bundle) {
  const length = new DataView(bundle).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(bundle, 4, length)));
  return Object.fromEntries(Object.entries(index).map(([path, [at, size]]) => [path, new Uint8Array(bundle, 4 + length + at, size)]));
}

function place(python, files) {
  for (const [path, data] of Object.entries(files)) {
    let folder = "";
    for (const part of path.split("/").slice(0, -1)) {
      folder += `/${part}`;
      if (!python.FS.analyzePath(folder).exists) python.FS.mkdir(folder);
    }
    python.FS.writeFile(`/${path}`, data);
  }
}

export class Machine {
  #box = null; // the firmware's MicroPython: {step, feed}; null without power
  #due = 0; // when its next step is, in ms of performance.now(); Infinity: never
  #output = ""; // of its serial port, as hexadecimal digits
  #restart = 0; // the cause of a restart that it asked for
  #powers = 0;
  #queue = [];
  #delivering = false;
  #timer = 0;
  #host;

  /** `parts`: {load, lfs, host, standins, lazyPins, boardId}; `deliver` gets texts (JSON) and pictures (bytes). */
  constructor(parts, flash, deliver, onFault, log = () => {}) {
    this.parts = parts;
    this.flash = flash;
    this.deliver = deliver;
    this.onFault = onFault;
    this.log = log;
    flash.tear = (kind, old, bytes) => Realm.outside(() => this.#host.torn(kind, old, bytes));
    flash.onCut = () => this.#off();
  }

  async start(demo) {
    const python = await this.parts.load({ heapsize: HOST_HEAP, pystack: STACK, stdout: this.log, stderr: this.log, linebuffer: true });
    place(python, this.parts.host);
    python.registerJsModule("bridge", this.#hostBridge());
    python.runPython("import sys\nsys.path[:] = ['/', '.frozen']\nimport site_host");
    this.#host = python.pyimport("site_host");
    this.#host.start(demo);
    await this.#on(POWER_ON);
  }

  request(message) {
    this.#host.request(JSON.stringify(message));
  }

  digest() {
    return this.#host.digest();
  }

  // -- power --

  get running() {
    return this.#box !== null;
  }

  async plug(into) {
    if (!into) this.#off();
    else if (!this.#box) await this.#on(POWER_ON);
  }

  #off() {
    this.#box = null;
    this.#output = "";
    this.flash.on = false;
    clearTimeout(this.#timer);
    Realm.outside(() => this.#host.off());
  }

  async #on(cause) {
    this.flash.on = true;
    this.flash.cutNext = false;
    const power = ++this.#powers;
    const [python, realm] = await Realm.load(this.parts.load, { heapsize: BOX_HEAP, pystack: STACK, stdout: this.log, stderr: this.log, linebuffer: true });
    if (power !== this.#powers) return;
    const box = {};
    const alive = () => this.#box === box;
    this.#box = box;
    this.#output = "";
    try {
      realm.inside(() => {
        place(python, this.parts.standins);
        python.registerJsModule("bridge", this.#boxBridge(alive, cause));
        python.runPython("import sys\nsys.path[:] = ['/', '.frozen']\nimport power_on");
        const module = python.pyimport("power_on");
        const { step, feed } = module;
        box.step = () => realm.inside(step);
        box.feed = (data) => realm.inside(() => feed(data));
        module.start();
      });
    } catch (error) {
      if (alive()) this.#broken(String(error));
      return;
    }
    if (alive()) this.#plan(0);
    else this.#afterStep();
  }

  #broken(why) {
    this.#off();
    this.onFault("box", why);
  }

  // -- the firmware's loop --

  #plan(delay) {
    this.#due = delay < 0 ? Infinity : performance.now() + delay;
    clearTimeout(this.#timer);
    if (delay >= 0) this.#timer = setTimeout(() => this.#turn(), delay);
  }

  #turn() {
    if (this.#box) this.#step();
  }

  #step() {
    const box = this.#box;
    let delay = -1;
    try {
      delay = box.step();
    } catch (error) {
      if (this.#box === box) this.#broken(String(error));
    }
    if (this.#box === box) this.#plan(delay);
    this.#afterStep();
  }

  #afterStep() {
    if (!this.#restart) return;
    const cause = this.#restart;
    this.#restart = 0;
    this.#host.reset();
    this.#on(cause);
  }

  // -- what goes out waits until the flash is kept --

  #tell(message) {
    this.#queue.push(message);
    if (!this.#delivering) this.#deliver();
  }

  async #deliver() {
    this.#delivering = true;
    while (this.#queue.length) {
      const messages = this.#queue.splice(0);
      try {
        await this.flash.kept();
      } catch (error) {
        if (this.#box) this.#off();
        this.onFault("storage", String(error?.name ?? error));
      }
      for (const message of messages) this.deliver(message);
    }
    this.#delivering = false;
  }

  // -- what the two MicroPythons can call --

  #common() {
    return {
      now: () => performance.now(),
      entropy: (count) => toHex(crypto.getRandomValues(new Uint8Array(count))),
    };
  }

  #hostBridge() {
    return {
      ...this.#common(),
      running: () => this.#box !== null,
      power_count: () => this.#powers,
      flash_count: () => this.flash.operations,
      plug: (into) => void this.plug(into),
      cut: () => void (this.flash.cutNext = true),
      open_box: (name, fresh) => this.onOpen?.(name, fresh),
      restart: (soft) => {
        this.#restart = soft ? POWER_ON : WATCHDOG;
        this.#box = null;
      },
      post: (text) => this.#tell(text),
      picture: (data) => this.#tell(fromHex(data)),
      serial_write: (data) => {
        if (!this.#box) return;
        this.#box.feed(data);
        this.#plan(0);
      },
      serial_read: (timeout) => {
        const end = performance.now() + timeout;
        while (this.#box && !this.#output && performance.now() < end) if (performance.now() >= this.#due) this.#step();
        const output = this.#output;
        this.#output = "";
        return output;
      },
    };
  }

  #boxBridge(alive, cause) {
    const { flash } = this;
    const settings = { DEEDBOX_BOARD_ID: this.parts.boardId, DEEDBOX_RESET_CAUSE: cause, DEEDBOX_TICKS_MS: 0, DEEDBOX_LAZY_PINS: this.parts.lazyPins, DEEDBOX_BLOCKS: flash.blocks };
    return {
      ...this.#common(),
      ...littlefs(this.parts.lfs, flash),
      settings: () => Object.entries(settings).map(([name, value]) => `${name}=${value}`).join("\n"),
      bus: (requests) => (alive() ? Realm.outside(() => this.#host.bus(requests)) : ""),
      output: (data) => {
        if (alive()) this.#output += data;
      },
      fault: (why) => {
        if (alive()) this.#broken(why);
      },
      flash_blocks: () => flash.blocks,
      flash_read: (address, length) => toHex(flash.read(address, length)),
      flash_program: (address, data) => flash.program(address, fromHex(data)),
      flash_erase: (address) => flash.erase(address),
    };
  }
}
