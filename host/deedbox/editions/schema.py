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


def _text_schema(most: int, least: int = 1, says: str = "") -> dict[str, Any]:
    return {
        "type": "string",
        "minLength": least,
        "maxLength": most,
        **({"description": says} if says else {}),
    }


def _whole_number_schema(least: int, most: int, says: str = "") -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most, **({"description": says} if says else {})}


def _table_schema(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": properties, **more}


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/definitions/{name}"}


def _rule_schema(rule: HouseRule) -> dict[str, Any]:
    says = {"description": f"{rules.rule_sentences()[rule.name]} ({', '.join(rule.rules)})"}
    if rule.type == "bool":
        return {"type": "boolean", **({} if len(rule.allowed) == 2 else {"const": False}), **says}
    if rule.type == "int":
        return {**_whole_number_schema(*rule.allowed), **says}
    if rule.type == "enum":
        return {"enum": list(rule.allowed), **says}
    if rule.type == "set":
        return {"type": "array", "uniqueItems": True, "items": {"enum": list(rule.allowed)}, **says}
    count = int(rule.type[4:])
    return {
        "type": "array",
        "minItems": count,
        "maxItems": count,
        "items": _whole_number_schema(*rule.allowed),
        **says,
    }


def _rules_schema(without: tuple[str, ...] = ()) -> dict[str, Any]:
    return {name: _rule_schema(rule) for name, rule in choices.rule_table().items() if name not in without}


def house_rules() -> dict[str, Any]:
    favourites = {"type": "array", "items": {"enum": list(rules.load_presets())}}
    return {
        "$schema": _DIALECT,
        "title": "House rules of a Deedbox game",
        **_table_schema({"presets": favourites, "rules": _table_schema(_rules_schema()), **_rules_schema()}),
    }


def edition_schema() -> dict[str, Any]:
    word = dict(zip(form.WORD_KEYS, form.WORD_MOST, strict=True))
    name = _text_schema(form.NAME_MOST, 0, "What is printed on the space; empty: a placeholder")
    space = {
        "anyOf": [
            name,
            _table_schema(
                {
                    "name": name,
                    "short": _text_schema(form.SHORT_MOST, 1, "Where there is less room than the name needs"),
                    "placeholder": _text_schema(form.NAME_MOST, 1, "Stands for a name that no source prints"),
                    "note": _text_schema(200),
                }
            ),
        ]
    }
    amount = _whole_number_schema(1, form.AMOUNT_MOST)
    deed = {"price": amount, "mortgage": _whole_number_schema(0, form.AMOUNT_MOST, "At most the price")}
    rent = _whole_number_schema(0, form.AMOUNT_MOST)
    street = {
        **deed,
        "house": amount,
        "hotel": amount,
        "rents": {"type": "array", "minItems": 6, "maxItems": 6, "items": rent},
    }
    deeds = {d: _reference("street" if n < b.STREETS else "deed") for n, d in enumerate(model.DEED_IDS)}
    times = _whole_number_schema(1, form.TIMES_MOST)
    card = _table_schema(
        {
            "label": _text_schema(form.LABEL_MOST),
            "to": _whole_number_schema(0, 39, "Forward to this space"),
            "back": _whole_number_schema(1, 39, "So many spaces back"),
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
        "definitions": {
            "space": space,
            "street": _table_schema(street),
            "deed": _table_schema(deed),
            "card": card,
        },
        **_table_schema(
            {
                "id": {"type": "string", "pattern": f"^[a-z0-9][a-z0-9-]{{0,{ID_MOST - 1}}}$"},
                "name": _text_schema(word["name"]),
                "inherits": {"enum": list(IDS)},
                "language": {
                    "type": "string",
                    "pattern": "^[a-z]{2,3}$",
                    "description": "Of its names and cards",
                },
                "author": _text_schema(60),
                "licence": _text_schema(60),
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
                            _text_schema(form.TOKEN_MOST),
                            _table_schema(
                                {
                                    "name": _text_schema(form.TOKEN_MOST),
                                    "short": _text_schema(form.SHORT_MOST),
                                },
                                required=["name"],
                            ),
                        ]
                    },
                },
                "currency": _table_schema(
                    {"name": _text_schema(word["currency"]), "symbol": _text_schema(word["symbol"])}
                ),
                "terms": _table_schema({key: _text_schema(word[key]) for key in model.TERMS}),
                "decks": _table_schema({deck: _text_schema(word[deck]) for deck in model.DECK_IDS}),
                "rules": _table_schema(_rules_schema(("edition",))),
                "spaces": _table_schema({str(n): _reference("space") for n in range(40)}),
                "deeds": _table_schema(deeds),
                "powers": _table_schema(
                    {d: _whole_number_schema(0, form.POWER_MOST) for d in model.DEED_IDS[: b.STREETS]}
                ),
                "cards": _table_schema({key: _reference("card") for key in model.CARD_IDS}),
            },
            required=["id", "name"],
        ),
    }


def schema_files() -> dict[str, str]:
    schemas = {"edition.schema.json": edition_schema(), "rules.schema.json": house_rules()}
    return {name: json.dumps(schema, indent=1) + "\n" for name, schema in schemas.items()}


if __name__ == "__main__":
    for name, text in schema_files().items():
        write_file(FILES[name], text)
