"""Makes the game of a beginning: the same beginning always gives the same game."""

from banker.core.given import given
from banker.core.setup import check_names, new_game


def make(about: dict, edition):
    names = about["names"]
    check_names(names)
    game = new_game(
        edition.board, edition.about()["rules"], about.get("rules", {}), len(names), about.get("seed", 1)
    )
    if "given" in about:
        given(game, names, about["given"])
    return game
