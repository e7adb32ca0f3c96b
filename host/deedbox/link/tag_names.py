"""Tags as the contract writes them ("token:1", "deed:brown1", "card:chance-3", "banker") and as numbers."""

from __future__ import annotations

from banker.core import tags
from banker.core.ids import DEED_IDS, card_id, card_number

FORMS = f"token:1 to token:{tags.TOKENS}, deed:ID, card:ID and banker"
_WORDS = {tags.TOKEN: "token", tags.DEED: "deed", tags.CARD: "card", tags.BANKER: "banker"}


def find_tag(text: str) -> tuple[int, int] | None:
    """Kind and number of a tag ("token:1" is (1, 0)); None if there is no such tag."""
    kind, _, rest = text.partition(":")
    if kind == "token" and rest.isascii() and rest.isdecimal() and 1 <= int(rest) <= tags.TOKENS:
        return tags.TOKEN, int(rest) - 1
    if kind == "deed" and rest in DEED_IDS:
        return tags.DEED, DEED_IDS.index(rest)
    card = card_number(rest) if kind == "card" else None
    if card is not None:
        return tags.CARD, card
    return (tags.BANKER, 0) if text == "banker" else None


def tag_name(kind: int, number: int) -> str:
    """The name of a tag. A number outside its kind, such as card 40, has no id and appears as it is."""
    word = _WORDS.get(kind, f"kind {kind}")
    if number >= tags.count(kind):
        return f"{word}:{number}"
    if kind == tags.TOKEN:
        return f"{word}:{number + 1}"
    if kind == tags.DEED:
        return f"{word}:{DEED_IDS[number]}"
    return f"{word}:{card_id(number)}" if kind == tags.CARD else word
