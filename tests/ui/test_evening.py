"""One evening, minute by minute (ux.md, 17): ten turns by taps and keys alone, with every input counted."""

import os

import pytest
from boxdesk import BoxDesk, lay_out
from desk import fits

from banker.core.board import TO_JAIL
from banker.core.codec.state_bytes import sound
from banker.core.ids import DEED_IDS
from banker.core.setup.new_game import new_game
from deedbox import editions

MUM, DAD, MIA, BEN = range(4)


def a_seed_whose_first_chance_card_is_the_jail():
    board, rules = editions.load_board("zelda"), editions.edition_rules("zelda")
    for seed in range(1, 200):
        game = new_game(board, rules, {}, 4, seed)
        if board.cards[0][game.decks[0][0]][0] == TO_JAIL:
            return seed
    raise AssertionError("no such seed")


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path)
    seed = a_seed_whose_first_chance_card_is_the_jail()
    monkeypatch.setattr(os, "urandom", lambda n: seed.to_bytes(n, "little"))
    return BoxDesk()


def owner(desk, deed):
    return desk.game.owner[DEED_IDS.index(deed)]


def buys(desk, player, dice, deed):
    desk.wait(6000).key(*dice).tap("deed", deed)
    fits(desk).tap("token", player)
    assert owner(desk, deed) == player


def test_the_evening(desk):
    counted = []

    def minute():
        assert sound(desk.game)
        fits(desk)
        counted.append(desk.inputs)
        desk.inputs = 0

    # 0: board, two rules, four tokens, who starts
    desk.key("1", "5", "3", "1", "2", "#")
    for token in range(4):
        desk.tap("token", token)
    desk.key("A").tap("token", MUM)
    assert desk.game.rules.free_parking_mode == "jackpot" and desk.game.rules.exact_salary == 400
    minute()

    # 2: three buy
    buys(desk, MUM, "12", "brown2")
    buys(desk, DAD, "42", "sky1")
    buys(desk, MIA, "56", "pink1")
    minute()

    # 6: BEN draws: go to jail
    desk.wait(6000).key("3", "4", "#", "A")
    fits(desk.sees("goes to jail."))
    assert desk.game.jailed[BEN]
    minute()

    # 7: MUM lands on MIA's deed, MIA asks, MUM pays
    desk.wait(16000).key("3", "5").tap("deed", "pink1").tap("token", MUM)
    assert desk.game.cash[MUM] == 1500 - 60 - 10
    minute()

    # 9: DAD does not want Sacred Realm; four bid; he rolls again and buys
    desk.wait(6000).key("1", "1", "#", "B").tap("token", DAD)
    for player in (MUM, BEN, MIA, MUM, BEN, MUM):
        desk.tap("token", player).wait(1250)
    desk.key("C").tap("token", MIA).wait(10500).sees("SOLD", "110")
    assert owner(desk, "sky2") == MIA
    buys(desk, DAD, "35", "orange1")
    minute()

    # 14: MIA buys; BEN tries and stays
    buys(desk, MIA, "26", "orange3")
    desk.wait(6000).key("1", "5", "#")
    assert desk.game.jailed[BEN] and desk.game.tries[BEN] == 1
    minute()

    # 17: MUM types the wrong dice; DAD's deed shows it; MIA's token by mistake
    desk.wait(6000).key("1", "3").tap("deed", "orange1").sees("Dice say 15").key("*")
    desk.key("1", "4").tap("deed", "orange1").tap("token", MIA).sees("token.", "14").tap("token", MUM)
    assert desk.game.cash[MUM] == 1500 - 60 - 10 - 14
    minute()

    # 20: MIA two deeds, DAD one and 150
    desk.wait(6000).tap("deed", "pink1").key("C").tap("deed", "sky2").tap("deed", "orange1")
    desk.key("1", "5", "0").tap("token", MIA).tap("token", DAD)
    assert (owner(desk, "pink1"), owner(desk, "sky2"), owner(desk, "orange1")) == (DAD, DAD, MIA)
    minute()

    # 23: DAD mortgages the wrong deed, takes it back with a witness, mortgages the right one
    desk.tap("deed", "pink1").key("B").tap("token", DAD).key("*").tap("token", DAD).tap("token", MIA)
    desk.tap("deed", "sky1").key("B").tap("token", DAD)
    mortgaged = [deed for deed, loan in zip(DEED_IDS, desk.game.mortgaged, strict=True) if loan]
    assert mortgaged == ["sky1"]
    minute()

    # 25: DAD rolls, taps the deed; the plug is pulled; on again, he buys
    desk.wait(6000).key("2", "3").tap("deed", "red1").sees("220")
    desk.power_on()
    desk.ui.show("table.welcome_back")  # as Box.power_on() does
    fits(desk.sees("WELCOME BACK", "rolled 2+3", "may buy it.")).key("#").tap("deed", "red1").tap(
        "token", DAD
    )
    assert owner(desk, "red1") == DAD
    minute()

    most = [12, 12, 4, 4, 17, 7, 9, 9, 9, 6]
    assert all(took <= allowed for took, allowed in zip(counted, most, strict=True)), counted
    assert sum(counted[1:]) <= 77
