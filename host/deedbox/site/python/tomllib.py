# mypy: ignore-errors
# `tomllib` for MicroPython: the build writes each TOML file as JSON under its old name.

import json


def loads(text):
    return json.loads(text)


def load(file):
    return json.loads(file.read())
