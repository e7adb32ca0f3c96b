"""deedbox lab"""

from __future__ import annotations

from typing import Any

import click

from deedbox.cli import lab_games
from deedbox.cli.editions import EditionName
from deedbox.cli.lab_games import RuleChoice
from deedbox.cli.output import emit_json, emit_table, json_option
from deedbox.cli.runner import CommandError, Group


@click.group(cls=Group)
def command() -> None:
    """What the rules do to a game."""


for _command in (lab_games.rules, lab_games.odds, lab_games.atlas):
    command.add_command(_command)

rule_option = click.option(
    "--rule", "choices", type=RuleChoice(), multiple=True, help="A house rule; may be given several times."
)


@command.command("truth")
@click.option("--edition", metavar="ID", default="classic", show_default=True, type=EditionName())
@rule_option
@click.option(
    "--jail",
    type=click.Choice(["short", "long"]),
    default="short",
    show_default=True,
    help="short: everybody pays the fine at once; long: everybody stays as long as possible.",
)
@json_option
def truth(edition: str, choices: tuple[tuple[str, Any], ...], jail: str, as_json: bool) -> None:
    """Where tokens go and what deeds earn: exact tables, without random numbers."""
    from deedbox import editions, rules
    from deedbox.lab import movement

    chosen = dict(choices)
    try:
        rules.resolve_rules(edition, chosen)
        found = movement.find_truth(edition, chosen, jail)
        income = movement.find_income(edition, chosen, jail)
    except (rules.RulesError, editions.EditionError, movement.TruthError) as error:
        raise CommandError(str(error)) from None
    if as_json:
        emit_json(_as_json(found, income))
        return
    names = [space.name for space in editions.load_edition(edition).spaces] + ["In jail"]
    deeds = editions.load_board(edition)
    to_jail = f"From GO it takes {found.rolls_to_jail:.2f} rolls until somebody is in jail."
    click.echo(f"A turn has {found.rolls_per_turn:.4f} rolls. {to_jail}")
    rows = []
    for place, name in enumerate(names):
        shares = (found.per_roll, found.per_turn, found.touched)
        earned = income[place] if place < len(income) and any(income[place]) else []
        rows.append(
            [place if place < movement.IN_JAIL else "", name]
            + [f"{100 * share[place]:.4f}" for share in shares]
            + [f"{earned[count]:.2f}" if earned else "" for count in (0, 3, movement.HOTEL)]
            + [_turns_to_earn(movement.price_of(deeds, place), earned)]
        )
    columns = [
        "",
        "space",
        "rolls %",
        "turns %",
        "touched %",
        "earns",
        "3 houses",
        "hotel",
        "pays for itself",
    ]
    emit_table(columns, rows, right=columns[2:])
    click.echo(
        "earns: with each roll of one opponent, if the owner has the whole set, all rails, all utilities."
    )
    click.echo("pays for itself: after so many rolls of opponents, without buildings.")


def _turns_to_earn(price: int, earned: list[float]) -> str:
    return f"{price / earned[0]:.0f}" if earned and earned[0] else ""


def _as_json(found: Any, income: list[list[float]]) -> dict[str, Any]:
    def percent(shares: list[float]) -> list[float]:
        return [round(100 * share, 6) for share in shares]

    return {
        "per_roll": percent(found.per_roll),
        "per_turn": percent(found.per_turn),
        "touched": percent(found.touched),
        "rolls_per_turn": round(found.rolls_per_turn, 6),
        "rolls_to_jail": round(found.rolls_to_jail, 6),
        "income": [[round(value, 6) for value in row] for row in income],
        "commands": found.commands,
    }
