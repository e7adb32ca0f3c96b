"""Writes JSON Schemas for editors, from the tables that check files: `python -m deedbox.editions.schema`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from banker.core import board as b
from banker.core.edition import limits as form
from banker.core.edition.metadata import ID_MOST
from banker.core.setup.house_rules import HouseRule
from deedbox import rules
from deedbox.editions import IDS, model
from deedbox.files import write_file
from deedbox.rules import choices

FILES = {
    "edition.schema.json": Path(__file__).with_name("edition.schema.json"),
    "rules.schema.json": Path(rules.__file__).with_name("rules.schema.json"),
}
_DIALECT = "https://json-schema.org/draft-07/schema#"


def _text(most: int, least: int = 1, says: str = "") -> dict[str, Any]:
    return {
        "type": "string",
        "minLength": least,
        "maxLength": most,
        **({"description": says} if says else {}),
    }


def _whole(least: int, most: int, says: str = "") -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most, **({"description": says} if says else {})}


def _table(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": properties, **more}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/definitions/{name}"}


def _rule(rule: HouseRule) -> dict[str, Any]:
    says = {"description": f"{rules.sentences()[rule.name]} ({', '.join(rule.rules)})"}
    if rule.type == "bool":
        return {"type": "boolean", **({} if len(rule.allowed) == 2 else {"const": False}), **says}
    if rule.type == "int":
        return {**_whole(*rule.allowed), **says}
    if rule.type == "enum":
        return {"enum": list(rule.allowed), **says}
    if rule.type == "set":
        return {"type": "array", "uniqueItems": True, "items": {"enum": list(rule.allowed)}, **says}
    count = int(rule.type[4:])
    return {"type": "array", "minItems": count, "maxItems": count, "items": _whole(*rule.allowed), **says}


def _rules(without: tuple[str, ...] = ()) -> dict[str, Any]:
    return {name: _rule(rule) for name, rule in choices.table().items() if name not in without}


def house_rules() -> dict[str, Any]:
    favourites = {"type": "array", "items": {"enum": list(rules.presets())}}
    return {
        "$schema": _DIALECT,
        "title": "House rules of a Deedbox game",
        **_table({"presets": favourites, "rules": _table(_rules()), **_rules()}),
    }


def edition() -> dict[str, Any]:
    word = dict(zip(form.WORD_KEYS, form.WORD_MOST, strict=True))
    name = _text(form.NAME_MOST, 0, "What is printed on the space; empty: a placeholder")
    space = {
        "anyOf": [
            name,
            _table(
                {
                    "name": name,
                    "short": _text(form.SHORT_MOST, 1, "Where there is less room than the name needs"),
                    "placeholder": _text(form.NAME_MOST, 1, "Stands for a name that no source prints"),
                    "note": _text(200),
                }
            ),
        ]
    }
    amount = _whole(1, form.AMOUNT_MOST)
    deed = {"price": amount, "mortgage": _whole(0, form.AMOUNT_MOST, "At most the price")}
    rent = _whole(0, form.AMOUNT_MOST)
    street = {
        **deed,
        "house": amount,
        "hotel": amount,
        "rents": {"type": "array", "minItems": 6, "maxItems": 6, "items": rent},
    }
    deeds = {d: _ref("street" if n < b.STREETS else "deed") for n, d in enumerate(model.DEED_IDS)}
    times = _whole(1, form.TIMES_MOST)
    card = _table(
        {
            "label": _text(form.LABEL_MOST),
            "to": _whole(0, 39, "Forward to this space"),
            "back": _whole(1, 39, "So many spaces back"),
            "nearest": {"enum": ["rail", "util"], "description": "Forward to the next rail or utility"},
            "rent_times": times,
            "dice_times": times,
            "jail": {"const": True},
            "keep": {"const": True, "description": "A jail pass; at most one in each deck"},
            **{key: amount for key in ("collect", "pay", "collect_each", "pay_each")},
            "per_house": rent,
            "per_hotel": rent,
        },
        required=["label"],
    )
    return {
        "$schema": _DIALECT,
        "title": "A Deedbox edition",
        "definitions": {"space": space, "street": _table(street), "deed": _table(deed), "card": card},
        **_table(
            {
                "id": {"type": "string", "pattern": f"^[a-z0-9][a-z0-9-]{{0,{ID_MOST - 1}}}$"},
                "name": _text(word["name"]),
                "inherits": {"enum": list(IDS)},
                "era": {"enum": list(model.ERAS), "description": "Which printed decks"},
                "extra": {"enum": list(model.EXTRAS)},
                "games": {
                    "type": "array",
                    "uniqueItems": True,
                    "items": {"enum": list(model.VARIANTS)},
                    "contains": {"const": "standard"},
                    "description": "Which games the rulebook has; the box offers these",
                },
                "tokens": {
                    "type": "array",
                    "minItems": 2,
                    "maxItems": 8,
                    "uniqueItems": True,
                    "items": {
                        "anyOf": [
                            _text(form.TOKEN_MOST),
                            _table(
                                {"name": _text(form.TOKEN_MOST), "short": _text(form.SHORT_MOST)},
                                required=["name"],
                            ),
                        ]
                    },
                },
                "currency": _table({"name": _text(word["currency"]), "symbol": _text(word["symbol"])}),
                "terms": _table({key: _text(word[key]) for key in model.TERMS}),
                "decks": _table({deck: _text(word[deck]) for deck in model.DECK_IDS}),
                "rules": _table(_rules(("edition",))),
                "spaces": _table({str(n): _ref("space") for n in range(40)}),
                "deeds": _table(deeds),
                "powers": _table({d: _whole(0, form.POWER_MOST) for d in model.DEED_IDS[: b.STREETS]}),
                "cards": _table({key: _ref("card") for key in model.CARD_IDS}),
            },
            required=["id", "name"],
        ),
    }


def texts() -> dict[str, str]:
    schemas = {"edition.schema.json": edition(), "rules.schema.json": house_rules()}
    return {name: json.dumps(schema, indent=1) + "\n" for name, schema in schemas.items()}


if __name__ == "__main__":
    for name, text in texts().items():
        write_file(FILES[name], text)
