"""The end: who won, and the ranking (ux.md 10)."""

from desk import Desk, fits


def test_the_end_names_the_winner_and_everybodys_count():
    desk = Desk(start={"players": {"Mum": {"cash": 900}, "Mia": {"cash": 1200}}})
    desk.key("D", "8").tap("token", 1).tap("token", 1).key("#")
    desk.key("D", "8").tap("token", 0).tap("token", 0).key("#")
    fits(desk.sees("MIA WINS", "1 MIA", "1200", "out"))


def test_eight_players_fit_the_ranking():
    names = ("Alexander", "Bo", "Cleo", "Dominique", "Ed", "Franziska", "Gus", "Hildegard")
    desk = Desk("star-wars-ep1", names)
    for player in range(7):
        desk.key("D", "8").tap("token", player).tap("token", player).key("#")
    fits(desk.sees("HILDEGARD", "1HILD", "8"))
