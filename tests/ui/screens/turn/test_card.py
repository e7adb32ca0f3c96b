"""Cards (ux.md 9), with the inputs counted (ux.md 18)."""

from desk import fits
from landing import landed


def test_a_card_of_the_box_takes_one_input_and_shows_text_and_effect():
    desk = landed(7)
    desk.sees("MUM", "Take a card.").key("A")
    assert desk.inputs == 1 and desk.done == ["draw"] and desk.ui.screen == "turn.card_drawn"
    fits(desk).key("#")
    assert desk.ui.screen != "turn.card_drawn"


def test_every_card_says_what_it_does_within_the_display():
    for card in range(32):
        desk = landed(7 if card < 16 else 17)
        desk.tap("card", card)
        assert desk.inputs == 1 and desk.done == ["card"], (card, desk.refusals)
        fits(desk)
        assert sum(1 for row in desk.rows() if row) >= 3, desk.text()


def test_a_card_by_its_number():
    desk = landed(7).key("C", "1", "5")
    fits(desk).key("#")
    assert desk.done == ["card"] and desk.game.decks[0][-1] == 14


def test_only_numbers_of_cards_can_be_typed():
    desk = landed(7).key("C", "0", "9", "9")
    desk.sees("9_").key("*").sees("Take a card.")
    assert desk.done == []


def test_a_card_of_the_other_deck_is_refused_and_the_question_stays():
    desk = landed(7).tap("card", 20)
    assert desk.refusals == ["wrong-deck"] and desk.done == []
    desk.sees("Take a card.", "Nothing happened.")


def test_the_next_input_closes_a_card_and_counts():
    desk = landed(7).tap("card", 6)
    desk.tap("token", 1)
    assert desk.ui.screen == "table.player"
