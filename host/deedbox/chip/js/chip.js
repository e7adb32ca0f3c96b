// The firmware on the RP2040 of rp2040js. Python (../on_js.py) has the models of the box and the flash, and says how
// long to run; this process has the core, its clock and its peripherals. It runs until Python closes the pipe.

import { ConsoleLogger, LogLevel, RP2040 } from "rp2040js";
import { Clock } from "./clock.js";
import { Flash } from "./flash.js";
import { Pipe, code } from "./pipe.js";
import { Serial } from "./serial.js";
import { Wiring } from "./wiring.js";

const CYCLE_NANOS = 8; // 125 MHz
const FLASH_START = 0x10000000;
const WATCHDOG = 0x40058;
const VREG_AND_CHIP_RESET = 0x40064;
// Reset values; CHIP_RESET says that the power came on (RP2040 data sheet, 2.10.6 and 2.12.8).
const VREG_REGISTERS = [0xb1, 0x91, 1 << 8];

const RUN = code("r");
const WRITE = code("w");
const REFRESH = code("p");
const LATER = code("l");
const OUTPUT = code("o");
const CONNECTED = code("c");
const RESET = code("b");
const OPERATION = code("f");
const ALARM = code("l");
const STOPPED = code("s");

let clock, config, bootrom, mcu, flash, serial, wiring;
let stopped = true;
let resetting = false;
let earlierCycles = 0; // those before the last reset

const pipe = new Pipe(() => clock?.nanos ?? 0, obey);

function readStart() {
  config = JSON.parse(pipe.next().data.toString());
  clock = new Clock(config.nanos);
  const words = pipe.next().data;
  bootrom = new Uint32Array(words.length / 4).map((_, i) => words.readUInt32LE(4 * i));
  return Uint8Array.from(pipe.next().data);
}

/** Power-on, or a reset by the watchdog: then memory and the watchdog's own registers stay (2.12, 4.7). */
function build(content, old) {
  mcu = new RP2040(clock);
  mcu.logger = new ConsoleLogger(LogLevel.Error, false);
  mcu.loadBootrom(bootrom);
  mcu.flash.set(content);
  const vreg = mcu.peripherals[VREG_AND_CHIP_RESET];
  vreg.readUint32 = (offset) => VREG_REGISTERS[offset >> 2] ?? 0;
  vreg.writeUint32 = () => {};
  flash = new Flash(mcu, clock, config.busy, operate);
  serial = new Serial(mcu, clock, {
    onData: (data) => pipe.tell(OUTPUT, data),
    onConnected: () => pipe.tell(CONNECTED),
  });
  wiring = new Wiring(mcu, clock, pipe, config.pins, config.displayTime);
  const watchdog = mcu.peripherals[WATCHDOG];
  watchdog.onWatchdogTrigger = () => {
    watchdog.alarm.enable = false; // or it would go off again at once, before the reset
    resetting = true;
  };
  if (old) {
    mcu.sram.set(old.mcu.sram);
    watchdog.scratchData.set(old.mcu.peripherals[WATCHDOG].scratchData);
    watchdog.reason = old.mcu.peripherals[WATCHDOG].reason;
    flash.busyNanos = old.flash.busyNanos;
  }
  mcu.core.PC = FLASH_START;
}

function operate(command) {
  if (pipe.ask(OPERATION, command)[0]) stopped = true; // the supply was cut in it
}

function reset() {
  resetting = false;
  earlierCycles += mcu.core.cycles;
  clock.forget();
  build(mcu.flash, { mcu, flash });
  pipe.ask(RESET);
}

function obey({ kind, data }) {
  if (kind === RUN) run(data.readDoubleLE(0));
  else if (kind === WRITE) serial.write(data);
  else if (kind === REFRESH) wiring.refresh(data);
  else if (kind === LATER) {
    const number = Uint8Array.from(data.subarray(0, 4));
    clock.createLastingAlarm(() => pipe.ask(ALARM, number)).schedule(data.readDoubleLE(4));
  } else throw new Error(`no such message: ${kind}`);
}

function run(nanos) {
  stopped = false;
  clock.createLastingAlarm(() => (stopped = true)).schedule(nanos);
  while (!stopped) {
    const { core } = mcu;
    while (!stopped && !resetting) {
      if (core.waiting) {
        clock.tick(clock.nanosToNextAlarm);
        continue;
      }
      const cycles = core.executeInstruction(); // it may move the clock itself, while it waits for the flash
      const end = clock.nanos + cycles * CYCLE_NANOS;
      if (end < clock.dueNanos) clock.nanos = end;
      else clock.tick(end - clock.nanos);
    }
    if (resetting) reset();
  }
  const data = Buffer.alloc(16);
  data.writeDoubleLE(earlierCycles + mcu.core.cycles, 0);
  data.writeDoubleLE(flash.busyNanos, 8);
  pipe.tell(STOPPED, data);
  pipe.flush();
}

build(readStart());
for (;;) obey(pipe.next());
