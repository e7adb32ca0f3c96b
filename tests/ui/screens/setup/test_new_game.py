"""The set-up with the storage of a box, inputs counted, and rules that change in play: ux.md 4."""

import json
import random
from pathlib import Path

import pytest
from boxdesk import BoxDesk, lay_out
from desk import Desk, fits
from faultflash import FaultFlash
from short_heap import every_part_pushed_out

from banker.app import ui_queries
from banker.app.store import save_files, saves
from banker.core.codec.state_bytes import sound
from banker.core.setup import house_rules
from banker.ui.screens.setup import one_rule
from deedbox import rules

JACKPOT = {"free_parking_mode": "jackpot", "free_parking_feeds": ["taxes", "fines", "card_payments"]}
BOX_CARDS = {"deck_source": "device"}  # no card tags are learned


@pytest.fixture(autouse=True)
def flash(tmp_path, monkeypatch):
    """The folder of a box that was never played with."""
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path)
    return tmp_path


def seated(*tokens, **more):
    desk = BoxDesk(**more)
    for token in tokens or (0, 1, 2):
        desk.tap("token", token)
    return desk


def begin(*tokens):
    """A game in play; its first token rolls."""
    desk = seated(*tokens).key("A").tap("token", (tokens or (0,))[0])
    desk.inputs = 0
    return desk.sees("Roll, type")


def beginning(desk):
    j = desk.keeper.journal
    return json.loads(bytes(j.old[: j.read(desk.keeper.beginning)]))


# -- counted --


def test_a_first_game_with_four_players_and_two_rules_takes_twelve_inputs():
    desk = fits(BoxDesk().sees("NEW GAME", "1 Board  Classic", "Dice ours Cards box"))
    fits(desk.key("1").sees("5 Zelda"))
    fits(desk.key("5").sees("1 Board  Zelda", "2 Game   Standard", "3 Rules  as printed"))
    fits(desk.key("3").sees("HOUSE RULES", "Zelda", "1 Jackpot on Parking"))
    fits(desk.key("1").sees("1+Jackpot on Parking", "Parking pays the pot."))
    fits(desk.key("2").sees("2+Land on GO: double", "Land on GO pays 400."))
    fits(desk.key("#").sees("3 Rules  2 changed", "Tap tokens clockwise:"))
    for token in (3, 1, 0, 4):
        fits(desk.tap("token", token))
    desk.sees("1BOO 2TRI 3SHI 4HOO", "A Start")
    fits(desk.key("A").sees("WHO STARTS?", "Tap their token,", "A Box picks"))
    fits(desk.tap("token", 0).sees("SHIELD", "1500", "Roll, type"))
    assert desk.inputs == 12
    about = beginning(desk)
    assert about["edition"] == "zelda" and about["rules"] == {**JACKPOT, **BOX_CARDS, "go_exact_salary": 400}
    assert about["tokens"] == [0, 4, 3, 1], "clockwise, who begins first"
    assert about["names"] == ["Shield", "Hookshot", "Boomerang", "Triforce"]
    assert desk.game.rules.free_parking_mode == "jackpot" and desk.game.rules.exact_salary == 400
    desk.tap("token", 3).sees("BOOMERANG")


def test_the_same_table_again_takes_three_inputs():
    begin(3, 1, 0)
    desk = BoxDesk(FaultFlash(16))  # the journal is empty, the table is remembered
    fits(desk.sees("NEW GAME", "B Same names")).key("B")
    fits(desk.sees("A Start")).key("A").tap("token", 1)
    assert desk.inputs == 3 and desk.game.players == 3 and desk.ui.seats == (1, 0, 3)


def test_with_taps_instead_it_takes_six():
    begin(3, 1, 0, 2)
    desk = BoxDesk(FaultFlash(16))
    for token in (2, 0, 3, 1):
        desk.tap("token", token)
    desk.key("A").tap("token", 3)
    assert desk.inputs == 6 and desk.ui.seats == (3, 1, 2, 0)


def test_after_the_end_the_players_and_the_rules_stay():
    desk = seated(2, 5).key("3", "4", "#", "A").tap("token", 5)
    desk._after(({"do": "resign", "by": 0},))
    assert desk.phase == "over"
    desk.ui.show("setup.new_game")  # A New
    fits(desk.sees("3 Rules  1 changed", "A Start"))
    desk.key("A").tap("token", 2)
    assert desk.ui.seats == (2, 5) and desk.game.rules.auction_mode == "never" and not desk.game.over


# -- the lines --


def test_a_board_has_the_games_of_its_rulebook():
    desk = BoxDesk()
    games = []
    for _ in range(5):
        games.append(fits(desk).rows()[2][9:])
        desk.key("2")
    assert games == ["Standard", "Short", "60 minutes", "90 minutes", "120 minutes"]
    desk.sees("Standard").key("2", "2", "2")
    assert desk.ui.draft["rules"] == {**BOX_CARDS, "game_variant": "time", "time_limit_min": 90}
    desk.sees("3 Rules  as printed").key("1", "5").sees("Zelda", "Standard").key("2").sees("Short")
    desk.key("2").sees("Standard")
    assert "game_variant" not in desk.ui.draft["rules"]


def test_boards_beyond_six_stand_on_a_second_page(flash):
    for n in range(3):
        (flash / "editions" / f"our-town-{n}.bin").write_bytes(b"no edition")
    desk = fits(BoxDesk().key("1").sees("6 Spider Man", "B More"))
    fits(desk.key("B").sees("1 Classic 2008", "2 Our Town 0", "4 Our Town 2")).key("7").sees("2 Our Town 0")
    fits(desk.key("2").sees("You can't play that board.")).key("*").sees("1 Board  Classic")
    desk.key("1", "B", "B", "6").sees("1 Board  Spider Man")


def test_without_card_tags_the_box_draws_and_real_cards_go_by_number():
    desk = fits(BoxDesk().sees("4 Dice ours Cards box").key("4").sees("DICE AND CARDS", "1 Dice      ours"))
    fits(desk.key("2").sees("2 Cards     own"))
    fits(desk.key("1").sees("1 Dice      box")).key("#").sees("4 Dice box Cards own")
    assert desk.ui.draft["rules"] == {"deck_source": "key", "dice_source": "device"}


def test_with_card_tags_the_cards_are_ours_unless_chosen(flash):
    lay_out(flash, cards=True)
    desk = BoxDesk().sees("4 Dice ours Cards own")
    desk.key("4", "2", "#").sees("Cards box").key("4", "2", "#").sees("Cards own")
    assert desk.ui.draft["rules"] == {}


def test_big_type_is_chosen_in_line_four_and_stays():
    desk = fits(BoxDesk().key("4", "3").sees("3 Big text  Yes"))
    assert desk.ui.big and BoxDesk().ui.big
    desk.key("3").sees("3 Big text  No")


def test_a_second_tap_takes_a_token_out_and_fix_the_last_one():
    desk = seated(4, 2, 0).tap("token", 2)
    assert desk.ui.draft["tokens"] == [4, 0]
    desk.key("*")
    assert desk.ui.draft["tokens"] == [4]
    assert "A Start" not in desk.text()
    desk.key("A").sees("NEW GAME")


def test_more_than_the_board_seats_are_refused():
    desk = BoxDesk().key("1", "5")
    for token in range(6):
        fits(desk.tap("token", token))
    fits(desk.tap("token", 6).sees("The table is full."))
    assert len(desk.ui.draft["tokens"]) == 6
    eight = seated(*range(8))
    fits(eight.sees("5", "8")).key("1", "5").key("A")
    fits(eight.sees("The table is full.")).tap("token", 7).tap("token", 6).key("A").sees("WHO STARTS?")


def test_what_is_no_token_is_not_taken():
    fits(BoxDesk().tap("deed", "red1").sees("Tap a token.")).tap("card", 3).sees("Tap a token.")


def test_a_tap_on_a_page_of_the_set_up_seats_a_player():
    desk = BoxDesk().key("1").tap("token", 5)
    assert desk.ui.screen == "setup.new_game" and desk.ui.draft["tokens"] == [5]


def test_nobody_goes_on_and_the_choices_are_kept():
    desk = seated(1).key("3", "1").wait(125_000)
    desk.sees("NEW GAME", "3 Rules  1 changed")
    assert desk.ui.draft["tokens"] == [1]


# -- house rules --


def test_bedtime_goes_on_to_its_next_step_and_off_again():
    desk = BoxDesk().key("3")
    for minutes in (60, 90, 120):
        fits(desk.key("5").sees("5+Bedtime", f"{minutes} minutes, C other"))
        assert desk.ui.draft["rules"]["time_limit_min"] == minutes
    fits(desk.key("5").sees("5 Bedtime"))
    assert desk.ui.draft["rules"] == BOX_CARDS


def test_printed_takes_all_house_rules_back_and_leaves_dice_and_cards():
    desk = BoxDesk().key("4", "1", "#", "2", "3", "1", "2", "3", "4", "5", "6").sees("6+Slow")
    fits(desk.key("0"))
    assert desk.ui.draft["rules"] == {**BOX_CARDS, "dice_source": "device", "game_variant": "short"}
    desk.key("#").sees("3 Rules  as printed", "Short")


def test_slow_also_slows_looks():
    desk = seated(0, 1).key("3", "6", "#", "A").tap("token", 0)
    desk.tap("token", 1).wait(20_000)
    assert desk.ui.screen == "table.player"
    assert desk.wait(12_000).ui.screen == "turn.home"


def every_rule(desk):
    """Opens every rule of every group in its turn."""
    screens = set()
    for group in range(len(desk.ui.memo["groups"])):
        desk.key(*"B" * (group // 6), str(group % 6 + 1))
        for _ in desk.ui.args[2]:
            name = desk.ui.memo["rule"].name
            assert name not in screens
            screens.add(name)
            yield name
            desk.key("#")
        desk.key("*")


def another_value(desk, rule):
    """Keys that choose another value than the printed one, and that value."""
    now = one_rule.value_of(desk.ui, rule)
    if rule.type == "bool":
        return "2" if now else "1", not now
    if rule.type == "enum":
        other = next(value for value in rule.allowed if value != now)
        return str(rule.allowed.index(other) + 1), other
    if rule.type == "set":
        return "2", ["fines"]
    if rule.type == "int":
        value = rule.allowed[1] if now != rule.allowed[1] else rule.allowed[1] - 1
        return f"{value}#", value
    count = int(rule.type[4:])
    return "".join(f"{n + 1}#" for n in range(count)), list(range(1, count + 1))


@pytest.mark.parametrize(
    "board, digit, language", [("classic", "1", "en"), ("duel-masters", "2", "de"), ("spider-man", "6", "de")]
)
def test_every_rule_that_the_box_can_serve_is_offered_and_taken(board, digit, language):
    desk = BoxDesk(language=language).key("1", digit, "3", "9")
    choices = {}
    for name in every_rule(desk):
        rule = rules.rule_table()[name]
        fits(desk)
        keys, value = another_value(desk, rule)
        for key in keys:
            fits(desk.key(key))
        assert desk.ui.draft["rules"][name] == value, name
        choices[name] = value
    hidden = {"edition", "game_variant", *house_rules.UNSERVED}
    extras = {name for name in rules.rule_table() if name.startswith(("dm_", "sm_"))}
    own = {"duel-masters": "dm_", "spider-man": "sm_"}.get(board, "-")
    assert set(choices) == {name for name in rules.rule_table() if name not in hidden} - {
        name for name in extras if not name.startswith(own)
    }
    assert desk.ui.draft["rules"] == {**BOX_CARDS, **choices}


def test_choosing_what_is_printed_is_no_house_rule():
    desk = BoxDesk().key("3", "9", "2").sees("What passing GO pays.", "Now: 200", "0 to 9999")
    fits(desk.key("3", "0").sees("30_", "# OK")).key("0", "#").sees("Now: 300")
    assert desk.ui.draft["rules"]["go_salary"] == 300
    desk.key("2", "0", "0", "#").sees("Now: 200")
    assert desk.ui.draft["rules"] == BOX_CARDS
    desk.key("9", "*").sees("0 to 9999").key("1", "0", "0", "0", "0", "#").sees("You can't do that.")
    assert desk.ui.draft["rules"] == BOX_CARDS


def test_houses_without_limit():
    desk = BoxDesk().key("3", "9", "B", "1")
    while desk.ui.memo["rule"].name != "houses_total":
        desk.key("#")
    fits(desk.sees("C No limit")).key("C").sees("Now: -1")
    assert desk.ui.draft["rules"]["houses_total"] == -1


def test_a_set_of_rules_that_a_host_pushed_can_be_taken(flash):
    def push(file, text):
        (flash / "rules" / f"{file}.json").write_text(text)

    push("sundays", json.dumps({"name": "Sundays", "rules": {**JACKPOT, "go_salary": 300}}))
    push("heroes", json.dumps({"name": "Heroes", "rules": {"sm_doubles": True, "jail_fine": 100}}))
    push("odd", json.dumps({"name": "Odd", "rules": {"go_salary": "much"}}))
    push("torn", '{"name": "To')
    push("list", "[1]")
    push("deep", '{"name": "Deep", "rules": ' + "[" * 900 + "]" * 900 + "}")
    push("many", json.dumps({"name": "Many", "rules": {f"rule_{n}": n for n in range(400)}}))
    push("long", json.dumps({"name": "Long", "rules": {"go_salary": 300}}) + " " * 2048)
    desk = fits(BoxDesk().key("2", "3").sees("7 Our own", "8 More"))
    fits(desk.key("7").sees("5 sets of rules"))
    fits(desk.wait(3000).sees("OUR RULES", "1 Heroes", "2 Odd", "3 Sundays"))
    assert len(desk.ui.memo["files"]) == 3
    fits(desk.key("2").sees("Those rules cannot"))
    fits(desk.key("3").sees("1+Jackpot on Parking")).key("#").sees("3 Rules  2 changed", "Short")
    desk.key("3", "7", "1", "#").sees("3 Rules  1 changed")
    assert desk.ui.draft["rules"] == {**BOX_CARDS, "game_variant": "short", "jail_fine": 100}


def test_a_set_of_rules_that_contradicts_itself_is_said_to_also_where_the_heap_is_short(flash):
    text = json.dumps({"name": "No end", "rules": {"end_condition": "target_worth"}})
    (flash / "rules" / "no-end.json").write_text(text)
    desk = BoxDesk().key("3", "7")
    with every_part_pushed_out():
        fits(desk.key("1").sees("Set the target amount first"))


def test_more_rules_than_the_journal_holds_are_refused_before_anything_happens():
    desk = BoxDesk().key("3", "9")
    for name in every_rule(desk):
        if name not in ("mode", "first_player", "players_min", "players_max", "start_deeds"):
            keys, _ = another_value(desk, rules.rule_table()[name])
            desk.key(*keys)
    desk.key("*", "#").tap("token", 0).tap("token", 1).key("A").tap("token", 0)
    fits(desk.sees("Too many house rules"))
    assert desk.game is None


def test_rules_that_do_not_go_together_are_refused():
    desk = BoxDesk()
    desk.ui.draft["rules"]["go_salary"] = 99999  # as a damaged table.json may have it
    for token in range(5):
        desk.tap("token", token)
    fits(desk.key("A").tap("token", 0).sees("These rules don't fit"))
    assert desk.game is None
    desk.ui.draft["rules"].clear()
    desk.wait(3000).key("A").tap("token", 0)
    assert desk.phase == "roll"


def test_more_deeds_than_an_even_share_are_never_dealt():
    desk = BoxDesk().key("3", "9", "1")
    while desk.ui.memo["rule"].name != "start_deeds":
        desk.key("#")
    desk.key("1", "4", "#", "*", "*", "#")
    for token in range(5):
        desk.tap("token", token)
    fits(desk.key("A").tap("token", 0).sees("Deed 1 of 5"))
    desk.key("A")
    assert [desk.ui.game.owner.count(seat) for seat in range(5)] == [5] * 5


# -- who starts --


def test_the_box_picks_who_starts():
    desk = seated(6, 2, 4).key("A").key("A")
    assert desk.inputs == 5 and sorted(desk.ui.seats) == [2, 4, 6]
    at = [6, 2, 4].index(desk.ui.seats[0])
    assert desk.ui.seats == tuple([6, 2, 4, 6, 2][at : at + 3])


def test_every_throw_may_be_keyed_and_ties_throw_again():
    desk = fits(seated(0, 1, 2).key("A", "3").sees("Rolls 3 + _"))
    fits(desk.key("4", "6", "5").sees("1:7 2:11"))
    fits(desk.key("6").sees("Rolls 6 + _").key("*").sees("Rolls _ + _")).key("5", "6")
    fits(desk.sees("Rolls _ + _"))  # the second and the third rolled eleven
    assert desk.ui.memo["seats"] == [1, 2]
    desk.key("1", "1", "2", "1").sees("starts with 3.", "# OK")
    fits(desk.key("7", "1")).key("*").sees("2 + _").key("1").key("#")
    assert desk.ui.seats == (2, 0, 1)


def test_a_token_that_does_not_play_does_not_start():
    desk = fits(seated(0, 1).key("A").tap("token", 5).sees("Not in this game."))
    assert desk.game is None
    desk.tap("deed", 3).sees("Not in this game.")
    desk.key("*").sees("NEW GAME", "A Start").key("A").wait(125_000).sees("NEW GAME", "A Start")


@pytest.mark.parametrize("digit, inputs", [("2", 0), ("3", 1)])
def test_who_starts_can_be_a_house_rule(digit, inputs):
    desk = seated(0, 1).key("3", "9", "1")
    while desk.ui.memo["rule"].name != "first_player":
        desk.key("#")
    desk.key(digit, "*", "*", "#")
    desk.inputs = 0
    desk.key("A")
    if inputs:
        fits(desk.sees("Tap who starts.")).tap("token", 1)
    assert desk.inputs == 1 + inputs and desk.phase == "roll"


# -- names --


def test_a_token_keeps_the_name_that_was_typed_with_phone_letters():
    desk = fits(seated(4).sees("D Name").key("D").sees("NAME", "2ABC 3DEF", "* Back"))
    fits(desk.key("5").sees("J"))
    fits(desk.key("8", "8", "8", "8").sees("Jü", "A Next", "B aA"))
    desk.key("7", "7", "7", "4", "3", "3").key("6", "6").sees("Jürgen")
    fits(desk.key("#").sees("1JÜRGEN"))
    desk.tap("token", 1).key("A").tap("token", 4).sees("JÜRGEN", "1500")
    assert beginning(desk)["names"][0] == "Jürgen"
    again = BoxDesk(FaultFlash(16)).tap("token", 4).sees("1JÜRGEN")
    again.key("D", "#")
    assert again.ui.draft["names"][4] == "", "an empty name is the board's own again"


def test_two_letters_of_one_key_and_a_slip():
    desk = seated(0).key("D", "2", "A", "2", "2").sees("Ab").key("*").sees("A_").key("6", "6", "A", "6", "6")
    desk.sees("Ann").key("0", "2", "#").sees("1ANN A")


def test_a_word_of_a_name_begins_with_a_capital_and_one_key_changes_the_last_letter():
    desk = seated(0).key("D", *"2A2066").sees("Aa N")
    desk.key(*"**1").sees("Aa-").key("3", "3").sees("Aa-E").key("3").sees("Aa-F")
    fits(desk.key(*"****8B").sees("t").key("5").sees("tj").key("B").sees("tJ").key(*"666666").sees("tJm"))
    desk.key("*").key("#").sees("1TJ")
    assert desk.ui.draft["names"][0] == "tJ"
    desk.key("D", "#")
    assert "B aA" not in desk.key("D").text(), "nothing is typed yet"


def test_a_name_has_twelve_letters_at_most_and_is_nobody_elses():
    desk = seated(0, 1).key("D")
    for key in "2A" * 14:
        desk.key(key)
        fits(desk)
    desk.key("#")
    assert desk.ui.draft["names"][1] == "A" + "a" * 11
    desk.tap("token", 0).tap("token", 0).key("D", *"2A" * 12, "#")
    fits(desk.sees("That name is taken."))
    desk.key(*"*" * 12, "2", "2", "2", "#").sees("2C")
    desk.key("D", "2", "2", "A", "2", "6", "6", "5", "5", "#").sees("That name is taken.")


def test_a_rename_in_play_shows_at_once_and_after_a_power_cut():
    desk = begin(3, 0)
    fits(desk.tap("token", 3).sees("D Name").key("D", "6", "8", "8", "6", "#").sees("MUM", "1500"))
    desk.key("*").sees("MUM", "Roll, type")
    desk.power_on().sees("MUM")
    assert beginning(desk)["names"][0] != "Mum", "the beginning stays as it was written"
    desk.key("1", "2", "#")
    assert desk.done[-1] == "roll"
    desk.ui.show("setup.new_game")
    desk.key("A", "B").sees("1MUM").tap("token", 0).tap("token", 0)
    desk.key("A").tap("token", 3).sees("MUM")
    assert beginning(desk)["names"][0] == "Mum"


def test_each_game_keeps_the_names_that_it_shows():
    desk = begin(0, 1).tap("token", 0).key("D", "6", "8", "8", "6", "#")
    desk.ui.show("setup.new_game")
    desk.key("A").tap("token", 2).tap("token", 0).key("A").tap("token", 2)
    desk.tap("token", 0).key("D", "3", "2", "3", "#").sees("DAD")
    desk.ui.show("setup.new_game")
    desk.key("A", "9").sees("1 MUM", " 1").key("1").sees("MUM")
    desk.ui.show("setup.new_game")
    desk.key("A", "9").sees("DAD").key("1").key("B").sees("DAD")


def test_a_name_of_a_player_cannot_become_that_of_another():
    desk = begin(0, 1)
    name = desk.ui.name(1)
    desk.keeper.names = desk.ui.names = ("Ann", "Bob")
    desk.tap("token", 0).key("D", "2", "2", "6", "6", "6", "2", "2", "#").sees("That name is taken.")
    assert name and desk.ui.names == ("Ann", "Bob")
    desk.key(*"***").key("#").sees("ANN", "1500")  # nothing typed: nothing changed
    assert desk.ui.names == ("Ann", "Bob")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"edition": 3}', '{"names": ["", 1]}', '"x"'])
def test_a_damaged_table_is_one_where_nobody_has_sat(flash, text):
    (flash / "table.json").write_text(text)
    fits(BoxDesk().sees("NEW GAME", "1 Board  Classic"))


def test_a_table_that_remembers_nonsense_is_no_table(flash):
    begin(0, 1)
    good = json.loads(Path("table.json").read_text())
    odd = [("tokens", [0, 99]), ("tokens", [0, 0]), ("names", ["x"]), ("names", [3] * 8), ("shown", {"a": 1})]
    for key, value in odd:
        Path("table.json").write_text(json.dumps({**good, key: value}))
        assert not BoxDesk(FaultFlash(16)).ui.draft["last"]
    Path("table.json").write_text(json.dumps({**good, "edition": "../main"}))
    fits(BoxDesk(FaultFlash(16)).sees("1 Board  Classic", "B Same names"))


def test_a_box_without_any_board_says_so(flash):
    for file in (flash / "editions").glob("*.bin"):
        file.unlink()
    desk = fits(BoxDesk().sees("NEW GAME", "1 Board"))
    desk.tap("token", 0).tap("token", 1).key("A").tap("token", 0)
    fits(desk.sees("You can't play that"))


# -- several games --


def test_a_game_that_is_not_over_can_be_kept_and_taken_up_again():
    desk = begin(0, 1, 2).key("1", "2", "#")
    first = desk.ui.names
    desk.ui.show("setup.new_game")
    fits(desk.sees("NEW GAME", "This game is not", "over: ", "A Save it", "B End it"))
    desk.tap("token", 0).sees("Finish this first.").key("A").sees("B Same names")
    desk.tap("token", 6).tap("token", 7).key("A").tap("token", 7)
    assert desk.ui.seats == (7, 6)
    desk.ui.show("setup.new_game")
    desk.key("A")
    fits(desk.sees("9 Saved games")).key("9")
    fits(desk.sees("SAVED GAMES", "turn", "1 "))
    desk.key("1")
    assert desk.ui.seats == (0, 1, 2) and desk.ui.names == first and desk.game.space[0] == 3
    assert [game[1] for game in desk.fact("saves")] != [], "the other one waits now"


def test_a_game_ends_only_if_everyone_taps():
    desk = begin(0, 1, 2)
    desk.ui.show("setup.new_game")
    fits(desk.key("B").sees("End it for good?", "All tap:"))
    desk.tap("token", 0).tap("token", 1).key("*").sees("This game").key("B").tap("token", 2).tap("token", 0)
    assert desk.ui.screen == "setup.keep_or_end"
    fits(desk.tap("token", 1).sees("1 Board")).tap("token", 3).tap("token", 4).key("A").tap("token", 3)
    assert desk.ui.seats == (3, 4) and desk.fact("saves") == []


def test_consent_to_an_end_does_not_outlast_the_set_up():
    desk = begin(0, 1)
    desk.ui.show("setup.new_game")
    desk.key("B").tap("token", 0).tap("token", 1).sees("1 Board").wait(125_000).sees("Roll, type")
    desk.ui.show("setup.new_game")
    desk.sees("This game is not", "B End it").key("*").sees("Roll, type")
    assert desk.ui.draft is None


def test_nobody_agrees_and_nothing_changes():
    desk = begin(0, 1)
    desk.ui.show("setup.new_game")
    desk.key("B").tap("token", 0).wait(31_000).sees("Nothing changed.")
    assert desk.ui.screen == "turn.home"


def test_without_room_a_game_cannot_be_kept_and_the_box_says_so(monkeypatch):
    desk = begin(0, 1)
    identity = desk.keeper.identity
    with monkeypatch.context() as full:
        full.setattr(saves, "_SAVES_MOST", 0)
        desk.ui.show("setup.new_game")
        fits(desk.sees("No room to save it.", "B End it"))
        assert "A Save it" not in desk.text()
        desk.key("A").sees("This game is not")
    desk.ui.show("setup.new_game")
    desk.key("A", "B", "A")
    monkeypatch.setattr(saves, "_SAVES_MOST", 0)  # saves have used up the room meanwhile
    fits(desk.tap("token", 1).sees("No room to save that."))
    assert desk.keeper.identity == identity


def test_a_kept_game_that_cannot_be_read_says_so_and_nothing_changes(flash):
    desk = begin(0, 1)
    desk.ui.show("setup.new_game")
    desk.key("A", "B", "A").tap("token", 1)
    identity = desk.keeper.identity
    desk.ui.show("setup.new_game")
    desk.key("A", "9")
    for file in (flash / save_files.FOLDER).glob("*.sav"):
        file.write_bytes(file.read_bytes()[:-1])
    fits(desk.key("1").sees("That game cannot be read."))
    assert desk.keeper.identity == identity


def test_a_kept_game_whose_board_is_gone_says_so(flash):
    desk = begin(0, 1)
    desk.ui.show("setup.new_game")
    desk.key("A", "1", "5", "B", "A").tap("token", 1)
    (flash / "editions" / "classic.bin").unlink()
    desk.ui.show("setup.new_game")
    fits(desk.key("A", "9", "1").sees("You can't play that"))
    assert desk.keeper.edition.name == "zelda"


# -- rules in play --


def test_a_rule_changes_in_play_when_everyone_has_tapped():
    desk = begin(0, 1, 2)
    fits(desk.key("D").sees("7 Rules")).key("7")
    fits(desk.sees("HOUSE RULES", "Classic", "3 Box asks for rent", "9 All"))
    fits(desk.key("3").sees("CHANGE A RULE", "+Box asks for rent", "All tap:"))
    fits(desk.tap("token", 2)).tap("token", 2).tap("token", 0)
    assert desk.done == [] and desk.game.rules.rent_claim == "ask"
    desk.tap("token", 1)
    assert desk.done == ["set-rule"] and desk.game.rules.rent_claim == "auto"
    desk.key("D", "7").sees("3+Box asks for rent").key("3").sees("-Box asks for rent")
    for token in range(3):
        desk.tap("token", token)
    assert desk.game.rules.rent_claim == "ask"
    desk.power_on()
    assert desk.game.rules.rent_claim == "ask"


def test_the_next_game_keeps_a_rule_that_changed_in_play():
    desk = begin(0, 1).key("D", "7", "4").tap("token", 0).tap("token", 1)
    desk.ui.show("setup.new_game")
    desk.key("A").sees("3 Rules  1 changed").key("B", "A").tap("token", 1)
    assert desk.game.rules.auction_mode == "never"


def test_a_favourite_made_of_several_rules_is_one_question():
    desk = begin(0, 1).key("D", "7", "1").tap("token", 0).tap("token", 1)
    assert desk.done == ["set-rule", "set-rule"]
    assert desk.game.rules.free_parking_feeds == ("taxes", "fines", "card_payments")
    desk.key("D", "7", "2").tap("token", 0).tap("token", 1).key("D", "7", "2").sees("-Land on GO")
    desk.tap("token", 0).tap("token", 1)
    assert desk.game.rules.exact_salary == 200


def test_any_rule_that_may_change_is_asked_in_its_own_words():
    desk = begin(0, 1).key("D", "7", "9", "3").sees("Auctions for deeds", "1+Not bought")
    fits(desk.key("2").sees("CHANGE A RULE", ">Never", "All tap:"))
    desk.tap("deed", 3).sees("Finish this first.").tap("token", 0).tap("token", 1)
    assert desk.game.rules.auction_mode == "never"
    fits(desk.key("D", "7", "9", "2", "3", "0", "0", "#").sees("CHANGE A RULE", ">300")).key("*")
    assert desk.ui.screen == "setup.favourite_rules" and desk.game.rules.go_salary == 200


def test_what_a_game_began_with_stays():
    desk = begin(0, 1).key("D", "7", "9", "1").sees("Referee")
    fits(desk.key("1").sees("You can't change that rule now."))
    assert desk.done == []


def test_every_rule_in_play_is_asked_or_refused_and_fits():
    desk = begin(0, 1).key("D", "7", "9")
    groups = len(desk.ui.memo["groups"])
    questions = 0
    for group in range(groups):
        at = 0
        while True:
            desk.ui.show("setup.all_rules", True)
            desk.key(*"B" * (group // 6), str(group % 6 + 1), *"#" * at)
            if at == len(desk.ui.args[2]):
                break
            keys, _ = another_value(desk, desk.ui.memo["rule"])
            fits(desk.key(*keys))
            assert desk.ui.screen == "table.rules_in_play" or desk.sees("You can't change that rule now.")
            questions += desk.ui.screen == "table.rules_in_play"
            at += 1
    assert questions > 80 and desk.done == []


def test_rules_locked_at_the_start_stay_locked():
    desk = seated(0, 1).key("3", "9", "1")
    while desk.ui.memo["rule"].name != "rules_change":
        desk.key("#")
    desk.key("1", "*", "*", "#", "A").tap("token", 0)
    fits(desk.key("D", "7", "1").sees("You can't change that rule now."))


def test_a_rule_nobody_agrees_to_stays():
    desk = begin(0, 1).key("D", "7", "1").tap("token", 0).wait(31_000).sees("Nothing changed.")
    assert desk.done == []


# -- the deal --


def test_the_short_game_begins_with_the_deal():
    desk = seated(0, 1).key("2", "A").tap("token", 1)
    fits(desk.sees("DEAL", "Deed 1 of 3", "A Box deals"))
    assert desk.ui.taps() and all(kind == 2 for kind, _ in desk.ui.taps())
    desk.key("A")
    assert desk.done == ["deal"] and desk.game.owner.count(0) == 3


# -- anything --


def something(desk, rng):
    what = rng.random()
    if what < 0.6:
        desk.key(rng.choice([key for key, _ in desk.ui.inputs()] or "0123456789ABCD*#"))
    elif what < 0.7:
        desk.key(rng.choice("0123456789ABCD*#"))
    elif what < 0.93:
        desk.tap("token", rng.randrange(8))
    elif what < 0.96:
        desk.tap("deed", rng.randrange(28))
    elif what < 0.98:
        desk.tap("card", rng.randrange(32))
    else:
        desk.wait(rng.choice((1250, 5000, 130_000)))


@pytest.mark.parametrize("seed, language", [(0, "en"), (1, "de"), (2, "en"), (3, "de")])
def test_any_input_at_any_moment_leaves_the_display_whole_and_a_game_sound(
    flash, monkeypatch, seed, language
):
    # The box's own chance decides who starts, so the way through the screens depends on it, too.
    monkeypatch.setattr(ui_queries.os, "urandom", random.Random(seed).randbytes)
    (flash / "rules" / "ours.json").write_text(json.dumps({"name": "A" * 18, "rules": JACKPOT}))
    names = ["MAXIMILIANUS", "KONSTANTINOS", "ÄÖÜÄÖÜÄÖÜÄÖÜ", "WWWWWWWWWWWW", "", "", "", "WILHELMINE"]
    table = {"edition": "star-wars-ep1", "rules": {}, "tokens": [0, 1, 2, 3], "names": names, "shown": {}}
    (flash / "table.json").write_text(json.dumps(table))
    rng = random.Random(seed)
    desk = BoxDesk(language=language)
    screens = set()
    for _ in range(1500):
        if (
            desk.ui.screen in ("turn.home", "table.bank_only", "table.the_end", "turn.jail")
            and rng.random() < 0.3
        ):
            desk.ui.show(rng.choice(("setup.new_game", "table.rules_in_play")))
        something(desk, rng)
        screens.add(desk.ui.screen)
        fits(desk)
        assert not desk.game or sound(desk.game)
    assert {
        "setup.new_game",
        "setup.who_starts",
        "setup.favourite_rules",
        "setup.player_name",
        "setup.keep_or_end",
    } < screens, screens


@pytest.mark.parametrize("language", ["en", "de"])
def test_eight_long_names_fit_everywhere(flash, language):
    names = ["MAXIMILIANU" + "ABCDEFGH"[n] for n in range(8)]
    table = {"edition": "classic", "rules": {}, "tokens": list(range(8)), "names": names, "shown": {}}
    (flash / "table.json").write_text(json.dumps(table))
    desk = fits(BoxDesk(language=language).key("B").sees("1MAX", "8MAX"))
    fits(desk.key("D")).key("*")
    fits(desk.key("A")).tap("token", 7)
    desk.ui.show("setup.new_game")
    fits(fits(desk).key("B"))
    fits(desk.key("*").key("A", "B")).key("A").tap("token", 1)
    desk.ui.show("setup.new_game")
    fits(desk.key("A", "9")).key("*", "*")
    fits(desk.key("D", "7", "1"))
    assert desk.ui.screen == "table.rules_in_play"


def test_a_target_is_chosen_before_the_end_by_it_and_bedtime_without_minutes_gets_a_remark():
    desk = BoxDesk().key("3", "9", "B", "3")
    while "Ends: one is left" not in desk.text():
        desk.key("#")
    fits(desk.key("4").sees("Set the target amount first (press #)."))
    assert "end_condition" not in desk.ui.draft["rules"]
    desk.key("#").sees("The worth that wins").key("3", "0", "0", "0", "#").sees("Now: 3000")
    for _ in range(11):
        desk.key("#")
    desk.key("4")
    assert desk.ui.draft["rules"]["end_condition"] == "target_worth"
    desk.key("#", "0", "#").sees("Set the target amount first")
    assert desk.ui.draft["rules"]["target_worth"] == 3000
    for _ in range(11):
        desk.key("#")
    fits(desk.key("3").sees("No clock: you call time (More, 9)."))
    assert desk.ui.draft["rules"]["end_condition"] == "time"


def test_in_play_a_target_of_nothing_is_refused_before_anybody_taps():
    desk = Desk("classic").key("D", "7", "9", "B", "3")
    while "Ends: one is left" not in desk.text():
        desk.key("#")
    fits(desk.key("4").sees("Set the target amount first (press #)."))
    assert desk.ui.screen == "setup.one_rule"
