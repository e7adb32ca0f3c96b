"""Writes an edition as TOML with explanations: for a new edition, and for one that comes from a box."""

from __future__ import annotations

from typing import Any

import tomlkit

from banker.core import board as b
from banker.core.edition import limits as form
from banker.core.edition.metadata import ID_MOST
from deedbox.editions import model
from deedbox.editions.model import Edition, Space
from deedbox.rules import choices

_TERM_NOTES = {
    "house": "what stands on a street, one of them",
    "houses": "several of them",
    "hotel": "what follows after four of them",
    "hotels": "",
    "jail_pass": "the card that is kept",
    "property": "what a deed is for",
    "rail": "one of the four transports",
    "utility": "one of the two utilities",
    "tax": "what spaces 4 and 38 demand",
    "mortgaged": "what is done with the deed",
}
_EXAMPLES = """\
# chance-12 = { label = "Parking ticket", pay = 20 }
# chest-2 = { label = "The town pays you back", collect = 120 }
# chance-15 = { label = "Round of ice cream", pay_each = 10 }
# chest-7 = { label = "Your jubilee", collect_each = 20 }
# chance-3 = { label = "Go to the market.", to = 11 }
# chance-9 = { label = "Go back 3 spaces.", back = 3 }
# chance-5 = { label = "Go to the next station. Pay double rent.", nearest = "rail", rent_times = 2 }
# chance-4 = { label = "Go to the next utility. Pay 10 x the dice.", nearest = "util", dice_times = 10 }
# chance-11 = { label = "Building upkeep", per_house = 25, per_hotel = 100 }
# chance-10 = { label = "Go to jail.", jail = true }
# chance-8 = { label = "Keep it: a pass out of jail.", keep = true }   # at most one in each deck
"""


def toml_key(name: str) -> str:
    """A key in TOML, in quotes where it needs them."""
    return tomlkit.key(name).as_string()


def toml_value(thing: Any) -> str:
    """A value in TOML, in one line: comments stand between the lines of these files."""
    if isinstance(thing, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in thing.items()) + " }"
    if isinstance(thing, (list, tuple)):
        return "[" + ", ".join(map(toml_value, thing)) + "]"
    return str(tomlkit.item(thing).as_string())


def write_edition(
    edition: Edition, base: Edition | None, decks: dict[str, Any], head: str = "", schema: str = ""
) -> str:
    """The file, without the values that the edition inherits from `base`. Without a base it has all."""
    teach = base is not None and not head
    out = [f"#:schema {schema}" if schema else "", head or f"# {edition.name}", ""]
    if teach:
        out += [
            "# Lines that begin with # are notes. Every other line is: key = value. Text stands in quotes.",
            "# What you leave out is taken from the classic board; names left out, placeholders: it plays.",
            "# After each change: deedbox editions check THIS-FILE",
            "",
            f"# The id: small letters, digits and hyphens, at most {ID_MOST}.",
        ]
    out += [f"id = {toml_value(edition.id)}"]
    if teach:
        out += [f"# As it stands on the box, at most {form.WORD_MOST[0]} letters."]
    out += [f"name = {toml_value(edition.name)}"]
    if base:
        out += [f"inherits = {toml_value(base.id)}"]
    if edition.language != "en":
        out += [f"language = {toml_value(edition.language)}"]
    out += [
        f"{key} = {toml_value(getattr(edition, key))}"
        for key in ("author", "licence")
        if getattr(edition, key)
    ]
    out += _cards_era(edition, decks, teach)
    if edition.extra:
        out += [
            "# The optional rule that this edition brings; switched on by a knob, dm_battle or sm_doubles."
        ]
        out += [f"extra = {toml_value(edition.extra)}"]
    if base is None or edition.games != base.games:
        out += ["# The games that its rulebook has; the set-up offers these."]
        out += [f"games = {toml_value(edition.games)}"]
    if teach:
        out += [
            "# What each player holds, by seat: 2 to 8 names, as many as players_max below.",
            "# Narrow rows have room for four letters. To shorten a name, or to tell two apart there:",
            '# { name = "Darth Maul", short = "Maul" }',
        ]
    tokens = [
        {"name": name, "short": short} if short else name
        for name, short in zip(edition.tokens, edition.token_shorts, strict=True)
    ]
    out += [f"tokens = {toml_value(tokens)}", ""]
    out += ["[currency]", f"name = {toml_value(edition.currency['name'])}"]
    out += [
        f"symbol = {toml_value(edition.currency['symbol'])}" + ("   # at most 3 letters" if teach else ""),
        "",
    ]
    out += ["[terms]"] + _write_words(edition.terms, base.terms if base and not teach else {}, teach) + [""]
    if teach:
        out += [
            "# What is printed on the backs of the two decks; their spaces on the board are called so too."
        ]
    out += ["[decks]", *(f"{deck} = {toml_value(label)}" for deck, label in edition.decks.items()), ""]
    out += _write_rules(edition, teach)
    out += _write_spaces(edition, teach)
    out += _write_deeds(edition, base, teach)
    if edition.powers:
        out += ["# What two dice, times 1000, must reach to win the street.", "[powers]"]
        out += [f"{deed} = {power}" for deed, power in edition.powers.items()] + [""]
    out += _write_cards(edition, decks, teach)
    return "\n".join(out).strip("\n") + "\n"


def _nearest_era(edition: Edition, decks: dict[str, Any]) -> str:
    """The era whose printed decks have the most cards in common with the edition."""

    def same(era: str) -> int:
        return sum(
            card == printed_card
            for deck in model.DECK_IDS
            for card, printed_card in zip(edition.cards[deck], decks[era][deck], strict=True)
        )

    return max(model.ERAS, key=same)


def _cards_era(edition: Edition, decks: dict[str, Any], teach: bool) -> list[str]:
    note = (
        ["# Which printed decks: pre2008 or 2008plus. Single cards can be changed at the end."]
        if teach
        else []
    )
    return [*note, f"era = {toml_value(_nearest_era(edition, decks))}"]


def _write_words(terms: dict[str, str], parent_words: dict[str, str], teach: bool) -> list[str]:
    out = []
    for key in model.TERMS:
        if parent_words.get(key) != terms[key]:
            note = f"   # {_TERM_NOTES[key]}" if teach and _TERM_NOTES[key] else ""
            out.append(f"{key} = {toml_value(terms[key])}{note}")
    return out


def _write_rules(edition: Edition, teach: bool) -> list[str]:
    out = []
    if teach:
        out += [
            "# House rules of this board; the table may still choose others. All of them: deedbox rules list",
            "# Often changed: start_cash = 1500, go_salary = 200, jail_fine = 50, income_tax_flat = 200,",
            "# second_tax = 75, rail_rents = [25, 50, 100, 200], utility_mult = [4, 10]",
        ]
    out.append("[rules]")
    for name in choices.rule_table():
        if name in edition.rules:
            out.append(f"{name} = {toml_value(edition.rules[name])}")
    return [*out, ""]


def _write_spaces(edition: Edition, teach: bool) -> list[str]:
    out = [
        "# What is printed on each space, clockwise from GO; a `placeholder` is a name that no source prints:"
    ]
    out += ['# put name = "..." in its place. Lists on the box have room for ten: short = "..." says which.']
    if teach:
        out = [
            "# What is printed on each space, clockwise from GO (0). Type the name between the quotes; left",
            "# empty, the space keeps its placeholder. A name has at most 40 letters. A row of the box has",
            "# 21, a list 10: where a name is too long, say how to shorten it, like this:",
            '# 1 = { name = "Upper Market Street by the Old Mill", short = "Upper Mkt" }',
            "# Corners and the spaces of the decks need no line; to rename one, take away its #.",
        ]
    out.append("[spaces]")
    for n, space in enumerate(edition.spaces):
        default = model.corner_name(n) or edition.decks.get(model.kind_of_space(n), "")
        if space.name == default and not space.short:
            if teach:
                out.append(f"# {n} = {toml_value(space.name)}")
            continue
        out.append(f"{n} = {_write_space(space, teach)}{_space_note(edition, n, teach)}")
    return [*out, ""]


def _write_space(space: Space, teach: bool) -> str:
    if space.placeholder:
        if teach:
            return toml_value("")
        row = {"placeholder": space.name}
    elif not space.short:
        return toml_value(space.name)
    else:
        row = {"name": space.name}
    if space.short:
        row["short"] = space.short
    if space.note:
        row["note"] = space.note
    return toml_value(row)


def _space_note(edition: Edition, n: int, teach: bool) -> str:
    if not teach:
        return ""
    deed = model.deed_at(n)
    space = edition.spaces[n]
    note = space.note or (f"placeholder: {space.name}" if space.placeholder else "")
    if deed:
        note = f"{deed}, price {edition.deeds[deed]['price']}" + (f"; {note}" if note else "")
    return f"   # {note}" if note else ""


def _write_deeds(edition: Edition, base: Edition | None, teach: bool) -> list[str]:
    rows = {deed: row for deed, row in edition.deeds.items() if not base or row != base.deeds[deed]}
    if not rows and not teach:
        return []
    out = [
        "# Prices of the deed, its mortgage, a house, a hotel; rents: bare, with 1 to 4 houses, with a hotel."
    ]
    out += ["# What rails and utilities charge are rules: rail_rents and utility_mult."]
    if teach:
        out += ["# To change one, take away its #; you may leave out what stays."]
    out.append("[deeds]")
    for deed, row in edition.deeds.items():
        if deed in rows or teach:
            out.append(f"{'' if deed in rows else '# '}{deed} = {toml_value(row)}")
    return [*out, ""]


def _write_cards(edition: Edition, decks: dict[str, Any], teach: bool) -> list[str]:
    printed_cards = decks[_nearest_era(edition, decks)]
    out = []
    for deck in model.DECK_IDS:
        for n in range(b.CARDS):
            if edition.cards[deck][n] != printed_cards[deck][n]:
                out.append(f"{deck}-{n + 1} = {toml_value(edition.cards[deck][n])}")
    if not out and not teach:
        return []
    notes = [
        "# Cards by their number in the deck, where they differ from the printed ones; each does one thing."
    ]
    return [*notes, "[cards]", *out, *(_EXAMPLES.splitlines() if teach else []), ""]
