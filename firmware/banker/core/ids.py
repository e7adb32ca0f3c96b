"""The ids that the outside world uses (host/docs/contract.md), by number. Loaded where they are read."""

from __future__ import annotations

DEED_IDS = (
    "brown1 brown2 sky1 sky2 sky3 pink1 pink2 pink3 orange1 orange2 orange3 red1 red2 red3 "
    "yellow1 yellow2 yellow3 green1 green2 green3 blue1 blue2 rail1 rail2 rail3 rail4 util1 util2"
).split(" ")
GROUP_IDS = "brown sky pink orange red yellow green blue rail util".split(" ")
DECK_IDS = ("chance", "chest")


def card_number(text: object) -> int | None:
    """ "chest-3" -> 18; None if there is no such card."""
    for deck in (0, 1):
        head = DECK_IDS[deck] + "-"
        if type(text) is str and text.startswith(head):
            tail = text[len(head) :]
            for n in range(16):
                if tail == str(n + 1):
                    return deck << 4 | n
    return None


def card_id(number: int) -> str:
    return "%s-%d" % (DECK_IDS[number >> 4], (number & 15) + 1)
