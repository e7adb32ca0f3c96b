"""By hand, too, every debt has a way out: the screens offer all that the rules count (S-7, BANKR-1)."""

import pytest
from raise_by_hand import NAMES, DebtDesk, way_out

from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.rules.raising import estate
from deedbox import editions
from deedbox.lab.edges import indebted, rows


def game(seed, rules, few=True):
    return indebted(seed, editions.load_board("classic"), editions.edition_rules("classic"), rules, few)


def accepts(g, name):
    try:
        decide(g, {"do": name, "by": g.tasks[0][1]})
    except Refused:
        return False
    return True


def check(g):
    """The hands raise what the rules count; then they can pay, or give up, exactly if the rules let them."""
    desk = DebtDesk(g)
    assert desk.gives_up() == accepts(g, "bankrupt")
    assert desk.uses_pass() == accepts(g, "jail-card")
    count = estate(g, desk.debtor)
    text = desk.after().text()
    cash = g.cash[desk.debtor]
    assert cash == count or f"et {count - cash}" in text, f"can get {count - cash}:\n{text}"
    assert desk.raise_all() == count, f"{count - desk.game.cash[desk.debtor]} cannot be raised by hand"
    assert desk.pays() == (count >= g.tasks[0][3])
    assert desk.after().offers()


@pytest.mark.parametrize("part", range(4))
def test_the_screens_offer_all_that_a_debtor_can_raise(part):
    for seed, row in enumerate(rows(part)):
        check(game(part * 100 + seed, row))


@pytest.mark.proof
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(10))
def test_the_screens_offer_all_that_a_debtor_can_raise_in_many_games(part):
    for table in range(part * 10 + 100, part * 10 + 110):
        for seed, row in enumerate(rows(table)):
            check(game(table * 100 + seed, row, few=seed % 5 != 0))


def test_the_rig_notices_a_debt_without_a_way_out(monkeypatch):
    from banker.ui.screens.turn import debt, give_up

    g = game(3, {})
    assert way_out(g) == ""
    monkeypatch.setattr(give_up, "opens", lambda ui: ())
    monkeypatch.setattr(debt, "keys", lambda ui: [])
    monkeypatch.setattr(DebtDesk, "raise_all", lambda desk: 0)
    assert NAMES[g.tasks[0][1]].upper() in way_out(g)
