"""Undo, redo, trade, More and the bank-only screen in the unix port: older games come from the journal."""

import pytest
from hands import Hands, files_of_a_new_game

from deedbox.twin import Twin

GAME = {"edition": "zelda", "names": ["Mum", "Dad"], "seed": 7, "rules": {}}


@pytest.fixture
def play():
    twins = []

    def begin(**about):
        twins.append(Twin(files=files_of_a_new_game(**dict(GAME, **about))))
        return Hands(twins[-1].__enter__())

    yield begin
    for twin in twins:
        twin.__exit__(None, None, None)


def test_a_purchase_is_taken_back_and_done_again_also_after_a_power_cut(play):
    hands = play()
    hands.sees("MUM", "1500")
    hands.key("*")
    hands.sees("Nothing to undo.")
    hands.key("1", "2")
    hands.tap("deed", 1)
    hands.tap("token", 0)
    hands.sees("DAD", "1500")
    hands.key("*")
    hands.sees("UNDO?", "Minish Village > BANK", "MUM gets back 60", "Tap MUM, and one more")
    hands.tap("token", 0)
    hands.sees("as a witness.")
    hands.tap("token", 1)
    hands.sees("MUM", "Minish Village", "60")
    hands.key("*", "B")
    hands.sees("DO AGAIN?", "Minish Village > MUM", "MUM pays 60")
    hands.tap("token", 1)
    hands.sees("Tap MUM to agree.")
    hands.tap("token", 0)
    hands.sees("DAD", "1500")
    hands.pull_the_plug()
    hands.sees("DAD", "1500")
    hands.key("*", "A")
    hands.sees("step 2", "MUM > GO")
    hands.tap("token", 0)
    hands.sees("as a witness.")
    hands.tap("token", 1)
    hands.sees("MUM", "1500", "Roll")


@pytest.mark.proof
def test_a_trade_and_leaving_to_the_end(play):
    hands = play(given={"deeds": {"sky1": {"owner": "Mum"}, "pink1": {"owner": "Dad", "mortgaged": True}}})
    hands.sees("MUM", "1500")
    hands.key("D")
    hands.sees("MORE", "1 Trade", "9 Stop")
    hands.key("1")
    hands.tap("deed", 2)
    hands.tap("deed", 5)
    hands.sees("MUM gives", "DAD gives", "mort. 7")
    hands.key("4", "0", "B")
    hands.sees(" 40", "back 77")
    hands.tap("token", 1)
    hands.sees("DAD gives      agreed", "Tap MUM")
    hands.tap("token", 0)
    hands.sees("MUM", "1383", "Roll")
    hands.key("D", "8")
    hands.tap("token", 1)
    hands.sees("LEAVE THE GAME", "All to the bank:", "1540, 1 deed.", "That ends the game.")
    hands.wait(800)
    hands.tap("token", 1)
    hands.sees("DAD OUT", "DAD left the game.")
    hands.key("#")
    hands.sees("MUM WINS", "1 MUM", "2 DAD", "out")


def test_bank_only_pays_and_refuses_in_plain_words(play):
    hands = play(edition="classic", rules={"mode": "banker"})
    hands.sees("BANK ONLY", "Tap who pays,")
    hands.key("2", "5", "0")
    hands.tap("token", 0)
    hands.sees("MUM pays.")
    hands.tap("token", 1)
    hands.sees("BANK ONLY", "Tap who pays,")
    hands.key("1", "2", "5", "1")
    hands.tap("token", 0)
    hands.sees("MUM pays.")
    hands.tap("token", 1)
    hands.sees("Short by 1.", "Nothing happened.")
