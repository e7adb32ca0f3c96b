"""Writes the JSON Schema of every `--json` answer for programs: `python -m deedbox.cli.answer_schemas`.

The answer of `deedbox editions push` is described at `#/definitions/editions-push`. An answer has all of its
keys always, in a dry run as in a real one; what is not known then is null or empty.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from deedbox.files import write_file

FILE = Path(__file__).with_name("answers.schema.json")
_DIALECT = "http://json-schema.org/draft-07/schema#"
_Schema = dict[str, Any]

_TEXT: _Schema = {"type": "string"}
_FLAG: _Schema = {"type": "boolean"}
_COUNT: _Schema = {"type": "integer", "minimum": 0}
_WHOLE: _Schema = {"type": "integer"}
_NUMBER: _Schema = {"type": "number"}
_ANY_TABLE: _Schema = {"type": "object"}
_TEXTS: _Schema = {"type": "array", "items": _TEXT}


def _says(schema: _Schema, text: str) -> _Schema:
    return {**schema, "description": text}


def _or_null(schema: _Schema) -> _Schema:
    kind = schema.get("type")
    return {**schema, "type": [kind, "null"]} if kind else {"anyOf": [schema, {"type": "null"}]}


def _list(items: _Schema, text: str = "") -> _Schema:
    return {"type": "array", "items": items, **({"description": text} if text else {})}


def _table(**properties: _Schema) -> _Schema:
    """With all of these keys and no others."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


def _by_name(values: _Schema, text: str = "") -> _Schema:
    schema = {"type": "object", "additionalProperties": values}
    return _says(schema, text) if text else schema


def _ref(name: str) -> _Schema:
    return {"$ref": f"#/definitions/{name}"}


_VALUE: _Schema = {"type": ["boolean", "integer", "string", "array", "null"]}  # of a house rule
_RULES = _by_name(_VALUE, "the value of each house rule by its name")
_ESTIMATE = {**_list(_NUMBER, "value, and the ends of its 95 % interval"), "minItems": 3, "maxItems": 3}
_FAULTS = _list(_ref("fault"), "empty if the file is good")
_DONE = _says(_FLAG, "false in a dry run")

_PARTS: dict[str, _Schema] = {
    "fault": _table(
        file=_TEXT,
        line=_says(_COUNT, "0: of the whole file"),
        key=_TEXT,
        value=_TEXT,
        allowed=_says(_TEXT, "what is wrong, or what is allowed"),
    ),
    "push": _table(
        send=_says(_TEXTS, "names of files that were sent, or would be"),
        same=_says(_TEXTS, "those that are on the box as they are here"),
        in_use=_says(_TEXTS, "those that stay as they are, since a game on the box uses them"),
        done=_DONE,
    ),
    "diff": _list(
        _table(
            name=_TEXT,
            state={"enum": ["same", "different", "only here", "only on the box"]},
            here=_says(_or_null(_COUNT), "bytes"),
            box=_says(_or_null(_COUNT), "bytes"),
        )
    ),
    "rule": _table(
        name=_TEXT,
        number=_says(_COUNT, "under which flash keeps it"),
        group=_TEXT,
        type=_TEXT,
        allowed={"type": "array"},
        allows=_says(_TEXT, "the same in words"),
        default=_VALUE,
        sentence=_TEXT,
        rules=_says(_TEXTS, "numbers of rules in host/docs/rules.md"),
        editions=_by_name(_VALUE, "its value in each edition"),
    ),
    "favourite": _table(
        id=_TEXT,
        label=_TEXT,
        sentence=_TEXT,
        rules=_RULES,
        steps=_by_name({"type": "array"}, "values that a key of the set-up goes through"),
    ),
    "difference": _table(before=_ESTIMATE, after=_ESTIMATE, change=_ESTIMATE, saved=_NUMBER),
    "pile": _table(
        tags=_list(
            _table(
                item=_says(_or_null(_TEXT), "null: a stranger"),
                mark=_TEXT,
                found=_says(_TEXT, "what is on the sticker"),
                good=_FLAG,
                says=_TEXT,
            )
        ),
        unseen=_says(_TEXTS, "items with a tag that was not in the pile"),
    ),
}

_SPACE = _table(
    index=_COUNT,
    kind=_TEXT,
    name=_TEXT,
    short=_or_null(_TEXT),
    placeholder=_FLAG,
    deed=_or_null(_TEXT),
    group=_or_null(_TEXT),
    price=_or_null(_COUNT),
    mortgage=_or_null(_COUNT),
    rents=_or_null(_list(_COUNT)),
    house_cost=_or_null(_COUNT),
    hotel_cost=_or_null(_COUNT),
    tax=_or_null(_ANY_TABLE),
    power=_or_null(_COUNT),
    note=_or_null(_TEXT),
)
_CARD: _Schema = {"type": "object", "required": ["id", "label"], "properties": {"id": _TEXT, "label": _TEXT}}
_STATEMENT = _table(
    seq=_says(_COUNT, "of the step; 0 is the start"),
    other=_says(_TEXT, "the account at the other end"),
    amount=_says(_WHOLE, "positive: into this account"),
    balance=_says(_WHOLE, "after this line"),
    reason=_TEXT,
    undone=_FLAG,
)


def _sheet(count: str, **more: _Schema) -> _Schema:
    """The answer of a command that writes a PDF with so many of something."""
    return _table(file=_TEXT, edition=_TEXT, paper=_TEXT, **more, pages=_COUNT, **{count: _COUNT})


_LABELS = {"sheet": _TEXT}

# Every command that has --json: what it prints.
ANSWERS: dict[str, _Schema] = {
    "backup": _table(
        file=_TEXT,
        files=_says(_TEXTS, "paths on the box"),
        games=_COUNT,
        key=_says(_FLAG, "is the key that signs stickers in it?"),
    ),
    "bench": _list(
        _table(
            name=_TEXT,
            value=_says(_or_null(_NUMBER), "null: cannot be measured here"),
            unit=_TEXT,
            aim=_NUMBER,
            better={"enum": ["lower", "higher"]},
            holds=_or_null(_FLAG),
            how=_TEXT,
        )
    ),
    "deploy": _table(
        board=_says(_or_null(_TEXT), "who the box is; null before it runs"),
        firmware=_or_null(_TEXT),
        hash=_or_null(_TEXT),
        micropython=_TEXT,
        send=_by_name(_COUNT, "path -> bytes"),
        remove=_TEXTS,
        stay=_says(_TEXTS, "editions of games on the box"),
        same=_says(_COUNT, "files that are as they should be"),
        file=_says(_or_null(_TEXT), "the UF2 file that --uf2 wrote"),
        drive=_says(_or_null(_TEXT), "the drive of a Pico in BOOTSEL mode"),
        bytes=_says(_or_null(_COUNT), "of the UF2"),
        done=_says(_FLAG, "does the box run with it?"),
    ),
    "devices": _list(
        _table(
            port=_says(_TEXT, "what --on takes, or the folder of a drive"),
            kind={"enum": ["deedbox", "micropython", "stopped", "unknown", "closed", "bootsel"]},
            id=_TEXT,
            product=_TEXT,
            says=_TEXT,
            firmware=_TEXT,
            micropython=_TEXT,
        )
    ),
    "doctor": _list(
        _table(
            part=_TEXT,
            state={"enum": ["ok", "note", "wrong"]},
            says=_TEXT,
            do=_says(_TEXT, "empty if nothing needs doing"),
        )
    ),
    "editions check": _table(
        file=_TEXT,
        good=_FLAG,
        faults=_FAULTS,
        id=_or_null(_TEXT),
        bytes=_says(_or_null(_COUNT), "on the box"),
        hash=_or_null(_TEXT),
        names_typed=_or_null(_COUNT),
        names_total=_or_null(_COUNT),
        remarks=_TEXTS,
        names=_list(
            _table(
                space=_COUNT,
                line=_says(_COUNT, "0: not in the file"),
                name=_TEXT,
                short=_TEXT,
                placeholder=_FLAG,
                shows=_by_name(_TEXT, "place on the display -> the name there"),
            )
        ),
        screens=_list(_table(title=_TEXT, rows=_TEXTS)),
    ),
    "editions diff": _ref("diff"),
    "editions list": _list(_table(id=_TEXT, name=_TEXT, players_max=_COUNT, placeholders=_COUNT, hash=_TEXT)),
    "editions push": _ref("push"),
    "editions search": _list(
        _table(
            id=_TEXT,
            name=_TEXT,
            file=_TEXT,
            sha256=_TEXT,
            bytes=_COUNT,
            hash=_TEXT,
            author=_TEXT,
            licence=_TEXT,
            language=_TEXT,
            players_max=_COUNT,
            names_missing=_COUNT,
        )
    ),
    "editions show": _table(
        id=_TEXT,
        name=_TEXT,
        hash=_TEXT,
        currency=_by_name({"type": ["string", "boolean"]}),
        players=_table(min=_COUNT, max=_COUNT),
        start_cash=_COUNT,
        rules=_RULES,
        tokens=_TEXTS,
        terms=_by_name(_TEXT),
        extra=_says(_or_null(_TEXT), "the game of its own that it has"),
        games=_says(_TEXTS, "which ways to play its rulebook has"),
        labels=_by_name(_TEXT),
        spaces={**_list(_SPACE), "minItems": 40, "maxItems": 40},
        decks=_table(chance=_list(_CARD), chest=_list(_CARD)),
    ),
    "fixtures list": _list(_table(name=_TEXT, size=_COUNT, hash=_TEXT)),
    "fixtures push": _ref("push"),
    "fixtures run": _table(
        on=_TEXT,
        passed=_COUNT,
        failed=_COUNT,
        skipped=_COUNT,
        fixtures=_list(
            _table(
                file=_TEXT,
                name=_TEXT,
                status={"enum": ["passed", "failed", "skipped"]},
                reason=_says(_TEXT, "empty if it passed"),
            )
        ),
    ),
    "games list": _list(
        _table(
            game=_TEXT,
            where=_TEXT,
            edition=_TEXT,
            players=_TEXTS,
            turn=_COUNT,
            steps=_COUNT,
            played_s=_or_null(_COUNT),
            over=_FLAG,
            winners=_TEXTS,
            receipt=_or_null(_TEXT),
            sound=_FLAG,
            note=_says(_TEXT, "why it cannot be played again; empty if it can"),
        )
    ),
    "games show": {
        "anyOf": [
            {"$ref": "../games/game.schema.json"},
            _says(_table(receipt=_TEXT, steps=_list(_COUNT)), "with --receipt"),
            _by_name(_list(_STATEMENT), "with --player: account -> its statement"),
        ]
    },
    "lab odds": _table(
        game=_TEXT,
        players=_TEXTS,
        games=_COUNT,
        chances=_list(_ESTIMATE, "of each player"),
        lead=_ESTIMATE,
        by_profile=_by_name(_list(_ESTIMATE)),
        rounds=_ESTIMATE,
        endless=_NUMBER,
    ),
    "lab rules": _table(
        edition=_TEXT,
        players=_COUNT,
        rules=_RULES,
        games=_COUNT,
        sentence=_TEXT,
        measures=_by_name(_ref("difference")),
        by_profile=_by_name(_by_name(_ref("difference"))),
        seats=_list(_ESTIMATE),
    ),
    "lab truth": _table(
        per_roll=_list(_NUMBER, "percent for each space, and in jail"),
        per_turn=_list(_NUMBER),
        touched=_list(_NUMBER),
        rolls_per_turn=_NUMBER,
        rolls_to_jail=_NUMBER,
        income=_list(_list(_NUMBER), "for each space and each number of houses"),
        commands=_COUNT,
    ),
    "print board": _sheet("parts"),
    "print cards": _sheet("cards", single_sided=_FLAG),
    "print labels": {"anyOf": [_sheet("labels", **_LABELS), _sheet("outlines", **_LABELS)]},
    "print tokens": _sheet("tokens", diameter_mm=_NUMBER),
    "restart": _table(board=_TEXT, firmware=_TEXT, micropython=_TEXT),
    "restore": _table(
        write=_by_name(_COUNT, "path -> bytes"),
        same=_says(_TEXTS, "paths that are on the box as in the backup"),
        remarks=_TEXTS,
        done=_DONE,
    ),
    "rules check": _table(file=_TEXT, good=_FLAG, faults=_FAULTS, rules=_or_null(_RULES), warnings=_TEXTS),
    "rules diff": _ref("diff"),
    "rules list": _table(knobs=_list(_ref("rule")), presets=_list(_ref("favourite"))),
    "rules push": _ref("push"),
    "rules show": {"anyOf": [_ref("rule"), _ref("favourite"), _says(_RULES, "of an edition")]},
    "tags learn": _table(learned=_TEXTS, missing=_TEXTS),
    "tags list": _list(_table(item=_TEXT, name=_TEXT, mark=_says(_or_null(_TEXT), "null: without a tag"))),
    "tags verify": _ref("pile"),
    "tags write": _ref("pile"),
    "watch": _says(
        _table(
            seq=_COUNT,
            game=_TEXT,
            command=_says(_or_null(_ANY_TABLE), "as fixtures write it; null in the first line"),
            remote=_says(_FLAG, "a computer did it"),
            state=_says(_ANY_TABLE, "as fixtures write it, after the step"),
        ),
        "a line for each step",
    ),
}


def answers() -> _Schema:
    return {
        "$schema": _DIALECT,
        "title": "What commands of deedbox print with --json",
        "definitions": {
            **_PARTS,
            **{
                name.replace(" ", "-"): {"title": f"deedbox {name} --json", **answer}
                for name, answer in ANSWERS.items()
            },
        },
    }


def text() -> str:
    return json.dumps(answers(), indent=1) + "\n"


if __name__ == "__main__":
    write_file(FILE, text())
