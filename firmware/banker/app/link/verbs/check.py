"""Verbs for a host that checks the box: what its parts report, and how much room there is."""

from __future__ import annotations

import gc
import json
import os
from typing import TYPE_CHECKING

from banker.app.loader import load
from banker.app.store.pages import GOOD, SLOTS
from banker.core.refusal import Refused

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.link.conversation import Conversation
    from banker.drivers.types import Buffer


def check(conversation: Conversation, data: Buffer) -> bytes:
    box = conversation.box
    self_check = load("banker.app.self_check")
    g = box.keeper.game
    timed = g and "time" in g.rules.ends
    about = {
        "findings": self_check.findings(box),
        "screen": box.ui.screen,
        "message": box.message.split("\n") if box.message else [],
        "pressed": self_check.keys_pressed(box),
        "damaged": box.damaged,
        "restarts": box.inputs.taps.restarts,
        "supply_mv": box.supply.mv,
        "flash": _flash(),
        "heap": _heap(),
        "played_s": box.keeper.played_s if g else 0,
        "limit_s": g.rules.time_limit_min * 60 if timed else 0,
        "over": bool(g and (g.over or g.ending)),
        "pages": _pages(box),
    }
    return json.dumps(about).encode()


def _flash() -> tuple[int, int]:
    """(free, all) bytes"""
    block_size, _, all_blocks, free_blocks = os.statvfs("/")[:4]
    return block_size * free_blocks, block_size * all_blocks


def _pages(box: Box) -> tuple[int, int]:
    """(all, damaged) pages of the journal"""
    j = box.journal
    pages = damaged = 0
    for block in j.blocks if j.at >= 0 else ():
        for slot in range(SLOTS):
            good = j.look(block, slot) == GOOD
            if good or j.seen != j.blank:
                pages += 1
                damaged += not good
    return pages, damaged


def _heap() -> tuple[int, int]:
    """(free, all) bytes, after a collection"""
    gc.collect()
    free = gc.mem_free()
    return free, free + gc.mem_alloc()


def examine(conversation: Conversation, data: Buffer) -> bytes:
    """Open CHECK YOUR BOX on the display, from the beginning: it beeps, and keys count from now on."""
    box = conversation.box
    if box.ui.screen != "box.check":
        menu = load("banker.app.link.verbs.tags")
        if not menu.may_open(box):
            raise Refused("menu-closed")
        menu.wake(box)
        load("banker.app.self_check").restart(box)
        box.ui.show("box.check", 0)
    box.play_sound()
    box.redraw()
    return b""
