"""A command as bytes, for the journal: which command, then each argument as its tag and its value."""

from .refusal import BooksError

# A command's number is its place here. Journals are read by later firmware: only ever add at the end.
NAMES = (
    "deal roll end fine jail-card buy decline bid pass hammer pay battle power tax card draw throw claim "
    "build sell-building sell-group auction-building place mortgage redeem trade bankrupt resign time-up "
    "set-rule correct sell-deed land jail salary transfer undo redo"
).split(" ")

# How an argument is written: Byte, Word (signed), List, Map or Hands of bytes, Side of a deal, Text, Value.
# Its tag is its place here: only ever add at the end.
_ARGS = (
    ("by", "B"),
    ("from", "B"),
    ("a", "B"),
    ("b", "B"),
    ("deed", "B"),
    ("card", "B"),
    ("space", "B"),
    ("group", "B"),
    ("take", "B"),
    ("amount", "W"),
    ("cash", "W"),
    ("dice", "L"),
    ("redeem", "L"),
    ("to", "M"),
    ("deeds", "H"),
    ("a_gives", "S"),
    ("b_gives", "S"),
    ("choose", "T"),
    ("kind", "T"),
    ("knob", "T"),
    ("value", "V"),
    ("remote", "B"),  # a host did it, not the hands at the table
    ("stand_in", "B"),  # the banker card stood in for a token
)
_TAG = 1  # tags count from here; 0 ends the record


def write(command: dict) -> bytes:
    out = bytearray((NAMES.index(command["do"]),))
    for i in range(len(_ARGS)):
        arg, form = _ARGS[i]
        value = command.get(arg)
        if value is None:
            continue
        if arg == "to" and type(value) is int:
            form = "B"  # the receiver of a transfer
        out.append(_TAG + i)
        _write(out, form, value)
    out.append(0)
    return bytes(out)


def _write(out, form: str, value) -> None:
    if form == "B":
        out.append(int(value))
    elif form == "W":
        if not -0x7FFFFFFF <= value <= 0x7FFFFFFF:
            raise BooksError("%d does not fit a record" % value)
        for shift in (0, 8, 16, 24):
            out.append((value & 0xFFFFFFFF) >> shift & 255)
    elif form == "L":
        out.append(len(value))
        for item in value:
            out.append(item)
    elif form == "M":
        out.append(len(value))
        for deed in sorted(value):
            out.append(deed)
            out.append(value[deed])
    elif form == "H":
        out.append(len(value))
        for player in sorted(value):
            out.append(player)
            _write(out, "L", value[player])
    elif form == "S":
        _write(out, "W", value.get("cash", 0))
        _write(out, "L", value.get("deeds", ()))
        out.append(value.get("jail_cards", 0))
    elif form == "T":
        _write(out, "L", value.encode())
    else:
        _write(out, "T", _text(value))


def _text(value) -> str:
    """A knob's value as one line; lists by their items."""
    if type(value) in (list, tuple):
        return "[" + ",".join(str(item) for item in value)
    return str(value)


def read(data):
    """(command, bytes used) from what write() wrote."""
    command = {"do": NAMES[data[0]]}
    at = 1
    while data[at]:
        arg, form = _ARGS[data[at] - _TAG]
        if arg == "to" and command["do"] == "transfer":
            form = "B"
        command[arg], at = _read(data, at + 1, form)
    return command, at + 1


def _read(data, at: int, form: str):
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
        hands = {}
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


def _value(text: str):
    if text in ("True", "False"):
        return text == "True"
    if text[:1] == "[":
        return [_value(item) for item in text[1:].split(",") if item]
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isdigit() else text
