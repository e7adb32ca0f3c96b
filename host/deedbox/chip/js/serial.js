// The USB host at the chip's serial port. It sends nothing to the chip until there are data for it.
//
// The host of rp2040js sends an empty packet every 10 us while the chip waits for data, which a real host does not.
// The empty packets keep a sleeping chip busy, so that emulating idle time would be slow.

import { USBCDC } from "rp2040js";

const ANSWER_NANOS = 5_000; // from the host's decision to send until the packet is there
const PUMP_NANOS = 1_000_000;

export class Serial {
  #waiting = []; // bytes for which the host has no room yet
  #armed = -1; // the size of the transfer for which the chip waits
  #coming = false;

  constructor(mcu, clock, { onData, onConnected }) {
    this.cdc = new USBCDC(mcu.usbCtrl);
    this.cdc.onSerialData = onData;
    this.cdc.onDeviceConnected = onConnected;
    this.read = mcu.usbCtrl.onEndpointRead;
    this.alarm = clock.createAlarm(() => this.#answer());
    this.pumping = clock.createAlarm(() => this.#pump());
    mcu.usbCtrl.onEndpointRead = (endpoint, size) => {
      if (endpoint === this.cdc.outEndpoint && this.cdc.txFIFO.empty) this.#armed = size;
      else this.read(endpoint, size);
    };
  }

  write(data) {
    this.#waiting.push(...data);
    this.#pump();
  }

  #pump() {
    const { txFIFO } = this.cdc;
    for (const byte of this.#waiting.splice(0, txFIFO.size - txFIFO.itemCount)) {
      this.cdc.sendSerialByte(byte);
      if (this.#armed >= 0 && !this.#coming) {
        this.#coming = true;
        this.alarm.schedule(ANSWER_NANOS);
      }
    }
    if (this.#waiting.length) this.pumping.schedule(PUMP_NANOS);
  }

  #answer() {
    this.#coming = false;
    if (this.#armed < 0 || this.cdc.txFIFO.empty) return;
    const size = this.#armed;
    this.#armed = -1;
    this.read(this.cdc.outEndpoint, size);
  }
}
