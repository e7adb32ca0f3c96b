"""deedbox rules"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from deedbox.cli.editions import EditionName, refuse_file
from deedbox.cli.output import emit_json, emit_table, force_option, json_option, one_line
from deedbox.cli.runner import CommandError, Group, suggest_word
from deedbox.cli.sync import (
    compare_with_box,
    dry_run_option,
    fetch_from_box,
    out_option,
    push_to_box,
    remove_from_box,
    write_text_file,
)
from deedbox.cli.target import on_option

# Every rule and house rule has its link target there.
_RULES = "host/docs/rules.md"


class RuleName(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on
    """The name of a house rule, a favourite or an edition."""

    name = "id"

    def _known(self) -> list[str]:
        from deedbox import editions, rules

        return [*rules.rule_table(), *rules.load_presets(), *editions.IDS]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from deedbox import editions

        if value not in self._known() and not editions.is_edition_file(value):
            more = suggest_word(value, self._known()) or "; deedbox rules list names them all."
            self.fail(f"no such rule, favourite or edition: {value}{more}", param, ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._known() if name.startswith(incomplete)]


def _toml_value(value: Any) -> str:
    from deedbox.editions.toml_writer import toml_value as toml

    return "(not set)" if value is None else toml(value)


def _rule_facts(name: str) -> dict[str, Any]:
    from deedbox import editions, rules

    rule = rules.rule_table()[name]
    return {
        "name": name,
        "number": rule.number,
        "group": rule.group,
        "type": rule.type,
        "allowed": list(rule.allowed),
        "allows": rule.allows(),
        "default": _as_list(rule.default),
        "sentence": rules.rule_sentences()[name],
        "rules": rule.rules,
        "editions": {edition: rules.resolve_rules(edition, {})[name] for edition in editions.IDS},
    }


def _preset_facts(name: str) -> dict[str, Any]:
    from deedbox import rules

    preset = rules.load_presets()[name]
    first = next(iter(preset.steps), "")
    sentence = preset.sentence.format(preset.rules.get(first))
    row = {"id": preset.id, "label": preset.label, "sentence": sentence, "rules": preset.rules}
    return {**row, "steps": preset.steps}


@click.group(cls=Group)
def command() -> None:
    """House rules: list them, check and send your own."""


@command.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List every house rule in one sentence, and the favourites of the set-up."""
    from deedbox import rules

    house_rules = [_rule_facts(name) for name in rules.rule_table()]
    presets = [_preset_facts(name) for name in rules.load_presets()]
    if as_json:
        emit_json({"knobs": house_rules, "presets": presets})
        return
    click.echo("Favourites, to be named in a file as presets = [...]\n")
    emit_table(
        ("favourite", "means", "sets"),
        [
            (row["id"], row["label"], ", ".join(f"{k} = {_toml_value(v)}" for k, v in row["rules"].items()))
            for row in presets
        ],
    )
    for group in dict.fromkeys(row["group"] for row in house_rules):
        click.echo(f"\n{group}\n")
        rows = [row for row in house_rules if row["group"] == group]
        emit_table(
            ("rule", "classic", "what it says"),
            [(row["name"], _toml_value(row["default"]), row["sentence"]) for row in rows],
        )


@command.command("show")
@click.argument("name", metavar="[ID]", required=False, type=RuleName())
@json_option
def show(name: str | None, as_json: bool) -> None:
    """Show one rule, one favourite, or all rules of an edition (of classic, if ID is left out)."""
    from deedbox import editions, rules

    if name in rules.rule_table():
        _show_rule(_rule_facts(name), as_json)
        return
    if name in rules.load_presets():
        row = _preset_facts(name)
        if as_json:
            emit_json(row)
            return
        click.echo(f"{row['label']}: {row['sentence']}")
        for rule, value in row["rules"].items():
            click.echo(f"  {rule} = {_toml_value(value)}   # {rules.rule_sentences()[rule]}")
        for rule, values in row["steps"].items():
            click.echo(f"  {rule} may be {', '.join(map(str, values))} by key")
        return
    try:
        values = rules.resolve_rules(name or "classic", {})
    except editions.EditionError as error:
        refuse_file(error)
    if as_json:
        emit_json(values)
        return
    for rule, value in values.items():
        differs = rule != "edition" and value != _as_list(rules.rule_table()[rule].default)
        own = "   # not as in classic" if differs else ""
        click.echo(f"{rule} = {_toml_value(value)}{own}" if value is not None else f"# {rule} is not set")


def _as_list(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _show_rule(row: dict[str, Any], as_json: bool) -> None:
    if as_json:
        emit_json(row)
        return
    click.echo(f"{row['name']}: {row['sentence']}")
    click.echo(f"Allowed: {row['allows']}.")
    for rule in row["rules"]:
        click.echo(f"Changes {rule}: {_RULES}#{rule}")
    click.echo(f"All values: {_RULES}#{row['name']}\n")
    emit_table(("edition", "value"), [(i, _toml_value(value)) for i, value in row["editions"].items()])


@command.command("check")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--edition", metavar="ID", default="classic", show_default=True, type=EditionName())
@json_option
def check(file: Path, edition: str, as_json: bool) -> None:
    """Check a file of house rules: list every fault, and choices that have no effect."""
    from deedbox import editions, rules

    try:
        chosen = rules.read_rules(file, edition)
    except (rules.RulesError, editions.EditionError) as error:
        if as_json:
            emit_json({"file": str(file), "good": False, "faults": [vars(fault) for fault in error.faults],
                       "rules": None, "warnings": []})  # fmt: skip
            raise SystemExit(1) from None
        refuse_file(error)
    warnings = rules.find_warnings(edition, chosen)
    if as_json:
        emit_json({"file": str(file), "good": True, "faults": [], "rules": chosen, "warnings": warnings})
        return
    for name, value in chosen.items():
        click.echo(f"{name} = {_toml_value(value)}   # {rules.rule_sentences()[name]}")
    for warning in warnings:
        click.echo(one_line(f"note: {warning}"))
    count = "1 rule" if len(chosen) == 1 else f"{len(chosen)} rules"
    click.echo(one_line(f"{file}: good, {count}."))


# -- on the box --

_FILES = click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
_EDITION = click.option("--edition", metavar="ID", default="classic", show_default=True, type=EditionName())
_NAME = click.option("--name", metavar="TEXT", help="What the box calls it; default: the file's name.")


def _pack_files(files: tuple[Path, ...], edition: str, name: str | None) -> dict[str, bytes]:
    from deedbox import editions, rules
    from deedbox.sync import house_rules

    if name and len(files) > 1:
        raise click.UsageError("--name is for one file")
    contents: dict[str, bytes] = {}
    for file in files:
        try:
            path, data = house_rules.pack_rules(file, edition, name)
        except (rules.RulesError, editions.EditionError) as error:
            refuse_file(error)
        if path in contents:
            raise CommandError(f"{file}: another of these files has the same name on the box")
        contents[path] = data
    return contents


@command.command("push")
@_FILES
@_NAME
@_EDITION
@on_option
@dry_run_option
@json_option
def push_(
    files: tuple[Path, ...], name: str | None, edition: str, on: str | None, dry_run: bool, as_json: bool
) -> None:
    """Send house rules to the box; NEW GAME then offers them. Each file is checked first."""
    push_to_box("rules", _pack_files(files, edition, name), on, dry_run, as_json)


@command.command("pull")
@click.argument("name", metavar="NAME")
@on_option
@out_option
@force_option
def pull(name: str, on: str | None, out: Path | None, force: bool) -> None:
    """Copy house rules from the box into a file. Without -o: NAME.toml."""
    from deedbox.sync import house_rules

    write_text_file(
        out or Path(f"{name}.toml"), house_rules.rules_as_toml(fetch_from_box("rules", name, on), name), force
    )


@command.command("diff")
@_FILES
@_NAME
@_EDITION
@on_option
@json_option
def diff_(files: tuple[Path, ...], name: str | None, edition: str, on: str | None, as_json: bool) -> None:
    """Compare files of house rules with those on the box."""
    compare_with_box("rules", _pack_files(files, edition, name), on, as_json, others=True)


@command.command("remove")
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@on_option
def remove_(names: tuple[str, ...], on: str | None) -> None:
    """Remove house rules from the box."""
    remove_from_box("rules", names, on)
