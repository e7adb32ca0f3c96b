"""What screens ask about a deed, instead of looking it up in the tables of the board."""

from banker.core import deeds
from banker.core.ids import DEED_IDS
from banker.core.setup.new_game import new_game
from deedbox import editions

ORANGE = [DEED_IDS.index(f"orange{n}") for n in (1, 2, 3)]
RAIL, UTILITY = DEED_IDS.index("rail3"), DEED_IDS.index("util2")


def classic(**rules):
    return new_game(editions.load_board("classic"), editions.edition_rules("classic"), rules, 2, 7)


def test_a_deed_knows_its_group_and_its_place_in_it():
    assert [deeds.group_of(deed) for deed in (0, ORANGE[0], RAIL, UTILITY)] == [0, 3, 8, 9]
    assert [deeds.place_in_group(deed) for deed in ORANGE] == [(1, 3), (2, 3), (3, 3)]
    assert deeds.place_in_group(RAIL) == (3, 4) and deeds.place_in_group(UTILITY) == (2, 2)
    assert [deeds.is_street(deed) for deed in (21, RAIL, UTILITY)] == [True, False, False]
    assert [deeds.is_utility(deed) for deed in (21, RAIL, UTILITY)] == [False, False, True]


def test_the_group_is_parted_by_who_owns_it():
    g = classic()
    g.owner[ORANGE[0]] = g.owner[ORANGE[2]] = 1
    assert deeds.same_owner(g, ORANGE[0]) == [ORANGE[0], ORANGE[2]]
    assert deeds.other_owners(g, ORANGE[0]) == [ORANGE[1]]
    assert not deeds.is_built(g, ORANGE[0])
    g.level[ORANGE[2]] = 1
    assert deeds.is_built(g, ORANGE[0])


def test_a_card_lists_the_rents_that_this_game_has():
    assert deeds.card_rents(classic(), ORANGE[0]) == (14, 28, 70, 200, 550, 750, 950)
    assert deeds.card_rents(classic(houses_per_hotel=3), ORANGE[0]) == (14, 28, 70, 200, 550, 950)
    assert deeds.card_rents(classic(group_rent_mult=3), ORANGE[0])[:2] == (14, 42)
    assert deeds.card_rents(classic(), RAIL) == (25, 50, 100, 200)
    assert deeds.card_rents(classic(), UTILITY) == (4, 10)
