"""The model of an edition with all its values, and the tables for reading, checking and writing it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from banker.core import board as b
from banker.core.ids import DECK_IDS as DECK_IDS
from banker.core.ids import DEED_IDS as DEED_IDS
from banker.core.ids import GROUP_IDS as GROUP_IDS
from banker.core.ids import card_id
from banker.core.setup import house_rules

KINDS = ("go", "street", "rail", "utility", "chance", "chest", "tax", "jail", "parking", "go-to-jail")
EXTRAS = {"": 0, "battle": b.BATTLE, "doubles": b.DOUBLES}
ERAS = ("pre2008", "2008plus")
# What the newer text (boards since 2008) plays otherwise than the older one. The amounts of the taxes are on
# the boards. The rest is the text of the one newer rulebook that we have, Zelda's (host/docs/rules.md, 3).
NEWER_TEXT: dict[str, Any] = {
    "start_notes": [2, 4, 1, 1, 2, 1, 5],
    "rent_claim_window": 1,
    "group_rent_needs_unmortgaged": True,
    "utility_roll": "fresh",
    "income_tax_mode": "flat",
    "second_tax": 100,
    "jail_pay_turns": 3,
    "building_auction_min": "one",
    "building_refund_basis": "listed",
    "hotel_group_sale": False,
    "bankr_deeds_to_player": "mortgage_first",
}
VARIANTS = house_rules.find("game_variant").allowed
TERMS = "house houses hotel hotels jail_pass property rail utility tax mortgaged".split()
STREET_KEYS = ("price", "mortgage", "house", "hotel", "rents")
DEED_KEYS = ("price", "mortgage")
CARD_IDS = tuple(card_id(n) for n in range(2 * b.CARDS))

# A card does one of these: key in the file -> effect in the engine.
EFFECTS: dict[str, int] = {
    "to": b.ADVANCE,
    "back": b.BACK,
    "nearest": b.NEAREST,
    "jail": b.TO_JAIL,
    "keep": b.KEEP,
    "collect": b.COLLECT,
    "pay": b.PAY,
    "collect_each": b.COLLECT_EACH,
    "pay_each": b.PAY_EACH,
    "per_house": b.REPAIRS,
}
SECOND = {"nearest": ("rent_times", "dice_times"), "per_house": ("per_hotel",)}

_COLOURS = (
    "Brown",
    "Light Blue",
    "Pink",
    "Orange",
    "Red",
    "Yellow",
    "Green",
    "Dark Blue",
    "Transport",
    "Utility",
)
_CORNERS = {0: "GO", 10: "Jail (visiting)", 20: "Free Parking", 30: "Go to Jail"}


def kind_of_space(space: int) -> str:
    return KINDS[b.KIND[space]]


def deed_at(space: int) -> str | None:
    number = b.DEED_AT[space]
    return None if number == b.NO_DEED else DEED_IDS[number]


def group_at(space: int) -> str | None:
    number = b.DEED_AT[space]
    return None if number == b.NO_DEED else GROUP_IDS[b.GROUP_OF[number]]


def placeholder_name(space: int) -> str:
    """The name of a space until somebody types one; "" for spaces whose names are fixed."""
    number = b.DEED_AT[space]
    if number != b.NO_DEED:
        group = b.GROUP_OF[number]
        return f"{_COLOURS[group]} {number - b.GROUP_START[group] + 1}"
    return {4: "Tax 1", 38: "Tax 2"}.get(space, "")


def placeholder_short(space: int) -> str:
    """The same in at most ten letters; "" if the placeholder is short enough."""
    name = placeholder_name(space)
    for long, short in (("Light", "Lt"), ("Dark", "Dk"), ("Transport", "Transp.")):
        name = name.replace(long, short)
    return "" if name == placeholder_name(space) else name


def corner_name(space: int) -> str:
    return _CORNERS.get(space, "")


@dataclass
class Space:
    name: str
    short: str = ""
    placeholder: bool = False
    note: str = ""


@dataclass
class Edition:
    id: str
    name: str
    currency: dict[str, str]  # name, symbol
    terms: dict[str, str]
    decks: dict[str, str]  # the decks' labels
    tokens: list[str]
    token_shorts: list[str]  # "" for a token without one
    extra: str
    games: list[str]  # which of VARIANTS its rulebook has
    rules: dict[str, Any]
    spaces: list[Space]
    deeds: dict[str, dict[str, Any]]
    powers: dict[str, int]
    cards: dict[str, list[dict[str, Any]]]  # by deck: label and effect
    lines: dict[int, int] = field(default_factory=dict, compare=False)  # of each space in the file
    warnings: list[str] = field(default_factory=list, compare=False)
    file: str = field(default="", compare=False)
    era_leaves: dict[str, Any] = field(default_factory=dict, compare=False)  # rules of its era, not chosen
    # For those who share it; the box does not get these.
    language: str = field(default="en", compare=False)
    author: str = field(default="", compare=False)
    licence: str = field(default="", compare=False)


def shown_tokens(edition: Edition) -> list[str]:
    """What the tokens are called on the display, as long as nobody types a name of their own."""
    return [short or name for name, short in zip(edition.tokens, edition.token_shorts, strict=True)]


def card_effect(card: dict[str, Any]) -> tuple[int, int, int]:
    """The effect of a card's line as the engine's (op, a, b)."""
    if "nearest" in card:
        times = card.get("rent_times", card.get("dice_times", 1))
        return b.NEAREST, GROUP_IDS.index(card["nearest"]), times
    if "per_house" in card:
        return b.REPAIRS, card["per_house"], card["per_hotel"]
    key = next(key for key in EFFECTS if key in card)
    return EFFECTS[key], int(card[key]), 0


def card_of(label: str, op: int, a: int, second: int) -> dict[str, Any]:
    """The line of a card with the effect (op, a, second)."""
    key = next(key for key in EFFECTS if EFFECTS[key] == op)
    if op == b.NEAREST:
        times = "rent_times" if a == b.RAILS else "dice_times"
        return {"label": label, key: GROUP_IDS[a], times: second}
    if op == b.REPAIRS:
        return {"label": label, key: a, "per_hotel": second}
    return {"label": label, key: True if op in (b.KEEP, b.TO_JAIL) else a}
