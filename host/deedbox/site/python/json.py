# mypy: ignore-errors
# `json` for MicroPython with the arguments that the host uses.

import ujson as _native


def loads(text, parse_constant=None):
    return _native.loads(text if isinstance(text, str) else bytes(text).decode())


def dumps(value, ensure_ascii=True, separators=None, indent=None):
    return _native.dumps(value, separators=separators) if separators else _native.dumps(value)
