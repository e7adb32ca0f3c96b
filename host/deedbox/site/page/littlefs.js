// littlefs as MicroPython's VfsLfs2 calls it (site/python/standins/littlefs.py). Paths are those of the box.

import { fromHex, toHex } from "./flash.js";

/** The functions fs_... of the bridge, over this flash. `module` is the compiled littlefs. */
export function littlefs(module, flash) {
  const devices = new Map(); // other block devices than the flash: {read, program, erase}
  let memory;
  const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
  const device = {
    read(number, block, offset, into, size) {
      const other = devices.get(number);
      bytes(into, size).set(other ? fromHex(other.read(block, offset, size)) : flash.read(block * 4096 + offset, size));
      return 0;
    },
    program(number, block, offset, data, size) {
      const other = devices.get(number);
      if (other) return other.program(block, offset, toHex(bytes(data, size)));
      for (let at = 0; at < size; at += 256) flash.program(block * 4096 + offset + at, bytes(data + at, 256).slice());
      return 0;
    },
    erase(number, block) {
      const other = devices.get(number);
      if (other) return other.erase(block);
      flash.erase(block * 4096);
      return 0;
    },
  };
  const wasi = new Proxy({}, { get: () => () => 0 });
  const lfs = new WebAssembly.Instance(module, { device, wasi_snapshot_preview1: wasi }).exports;
  memory = lfs.memory;
  lfs._initialize?.();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  function withBytes(data, call) {
    const at = lfs.allocate(Math.max(1, data.length));
    bytes(at, data.length).set(data);
    try {
      return call(at);
    } finally {
      lfs.release(at);
    }
  }
  const withPath = (path, call) => withBytes(encoder.encode(`/${path.replace(/^\/+/, "")}\0`), call);

  function readAll(fs, file) {
    const parts = [];
    for (;;) {
      const part = readSome(fs, file, 4096);
      parts.push(part);
      if (part.length < 2 * 4096) return parts.join("");
    }
  }
  function readSome(fs, file, size) {
    const at = lfs.allocate(Math.max(1, size));
    const count = lfs.read(fs, file, at, size);
    const text = count > 0 ? toHex(bytes(at, count)) : "";
    lfs.release(at);
    if (count < 0) throw new Error(`littlefs: ${count}`);
    return text;
  }

  let numbers = 0;
  return {
    fs_make(blocks, read, program, erase) {
      const number = ++numbers;
      if (read) devices.set(number, { read, program, erase });
      return lfs.make(number, blocks);
    },
    fs_mount: (fs) => lfs.mount(fs),
    fs_format: (fs) => lfs.format(fs),
    fs_unmount: (fs) => lfs.unmount(fs),
    fs_used: (fs) => lfs.used_blocks(fs),
    fs_stat: (fs, path) => withPath(path, (at) => lfs.stat(fs, at)),
    fs_remove: (fs, path) => withPath(path, (at) => lfs.remove(fs, at)),
    fs_mkdir: (fs, path) => withPath(path, (at) => lfs.mkdir(fs, at)),
    fs_rename: (fs, from, to) => withPath(from, (a) => withPath(to, (b) => lfs.rename(fs, a, b))),
    fs_list: (fs, path) =>
      withPath(path, (at) => {
        const room = 1 << 16;
        const into = lfs.allocate(room);
        const length = lfs.list(fs, at, into, room);
        const names = length < 0 ? length : decoder.decode(bytes(into, length).slice());
        lfs.release(into);
        return names;
      }),
    fs_open: (fs, path, flags) =>
      withPath(path, (at) =>
        withBytes(new Uint8Array(4), (into) => {
          const error = lfs.open(fs, at, flags, into);
          return error < 0 ? error : new DataView(memory.buffer).getUint32(into, true);
        }),
      ),
    fs_read: (fs, file, size) => (size < 0 ? readAll(fs, file) : readSome(fs, file, size)),
    fs_write: (fs, file, data) => {
      const plain = fromHex(data);
      return withBytes(plain, (at) => lfs.write(fs, file, at, plain.length));
    },
    fs_seek: (fs, file, offset, from) => lfs.seek(fs, file, offset, from),
    fs_flush: (fs, file) => lfs.flush(fs, file),
    fs_close: (fs, file) => lfs.close(fs, file),
  };
}
