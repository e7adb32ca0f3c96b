"""Verbs for whoever wonders whether the box is well: what its parts say, and how much room there is."""

import gc
import json
import os

from banker.app.loader import load
from banker.core.refusal import Refused


def check(talk, data):
    box = talk.box
    parts = load("banker.app.check")
    g = box.keeper.game
    timed = g and g.rules.end_condition == "time"
    about = {
        "findings": parts.look(box),
        "screen": box.ui.screen,
        "message": box.message.split("\n") if box.message else [],
        "pressed": parts.pressed(box),
        "restarts": box.inputs.taps.restarts,
        "supply_mv": box.supply.mv,
        "flash": _flash(),
        "heap": _heap(),
        "played_s": box.keeper.played_s if g else 0,
        "limit_s": g.rules.time_limit_min * 60 if timed else 0,
        "over": bool(g and (g.over or g.ending)),
    }
    return json.dumps(about).encode()


def _flash() -> tuple:
    """(free, all) bytes"""
    found = os.statvfs("/")
    return found[0] * found[3], found[0] * found[2]


def _heap() -> tuple:
    """(free, all) bytes, after what nobody needs is gone"""
    gc.collect()
    free = gc.mem_free()
    return free, free + gc.mem_alloc()


def examine(talk, data):
    """CHECK YOUR BOX on the display, from the beginning: keys count from now on, and it beeps."""
    box = talk.box
    if box.ui.screen != "check":
        menu = load("banker.app.verbs_tags")
        if not menu.may_open(box):
            raise Refused("menu-closed")
        menu.stir(box)
        load("banker.app.check").again(box)
        box.ui.show("check", 0)
    box.heard()
    return b""
