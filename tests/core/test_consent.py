"""Who must agree before steps are taken back (S-19), and what counts as one step (S-20)."""

import pytest

from banker.core.consent import agreement, take_back
from banker.core.ledger import Ledger
from banker.core.refusal import Refused
from banker.core.setup.new_game import new_game
from banker.core.setup.position import given
from deedbox import editions

NAMES = ["ann", "bob", "cat", "dan"]
ANN, BOB, CAT, DAN = range(4)


def ledger(edition="classic", count=4, rules=None, **start):
    g = new_game(editions.load_board(edition), editions.edition_rules(edition), rules or {}, count, 7)
    given(g, NAMES[:count], start)
    return Ledger(g)


def play(book, *commands):
    for command in commands:
        book.do(dict(command))
    return book


def taken(book, count=1):
    """(the game after it, undos, is there more, who must agree, lists of which one player must agree)"""
    old, _, undos, more, seats, witnesses = take_back(book.game, book.look_back(), count)
    return old, undos, more, seats, witnesses


def needs(book):
    """(who must agree, who may be the witness)"""
    _, _, _, seats, witnesses = taken(book)
    return seats, (witnesses or [[]])[0]


ROLL = {"do": "roll", "dice": (1, 2)}
SOLD = {"deeds": {"brown2": {"owner": "cat"}}}


@pytest.mark.parametrize(
    ("start", "rules", "commands", "seats", "witnesses"),
    [
        ({}, {}, [ROLL], [ANN], [BOB, CAT, DAN]),
        ({}, {}, [ROLL, {"do": "buy"}], [ANN], [BOB, CAT, DAN]),
        ({}, {}, [ROLL, {"do": "decline"}], [ANN], []),
        (SOLD, {}, [ROLL, {"do": "claim", "by": CAT, "deed": 1}], [ANN, CAT], []),
        (SOLD, {"rent_claim": "auto"}, [ROLL], [ANN, CAT], []),
        (SOLD, {}, [{"do": "mortgage", "by": CAT, "deed": 1}], [CAT], [ANN, BOB, DAN]),
        ({"players": {"bob": {"out": True}}}, {}, [ROLL], [ANN], [CAT, DAN]),
        ({}, {}, [{"do": "correct", "by": BOB, "cash": 5}], [ANN, BOB, CAT, DAN], []),
        ({}, {}, [{"do": "set-rule", "knob": "go_salary", "value": 100}], [ANN, BOB, CAT, DAN], []),
        ({}, {"end_condition": "time"}, [{"do": "time-up"}], [ANN, BOB, CAT, DAN], []),
        ({"players": {"ann": {"space": 4}}, "phase": "tax"}, {}, [{"do": "tax", "choose": "percent"}], [ANN],
         [BOB, CAT, DAN]),
        ({}, {}, [{"do": "resign", "by": DAN}], [DAN], [ANN, BOB, CAT]),
    ],
)  # fmt: skip
def test_one_step(start, rules, commands, seats, witnesses):
    assert needs(play(ledger(rules=rules, **start), *commands)) == (seats, witnesses)


def test_with_two_players_the_other_one_is_the_witness():
    assert needs(play(ledger(count=2), ROLL, {"do": "buy"})) == ([ANN], [BOB])


def test_a_drawn_card_and_a_jail_are_places_and_need_a_witness():
    book = play(ledger(rules={"deck_source": "device"}), {"do": "roll", "dice": (3, 4)}, {"do": "draw"})
    seats, witnesses = needs(book)
    assert ANN in seats and (len(seats) > 1 or witnesses)
    in_jail = {"ann": {"space": 10, "in_jail": True}}
    book = play(ledger(count=3, players=in_jail), {"do": "roll", "dice": (2, 2)})
    assert needs(book) == ([ANN], [BOB, CAT])


def test_who_must_agree_anyway_is_a_witness_of_the_others_step():
    book = play(ledger(), ROLL, {"do": "buy"}, {"do": "end"}, {"do": "roll", "dice": (3, 4)})
    _, _, _, seats, witnesses = taken(book, 3)
    assert seats == [ANN, BOB] and witnesses == []
    assert take_back(book.game, book.look_back(), 5) is None


def test_a_command_that_is_not_known_is_treated_with_care():
    book = play(ledger(), ROLL, {"do": "decline"})
    assert agreement(book.game, book.games[1], {"do": ""}) == ([ANN], [BOB, CAT, DAN])


# -- auctions --


def bids(*pairs):
    return [{"do": "bid", "by": player, "amount": amount} for player, amount in pairs]


LONG = bids(*[(BOB + n % 2, 10 + n) for n in range(30)])


def test_a_finished_auction_needs_the_winner_and_one_who_bid_or_passed():
    book = play(ledger(), ROLL, {"do": "decline"}, *bids((BOB, 10), (CAT, 20)), {"do": "hammer"})
    assert needs(book) == ([CAT], [BOB])
    closing = [{"do": "pass", "by": DAN}, {"do": "hammer"}]
    book = play(ledger(), ROLL, {"do": "decline"}, *bids((BOB, 10)), *closing)
    assert needs(book) == ([BOB], [DAN])


def test_an_auction_in_which_nobody_else_spoke_has_any_witness():
    book = play(ledger(), ROLL, {"do": "decline"}, *bids((BOB, 10)), {"do": "hammer"})
    assert needs(book) == ([BOB], [ANN, CAT, DAN])
    book = play(ledger(), ROLL, {"do": "decline"}, {"do": "hammer"})
    assert needs(book) == ([ANN], [BOB, CAT, DAN])


def test_an_auction_that_is_over_goes_back_to_the_offer_as_one_step():
    book = play(ledger(), ROLL, {"do": "decline"}, *LONG, {"do": "hammer"}, {"do": "end"})
    _, undos, more, _, _ = taken(book)
    assert (undos, more) == (1, True)  # the end of the turn
    old, undos, more, seats, witnesses = taken(book, 2)
    assert old is book.games[1] and (undos, more) == (1 + 1 + 30 + 1, True)
    assert ANN in seats and CAT in seats  # who ended the turn, who won


def test_an_auction_that_runs_goes_back_bid_by_bid():
    book = play(ledger(), ROLL, {"do": "decline"}, *LONG)
    _, undos, _, seats, witnesses = taken(book)
    assert undos == 1 and seats == [CAT] and witnesses == [[ANN, BOB, DAN]]


def test_money_raised_during_an_auction_goes_back_with_it_and_its_owner_agrees():
    start = {"deeds": {"brown1": {"owner": "dan"}}, "turn": "ann"}
    mortgage = {"do": "mortgage", "by": DAN, "deed": 0}
    book = play(ledger(**start), ROLL, {"do": "decline"}, *bids((BOB, 10)), mortgage, *bids((CAT, 20)),
                {"do": "hammer"})  # fmt: skip
    old, _, _, seats, witnesses = taken(book)
    assert old is book.games[1] and seats == [CAT, DAN] and witnesses == [[BOB]]


def test_lots_of_a_bankrupt_are_auctions_of_their_own():
    start = {"deeds": {"brown1": {"owner": "dan"}, "brown2": {"owner": "dan"}}}
    book = play(ledger(**start), {"do": "resign", "by": DAN}, *bids((BOB, 5), (CAT, 6)), {"do": "hammer"},
                *bids((ANN, 7), (CAT, 8)), {"do": "hammer"})  # fmt: skip
    _, undos, _, seats, witnesses = taken(book)
    assert undos == 3 and seats == [CAT] and witnesses == [[ANN]]
    old, undos, _, _, _ = taken(book, 2)
    assert undos == 6 and old is book.games[1]
    _, undos, more, seats, _ = taken(book, 3)
    assert (undos, more) == (7, False) and DAN in seats


def test_bids_passes_and_the_hammer_of_one_auction_count_as_one():
    rules = {"undo_depth": 3}
    closing = [{"do": "pass", "by": DAN}, {"do": "hammer"}]
    book = play(ledger(rules=rules), ROLL, {"do": "decline"}, *LONG, *closing)
    for _ in range(30 + 2):
        book.do({"do": "undo"})  # all of it counts as one step
    assert book.game is book.games[2]
    play(book, {"do": "undo"}, {"do": "undo"})  # the decline and the roll
    assert book.game is book.games[0]
    book = play(ledger(rules={"undo_depth": 2}), ROLL, {"do": "decline"}, *LONG, {"do": "hammer"})
    for _ in range(30 + 1 + 1):
        book.do({"do": "undo"})
    with pytest.raises(Refused, match="nothing-to-undo"):
        book.do({"do": "undo"})
    assert len(list(book.look_back())) == 0


def test_two_auctions_count_as_two():
    start = {"deeds": {"brown1": {"owner": "dan"}, "brown2": {"owner": "dan"}}}
    book = play(ledger(rules={"undo_depth": 1}, **start), {"do": "resign", "by": DAN}, *bids((BOB, 5)),
                {"do": "hammer"}, *bids((ANN, 7)), {"do": "hammer"})  # fmt: skip
    assert len(list(book.look_back())) == 2
    play(book, {"do": "undo"}, {"do": "undo"})
    with pytest.raises(Refused, match="nothing-to-undo"):
        book.do({"do": "undo"})
