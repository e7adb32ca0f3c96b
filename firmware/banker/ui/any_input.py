"""The inputs of a screen that is only read: any of them closes it, and counts on the screen that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.ui import words
from banker.ui.types import Commands, Keys

if TYPE_CHECKING:
    from banker.ui.ui import Ui


def keys(ui: Ui) -> Keys:
    return [("#", words.GO_ON)]


def key(ui: Ui, key: str) -> Commands:
    ui.home()
    return () if key == "#" else ui.key(key)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.onward(kind, number)
