// The flash chip behind the RP2040's SSI, of which rp2040js has only enough to start.
//
// Commands of the W25Q16JV (data sheet, 8.1.2). The boot ROM sends them byte by byte while it holds chip select
// low with an override in IO_QSPI (RP2040 data sheet, 2.19.6.2 and 4.10.13). Without an override the SSI selects the
// flash as long as it has bytes to send, which the second stage of the boot uses for commands of two bytes.

const SSI = 0x18000;
const IO_QSPI = 0x40018;
const SS_CTRL = 0x0c;
const BY_SSI = 0;
const LOW = 2;
const ENABLE = 0x08;
const SELECT = 0x10;
const TX_LEVEL = 0x20;
const RX_LEVEL = 0x24;
const STATUS = 0x28;
const STATUS_TX_EMPTY_AND_ROOM = 6;
const STATUS_RX = 8;
const DATA = 0x60;

const WRITE_ENABLE = 0x06;
const WRITE_DISABLE = 0x04;
const READ_STATUS = 0x05;
const READ_STATUS_2 = 0x35;
const QUAD_ENABLED = 2;
const WRITE_LATCH = 2;
const READ_ID = 0x9f;
const ID = [0xef, 0x40, 0x15];
const READ = 0x03;
const PROGRAM = 0x02;
const ERASE_SECTOR = 0x20;
const ERASE_BLOCK = 0xd8;
const SIZES = { [PROGRAM]: 256, [ERASE_SECTOR]: 4096, [ERASE_BLOCK]: 65536 };
const FLOATING = 0xff;

export class Flash {
  busyNanos = 0; // the time for which it has erased and programmed since power-on
  #busyUntil = 0;
  #select = BY_SSI;
  #writable = false;
  #command = [];
  #answers = [];

  /** `busy` has the ns that each operation takes. `onOperation` gets the bytes of one that was done. */
  constructor(mcu, clock, busy, onOperation) {
    this.mcu = mcu;
    this.clock = clock;
    this.busy = busy;
    this.onOperation = onOperation;
    const ssi = mcu.peripherals[SSI];
    const read = ssi.readUint32.bind(ssi);
    const write = ssi.writeUint32.bind(ssi);
    ssi.readUint32 = (offset) => {
      if (offset === DATA) return this.#nextAnswer();
      if (offset === STATUS) return STATUS_TX_EMPTY_AND_ROOM | (this.#answers.length ? STATUS_RX : 0);
      if (offset === RX_LEVEL) return this.#answers.length;
      if (offset === TX_LEVEL) return 0;
      if (offset === SELECT) return 0;
      return read(offset);
    };
    ssi.writeUint32 = (offset, value) => {
      if (offset === DATA) this.#send(value & 0xff);
      else if (offset === ENABLE && !(value & 1)) this.#answers = [];
      else if (offset !== SELECT) write(offset, value);
    };
    const pins = mcu.peripherals[IO_QSPI];
    const registers = new Uint32Array(64);
    pins.readUint32 = (offset) => registers[offset >> 2] ?? 0;
    pins.writeUint32 = (offset, value) => {
      registers[offset >> 2] = value;
      if (offset === SS_CTRL) this.#override((value >> 8) & 3);
    };
  }

  #override(select) {
    if (select === this.#select) return;
    this.#deselect();
    if (select === LOW) this.#answers = [];
    this.#select = select;
  }

  #send(byte) {
    const isSelected = this.#select === LOW || this.#select === BY_SSI;
    this.#answers.push(isSelected ? this.#shift(byte) : FLOATING);
  }

  #nextAnswer() {
    const answer = this.#answers.shift() ?? 0;
    if (!this.#answers.length && this.#select === BY_SSI) this.#deselect();
    return answer;
  }

  #shift(byte) {
    const command = this.#command;
    command.push(byte);
    const at = command.length - 1;
    switch (command[0]) {
      case WRITE_ENABLE:
        this.#writable = true;
        break;
      case WRITE_DISABLE:
        this.#writable = false;
        break;
      case READ_STATUS:
        if (at) {
          const rest = this.#busyUntil - this.clock.nanos;
          // The core only polls BUSY here, with interrupts off. Moving the clock saves emulating that.
          if (rest > 0) this.clock.tick(rest);
          return this.#writable ? WRITE_LATCH : 0;
        }
        break;
      case READ_STATUS_2:
        if (at) return QUAD_ENABLED;
        break;
      case READ_ID:
        if (at) return ID[at - 1] ?? 0;
        break;
      case READ:
        if (at >= 4) return this.mcu.flash[this.#address() + at - 4];
        break;
    }
    return FLOATING;
  }

  #address() {
    return (this.#command[1] << 16) | (this.#command[2] << 8) | this.#command[3];
  }

  #deselect() {
    const command = this.#command;
    const size = SIZES[command[0]];
    if (size && command.length >= 4) {
      if (this.#writable) this.#operate(size);
      this.#writable = false;
    }
    this.#command = [];
  }

  #operate(size) {
    const command = Uint8Array.from(this.#command);
    const address = this.#address();
    if (command[0] === PROGRAM) {
      // A program only clears bits.
      command.subarray(4, 4 + size).forEach((byte, i) => (this.mcu.flash[address + i] &= byte));
    } else {
      const start = address - (address % size);
      this.mcu.flash.fill(0xff, start, start + size);
    }
    const took = this.busy[command[0]];
    this.#busyUntil = this.clock.nanos + took;
    this.busyNanos += took;
    this.onOperation(command);
  }
}
