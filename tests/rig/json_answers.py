"""Does what a command printed with --json fit the schema that is published for it?"""

import json
from functools import cache
from pathlib import Path

import jsonschema
from referencing import Registry
from referencing.jsonschema import DRAFT7

from deedbox import cli, games

_HERE = "https://deedbox.invalid/cli/answers.schema.json"  # so that "../games/..." leads to the other one


@cache
def _registry() -> Registry:
    files = {
        _HERE: Path(cli.__file__).with_name("answers.schema.json"),
        "https://deedbox.invalid/games/game.schema.json": Path(games.__file__).with_name("game.schema.json"),
    }
    resources = [
        (name, DRAFT7.create_resource(json.loads(file.read_text(encoding="utf-8"))))
        for name, file in files.items()
    ]
    return Registry().with_resources(resources)


@cache
def _validator(command: str) -> jsonschema.Draft7Validator:
    schema = {"$ref": f"{_HERE}#/definitions/{command.replace(' ', '-')}"}
    return jsonschema.Draft7Validator(schema, registry=_registry())


@cache
def published_commands() -> frozenset[str]:
    return frozenset(_registry().contents(_HERE)["definitions"])


def command_of(arguments) -> str:
    """`editions push` of `editions push classic --json`."""
    words = [str(word) for word in arguments]
    pair = "-".join(words[:2])
    return " ".join(words[:2]) if pair in published_commands() else words[0]


def answer_faults(arguments, output: str) -> list[str]:
    """What does not fit; empty if all does. A command that failed may have printed nothing."""
    command = command_of(arguments)
    texts = output.splitlines() if command == "watch" else [output] if output.strip() else []
    faults = []
    for text in texts:
        for error in _validator(command).iter_errors(json.loads(text)):
            faults.append(f"deedbox {command} --json, {error.json_path}: {error.message[:500]}")
    return faults
