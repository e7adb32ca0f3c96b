"""The great moments of a game as the display tells them: every row fits, no sentence loses its end."""

import pytest
from desk import Desk, fits

from banker.ui import edition_words, hour_and_host
from deedbox import words

SKY = {"sky1": {"owner": "Bob", "houses": 2}, "sky2": {"owner": "Bob", "houses": 2}}
SKY["sky3"] = {"owner": "Bob", "houses": 3}
LEFT = {"pink1": {"owner": "Ann"}, "pink3": {"owner": "Ann", "mortgaged": True}, "rail1": {"owner": "Ann"}}
NAMES = ("Ann", "Bob", "Cyd")


def debt(language, rules=None, **players):
    """Ann is on Lorule Castle and cannot pay Bob."""
    start = {
        "players": {"Ann": {"space": 6, "cash": 20, "jail_cards": 1}, **players},
        "deeds": {**SKY, **LEFT},
    }
    rules = {"rent_claim": "auto", "bankr_deeds_to_player": "as_is", **(rules or {})}
    return Desk("zelda", NAMES, rules, start, language=language).key("1", "2", "#")


def leaving(language, names=NAMES, cash=512):
    deeds = {deed: {"owner": names[0]} for deed in ("sky1", "sky2", "rail2")}
    start = {"players": {names[0]: {"cash": cash, "jail_cards": 1}}, "deeds": deeds}
    return Desk("zelda", names, start=start, language=language).key("D", "8").tap("token", 0)


def in_jail(language, tries):
    start = {"players": {"Ann": {"in_jail": True, "jail_tries": tries}}}
    return Desk("classic", NAMES, start=start, language=language).key("1", "2")


def fight(language):
    start = {"players": {"Ann": {"space": 8}}, "deeds": {"blue1": {"owner": "Bob", "mortgaged": True}}}
    desk = Desk("spider-man", NAMES, {"sm_doubles": True}, start, language=language).key("6", "6", "#")
    return desk.tap("deed", "blue1").tap("token", 0)


def timed(language, end="finish_turn"):
    return Desk("classic", NAMES, {"end_condition": "time", "time_end": end}, language=language)


def hour(language):
    start = {"players": {"Ann": {"space": 36}}}
    desk = Desk("classic", NAMES, {"end_condition": "time"}, start, language=language)
    desk.key("1", "2", "#", "B").tap("token", 0).tap("token", 2)
    desk.ledger.do({"do": "time-up"})
    hour_and_host.take_hour(desk.ui, desk.game)
    hour_and_host.strike(desk.ui)
    return desk


def tax(language):
    start = {"players": {"Ann": {"space": 1, "cash": 2250}}}
    desk = Desk("classic", NAMES, {"income_tax_mode": "choice"}, start, language=language)
    return desk.key("1", "2", "#", "B").tap("token", 0).key("*")


def shared(language):
    """Ann owes seven players at once and has nothing to pay with; they share what she has."""
    deeds = ("pink1", "pink3", "rail1", "rail2", "util1", "yellow1", "yellow2", "brown1", "brown2", "red1")
    start = {
        "players": {"Ann": {"space": 4, "cash": 20, "jail_cards": 1}},
        "deeds": {deed: {"owner": "Ann", "mortgaged": True} for deed in deeds},
    }
    names = ("Ann", "Bob", "Cyd", "Dan", "Eva", "Fay", "Gus", "Hal")
    desk = Desk("classic", names, {"bankr_order": "split"}, start, language=language)
    return desk.key("1", "2", "#").tap("card", 14).key("#", "D")


MOMENTS = {
    "third double": lambda lang: Desk("classic", NAMES, start={"doubles": 2}, language=lang).key("3", "3"),
    "debt": debt,
    "give up": lambda lang: debt(lang).key("D"),
    "out": lambda lang: debt(lang).key("D").tap("token", 0),
    "hand over": lambda lang: debt(lang).key("D").tap("token", 0).key("#"),
    "interest": lambda lang: debt(lang).key("D").tap("token", 0).key("#", "#"),
    "heir": lambda lang: debt(lang).key("D").tap("token", 0).key("#", "#", "#"),
    "give up to seven": shared,
    "out, to seven": lambda lang: shared(lang).tap("token", 0).key("#"),
    "leave": leaving,
    "leave, which ends the game": lambda lang: leaving(lang, NAMES[:2]),
    "left": lambda lang: leaving(lang).tap("token", 0),
    "to the bank": lambda lang: leaving(lang).tap("token", 0).key("#"),
    "deal": lambda lang: Desk("classic", NAMES, {"game_variant": "time"}, language=lang).key("A"),
    "undo": tax,
    "failed try": lambda lang: in_jail(lang, 1),
    "last try": lambda lang: in_jail(lang, 2),
    "fight": fight,
    "tie": lambda lang: fight(lang).key("3", "3", "#"),
    "won": lambda lang: fight(lang).key("5", "1", "#"),
    "kept": lambda lang: fight(lang).key("1", "5", "#"),
    "the hour": hour,
    "time called, last turn": lambda lang: timed(lang).key("D", "9", "B"),
    "time called, last round": lambda lang: timed(lang, "finish_round").key("D", "9", "B"),
    "time called, now": lambda lang: timed(lang, "immediate").key("D", "9", "B"),
}


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment_fits_the_display_with_its_keys(name, language):
    desk = fits(MOMENTS[name](language))
    assert not desk.refusals
    for row in desk.ui.key_rows():
        assert row in desk.ui.rows()


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("end, word", [("finish_turn", 874), ("finish_round", 875), ("immediate", 876)])
def test_the_call_of_time_is_read_to_its_last_word(end, word, language):
    desk = timed(language, end).key("D", "9", "B")
    desk.sees(desk.say(word))


def test_an_amount_and_what_it_counts_stay_in_one_row():
    debt("en").key("D").sees("BOB would get 20,\n3 deeds, 1 pass.").tap("token", 0)
    debt("en").key("D").tap("token", 0).sees("BOB gets all: 20,\n3 deeds, 1 pass.")
    leaving("en").sees("All to the bank: 512,\n3 deeds, 1 pass.", "Tap ANN to leave.")


def test_leaving_with_much_to_say_has_the_name_in_one_row_and_keeps_its_keys():
    fits(leaving("de", NAMES[:2])).sees("ANN", "Damit ist Schluss.", "Gehen? Marke ANN.", "* Zu")


def test_who_shares_is_named_and_counted_where_not_all_fit():
    desk = shared("en").sees("Owes BOB 50: card.", "CYD would get 2,", "and 6 more", "Tap ANN to give up.")
    desk.tap("token", 0).sees("ANN OUT", "CYD gets 2, 2 deeds.", "FAY gets 2, 1 deed.")
    desk.key("#").sees("GUS gets 2, 1 deed.", "BOB gets 8, 2 deeds, 1 pass.")
    desk.key("#").sees("ANN to CYD", "Give CYD these:")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_page_of_what_is_handed_over_never_begins_within_a_sentence(language):
    desk = leaving(language).tap("token", 0)
    pile = desk.ui.word(edition_words.CHANCE)
    first = desk.rows()
    second = desk.key("#").rows()
    assert any(pile in row for row in first) != any(pile in row for row in second)
    page = first if any(pile in row for row in first) else second
    at = next(n for n, row in enumerate(page) if pile in row)
    assert ":" in page[at] or ":" in page[at - 1], page


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_trade_says_what_both_will_have(language):
    deeds = {"pink1": {"owner": "Mia"}, "orange1": {"owner": "Dad"}}
    desk = Desk("zelda", start={"deeds": deeds}, language=language).tap("deed", "pink1").key("C")
    fits(desk.tap("deed", "orange1").key("1", "5", "0")).sees("MIA > 1350 DAD > 1650")


def test_a_german_debt_says_owes_and_what_is_possible():
    debt("de").sees("ANN schuldet BOB", "Hat 20, 170 möglich.")


def test_german_names_a_pass_and_a_mortgage_in_the_words_of_the_other_screens():
    desk = debt("de").key("D").tap("token", 0).key("#")
    desk.sees("und Freikarte:", "Pfand")
    assert "bel." not in desk.text()
    desk.key("#", "#").sees("ist verpfändet.", "Einlösen? Marke BOB")
