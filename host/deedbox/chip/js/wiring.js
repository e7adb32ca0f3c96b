// Connects the pins of the RP2040 to the models of the box, which are in Python and are asked over the pipe.

import { GPIOPinState } from "rp2040js";
import { code } from "./pipe.js";

const SPI = code("x");
const ROW = code("k");
const PIN = code("d");
const GATE = code("g");
const READER = code("e");
const I2C_CONNECT = code("a");
const I2C_WRITE = code("i");
const TONE = code("t");

const SETTLE_NANOS = 20_000; // freq() and duty_u16() write several registers, so the tone is read this much later
const VSYS_CHANNEL = 3;
const PWM_FUNCTION = 4; // RP2040 data sheet, 2.19.2
const TX_EMPTY = 1 << 4; // 4.3.17, IC_RAW_INTR_STAT
const NO_SPI_CLOCK_NANOS = 1000;

export class Wiring {
  #miso = 0;
  #reader = [1, -1]; // the level of its interrupt pin, and when it will next do something by itself
  #columns = 0;
  #i2cData = null;

  /** `pins` are the numbers of boards/pico.py. */
  constructor(mcu, clock, pipe, pins, displayTime) {
    this.mcu = mcu;
    this.clock = clock;
    this.pipe = pipe;
    this.pins = pins;
    for (const pin of pins.driven) {
      mcu.gpio[pin].addListener((value) => pipe.tell(PIN, [pin, isHigh(value)]));
    }
    for (const pin of pins.rows) {
      mcu.gpio[pin].addListener((value) => this.#setColumns(pipe.ask(ROW, [pin, isHigh(value)])[0]));
    }
    // Only on a Pico W it is the gate of the supply's divider; elsewhere it is the LED.
    mcu.gpio[pins.gate].addListener((value) => this.#setSupply(pipe.ask(GATE, [pins.gate, isHigh(value)]), 0));
    // A pin that nothing drives is pulled up; rp2040js has no pull resistors.
    for (const gpio of mcu.gpio) gpio.setInputValue(true);
    this.#columns = (1 << pins.columns.length) - 1;
    this.#wireSpi(mcu.spi[pins.spi]);
    this.#wireI2c(mcu.i2c[pins.i2c], displayTime);
    this.#wireBuzzer(mcu.pwm.channels[(pins.buzzer[0] >> 1) & 7]);
  }

  /** The levels after people pressed a key or moved a tag: columns, reader, supply. */
  refresh(data) {
    this.#setColumns(data[0]);
    this.#setSupply(data, 1);
    this.#setReader(data, 4);
  }

  #setSupply(data, at) {
    this.mcu.gpio[this.pins.vbus].setInputValue(!!data[at]);
    this.mcu.adc.channelValues[VSYS_CHANNEL] = data.readUInt16LE(at + 1);
  }

  #setColumns(levels) {
    if (levels === this.#columns) return;
    this.#columns = levels;
    this.pins.columns.forEach((pin, i) => this.mcu.gpio[pin].setInputValue(!!((levels >> i) & 1)));
  }

  // -- reader --

  #wireSpi(spi) {
    const question = Buffer.alloc(5);
    this.readerEvent = this.clock.createAlarm(() => this.#setReader(this.pipe.ask(READER), 0));
    const done = this.clock.createAlarm(() => {
      spi.completeTransmit(this.#miso);
      this.#applyReader();
    });
    spi.onTransmit = (byte) => {
      const hertz = spi.clockFrequency;
      question[0] = byte;
      question.writeUInt32LE(Math.trunc(hertz), 1);
      const answer = this.pipe.ask(SPI, question);
      this.#miso = answer[0];
      this.#reader = [answer[1], answer.readDoubleLE(2)];
      done.schedule(hertz ? (spi.dataBits * 1e9) / hertz : NO_SPI_CLOCK_NANOS);
    };
  }

  #setReader(data, at) {
    this.#reader = [data[at], data.readDoubleLE(at + 1)];
    this.#applyReader();
  }

  #applyReader() {
    const [level, event] = this.#reader;
    const gpio = this.mcu.gpio[this.pins.irq];
    if (gpio.rawInputValue !== !!level) gpio.setInputValue(!!level);
    if (event >= 0) this.readerEvent.schedule(Math.max(event - this.clock.nanos, 0));
  }

  // -- display --

  #wireI2c(i2c, displayTime) {
    const done = this.clock.createAlarm(() => i2c.completeWrite(true));
    i2c.onConnect = (address) => {
      const isThere = !!this.pipe.ask(I2C_CONNECT, [address])[0];
      this.#i2cData = isThere ? [address] : null;
      i2c.completeConnect(isThere);
      // The abort has emptied the FIFO. The SDK waits for this flag, which rp2040js does not set.
      if (!isThere) i2c.setInterrupts(TX_EMPTY);
    };
    i2c.onWriteByte = (byte) => {
      this.#i2cData?.push(byte);
      if (!displayTime) {
        i2c.completeWrite(true);
        return;
      }
      const cycles = 9 * (i2c.sclLowPeriod + i2c.sclHighPeriod); // eight bits and the acknowledge
      done.schedule((cycles * 1e9) / this.mcu.clkSys);
    };
    i2c.onReadByte = () => i2c.completeRead(0);
    i2c.onStop = () => {
      if (this.#i2cData?.length > 1) this.pipe.tell(I2C_WRITE, this.#i2cData);
      this.#i2cData = null;
      i2c.completeStop();
    };
  }

  // -- buzzer --

  #wireBuzzer(slice) {
    const settled = this.clock.createAlarm(() => this.#tellTone(slice));
    const write = slice.writeRegister.bind(slice);
    slice.writeRegister = (offset, value) => {
      write(offset, value);
      settled.schedule(SETTLE_NANOS);
    };
  }

  #tellTone(slice) {
    const data = Buffer.alloc(22);
    const registers = [slice.csr, slice.div, slice.cc, slice.top, this.mcu.clkSys];
    registers.forEach((value, i) => data.writeUInt32LE(value >>> 0, 4 * i));
    this.pins.buzzer.forEach((pin, i) => {
      data[20 + i] = this.mcu.gpio[pin].functionSelect === PWM_FUNCTION ? 1 : 0;
    });
    this.pipe.tell(TONE, data);
  }
}

function isHigh(value) {
  return value === GPIOPinState.Low ? 0 : 1;
}
