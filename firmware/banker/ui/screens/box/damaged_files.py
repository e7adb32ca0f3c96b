"""FIRMWARE DAMAGED: files of the firmware are not as they were installed; any input goes on.

ui.args:

    paths   the files
"""

from __future__ import annotations

from banker.ui import any_input, words
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Rows
from banker.ui.ui import Ui

_COLUMNS = 21


def rows(ui: Ui) -> Rows:
    [paths] = ui.args
    more = ui.say(words.DAMAGED_MORE, len(paths) - 1) if len(paths) > 1 else ""
    advice = wrap(ui.say(words.DAMAGED_ADVICE))
    return [HEADER + ui.say(words.DAMAGED_FILES), "", paths[0][-_COLUMNS:], more] + advice


keys = any_input.keys
key = any_input.key
tap = any_input.tap


def stranger(ui: Ui) -> Commands:
    return ui.home()
