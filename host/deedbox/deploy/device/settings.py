# mypy: ignore-errors
# Runs at the raw prompt of a box: changes one value in settings.json, the file of banker/app/settings.py.

import json
import os


def change(name, value):
    try:
        with open("/settings.json") as file:
            settings = json.load(file)
    except (OSError, ValueError):
        settings = {}
    settings[name] = value
    with open("/settings.part", "w") as file:
        json.dump(settings, file)
    os.rename("/settings.part", "/settings.json")
