"""The turn on the screens: dice, offer, rent (host/docs/ux.md, section 5), with the inputs counted."""

from desk import Desk, fits


def test_buying_takes_four_inputs():
    desk = Desk()
    desk.sees("MUM", "1500", "On 0 GO").key("1", "2").sees("1 + 2 = 3", "3 Minish Village")
    desk.tap("deed", "brown2").sees("60", "1500 > 1440", "Tap MUM to buy.").tap("token", 0)
    assert desk.inputs == 4 and desk.done == ["roll", "buy"]
    desk.sees("DAD", "1500")


def test_looking_at_the_wrong_deed_shows_that_dice_and_piece_disagree_before_anything_is_booked():
    desk = Desk().key("1", "2").tap("deed", "sky1")
    assert desk.done == []
    desk.sees("Dice say 3 Minish Village", "Nothing happened.")


def test_only_the_landers_token_buys():
    desk = Desk().key("1", "2").tap("deed", "brown2").tap("token", 1)
    desk.sees("That is DAD's token.", "60", "Tap MUM to buy.", "Nothing happened.")
    assert desk.done == ["roll"]


def test_asking_and_paying_rent_takes_two_inputs_after_the_dice():
    desk = Desk(start={"deeds": {"brown2": {"owner": "Mia"}}}).key("1", "2").tap("deed", "brown2")
    desk.sees("RENT Minish Village", "MUM➤MIA", "4", "1500 > 1496", "Tap MUM to pay.")
    desk.tap("token", 0)
    assert desk.inputs == 4 and desk.done == ["roll", "claim"]
    assert desk.game.cash[:3] == [1496, 1500, 1504]


def test_asked_rent_locks_the_dice_until_it_is_paid():
    desk = Desk(start={"deeds": {"brown2": {"owner": "Mia"}}}).key("1", "2").tap("deed", "brown2")
    desk.key("*").sees("Rent first: tap MUM.").key("3")
    assert desk.done == ["roll"]
    desk.tap("token", 2).sees("RENT Minish Village").tap("token", 0)
    assert desk.done == ["roll", "claim"]


def test_unasked_rent_gives_nothing_away():
    desk = Desk(start={"deeds": {"brown2": {"owner": "Mia"}}}).key("1", "2")
    assert "MIA" not in desk.text() and "4" not in desk.text().replace("24", "")
    desk.key("#")
    assert "MIA" not in desk.text().split("\n")[3]


def test_the_next_players_dice_end_the_turn():
    desk = Desk(start={"turn": "Mum", "players": {"Mum": {"space": 10}}}).key("4", "6", "#")
    desk.sees("DAD").key("1", "2", "#")
    assert desk.done == ["roll", "end", "roll"]


# -- one double too many --


def test_the_third_double_names_the_jail_and_no_space_to_move_to():
    desk = Desk("classic").key("5", "5", "#").key("5", "5", "#").key("3", "3")
    fits(desk.sees("3 + 3", "3rd DOUBLE", "MUM goes to jail.", "The turn is over.", "# OK"))
    assert "Move your piece" not in desk.text() and desk.ui.taps() == []
    desk.key("#")
    assert desk.game.jailed[0] and desk.done == ["roll", "roll", "roll"]


# -- debts --


def test_a_debt_to_the_pot_names_the_pot():
    rules = {"free_parking_mode": "jackpot", "free_parking_feeds": ["taxes"]}
    start = {"players": {"Mum": {"space": 35, "cash": 10}}, "deeds": {"blue2": {"owner": "Mum"}}}
    desk = Desk("classic", rules=rules, start=start).key("1", "2", "#")
    assert desk.phase == "debt"
    fits(desk.sees("MUM owes POT"))
