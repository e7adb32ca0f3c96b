"""The gate: every file that a host brings is checked completely before it gets its name. Loaded on use.

The box uses these files later by hands, without a host and perhaps without anybody who knows what is in them.
So the gate does not depend on who sends, in which order, or whether remote control is on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from banker.app.edition import Edition, EditionError
from banker.app.loader import load
from banker.protocol.json_text import JsonText

if TYPE_CHECKING:
    from banker.app.link.conversation import Conversation

_PIECE = 128
_RULES_DEEP = 3
_FIXTURE_DEEP = 12


def check(conversation: Conversation, path: str, part: str) -> Iterator[None]:
    """Check the file `part` that is to be called `path`; LinkError if it may not. Between two pieces of the
    check the game goes on."""
    folder, name = path.split("/")
    try:
        if folder == "editions":
            yield from _edition(name[:-4], part)
        elif folder == "rules":
            yield from _table(conversation, part, _RULES_DEEP)
            load("banker.app.rules_text").rule_set(part)
        else:
            yield from _table(conversation, part, _FIXTURE_DEEP)  # what it means is checked when it is run
    except (EditionError, ValueError) as error:
        raise conversation.error("bad-file", str(error))
    except MemoryError:
        raise conversation.error("busy")


def _edition(name: str, part: str) -> Iterator[None]:
    edition = Edition(name, part)
    try:
        yield
        yield from edition.checks()
    finally:
        edition.close()


def _table(conversation: Conversation, part: str, deep: int) -> Iterator[None]:
    """Is it a table in strict JSON?"""
    text = JsonText(deep)
    buf = bytearray(_PIECE)
    good = False
    with open(part, "rb") as file:
        while True:
            size = file.readinto(buf)
            if not size:
                break
            good = (good or buf[0] == 0x7B) and text.feed(memoryview(buf)[:size])  # {
            if not good:
                break
            yield
    if not good or not text.end():
        raise conversation.error("bad-file", "no table in JSON")
