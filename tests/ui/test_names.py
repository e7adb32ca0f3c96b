"""Names of players in narrow rows."""

from desk import Desk, fits


def test_two_players_never_look_alike_at_any_width():
    ui = Desk(names=("Johanna", "Johannes", "Jo")).ui
    for width in range(2, 12):
        names = [ui.name(seat, width) for seat in range(3)]
        assert len(set(names)) == 3 and max(map(len, names)) <= width, (width, names)
    assert ui.name(0, 5) == "JOHA1" and ui.name(1, 5) == "JOHA2" and ui.name(0) == "JOHANNA"


def test_a_payment_between_two_long_names_tells_them_apart():
    desk = Desk(names=("Johanna", "Johannes"), start={"deeds": {"brown2": {"owner": "Johannes"}}})
    fits(desk.key("1", "2").tap("deed", "brown2").sees("JOH1➤JOHA2")).tap("token", 0)
    fits(desk.sees("JOHANNA -4, now 1496", "JOHANNES +4, now 1504"))
