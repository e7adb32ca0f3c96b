"""deedbox rules"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from .editions import EditionName, refuse
from .frame import Failed, Group, suggest
from .output import emit_json, emit_table, json_option, one_line
from .sync import diff, dry_run_option, fetch, force_option, out_option, push, remove, write
from .target import on_option


class RuleName(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on
    """A knob, a favourite or an edition."""

    name = "id"

    def _known(self) -> list[str]:
        from deedbox import editions, rules

        return [*rules.table(), *rules.presets(), *editions.IDS]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from deedbox import editions

        if value not in self._known() and not editions.is_file(value):
            more = suggest(value, self._known()) or "; deedbox rules list names them all."
            self.fail(f"no such rule, favourite or edition: {value}{more}", param, ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._known() if name.startswith(incomplete)]


def _toml(value: Any) -> str:
    from deedbox.editions.writer import value as toml

    return "(not set)" if value is None else toml(value)


def _knob(name: str) -> dict[str, Any]:
    from deedbox import editions, rules

    knob = rules.table()[name]
    default = list(knob.default) if isinstance(knob.default, tuple) else knob.default
    return {
        "name": name,
        "number": knob.number,
        "group": knob.group,
        "type": knob.type,
        "allowed": list(knob.allowed),
        "allows": knob.allows(),
        "default": default,
        "sentence": rules.sentences()[name],
        "rules": knob.rules,
        "editions": {edition: rules.resolved(edition, {})[name] for edition in editions.IDS},
    }


def _preset(name: str) -> dict[str, Any]:
    from deedbox import rules

    preset = rules.presets()[name]
    first = next(iter(preset.steps), "")
    sentence = preset.sentence.format(preset.rules.get(first))
    row = {"id": preset.id, "label": preset.label, "sentence": sentence, "rules": preset.rules}
    return {**row, "steps": preset.steps} if preset.steps else row


@click.group(cls=Group)
def command() -> None:
    """House rules: what can be chosen, and your own files."""


@command.command("list")
@json_option
def list_(as_json: bool) -> None:
    """Every house rule in one sentence, and the six favourites."""
    from deedbox import rules

    knobs = [_knob(name) for name in rules.table()]
    presets = [_preset(name) for name in rules.presets()]
    if as_json:
        emit_json({"knobs": knobs, "presets": presets})
        return
    click.echo("Favourites, to be named in a file as presets = [...]\n")
    emit_table(
        ("favourite", "means", "sets"),
        [
            (row["id"], row["label"], ", ".join(f"{k} = {_toml(v)}" for k, v in row["rules"].items()))
            for row in presets
        ],
    )
    for group in dict.fromkeys(row["group"] for row in knobs):
        click.echo(f"\n{group}\n")
        emit_table(
            ("rule", "classic", "what it says"),
            [(row["name"], _toml(row["default"]), row["sentence"]) for row in knobs if row["group"] == group],
        )


@command.command("show")
@click.argument("name", metavar="[ID]", required=False, type=RuleName())
@json_option
def show(name: str | None, as_json: bool) -> None:
    """One rule, one favourite, or all rules of an edition (of classic, if ID is left out)."""
    from deedbox import editions, rules

    if name in rules.table():
        _show_knob(_knob(name), as_json)
        return
    if name in rules.presets():
        row = _preset(name)
        if as_json:
            emit_json(row)
            return
        click.echo(f"{row['label']}: {row['sentence']}")
        for knob, value in row["rules"].items():
            click.echo(f"  {knob} = {_toml(value)}   # {rules.sentences()[knob]}")
        for knob, values in row.get("steps", {}).items():
            click.echo(f"  {knob} may be {', '.join(map(str, values))} by key")
        return
    try:
        values = rules.resolved(name or "classic", {})
    except editions.EditionError as error:
        refuse(error)
    if as_json:
        emit_json(values)
        return
    for knob, value in values.items():
        own = (
            ""
            if value == _plain(rules.table()[knob].default) or knob == "edition"
            else "   # not as in classic"
        )
        click.echo(f"{knob} = {_toml(value)}{own}" if value is not None else f"# {knob} is not set")


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _show_knob(row: dict[str, Any], as_json: bool) -> None:
    if as_json:
        emit_json(row)
        return
    click.echo(f"{row['name']}: {row['sentence']}")
    click.echo(f"Allowed: {row['allows']}. Rules: {', '.join(row['rules'])}.\n")
    emit_table(("edition", "value"), [(i, _toml(value)) for i, value in row["editions"].items()])


@command.command("check")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--edition", metavar="ID", default="classic", show_default=True, type=EditionName())
@json_option
def check(file: Path, edition: str, as_json: bool) -> None:
    """Check a file of house rules: every fault, and what would not do what it seems to."""
    from deedbox import editions, rules

    try:
        chosen = rules.read(file, edition)
    except (rules.RulesError, editions.EditionError) as error:
        if as_json:
            emit_json({"file": str(file), "good": False, "faults": [vars(fault) for fault in error.faults]})
            raise SystemExit(1) from None
        refuse(error)
    warnings = rules.warnings(edition, chosen)
    if as_json:
        emit_json({"file": str(file), "good": True, "rules": chosen, "warnings": warnings})
        return
    for name, value in chosen.items():
        click.echo(f"{name} = {_toml(value)}   # {rules.sentences()[name]}")
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


def _packed(files: tuple[Path, ...], edition: str, name: str | None) -> dict[str, bytes]:
    from deedbox import editions, rules
    from deedbox.sync import houserules

    if name and len(files) > 1:
        raise click.UsageError("--name is for one file")
    packed: dict[str, bytes] = {}
    for file in files:
        try:
            path, data = houserules.packed(file, edition, name)
        except (rules.RulesError, editions.EditionError) as error:
            refuse(error)
        if path in packed:
            raise Failed(f"{file}: another of these files has the same name on the box")
        packed[path] = data
    return packed


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
    """Bring house rules to the box; its set-up then offers them. Each file is checked first."""
    push("rules", _packed(files, edition, name), on, dry_run, as_json)


@command.command("pull")
@click.argument("name", metavar="NAME")
@on_option
@out_option
@force_option
def pull(name: str, on: str | None, out: Path | None, force: bool) -> None:
    """Write house rules of the box as a file. Without -o: NAME.toml."""
    from deedbox.sync import houserules

    write(out or Path(f"{name}.toml"), houserules.text(fetch("rules", name, on), name), force)


@command.command("diff")
@_FILES
@_NAME
@_EDITION
@on_option
@json_option
def diff_(files: tuple[Path, ...], name: str | None, edition: str, on: str | None, as_json: bool) -> None:
    """Compare files of house rules with those on the box."""
    diff("rules", _packed(files, edition, name), on, as_json, others=True)


@command.command("remove")
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@on_option
def remove_(names: tuple[str, ...], on: str | None) -> None:
    """Take house rules from the box."""
    remove("rules", names, on)
