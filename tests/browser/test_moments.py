"""The great moments on the page: a dialog in the middle of the table that follows the box and plays on it."""

import json

import pytest
from accessibility import COLOURS, violations
from playwright.sync_api import expect

NAMES = ["Ann", "Bob", "Cyd"]
SKY = {"sky1": {"owner": "Bob", "houses": 2}, "sky2": {"owner": "Bob", "houses": 2}}
SKY["sky3"] = {"owner": "Bob", "houses": 3}
LEFT = {"pink1": {"owner": "Ann"}, "pink3": {"owner": "Ann", "mortgaged": True}, "rail1": {"owner": "Ann"}}
OWES = {
    "edition": "zelda",
    "names": NAMES,
    "rules": {"rent_claim": "auto", "bankr_deeds_to_player": "as_is"},
    "given": {
        "players": {"Ann": {"space": 6, "cash": 20, "jail_cards": 1}},
        "deeds": {**SKY, **LEFT},
    },
}
LEAVES = {"edition": "zelda", "names": NAMES, "given": {"players": {"Ann": {"cash": 20}}, "deeds": LEFT}}
TAXED = {
    "edition": "classic",
    "names": NAMES,
    "rules": {"income_tax_mode": "choice"},
    "given": {"players": {"Ann": {"space": 1, "cash": 2250}}},
}
FIGHTS = {
    "edition": "spider-man",
    "names": NAMES[:2],
    "rules": {"sm_doubles": True},
    "given": {"players": {"Ann": {"space": 8}}, "deeds": {"blue1": {"owner": "Bob", "mortgaged": True}}},
}
DEALS = {"edition": "classic", "names": NAMES, "rules": {"game_variant": "time"}}


def jailed(tries):
    given = {"players": {"Ann": {"in_jail": True, "jail_tries": tries}}}
    return {"edition": "classic", "names": NAMES, "given": given}


# Game, keys and tags, title and sentences in English, in German.
MOMENTS = {
    "debt": (
        OWES,
        ["1", "2", "#"],
        [
            "Ann owes Bob 300",
            "Ann owes Bob 300 for Lorule Castle. Ann has 20 and could raise 170.",
            "That is not enough to pay Bob. Others may help",
        ],
        [
            "Ann schuldet Bob 300",
            "Ann schuldet Bob 300 für Lorule Castle. Ann hat 20 und könnte 170 beschaffen.",
            "Das reicht nicht für Bob. Andere können helfen",
        ],
    ),
    "give up": (
        OWES,
        ["1", "2", "#", "D"],
        ["Ann gives up?", "If Ann gives up, Bob gets 20, three deeds and a pass."],
        ["Gibt Ann auf?", "Gibt Ann auf, bekommt Bob 20, drei Karten und eine Freikarte."],
    ),
    "leave": (
        LEAVES,
        ["D", "8", "token:1"],
        ["Ann leaves the game?", "If Ann leaves, the bank gets 20 and three deeds."],
        ["Verlässt Ann das Spiel?", "Geht Ann, bekommt die Bank 20 und drei Karten."],
    ),
    "left, to the bank": (
        LEAVES,
        ["D", "8", "token:1", "token:1"],
        [
            "Ann is out",
            "Ann has left the game. Ann is out. The bank gets 20 and three deeds.",
            "The bank auctions Spirit Train, Forsaken Fortress and Dragon Roost Island.",
        ],
        [
            "Ann ist ausgeschieden",
            "Die Bank bekommt 20 und drei Karten.",
            "Die Bank versteigert Spirit Train, Forsaken Fortress und Dragon Roost Island.",
        ],
    ),
    "deal": (
        DEALS,
        ["A", "#"],
        ["The box has dealt", "Give Bob these deeds, then press #.", "Ann: ", "Cyd: ", "Paid "],
        ["Die Box hat ausgeteilt", "Gib Bob diese Karten, dann drück #.", "gezahlt"],
    ),
    "third double": (
        {"edition": "classic", "names": NAMES, "given": {"doubles": 2}},
        ["3", "3"],
        ["Third double!", "Ann has rolled 3 and 3. Ann goes to jail, and the turn is over."],
        ["Dritter Pasch!", "Ann kommt ins Gefängnis, und der Zug ist zu Ende."],
    ),
    "failed try": (
        jailed(1),
        ["1", "2"],
        ["No double", "Ann stays in jail. Try 2 of 3 is used."],
        ["Kein Pasch", "Ann bleibt im Gefängnis. Versuch 2 von 3 ist verbraucht."],
    ),
    "last try": (
        jailed(2),
        ["1", "2"],
        ["No double", "That was the last try: Ann pays 50 and moves to States Avenue."],
        ["Kein Pasch", "Das war der letzte Versuch: Ann zahlt 50 und zieht auf States Avenue."],
    ),
    "undo": (
        TAXED,
        ["1", "2", "#", "B", "token:1", "*"],
        [
            "Undo this?",
            "Ann pays the tax, $225. Ann gets back 225.",
            "To agree, tap: Ann, and one more player as a witness (Bob or Cyd).",
        ],
        ["Dies zurücknehmen?", "Zustimmen: Ann, und noch jemand als Zeuge (Bob oder Cyd)."],
    ),
    "power": (
        FIGHTS,
        ["6", "6", "#"],
        ["Ann has rolled a double 6", "Ann may fight for a deed of another player"],
        ["Ann hat einen Pasch 6 gewürfelt", "Ann darf um eine Karte eines anderen kämpfen"],
    ),
}


@pytest.fixture(scope="module")
def ann(stay, one_house, demo):
    one_house.put(demo)
    visitor = stay(height=1500)
    visitor.page.click("#bubble button")
    return visitor


@pytest.fixture
def begin(ann, one_house, laid_ready):
    """begin(game, inputs) plays them with the page's keys and tags."""

    def begin(game, inputs=()):
        one_house.put(laid_ready({"seed": 3, **game}))
        in_language(ann, "en")
        ann.reads("#hands", game["names"][0])
        for one in inputs:
            ann.tap(one) if ":" in one else ann.key(one)
        return ann

    return begin


def in_language(visitor, language):
    visitor.page.evaluate("async to => (await import('/page/words.js')).setLanguage(to)", language)


def button(visitor, name):
    return visitor.page.locator("#moment").get_by_role("button", name=name)


@pytest.mark.proof_unless("debt", "undo")
@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment_is_told_in_the_middle_of_the_table_in_both_languages(begin, name):
    game, inputs, english, german = MOMENTS[name]
    ann = begin(game, inputs)
    for words in english:
        ann.reads("#moment", words)
    in_language(ann, "de")
    for words in german:
        ann.reads("#moment", words)
    ring, dialog = (ann.page.locator(what).bounding_box() for what in ("#ring", "#moment"))
    assert ring["x"] < dialog["x"] and dialog["x"] + dialog["width"] < ring["x"] + ring["width"]
    middle = ring["y"] + ring["height"] / 2
    assert dialog["y"] < middle < dialog["y"] + dialog["height"]


def test_everyday_play_has_no_dialog_and_a_moment_that_is_over_closes_it(begin):
    ann = begin({"edition": "classic", "names": NAMES, "given": {"doubles": 2}})
    ann.sees("Roll")
    expect(ann.page.locator("#moment")).to_be_hidden()
    ann.key("3", "4")
    ann.sees("3 + 4 = 7")
    expect(ann.page.locator("#moment")).to_be_hidden()
    ann.key("*")
    ann.key("3", "3")
    ann.reads("#moment", "Third double!")
    ann.key("*")
    ann.sees("Roll")
    expect(ann.page.locator("#moment")).to_be_hidden()


def test_a_bankruptcy_is_played_from_the_debt_to_the_heir_with_the_buttons_of_the_dialog(begin):
    ann = begin(OWES, ["1", "2", "#"])
    ann.sent.clear()
    button(ann, "D Give up").click()
    button(ann, "Tap Ann's token").click()
    ann.sees("ANN OUT")
    ann.reads(
        "#moment", "Ann owed Bob 300 for Lorule Castle. Ann is out. Bob gets 20, three deeds and a pass."
    )
    ann.reads("#moment", "Give Bob Spirit Train, Forsaken Fortress and Dragon Roost Island (mortgaged).")
    ann.reads("#moment", "Give Bob the pass from the Empty Bottle pile.")
    ann.reads("#moment", "Bob has paid the bank interest of 8.")
    button(ann, "# Next").click()
    ann.sees("ANN to BOB", "1/2")
    button(ann, "# Next").click()
    ann.sees("2/2")
    button(ann, "# Next").click()
    ann.reads("#moment", "Dragon Roost Island is mortgaged")
    ann.reads("#moment", "Pay back the loan of 80 now?")
    button(ann, "Tap Bob's token").click()
    ann.reads("#log", "to lift the mortgage on Dragon Roost Island")
    expect(ann.page.locator("#moment")).to_be_hidden()
    wishes = [json.loads(text) for text in ann.sent]
    inputs = [wish.get("key") or wish.get("tag") for wish in wishes if wish["do"] in ("press", "tap")]
    assert inputs == ["D", "token:1", "#", "#", "#", "token:2"]


@pytest.mark.proof
def test_an_undo_is_agreed_to_by_player_and_witness_with_the_buttons_of_the_dialog(begin):
    ann = begin(*MOMENTS["undo"][:2])
    button(ann, "Tap Ann's token").click()
    ann.reads("#moment", "One more player agrees as a witness: Bob or Cyd.")
    button(ann, "Tap Cyd's token").click()
    ann.reads("#log", "agreed: Ann, Cyd")
    expect(ann.page.locator("#log .undone")).to_contain_text("Ann pays the tax")


@pytest.mark.proof
def test_a_tie_is_rolled_again_in_the_dialog_and_the_result_is_told(begin, one_house):
    ann = begin(FIGHTS, ["6", "6", "#"])
    button(ann, "Tap Dark Blue 1").click()
    ann.sees("Tap ANN to do it.")
    ann.tap("token:1")
    ann.sees("_ : _")
    ann.key("3", "3", "#")
    ann.reads("#moment", "A tie, 3 to 3")
    ann.reads("#moment", "Ann and Bob both roll again for Dark Blue 1.")
    ann.reads("#moment", "If Ann wins, Ann pays 368.")
    rolls = 0
    while rolls < 20:
        button(ann, "Roll").click()
        ann.sees("Right")
        a, b = one_house.viewers.table.dice
        ann.key("#")
        rolls += 1
        if a != b:
            break
        ann.reads("#moment", f"A tie, {a} to {b}")
    ann.reads("#moment", f"wins with {a} to {b}" if a > b else f"{a} to {b}: Bob keeps Dark Blue 1.")


@pytest.mark.proof
def test_time_called_by_the_table_is_told_and_the_dice_stay_within_reach(begin):
    rules = {"end_condition": "time", "time_limit_min": 60}
    ann = begin({"edition": "classic", "names": NAMES, "rules": rules}, ["D", "9"])
    ann.reads("#sentence", "Stop for tonight, or is the time up?")
    ann.key("B")
    ann.reads("#sentence", "Time is up if everybody agrees. Still to tap: Ann, Bob, Cyd.")
    for seat in (1, 2, 3):
        ann.tap(f"token:{seat}")
    ann.reads("#moment", "Time is up")
    ann.reads("#moment", "This turn is the last. Then everything is counted.")
    ann.reads("#sentence", "Ann rolls.")
    button(ann, "Roll").click()
    ann.sees(" + ")


@pytest.mark.proof  # the shortest clock takes a minute
def test_the_hour_is_told_while_the_auction_goes_on(begin):
    rules = {"end_condition": "time", "time_limit_min": 1, "auction_close_s": 0}
    ann = begin({"edition": "classic", "names": NAMES, "rules": rules}, ["1", "2", "#", "B", "token:1"])
    ann.sees("AUCTION")
    expect(ann.page.locator("#moment")).to_contain_text("Time is up", timeout=90_000)
    ann.reads("#moment", "This turn is the last. Then everything is counted.")
    ann.reads("#sentence", "Baltic Avenue is auctioned.")
    button(ann, "Tap Bob's token").click()
    ann.sees("BOB bid 10")
    expect(ann.page.locator("#moment")).to_be_hidden()


def test_the_dialog_blocks_neither_keyboard_nor_box_and_can_be_closed(begin):
    ann = begin(OWES, ["1", "2", "#"])
    ann.reads("#moment", "Ann owes Bob 300")
    ann.page.keyboard.press("d")
    ann.reads("#moment", "Ann gives up?")
    button(ann, "Close").click()
    expect(ann.page.locator("#moment")).to_be_hidden()
    ann.sees("ANN GIVES UP")
    ann.page.keyboard.press("Backspace")
    ann.reads("#moment", "Ann owes Bob 300")
    ann.page.click("#plug")
    ann.reads("#sentence", "no power")
    expect(ann.page.locator("#moment")).to_be_hidden()


@pytest.mark.proof
def test_who_opens_the_page_in_a_debt_reads_of_it(begin, stay):
    begin(OWES, ["1", "2", "#"])
    late = stay()
    late.reads("#moment", "Ann owes Bob 300 for Lorule Castle.")
    late.reads("#sentence", "Ann owes Bob 300 for Lorule Castle.")
    assert late.errors == []
    late.page.close()


@pytest.mark.proof
def test_on_a_phone_the_dialog_is_where_the_box_says_what_it_waits_for(begin, stay):
    begin(OWES, ["1", "2", "#"])
    phone = stay(width=390, height=844, is_mobile=True, has_touch=True)
    phone.reads("#now #moment", "Ann owes Bob 300 for Lorule Castle.")
    expect(phone.page.locator("#sentence")).to_be_hidden()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    button(phone, "D Give up").tap()
    phone.reads("#now #moment", "Ann gives up?")
    phone.page.close()


@pytest.mark.proof
def test_axe_finds_nothing_in_a_dialog(begin, stay):
    begin(*MOMENTS["undo"][:2])
    late = stay(bypass_csp=True)
    late.reads("#moment", "Undo this?")
    assert violations(late.page) == []
    late.page.emulate_media(color_scheme="dark")
    assert violations(late.page, rules=COLOURS) == []
    late.page.close()


@pytest.mark.proof
def test_at_1280_by_720_the_whole_dialog_is_in_sight(begin, stay):
    begin(*MOMENTS["deal"][:2])
    small = stay(width=1280, height=720)
    small.reads("#moment", "Give Bob these deeds")
    box = small.page.locator("#moment").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 720
    small.page.close()
