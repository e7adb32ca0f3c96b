# mypy: ignore-errors
# What lowered code (deedbox/build/portable.py) calls: displays, texts, records, and names that are built in
# elsewhere.

import builtins
from collections import OrderedDict

for _name in ("TimeoutError", "ConnectionResetError", "RecursionError", "InterruptedError"):
    if not hasattr(builtins, _name):
        setattr(builtins, _name, type(_name, (OSError,), {}))


def ordered(*parts):
    """A dict in the order of its parts: pairs, or other dicts."""
    out = OrderedDict()
    for part in parts:
        for key, value in part.items() if hasattr(part, "items") else part:
            out[key] = value
    return out


def from_keys(keys, value=None):
    return ordered([(key, value) for key in keys])


def listed(*parts):
    out = []
    for part in parts:
        out.extend(part)
    return out


def tupled(*parts):
    return tuple(listed(*parts))


def grouped(*parts):
    return set(listed(*parts))


def stepped(items, first, last, step):
    """items[first:last:step]"""
    size = len(items)
    low, high = (0, size) if step > 0 else (-1, size - 1)

    def bound(at, default):
        if at is None:
            return default
        return max(low, min(high, at + size if at < 0 else at))

    first, last = bound(first, low if step > 0 else high), bound(last, high if step > 0 else low)
    parts = [items[at] for at in range(first, last, step)]
    if isinstance(items, str):
        return "".join(parts)
    return parts if isinstance(items, list) else type(items)(parts)


def clear(items):
    if isinstance(items, bytearray):
        items[:] = b""
    else:
        items.clear()


def cut(items, first, last):
    """del items[first:last]"""
    first = 0 if first is None else first
    last = len(items) if last is None else last
    items[first:last] = b"" if isinstance(items, bytearray) else []


def form(value, spec=""):
    if not spec:
        return value if isinstance(value, str) else str(value)
    return ("{:" + spec + "}").format(value)


def _fill(text, width, fill):
    blank = " " if isinstance(text, str) else b" "
    return (blank if fill is None else fill) * (width - len(text))


def ljust(text, width, fill=None):
    return text + _fill(text, width, fill)


def rjust(text, width, fill=None):
    return _fill(text, width, fill) + text


def zfill(text, width):
    sign = text[:1] if text[:1] in ("-", "+") else ""
    return sign + "0" * (width - len(text)) + text[len(sign) :]


def removeprefix(text, start):
    return text[len(start) :] if text.startswith(start) else text


def removesuffix(text, end):
    return text[: len(text) - len(end)] if end and text.endswith(end) else text


def isprintable(text):
    # Not control characters, separators of lines, and marks of direction.
    for mark in text:
        code = ord(mark)
        if code < 32 or 127 <= code <= 160 or code == 0xAD or 0x200B <= code <= 0x200F:
            return False
        if 0x2028 <= code <= 0x202F or 0x205F <= code <= 0x206F or 0xD800 <= code <= 0xF8FF or code == 0xFEFF:
            return False
    return True


def casefold(text):
    return text.lower()


def isalnum(text):
    return bool(text) and all(mark.isalpha() or mark.isdigit() for mark in text)


def fields_of(cls):
    """All fields of a dataclass or record, those of its bases first: (name, kind, default, compares)."""
    fields = cls.__dict__.get("_all_fields")
    if fields is None:
        fields = []
        for base in cls.__bases__:
            if hasattr(base, "_own_fields"):
                fields.extend(fields_of(base))
        own = cls.__dict__.get("_own_fields", ())
        names = [field[0] for field in own]
        fields = tuple([field for field in fields if field[0] not in names]) + tuple(own)
        cls._all_fields = fields
    return fields


def fill_fields(self, cls, arguments, named):
    fields = fields_of(cls)
    if len(arguments) > len(fields):
        raise TypeError("%s has %d fields" % (cls.__name__, len(fields)))
    for at, (name, kind, default, _) in enumerate(fields):
        if at < len(arguments):
            value = arguments[at]
        elif name in named:
            value = named.pop(name)
        elif kind == "value":
            value = default
        elif kind == "factory":
            value = default()
        else:
            raise TypeError("%s needs %s" % (cls.__name__, name))
        setattr(self, name, value)
    if named:
        raise TypeError("%s has no field %s" % (cls.__name__, ", ".join(named)))


class Record:
    """A NamedTuple: fields by name and by place."""

    _own_fields = ()

    def __init__(self, *arguments, **named):
        fill_fields(self, type(self), arguments, named)

    def _values(self):
        return tuple([getattr(self, field[0]) for field in fields_of(type(self))])

    def __iter__(self):
        return iter(self._values())

    def __len__(self):
        return len(fields_of(type(self)))

    def __getitem__(self, at):
        return self._values()[at]

    def __eq__(self, other):
        return self._values() == (other._values() if isinstance(other, Record) else other)

    def __hash__(self):
        return hash(self._values())

    def _replace(self, **named):
        values = dict([(field[0], getattr(self, field[0])) for field in fields_of(type(self))])
        values.update(named)
        return type(self)(**values)

    def _asdict(self):
        return ordered([(field[0], getattr(self, field[0])) for field in fields_of(type(self))])
