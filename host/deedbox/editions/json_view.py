"""An edition as JSON: the shape of `deedbox editions show ID --json`."""

from __future__ import annotations

from typing import Any

from banker.core import board as b
from deedbox.editions import compiler, model
from deedbox.editions.model import Edition


def player_range(rules: dict[str, Any]) -> dict[str, int]:
    """The least and the most players."""
    return {"min": rules["players_min"], "max": rules["players_max"]}


def edition_as_json(edition: Edition, rules: dict[str, Any]) -> dict[str, Any]:
    """The edition as JSON. `rules` has the value of every house rule in this edition."""
    return {
        "id": edition.id,
        "name": edition.name,
        "hash": compiler.hash_of_file(compiler.compile_edition(edition)),
        "currency": edition.currency,
        "players": player_range(rules),
        "start_cash": rules["start_cash"],
        "rules": rules,
        "tokens": edition.tokens,
        "terms": edition.terms,
        "extra": edition.extra or None,
        "games": edition.games,
        "labels": edition.decks,
        "spaces": [_space_as_json(edition, n, rules) for n in range(40)],
        "decks": {
            deck: [{"id": f"{deck}-{n + 1}", **card} for n, card in enumerate(edition.cards[deck])]
            for deck in model.DECK_IDS
        },
    }


def _space_as_json(edition: Edition, n: int, rules: dict[str, Any]) -> dict[str, Any]:
    space, deed = edition.spaces[n], model.deed_at(n)
    row = edition.deeds[deed] if deed else {}
    kind = model.kind_of_space(n)
    rents = row.get("rents")
    if kind == "rail":
        rents = rules["rail_rents"]
    elif kind == "utility":
        rents = rules["utility_mult"]
    return {
        "index": n,
        "kind": kind,
        "name": space.name,
        "short": space.short or None,
        "placeholder": space.placeholder,
        "deed": deed,
        "group": model.group_at(n),
        "price": row.get("price"),
        "mortgage": row.get("mortgage"),
        "rents": rents,
        "house_cost": row.get("house"),
        "hotel_cost": row.get("hotel"),
        "tax": _tax_as_json(n, rules),
        "power": edition.powers.get(deed) if deed else None,
        "note": space.note or None,
    }


def _tax_as_json(n: int, rules: dict[str, Any]) -> dict[str, Any] | None:
    if n == b.TAX_SPACE:
        if rules["income_tax_mode"] == "flat":
            return {"mode": "flat", "amount": rules["income_tax_flat"]}
        return {
            "mode": "choice",
            "flat": rules["income_tax_flat"],
            "percent_of_total_worth": rules["income_tax_pct"],
        }
    return {"mode": "flat", "amount": rules["second_tax"]} if b.KIND[n] == b.TAX else None
