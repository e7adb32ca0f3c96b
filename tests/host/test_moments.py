"""The great moments as facts for the page (play/moments.py): what is true is what the rules say."""

from dataclasses import replace

import pytest
from played import Table, events, within

from banker.core.board import SPACE_OF
from banker.core.state import deeds_of
from deedbox.link import Look
from deedbox.play.game_log import GameLog
from deedbox.play.moments import Moments

NAMES = ("Ann", "Bob", "Cyd")
PINK3, BLUE1 = 7, 20
DEBT = {
    "players": {"Ann": {"space": 6, "cash": 20, "jail_cards": 1}},
    "deeds": {
        "sky1": {"owner": "Bob", "houses": 2},
        "sky2": {"owner": "Bob", "houses": 2},
        "sky3": {"owner": "Bob", "houses": 3},
        "pink1": {"owner": "Ann"},
        "pink3": {"owner": "Ann", "mortgaged": True},
        "rail1": {"owner": "Ann"},
    },
}
OWES = {"rent_claim": "auto", "bankr_deeds_to_player": "as_is"}
ROLL = {"do": "roll", "dice": (1, 2)}


class Play:
    """A table, and what is said about it on a screen."""

    def __init__(self, names=NAMES, edition="classic", **more) -> None:
        self.names = list(names)
        self.table = Table((edition,)).begin(names, edition=edition, **more)
        self.log = GameLog()
        self.moments = Moments(self.log)
        self._heard = -1

    def do(self, *commands):
        self.table.do(*commands)
        return self

    def look(self, screen, *rows, taps=(), inputs=()):
        for event in events(self.table):
            if event.seq > self._heard:
                self.log.add(event)
                self._heard = event.seq
        rows = [*rows] + [""] * (8 - len(rows))
        tokens = [f"token:{seat + 1}" for seat in range(len(self.names))]
        tags = [(tokens[seat], "") for seat in taps]
        game = self.table.games().current
        return Look(
            self._heard, 0, game, {}, self.names, tokens, "", {}, screen, rows, [*inputs], tags, False
        )

    def facts(self, screen, *rows, **more):
        return self.moments.facts(self.look(screen, *rows, **more))


@pytest.fixture
def play(tmp_path):
    with within(tmp_path):
        yield Play


def debtor(play, **rules):
    return play(given=DEBT, rules={**OWES, **rules}).do(ROLL)


SHARE = {
    "heir": "Bob",
    "cash": 20,
    "deeds": [
        {"deed": "rail1", "mortgaged": False},
        {"deed": "pink1", "mortgaged": False},
        {"deed": "pink3", "mortgaged": True},
    ],
    "passes": ["chance"],
    "interest": 0,
}


def test_before_giving_up_it_is_known_who_would_get_what(play):
    facts = debtor(play).facts("turn.give_up", "ANN GIVES UP", taps=[0])
    assert (facts["kind"], facts["who"], facts["over"]) == ("give-up", "Ann", False)
    assert (facts["debt"]["to"], facts["debt"]["amount"], facts["debt"]["deed"]) == ("Bob", 300, "sky3")
    assert [{**share, "interest": 0} for share in facts["shares"]] == [SHARE]


def test_the_short_game_ends_with_it(play):
    facts = debtor(play, end_condition="first_bankruptcy").facts("turn.give_up", "ANN GIVES UP", taps=[0])
    assert facts["over"]


def test_after_giving_up_the_facts_are_those_of_the_step_and_a_notice_does_not_hide_them(play):
    table = debtor(play).do({"do": "bankrupt", "by": 0})
    facts = table.facts("table.hand_over", "ANN OUT")
    assert (facts["kind"], facts["who"], facts["auctions"]) == ("out", "Ann", False)
    assert facts["shares"] == [{**SHARE, "interest": 8}]
    assert table.facts("table.hand_over", "ANN to BOB        1/2") == facts
    assert table.facts("table.hand_over", "Read first, then #.") == facts


def test_who_went_earlier_can_be_looked_at_again(play):
    table = debtor(play).do({"do": "bankrupt", "by": 0}, {"do": "resign", "by": 1})
    assert table.facts("table.hand_over", "BOB OUT")["who"] == "Bob"
    assert table.facts("table.hand_over", "ANN OUT")["who"] == "Ann"


def test_what_was_taken_back_is_no_moment(play):
    table = debtor(play).do({"do": "bankrupt", "by": 0}, {"do": "undo"})
    assert table.facts("table.hand_over", "ANN OUT") is None
    assert table.facts("turn.home") is None


def test_leaving_goes_to_the_bank_whose_auctions_follow(play):
    table = play(given={"deeds": DEBT["deeds"]})
    assert table.facts("table.leave", "LEAVE THE GAME", taps=[0, 1, 2]) is None
    facts = table.facts("table.leave", "LEAVE THE GAME", taps=[0])
    assert (facts["kind"], facts["debt"], facts["auctions"]) == ("leave", None, True)
    assert [(share["heir"], share["cash"]) for share in facts["shares"]] == [("bank", 1500)]
    never = play(given={"deeds": DEBT["deeds"]}, rules={"auction_mode": "never"})
    assert not never.facts("table.leave", "LEAVE THE GAME", taps=[0])["auctions"]


def test_the_heir_is_asked_about_the_cheapest_loan_first_and_pays_it_without_interest(play):
    table = debtor(play).do({"do": "bankrupt", "by": 0})
    facts = table.facts("deeds.inherited", "BOB: Virginia Avenue")
    assert facts == {"kind": "heir", "who": "Bob", "deed": "pink3", "interest": 8, "amount": 80}
    table.do({"do": "redeem", "by": 1, "deed": PINK3})
    assert table.facts("deeds.inherited", "BOB: Virginia Avenue") is None


def test_the_deal_of_the_box_says_whose_deeds_are_shown(play):
    table = play(rules={"game_variant": "time"}).do({"do": "deal"})
    hands = table.facts("setup.dealt", "DEAL              1/3", "ANN")["hands"]
    assert [hand["who"] for hand in hands] == list(NAMES)
    assert all(hand["paid"] + hand["cash"] == 1500 and len(hand["deeds"]) == 2 for hand in hands)
    game = table.log.game(table.table.games().current)
    for seat, name in enumerate(NAMES):
        row = f"{SPACE_OF[deeds_of(game, seat)[0]]:2} Somewhere"
        assert table.facts("setup.dealt", "DEAL", name.upper(), row)["now"] == name


@pytest.mark.parametrize(
    "given, dice, facts",
    [
        ({"doubles": 2}, "3 + 3", {"kind": "third-double", "number": 3, "dice": [3, 3]}),
        ({"players": {"Ann": {"in_jail": True, "jail_tries": 1}}}, "1 + 2", {"kind": "no-double", "try": 2}),
        (
            {"players": {"Ann": {"in_jail": True, "jail_tries": 2}}},
            "1 + 2",
            {"kind": "last-try", "fine": 50, "space": 13},
        ),
        ({"doubles": 1}, "3 + 3 = 6", None),
        ({"doubles": 2}, "3 + 4 = 7", None),
        ({"doubles": 2}, "3 + _", None),
    ],
)
def test_typed_dice_that_lead_nowhere(play, given, dice, facts):
    now = play(given=given).facts("turn.dice", f"ANN       {dice}")
    assert now is None if facts is None else facts.items() <= now.items() and now["who"] == "Ann"


@pytest.mark.parametrize(
    "given, dice, facts",
    [
        ({"players": {"Ann": {"in_jail": True}}}, (1, 2), {"kind": "no-double", "try": 1, "tries": 3}),
        ({"players": {"Ann": {"in_jail": True}}}, (2, 2), None),
        ({"doubles": 2}, (2, 2), {"kind": "third-double", "number": 3, "dice": [2, 2]}),
        ({"doubles": 2}, (1, 2), None),
        ({"players": {"Ann": {"space": 26}}}, (2, 2), None),  # a double to Go to Jail is no third one
        ({"players": {"Ann": {"space": 27}}}, (1, 2), None),
    ],
)
def test_dice_are_told_of_after_the_roll_too_as_those_of_the_box_are(play, given, dice, facts):
    now = play(given=given).do({"do": "roll", "dice": dice}).facts("turn.result")
    assert now is None if facts is None else now and facts.items() <= now.items()


FIGHT = {"players": {"Ann": {"space": 8}}, "deeds": {"blue1": {"owner": "Bob", "mortgaged": True}}}


def fight(play, *dice):
    table = play(edition="spider-man", given=FIGHT, rules={"sm_doubles": True})
    table.do({"do": "roll", "dice": (6, 6)})
    return table.do(*[{"do": "power", "deed": BLUE1, "dice": pair} for pair in dice])


def test_a_power_says_what_it_is_while_nothing_is_chosen(play):
    table = fight(play)
    assert table.facts("turn.power", inputs=[("A", "Number")])["number"] == 6
    assert table.facts("turn.power", inputs=[("*", "Back")]) is None
    cash = play(edition="spider-man", rules={"sm_doubles": True}, given={"players": {"Ann": {"space": 6}}})
    facts = cash.do({"do": "roll", "dice": (2, 2)}).facts("turn.power", inputs=[("A", "Power")])
    assert (facts["kind"], facts["number"], facts["amount"]) == ("power", 2, 200)


def test_a_tie_names_both_the_deed_and_what_the_winner_pays(play):
    facts = fight(play, (3, 3)).facts("turn.power", "FIGHT")
    assert facts == {
        "kind": "tie",
        "who": "Ann",
        "owner": "Bob",
        "deed": "blue1",
        "dice": [3, 3],
        "cost": 368,
    }


def test_after_a_fight_it_is_known_who_has_the_deed_and_for_how_much(play):
    won = fight(play, (3, 3), (5, 1)).facts("turn.result", "FIGHT")
    assert (won["kind"], won["won"], won["paid"], won["dice"], won["deed"]) == (
        "fight",
        True,
        368,
        [5, 1],
        "blue1",
    )
    kept = fight(play, (1, 5)).facts("turn.result", "FIGHT")
    assert (kept["won"], kept["paid"], kept["owner"], kept["deed"]) == (False, 0, "Bob", "blue1")


def test_undo_names_the_steps_and_who_still_has_to_agree(play):
    given = {"players": {"Ann": {"space": 1, "cash": 2250}}}
    table = play(given=given, rules={"income_tax_mode": "choice"})
    table.do(ROLL, {"do": "tax", "choose": "percent"})
    lines = table.log.lines(table.look("table.undo").game)
    seqs = [line["seq"] for line in reversed(lines)]
    facts = table.facts("table.undo", "UNDO?         step 1 ", taps=[0, 1, 2])
    assert facts == {
        "kind": "undo",
        "steps": [seqs[-1]],
        "changes": {"Ann": 225},
        "missing": ["Ann"],
        "witnesses": ["Bob", "Cyd"],
    }
    assert table.facts("table.undo", "That is BOB's token.", taps=[0, 1, 2]) == facts
    after = table.facts("table.undo", "RÜCKGÄNGIG?    Nr 1 ", taps=[1, 2])
    assert (after["missing"], after["witnesses"]) == ([], ["Bob", "Cyd"])
    assert table.facts("table.undo", "UNDO?         step 2 ", taps=[0])["steps"] == [seqs[-1], seqs[-2]]
    table.do({"do": "undo"})
    again = table.facts("table.undo", "DO AGAIN?", taps=[0, 1, 2])
    assert (again["kind"], again["steps"], again["changes"]) == ("redo", [seqs[-1]], {"Ann": -225})


def test_a_notice_that_comes_first_hides_what_undo_is_about(play):
    table = play().do(ROLL)
    assert table.facts("table.undo", "That is BOB's token.", taps=[0]) is None


@pytest.mark.parametrize("end, last", [("finish_turn", "turn"), ("finish_round", "round")])
def test_the_hour_is_a_moment_until_the_next_step(play, end, last):
    table = play(rules={"end_condition": "time", "time_end": end}).do(ROLL, {"do": "decline"})
    assert table.facts("trade.auction") is None
    table.do({"do": "time-up"})
    assert table.facts("trade.auction") == {"kind": "time", "last": last}
    table.do({"do": "bid", "by": 1, "amount": 10})
    assert table.facts("trade.auction") is None


def test_before_the_count_there_is_a_moment_to_ask_for_rent(play):
    assert play().facts("turn.last_turn") == {"kind": "count"}


def test_without_a_game_there_is_no_moment(play):
    look = play().look("setup.new_game")
    assert Moments(GameLog()).facts(look) is None
    assert Moments(GameLog()).facts(replace(look, game="")) is None
