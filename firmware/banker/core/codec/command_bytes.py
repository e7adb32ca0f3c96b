"""A command as bytes, for the journal: its number, then each argument as its tag and its value."""

from __future__ import annotations

from typing import Any

from banker.core.refusal import Refused
from banker.core.types import Buffer, Command


def _by_number(numbers: dict[str, int]) -> list[str]:
    names = [""] * len(numbers)
    for name in numbers:
        names[numbers[name]] = name
    return names


# Commands by number. Later firmware reads the journals of this one: never change a number.
NAMES = _by_number(
    {
        "deal": 0,
        "roll": 1,
        "end": 2,
        "fine": 3,
        "jail-card": 4,
        "buy": 5,
        "decline": 6,
        "bid": 7,
        "pass": 8,
        "hammer": 9,
        "pay": 10,
        "battle": 11,
        "power": 12,
        "tax": 13,
        "card": 14,
        "draw": 15,
        "throw": 16,
        "claim": 17,
        "build": 18,
        "sell-building": 19,
        "sell-group": 20,
        "auction-building": 21,
        "place": 22,
        "mortgage": 23,
        "redeem": 24,
        "trade": 25,
        "bankrupt": 26,
        "resign": 27,
        "time-up": 28,
        "set-rule": 29,
        "correct": 30,
        "sell-deed": 31,
        "land": 32,
        "jail": 33,
        "salary": 34,
        "transfer": 35,
        "undo": 36,
        "redo": 37,
        "free": 38,
    }
)

# Arguments: tag, name, form. The form is Byte, Word (signed), List, Map or Hands of bytes, Side of a trade,
# Text or Value. Tag 0 ends a command. Later firmware reads these tags: never change one.
_ARGS = (
    (1, "by", "B"),
    (2, "from", "B"),
    (3, "a", "B"),
    (4, "b", "B"),
    (5, "deed", "B"),
    (6, "card", "B"),
    (7, "space", "B"),
    (8, "group", "B"),
    (9, "take", "B"),
    (10, "amount", "W"),
    (11, "cash", "W"),
    (12, "dice", "L"),
    (13, "redeem", "L"),
    (14, "to", "M"),
    (15, "deeds", "H"),
    (16, "a_gives", "S"),
    (17, "b_gives", "S"),
    (18, "choose", "T"),
    (19, "kind", "T"),
    (20, "knob", "T"),
    (21, "value", "V"),
    (22, "remote", "B"),  # a host did it, not the hands at the table
    (23, "stand_in", "B"),  # the banker card stood in for a token
    (24, "agreed", "B"),  # mask of the seats whose tokens were tapped; missing: only that of `by`, or none
    (25, "deck", "B"),
    # What chance decided, noted by the box: dice, and dealt deeds. The card of a draw is noted as its `card`.
    (26, "rolled", "L"),
    (27, "dealt", "H"),
)


# The longest command that the rules accept is a trade of all 28 deeds, each paid back at once: 86 bytes.
COMMAND_MOST = 96


def write(command: Command) -> bytes:
    """Its bytes; or Refused, since a longer one is none that the rules would do."""
    out = bytearray((NAMES.index(command["do"]),))
    for tag, name, form in _ARGS:
        value = command.get(name)
        if value is None:
            continue
        if name == "to" and type(value) is int:
            form = "B"  # who gets a transfer
        out.append(tag)
        _write(out, form, value)
    out.append(0)
    if len(out) > COMMAND_MOST:
        raise Refused("bad-choice")
    return bytes(out)


def _byte(out: bytearray, value: int) -> None:
    """Checked here, because MicroPython cuts a number that does not fit."""
    if not 0 <= value <= 255:
        raise Refused("bad-choice")
    out.append(value)


def _write(out: bytearray, form: str, value: Any) -> None:
    if form == "B":
        _byte(out, int(value))
    elif form == "W":
        if not -0x7FFFFFFF <= value <= 0x7FFFFFFF:
            raise Refused("bad-amount")
        for shift in (0, 8, 16, 24):
            out.append((value & 0xFFFFFFFF) >> shift & 255)
    elif form == "L":
        _byte(out, len(value))
        for item in value:
            _byte(out, item)
    elif form == "M":
        _byte(out, len(value))
        for deed in sorted(value):
            _byte(out, deed)
            _byte(out, value[deed])
    elif form == "H":
        _byte(out, len(value))
        for player in sorted(value):
            _byte(out, player)
            _write(out, "L", value[player])
    elif form == "S":
        _write(out, "W", value.get("cash", 0))
        _write(out, "L", value.get("deeds", ()))
        _byte(out, value.get("jail_cards", 0))
    elif form == "T":
        _write(out, "L", value.encode())
    else:
        _write(out, "T", _text(value))


def _text(value: Any) -> str:
    """The value of a house rule as one line; lists by their items."""
    if type(value) in (list, tuple):
        return "[" + ",".join(str(item) for item in value)
    return str(value)


def read(data: Buffer) -> tuple[Command, int]:
    """(command, bytes used) from what write() wrote."""
    command: Command = {"do": NAMES[data[0]]}
    at = 1
    while data[at]:
        name, form = _argument(data[at])
        if name == "to" and command["do"] == "transfer":
            form = "B"
        command[name], at = _read(data, at + 1, form)
    return command, at + 1


def _argument(wanted: int) -> tuple[str, str]:
    for tag, name, form in _ARGS:
        if tag == wanted:
            return name, form
    raise IndexError(wanted)


def _read(data: Buffer, at: int, form: str) -> tuple[Any, int]:
    if form == "B":
        return data[at], at + 1
    if form == "W":
        value = data[at] | data[at + 1] << 8 | data[at + 2] << 16 | data[at + 3] << 24
        return value - (1 << 32) if value >> 31 else value, at + 4
    if form == "L":
        end = at + 1 + data[at]
        return tuple(data[at + 1 : end]), end
    if form == "M":
        pairs = {}
        end = at + 1 + 2 * data[at]
        for i in range(at + 1, end, 2):
            pairs[data[i]] = data[i + 1]
        return pairs, end
    if form == "H":
        hands: dict[int, Any] = {}
        end = at + 1
        for _ in range(data[at]):
            player = data[end]
            hands[player], end = _read(data, end + 1, "L")
        return hands, end
    if form == "S":
        cash, at = _read(data, at, "W")
        deeds, at = _read(data, at, "L")
        return {"cash": cash, "deeds": deeds, "jail_cards": data[at]}, at + 1
    text, at = _read(data, at, "L")
    text = bytes(text).decode()
    return (_value(text) if form == "V" else text), at


def _value(text: str) -> Any:
    if text in ("True", "False"):
        return text == "True"
    if text[:1] == "[":
        return [_value(item) for item in text[1:].split(",") if item]
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isdigit() else text
