"""The texts of deeds and cards, with words from the edition and amounts from the rule engine."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from banker.core import board as b
from banker.core.rules import mortgage, rent
from banker.core.setup.house_rules import resolve
from banker.core.state import Game, hotel_step
from deedbox import words
from deedbox.editions import compiler, model, printed_decks
from deedbox.editions.model import Edition

SEATS = 8
_FOLDER = Path(__file__).parent
_GROUP_WORD = 150  # the word of the box for the brown group; the other groups follow it
_MINUS, _TIMES, _FORWARD, _BACK = "\u2212", "\u00d7", "\u2192", "\u2190"


@dataclass(frozen=True)
class Row:
    label: str
    value: str


@dataclass(frozen=True)
class Deed:
    id: str
    space: int
    name: str
    group: str  # its id, which decides the colour
    group_word: str
    place: int  # in its group, from 1
    of: int
    rent_note: str
    rents: tuple[Row, ...]
    costs: tuple[Row, ...]
    loan: tuple[Row, ...]  # empty if there are no mortgages
    mortgaged: str  # the word on its back
    no_rent: str
    tag: str  # the word in the ring


@dataclass(frozen=True)
class Card:
    id: str
    deck: str
    deck_word: str
    number: int  # 1 to 16, as it is typed at a deck's space
    title: str
    sign: str  # the effect in large letters; empty on the jail pass
    text: str
    tag: str


@dataclass(frozen=True)
class Token:
    seat: int
    name: str
    tag: str


def languages() -> list[str]:
    """Those in which cards can be printed."""
    return sorted(path.stem[-2:] for path in _FOLDER.glob("words-*.toml"))


@cache
def _texts(language: str) -> dict[str, Any]:
    """The words of a language; English for one that there is no file for."""
    file = _FOLDER / f"words-{language if language in languages() else 'en'}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def say(edition: Edition, name: str, *facts: object) -> str:
    """A sentence in the edition's language."""
    return str(_texts(edition.language)[name]).format(*facts)


def money_text(edition: Edition, amount: int) -> str:
    """An amount such as $60 or 60 Cr: a currency that ends in a letter comes after the number."""
    symbol = edition.currency["symbol"]
    return f"{amount}\u00a0{symbol}" if symbol[-1].isalpha() else f"{symbol}{amount}"


def token_names(edition: Edition) -> list[Token]:
    """Eight tokens, because there are eight tags. A token without a name in the edition has its number."""
    names = edition.tokens + [say(edition, "token", n + 1) for n in range(len(edition.tokens), SEATS)]
    return [Token(n + 1, name, say(edition, "tag")) for n, name in enumerate(names)]


# -- deeds --


def deed_texts(edition: Edition) -> list[Deed]:
    game = Game(b.Board(compiler.board_numbers(edition)), resolve(edition.rules, {}), 2)
    box_words = words.read_words(edition.language if edition.language in words.LANGUAGES else "en")
    return [_deed_text(edition, game, number, box_words) for number in range(b.DEEDS)]


def _deed_text(edition: Edition, game: Any, number: int, box_words: dict[int, tuple[str, str]]) -> Deed:
    space, group = b.SPACE_OF[number], b.GROUP_OF[number]
    word = box_words[_GROUP_WORD + group][1]
    note = say(edition, "rent_in", edition.currency["name"])
    if group == b.RAILS:
        word, rents = edition.terms["rail"], _rail_rents(edition, game)
    elif group == b.UTILITIES:
        word, rents = edition.terms["utility"], _utility_rents(edition, game)
        note = say(edition, "rent_new_roll" if game.rules.utility_roll == "fresh" else "rent_roll")
    else:
        rents, note = _street_rents(edition, game, number), say(edition, "in_money", edition.currency["name"])
    return Deed(
        id=model.DEED_IDS[number],
        space=space,
        name=edition.spaces[space].name,
        group=model.GROUP_IDS[group],
        group_word=word,
        place=number - b.GROUP_START[group] + 1,
        of=len(b.siblings(number)),
        rent_note=note,
        rents=tuple(rents),
        costs=tuple(_cost_rows(edition, game, number)),
        loan=tuple(_mortgage_rows(edition, game, number)),
        mortgaged=say(edition, "mortgaged"),
        no_rent=say(edition, "no_rent"),
        tag=say(edition, "tag"),
    )


def _street_rents(edition: Edition, game: Any, number: int) -> list[Row]:
    """The rents, each from the rule engine."""

    def rent_at(level: int) -> str:
        game.level[number] = level
        return str(rent.owed(game, number, 0)[0])

    house, houses = edition.terms["house"], edition.terms["houses"]
    hotel = hotel_step(game)
    game.owner[number] = 0
    rows = [Row(say(edition, "rent"), rent_at(0))]
    for sibling in b.siblings(number):
        game.owner[sibling] = 0
    rows.append(Row(say(edition, "whole_set"), rent_at(0)))
    rows += [Row(f"{n} {houses if n > 1 else house}", rent_at(n)) for n in range(1, hotel)]
    rows.append(Row(edition.terms["hotel"], rent_at(hotel)))
    game.level[number] = 0
    for sibling in b.siblings(number):
        game.owner[sibling] = b.BANK
    return rows


def _rail_rents(edition: Edition, game: Any) -> list[Row]:
    others = (say(edition, name) for name in ("two_of_them", "three_of_them", "all_four"))
    labels = (f"1 {edition.terms['rail']}", *others)
    dues = (rent.rounded(game, due) for due in game.rules.rail_rents)
    return [Row(label, str(due)) for label, due in zip(labels, dues, strict=True)]


def _utility_rents(edition: Edition, game: Any) -> list[Row]:
    labels = (f"1 {edition.terms['utility']}", say(edition, "both"))
    return [Row(label, f"{_TIMES} {n}") for label, n in zip(labels, game.rules.utility_mult, strict=True)]


def _cost_rows(edition: Edition, game: Any, number: int) -> list[Row]:
    board = game.board
    rows = [Row(say(edition, "price"), money_text(edition, board.price[number]))]
    if number < b.STREETS:
        rows.append(Row(edition.terms["house"], money_text(edition, board.house_cost[number])))
        # A hotel costs its price and the houses that go back to the bank.
        count = game.rules.houses_per_hotel
        houses = edition.terms["houses" if count > 1 else "house"]
        label = say(edition, "hotel_cost", edition.terms["hotel"], count, houses)
        rows.append(Row(label, money_text(edition, board.hotel_cost[number])))
    if game.rules.mortgage_on:
        rows.append(Row(say(edition, "mortgage"), money_text(edition, board.mortgage[number])))
    if board.power[number]:
        rows.append(Row(say(edition, "power"), str(board.power[number])))
    return rows


def _mortgage_rows(edition: Edition, game: Any, number: int) -> list[Row]:
    if not game.rules.mortgage_on:
        return []
    return [
        Row(say(edition, "loan"), money_text(edition, game.board.mortgage[number])),
        Row(say(edition, "pay_back"), money_text(edition, mortgage.payoff(game, number))),
    ]


# -- cards --


def deck_texts(edition: Edition, deck: str) -> list[Card]:
    rules = resolve(edition.rules, {})
    return [_card_text(edition, rules, deck, number) for number in range(b.CARDS)]


def _card_text(edition: Edition, rules: Any, deck: str, number: int) -> Card:
    row = edition.cards[deck][number]
    op, first, second = model.card_effect(row)
    title = _texts(edition.language)["stock"].get(row["label"], row["label"])
    if op == b.KEEP:
        title, sign = edition.terms["jail_pass"], ""
        text = say(edition, "keep_pass")
    elif op == b.TO_JAIL:
        sign = f"{_FORWARD} {b.JAIL_SPACE}"
        text = say(edition, "to_jail", edition.spaces[0].name)
    elif op == b.BACK:
        sign = f"{_BACK} {first}"
        text = say(edition, "back_many", first) if first > 1 else say(edition, "back_one")
    elif op in (b.ADVANCE, b.NEAREST):
        goal, sign, more = (_advance_text if op == b.ADVANCE else _nearest_text)(
            edition, rules, deck, first, second
        )
        text = f"{say(edition, 'move_to', goal)} {more}".rstrip()
        if _is_stock(deck, row):  # its label does not have the names of this edition
            title, text = say(edition, "forward_to", goal), more or text
    else:
        sign, text = _payment_text(edition, op, first, second)
    return Card(
        f"{deck}-{number + 1}", deck, edition.decks[deck], number + 1, title, sign, text, say(edition, "tag")
    )


def _is_stock(deck: str, row: dict[str, Any]) -> bool:
    return any(row in era[deck] for era in printed_decks().values())


def _advance_text(edition: Edition, rules: Any, deck: str, space: int, _: int) -> tuple[str, str, str]:
    """The goal, the sign, and a sentence on the effect."""
    goal = edition.spaces[space].name
    more = _salary_text(edition, rules, deck, space)
    if space == 0:
        salary = rules.go_salary if rules.go_exact_salary is None else rules.go_exact_salary
        more = say(edition, "pays_you", goal, money_text(edition, salary)) if salary else ""
    return goal, f"{_FORWARD} {space}", more


def _nearest_text(edition: Edition, rules: Any, deck: str, group: int, times: int) -> tuple[str, str, str]:
    goal = say(edition, "next_one", edition.terms["rail" if group == b.RAILS else "utility"])
    if group == b.UTILITIES:
        due = say(edition, "pay_dice", times)
    else:
        due = say(edition, {1: "pay_rent", 2: "pay_twice"}.get(times, "pay_times"), times)
    last = max(b.SPACE_OF[n] for n in range(b.GROUP_START[group], b.GROUP_START[group + 1]))
    salary = _salary_text(edition, rules, deck, last)
    more = f"{say(edition, 'owner_or_buy', due)} {salary}"
    return goal, f"{_FORWARD} {_TIMES} {times}", more.rstrip()


def _salary_text(edition: Edition, rules: Any, deck: str, space: int) -> str:
    """A sentence on the salary if the way from a space of this deck may pass GO, else an empty text."""
    if rules.go_salary and any(model.kind_of_space(start) == deck for start in range(space + 1, 40)):
        return say(edition, "past_go", edition.spaces[0].name, money_text(edition, rules.go_salary))
    return ""


def _payment_text(edition: Edition, op: int, amount: int, per_hotel: int) -> tuple[str, str]:
    due = money_text(edition, amount)
    if op == b.COLLECT:
        return f"+{amount}", say(edition, "take", due)
    if op == b.COLLECT_EACH:
        return f"+{amount}", say(edition, "each_pays", due)
    if op == b.PAY:
        return f"{_MINUS}{amount}", say(edition, "pay", due)
    if op == b.PAY_EACH:
        return f"{_MINUS}{amount}", say(edition, "pay_each", due)
    house, hotel = edition.terms["house"], edition.terms["hotel"]
    text = say(edition, "repairs", due, house, money_text(edition, per_hotel), hotel)
    return f"{_MINUS}{amount} {_MINUS}{per_hotel}", text
