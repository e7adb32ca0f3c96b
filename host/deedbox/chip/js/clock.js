// The chip's clock, in place of the one of rp2040js. Alarms for the same moment go off in the order in which they
// were set.
//
// In rp2040js the last one goes off first: a DMA channel that sets its alarm again at once would keep the other
// channel of an SPI transfer waiting for ever.

class Alarm {
  nanos = 0;
  next = null;
  scheduled = false;

  constructor(clock, callback, isLasting) {
    this.clock = clock;
    this.callback = callback;
    this.isLasting = isLasting;
  }

  schedule(nanos) {
    if (this.scheduled) this.cancel();
    this.nanos = this.clock.nanos + nanos;
    this.clock.insert(this);
  }

  cancel() {
    if (this.scheduled) this.clock.remove(this);
  }
}

export class Clock {
  #first = null;
  dueNanos = Infinity; // when the next alarm goes off

  constructor(nanos) {
    this.nanos = nanos;
  }

  get micros() {
    return this.nanos / 1000;
  }

  get nanosToNextAlarm() {
    return this.#first ? this.#first.nanos - this.nanos : 0;
  }

  createAlarm(callback) {
    return new Alarm(this, callback, false);
  }

  /** One that goes off even if the chip is reset before. */
  createLastingAlarm(callback) {
    return new Alarm(this, callback, true);
  }

  /** The chip is reset: forget what it waited for. */
  forget() {
    for (let alarm = this.#first; alarm; alarm = alarm.next) if (!alarm.isLasting) this.remove(alarm);
  }

  insert(alarm) {
    let before = null;
    let after = this.#first;
    while (after && after.nanos <= alarm.nanos) {
      before = after;
      after = after.next;
    }
    alarm.next = after;
    alarm.scheduled = true;
    if (before) before.next = alarm;
    else this.#setFirst(alarm);
  }

  remove(alarm) {
    alarm.scheduled = false;
    if (this.#first === alarm) {
      this.#setFirst(alarm.next);
      return;
    }
    let before = this.#first;
    while (before.next !== alarm) before = before.next;
    before.next = alarm.next;
  }

  #setFirst(alarm) {
    this.#first = alarm;
    this.dueNanos = alarm ? alarm.nanos : Infinity;
  }

  tick(nanos) {
    const end = this.nanos + nanos;
    while (this.dueNanos <= end) {
      const alarm = this.#first;
      this.#setFirst(alarm.next);
      alarm.scheduled = false;
      this.nanos = alarm.nanos;
      alarm.callback();
    }
    this.nanos = end;
  }
}
