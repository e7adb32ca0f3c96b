"""What this box was set to, in settings.json: how it sounds and looks, what a host may do."""

import json
import os

PATH = "settings.json"
_PART = "settings.part"

# By name: what it is unless set otherwise. A value of another type is not taken.
DEFAULTS = {
    "language": "en",
    "volume": 3,  # 0 to 3
    "brightness": 3,  # 1 to 3
    "turned": False,  # picture for the far side
    "slow": False,  # looks and results stay twice as long
    "big": False,  # questions in big type only
    "ask_ms": 5000,  # the pause for asking rent
    "remote": False,  # a host may tap, press keys and play
    "display": "",  # its controller; "": never asked, and taken for an SSD1306
    "offset": 0,  # columns, SH1106 only
    "ribbon": -1,  # of the keypad, how it is plugged in (drivers/ribbon.py); -1: never asked, and straight
    "gain": 38,  # of the reader, dB
}


class Settings:
    def __init__(self, path: str = PATH):
        self.path = path
        self._all = dict(DEFAULTS)
        try:
            with open(path) as file:
                found = json.load(file)
            for name, value in found.items():
                if name in DEFAULTS and type(value) is type(DEFAULTS[name]):
                    self._all[name] = value
        except (OSError, ValueError, AttributeError):
            pass  # never set, or damaged: a box that plays with defaults is worth more than one that stops

    def __getitem__(self, name: str):
        return self._all[name]

    def set(self, name: str, value) -> None:
        """Keep it, also over power-off; a cut leaves the old file or the new one."""
        if name not in DEFAULTS or type(value) is not type(DEFAULTS[name]):
            raise ValueError(name)
        new = dict(self._all)
        new[name] = value
        with open(_PART, "w") as file:
            json.dump(new, file)
        os.rename(_PART, self.path)
        self._all = new
