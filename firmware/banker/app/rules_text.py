"""House rules on flash, read when somebody asks for them.

rules/LANGUAGE.bin is a pool: for each of the six favourites its label, its sentence, its knobs (JSON) and the
steps of a knob (JSON); then for each knob its sentence and the words for its values, "; " between them.
rules/NAME.json is a set of rules that a host pushed: {"name": "Sundays", "rules": {knob: value, ...}}.
"""

import json
import os

from banker.app.pool import Pool

FOLDER = "rules"
FAVOURITES = 6
_SET_MOST = 2048  # bytes; more than a game's beginning could hold
_NAME_MOST = 18


def favourites(language: str) -> list:
    """(label, sentence, knobs, steps) of each."""
    pool = _pool(language)
    found = []
    for at in range(0, 4 * FAVOURITES, 4):
        found.append((pool[at], pool[at + 1], json.loads(pool[at + 2]), json.loads(pool[at + 3])))
    pool.close()
    return found


def words(language: str, knob: int):
    """(sentence, words for its values) of a knob, by its number."""
    pool = _pool(language)
    at = 4 * FAVOURITES + 2 * knob
    found = pool[at], pool[at + 1].split("; ")
    pool.close()
    return found


def _pool(language: str) -> Pool:
    try:
        return Pool("%s/%s.bin" % (FOLDER, language))
    except OSError:
        return Pool(FOLDER + "/en.bin")


def sets() -> list:
    """Own sets of rules: (name, rules); a file that cannot be one is left out."""
    found = []
    for file in sorted(os.listdir(FOLDER)):  # a folder of the firmware's own
        if file.endswith(".json"):
            try:
                with open(FOLDER + "/" + file) as text:
                    read = json.loads(text.read(_SET_MOST))
                name, rules = read["name"], read["rules"]
                if type(name) is str and 0 < len(name) <= _NAME_MOST and type(rules) is dict:
                    found.append((name, rules))
            except (OSError, ValueError, KeyError, TypeError):
                pass
    return found
