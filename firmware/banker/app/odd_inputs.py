"""Inputs that are neither a key nor a learned tag: what the screen makes of them. Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.inputs import CROWDED, LYING, SILENT
from banker.app.loader import load
from banker.app.tags.tag_map import split
from banker.core.tags import TOKEN

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.ui.types import Commands


def commands(box: Box, kind: int) -> Commands:
    ui = box.ui
    if kind == CROWDED:
        return ui.crowd()
    if kind == LYING:
        tag_kind, number = split(box.tags.find(box.inputs.taps.uid, box.inputs.taps.uid_len))
        return ui.lift(ui.seat(number) if tag_kind == TOKEN else -1)
    if kind == SILENT:
        return ui.show("box.check", 0) if ui.screen != "box.check" else ()
    item = load("banker.app.tags.learning").adopt(box)  # a stranger
    return ui.tap(*item) if item else ui.stranger()
