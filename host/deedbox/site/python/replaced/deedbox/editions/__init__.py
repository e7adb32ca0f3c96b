# mypy: ignore-errors
"""The editions in the page: those that come with deedbox, already read."""

import json
from functools import cache

from deedbox.editions.model import Edition, Space

IDS = tuple(json.loads(open("/editions/ids.json").read()))


class EditionError(Exception):
    pass


@cache
def about(name):
    with open("/editions/" + name + ".json") as file:
        return json.loads(file.read())


@cache
def load_edition(name):
    fields = dict(about(name)["edition"])
    fields["spaces"] = [Space(**space) for space in fields["spaces"]]
    return Edition(**fields)


def edition_hash(name):
    return about(name)["hash"]
