// Messages between this process and Python (../on_js.py has the other end).
//
// To Python: kind (1 byte), the chip's time in ns (8, float), length (4), data. From Python: kind, length, data.
// All numbers are little-endian. What needs no answer waits here until something does.

import { readSync, writeSync } from "node:fs";

const STDIN = 0;
const STDOUT = 1;
const OUT_HEAD = 13;
const IN_HEAD = 5;
const ANSWER = code("=");
const NOTHING = new Uint8Array(0);

export function code(letter) {
  return letter.charCodeAt(0);
}

export class Pipe {
  #out = Buffer.alloc(1 << 16);
  #outLength = 0;
  #in = Buffer.alloc(1 << 16);
  #start = 0;
  #end = 0;

  /** `time` returns the chip's time; `obey` carries out what Python wants before it answers. */
  constructor(time, obey) {
    this.time = time;
    this.obey = obey;
  }

  /** Say something that needs no answer. */
  tell(kind, data = NOTHING) {
    const size = OUT_HEAD + data.length;
    if (this.#outLength + size > this.#out.length) {
      this.flush();
      if (size > this.#out.length) this.#out = Buffer.alloc(size);
    }
    const at = this.#outLength;
    this.#out[at] = kind;
    this.#out.writeDoubleLE(this.time(), at + 1);
    this.#out.writeUInt32LE(data.length, at + 9);
    this.#out.set(data, at + OUT_HEAD);
    this.#outLength += size;
  }

  /** Ask something; returns the data of the answer, which are valid until the next message. */
  ask(kind, data = NOTHING) {
    this.tell(kind, data);
    this.flush();
    for (;;) {
      const message = this.next();
      if (message.kind === ANSWER) return message.data;
      this.obey(message);
    }
  }

  flush() {
    try {
      for (let at = 0; at < this.#outLength; ) at += writeSync(STDOUT, this.#out, at, this.#outLength - at);
    } catch (error) {
      if (error.code === "EPIPE") process.exit(0); // Python has closed the pipe: the power is off
      throw error;
    }
    this.#outLength = 0;
  }

  next() {
    this.#fill(IN_HEAD);
    const size = IN_HEAD + this.#in.readUInt32LE(this.#start + 1);
    this.#fill(size);
    const kind = this.#in[this.#start];
    const data = this.#in.subarray(this.#start + IN_HEAD, this.#start + size);
    this.#start += size;
    return { kind, data };
  }

  /** Read until so many bytes are there. Python has closed the pipe when none come: the power is off. */
  #fill(size) {
    if (this.#end - this.#start >= size) return;
    const rest = this.#in.subarray(this.#start, this.#end);
    const room = size > this.#in.length ? Buffer.alloc(size) : this.#in;
    rest.copy(room);
    this.#in = room;
    this.#end = rest.length;
    this.#start = 0;
    while (this.#end < size) {
      const count = readSync(STDIN, this.#in, this.#end, this.#in.length - this.#end, null);
      if (!count) process.exit(0);
      this.#end += count;
    }
  }
}
