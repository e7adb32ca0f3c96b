"""The settings of the box, in settings.json: how it sounds and looks, what a host may do."""

from __future__ import annotations

import json
import os
from typing import Any

PATH = "settings.json"
_PART = "settings.part"
_BYTES_MOST = 1024

# Default by name. A value of another type is not accepted. Names are in files and on the link: never rename.
DEFAULTS = {
    "language": "en",
    "volume": 3,  # 0 to 3
    "brightness": 3,  # 1 to 3
    "turned": False,  # the picture for the other side of the table
    "slow": False,  # looks and results stay twice as long
    "big": False,  # questions in big type only
    "ask_ms": 5000,  # the pause for asking for rent
    "remote": False,  # remote control: a host may tap, press keys and play
    "display": "",  # its controller; "": never chosen, and taken for an SSD1306
    "offset": 0,  # the column at which the glass begins; not 0 only with an SH1106
    "ribbon": -1,  # how the keypad's ribbon is plugged in (drivers/ribbon.py); -1: never chosen, and straight
    "gain": 38,  # of the reader, dB
}


class Settings:
    def __init__(self, path: str = PATH) -> None:
        self.path = path
        self._values: dict[str, Any] = dict(DEFAULTS)
        try:
            with open(path, "rb") as file:
                values = json.loads(file.read(_BYTES_MOST).decode())
            for name, value in values.items():
                # A name that is unknown is a setting of newer firmware, and stays in the file.
                if type(value) is type(DEFAULTS.get(name, value)):
                    self._values[name] = value
        except (OSError, ValueError, AttributeError):
            pass  # no file yet, or a damaged one: the box plays with defaults

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def set(self, name: str, value: Any) -> None:
        """Change a setting and store it; a power cut leaves the old file or the new one."""
        if name not in DEFAULTS or type(value) is not type(DEFAULTS[name]):
            raise ValueError(name)
        new = dict(self._values)
        new[name] = value
        with open(_PART, "w") as file:
            json.dump(new, file)
        os.rename(_PART, self.path)
        self._values = new
