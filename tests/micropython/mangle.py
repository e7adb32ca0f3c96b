"""Frames as a bad cable would deliver them. Runs in MicroPython and in CPython, the same in both."""

from faultflash import Dice

from banker.protocol.frame import PAYLOAD_MOST, Receiver, encode

KINDS = ("bit", "byte", "letter", "lost", "lost end", "more", "doubled", "swapped", "cut", "head")
LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=~"


def payload(dice) -> bytes:
    """A random payload; short ones are more likely, as on a real cable."""
    most = (8, 60, 300, PAYLOAD_MOST)[dice.below(4)]
    return dice.bytes(dice.below(most + 1))


def mangle(frame: bytes, dice, kind: str) -> bytes:
    """The frame with some harm done, perhaps more than once."""
    out = bytearray(frame)
    for _ in range(1 + dice.below(3)):
        at = dice.below(len(out)) if out else 0
        run = 1 + dice.below(70)
        if kind == "bit":
            out[at] ^= 1 << dice.below(8)
        elif kind == "byte":
            out[at] = dice.below(256)
        elif kind == "letter":
            out[at] = LETTERS[dice.below(len(LETTERS))]
        elif kind == "lost":
            out = out[:at] + out[at + run :]
        elif kind == "lost end":
            out = out[:at]
        elif kind == "more":
            out = out[:at] + bytearray(dice.bytes(run)) + out[at:]
        elif kind == "doubled":
            out = out[: at + run] + out[at:]
        elif kind == "swapped":
            other = (at + 64) // 64 * 64
            out = out[other : other + 64] + out[:other] + out[other + 64 :]
        elif kind == "cut":
            out = out[at:] + out[:at]
        elif kind == "head":
            out[dice.below(4) % len(out)] = LETTERS[dice.below(len(LETTERS))]
        if not out:
            break
    return bytes(out)


def hear(receiver, data: bytes, most: int = 0) -> list:
    """The payloads that a receiver finds in these bytes, which come in pieces of the size that it wants."""
    payloads = []
    at = 0
    while at < len(data):
        count = min(receiver.want(), len(data) - at)
        if most:
            count = min(count, most)
        receiver.view[receiver.fill : receiver.fill + count] = data[at : at + count]
        at += count
        part = receiver.took(count)
        if part is not None:
            payloads.append(bytes(part))
    return payloads


def trial(seed: int, make=Dice) -> str:
    """What went wrong with one mangled frame and a good one behind it; "" if nothing."""
    dice = make(seed)
    sent_payload = payload(dice)
    frame = encode(sent_payload)
    kind = KINDS[seed % len(KINDS)]
    harmed = mangle(frame, dice, kind)
    after = encode(payload(dice))
    receiver = Receiver()
    received = hear(receiver, harmed + after, (0, 0, 0, 1, 7)[dice.below(5)])
    expected = hear(Receiver(), after)
    if received[-1:] != expected:
        return "%s %d: the next frame was not heard" % (kind, seed)
    for one in received[:-1]:
        if encode(one) not in harmed:
            return "%s %d: accepted %r" % (kind, seed, one)
    if receiver.fill:
        return "%s %d: it still waits" % (kind, seed)
    return ""
