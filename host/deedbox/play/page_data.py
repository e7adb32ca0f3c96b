"""What the page reads besides the box's own reports: printed boards, and the choices for a new game."""

from __future__ import annotations

from typing import Any

from deedbox.safe_text import safe_values


def printed_board(edition: str) -> Any:
    """What is printed on the board of an edition that comes with deedbox."""
    from deedbox import editions, rules
    from deedbox.editions import json_view

    board = json_view.edition_as_json(editions.load_edition(edition), rules.resolve_rules(edition, {}))
    return safe_values(board)


def choices_of(language: str) -> dict[str, Any]:
    """The choices of the new-game dialog: boards, and favourites among the house rules."""
    from deedbox import editions, rules
    from deedbox.editions import json_view

    boards = [
        {
            "id": name,
            "name": editions.load_edition(name).name,
            "players": json_view.player_range(rules.resolve_rules(name, {})),
        }
        for name in editions.IDS
    ]
    favourites = [
        {"id": preset.id, "label": preset.label, "sentence": preset.sentence}
        for preset in rules.load_presets(language).values()
    ]
    return {"boards": boards, "favourites": favourites}
