"""The page in a real browser, with the real firmware behind it."""

import json

import pytest
from playwright.sync_api import expect


def inputs(visitor) -> list[str]:
    """Inputs of this visitor: keys pressed, tags tapped."""
    wishes = [json.loads(text) for text in visitor.sent]
    return [wish.get("key") or wish.get("tag") for wish in wishes if wish["do"] in ("press", "tap", "put")]


def lit(visitor) -> int:
    """How many pixels of the display are lit."""
    return visitor.page.evaluate("""() => {
        const { data } = document.querySelector("#display").getContext("2d").getImageData(0, 0, 512, 256);
        return data.filter((value, at) => at % 4 === 0 && value > 180).length;
    }""")


def test_a_newcomer_follows_four_bubbles_and_pays_rent_with_four_inputs(visit):
    ann = visit()
    bubble = ann.page.locator("#bubble")
    expect(bubble).to_contain_text("Press 2, 4")
    ann.sees("ANN", "642", "Roll")
    ann.key("2", "4")
    expect(bubble).to_contain_text("Bob owns this. Tap his deed")
    ann.tap("deed:red3")
    expect(bubble).to_contain_text("Ann pays with her token")
    ann.sees("RENT Illinois Avenue", "ANN➤BOB", "642 > 622", "Tap ANN to pay.")
    ann.tap("token:1")
    expect(bubble).to_contain_text("Undo it? Press *")
    ann.sees("BOB", "554")
    assert inputs(ann) == ["2", "4", "deed:red3", "token:1"]
    assert ann.cash() == [622, 554]
    ann.reads("#log", "agreed: Ann")
    expect(ann.page.locator("#hands .turn")).to_contain_text("Bob")  # as the display has it
    ann.key("*")
    ann.sees("UNDO", "ANN gets back 20")
    for word in ("New game", "Watch a game", "Build one"):
        expect(ann.page.locator("#next").get_by_role("button", name=word)).to_be_visible()
    expect(bubble).to_be_hidden()
    ann.tap("token:1")
    ann.tap("token:2")
    ann.sees("BOB", "534")
    expect(ann.page.locator("#log .undone")).to_contain_text("asks Ann for the rent")
    ann.reads("#log", "agreed: Ann, Bob")
    assert ann.cash() == [642, 534]


@pytest.mark.proof
def test_dice_ask_for_a_deed_only_where_there_is_one(visit):
    ann = visit()
    ann.key("1")
    ann.reads("#sentence", "Type the second die.")
    ann.key("3")  # to Chance
    ann.reads("#sentence", "Press # if the dice are right.")
    ann.key("*")
    ann.key("2")
    ann.key("4")
    ann.reads("#sentence", "Tap the deed there")


@pytest.mark.proof
def test_who_keys_other_dice_is_led_back(visit):
    ann = visit()
    ann.key("3")
    ann.reads("#bubble", "Press *, then 2, 4")
    ann.key("*")
    ann.reads("#bubble", "Press 2, 4")
    ann.page.click("#bubble button")
    expect(ann.page.locator("#bubble")).to_be_hidden()
    ann.page.reload()
    ann.sees("ANN")
    expect(ann.page.locator("#bubble")).to_be_hidden()


def test_the_plug_pulled_in_the_middle_of_a_payment_leaves_it_paid_or_not_but_never_half(visit):
    ann = visit()
    ann.key("2", "4")
    ann.tap("deed:red3")
    ann.sees("Tap ANN to pay.")
    ann.page.click("#cut")
    ann.tap("token:1")
    ann.reads("#sentence", "no power")
    assert (
        ann.page.locator("#display").evaluate("c => c.getContext('2d').getImageData(9, 9, 1, 1).data[0]") < 16
    )
    assert lit(ann) == 0
    ann.page.click("#plug")
    expect(ann.page.locator("#hands .cash")).to_have_count(2)
    assert ann.cash() in ([642, 534], [622, 554])
    if ann.cash() == [642, 534]:
        ann.tap("deed:red3")
        ann.sees("Tap ANN to pay.")
        ann.tap("token:1")
    ann.reads("#hands", "622")
    assert ann.cash() == [622, 554]


@pytest.mark.proof
def test_the_plug_pulled_at_once_loses_nothing_that_was_shown(visit):
    ann = visit()
    ann.key("2", "4", "#")
    ann.reads("#log", "Ann rolls 2 + 4, lands on Illinois Avenue")
    ann.page.click("#plug")
    ann.reads("#sentence", "no power")
    ann.key("5")  # the box has no power
    ann.page.click("#plug")
    ann.reads("#log", "Ann rolls 2 + 4, lands on Illinois Avenue")


def test_two_browsers_share_one_game(visit):
    ann, bob = visit(), visit()
    bob.sees("ANN")
    ann.key("2")
    bob.sees("2 + _")
    bob.key("4")
    ann.sees("2 + 4 = 6")
    bob.tap("deed:red3")
    ann.tap("token:1")
    for visitor in (ann, bob):
        visitor.reads("#log", "Bob asks Ann for the rent of Illinois Avenue: $20")
        assert visitor.cash() == [622, 554]
    late = visit()
    late.sees("BOB", "554")


def test_by_keyboard_alone(visit):
    ann = visit()
    ann.sees("ANN")
    keyboard = ann.page.keyboard
    keyboard.press("5")
    ann.sees("5 + _")
    keyboard.press("Backspace")
    ann.sees("Roll")
    keyboard.type("24")
    ann.sees("2 + 4 = 6")
    keyboard.press("Shift+T")
    keyboard.type("illi")
    keyboard.press("Enter")
    ann.sees("Tap ANN to pay.")
    keyboard.press("t")
    keyboard.press("1")
    ann.sees("BOB", "554")
    keyboard.press("b")
    ann.sees("MONEY")
    keyboard.press("Backspace")
    ann.sees("Roll")
    keyboard.press("Enter")  # the key #: Ann is done
    ann.reads("#log", "Ann ends the turn")
    # Every button can be reached, and Enter on a button clicks it instead of pressing the key #.
    ann.page.locator("#plug").focus()
    keyboard.press("Enter")
    ann.reads("#sentence", "no power")


@pytest.mark.proof
def test_on_a_phone_the_main_action_is_at_the_thumb_and_the_rest_is_in_tabs(visit):
    ann = visit(width=390, height=844, device_scale_factor=3, is_mobile=True, has_touch=True)
    ann.sees("ANN")
    page = ann.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # A pixel of the panel takes a whole number of pixels of the phone.
    wide = page.locator("#display").bounding_box()["width"]
    assert abs(wide * 3 / 128 - round(wide * 3 / 128)) < 0.01 and wide > 300
    for name in ("table", "hands", "book"):
        expect(page.locator(f"#{name}")).to_be_hidden()
    page.get_by_role("button", name="Skip").tap()
    for key in "24":
        page.locator(f'#keypad [data-key="{key}"]').tap()
    page.get_by_role("button", name="Board", exact=True).tap()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#box")).to_be_hidden()
    main = page.locator("#inputs > button.main")
    expect(main).to_have_text("Tap Illinois Avenue")
    expect(main).to_be_in_viewport()
    box = main.bounding_box()
    assert box["y"] > 844 / 2 and box["height"] >= 44  # within reach of a thumb
    page.get_by_role("button", name="Players", exact=True).tap()
    page.locator('#hands [data-input="deed:red3"]').tap()
    ann.sees("Tap ANN to pay.")
    page.get_by_role("button", name="Log", exact=True).tap()
    ann.reads("#log", "The game begins")
    for menu in ("#game-menu", "#settings-menu"):
        page.locator(f"{menu} summary").tap()
        sheet = page.locator(f"{menu} .sheet").bounding_box()
        assert sheet["x"] >= 0 and sheet["x"] + sheet["width"] <= 390
        assert sheet["y"] + sheet["height"] <= 844
        page.locator(f"{menu} summary").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def ground(visitor) -> str:
    return visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")


@pytest.mark.proof
def test_dark_and_light_follow_the_system_until_chosen(visit):
    light, dark = visit(), visit(color_scheme="dark")
    assert ground(light) != ground(dark)
    dark.page.click("#settings-menu summary")
    dark.page.select_option("#theme", "light")
    assert ground(dark) == ground(light)
    dark.page.reload()
    dark.sees("ANN")
    assert ground(dark) == ground(light)


def test_a_tag_dragged_to_the_reader_stays_there_and_two_are_one_too_many(visit):
    ann = visit(height=1300)
    reader = ann.page.locator("#reader")
    ann.page.locator('#hands [data-input="token:1"]').drag_to(reader)
    ann.sees("ANN", "642", "Deeds")
    ann.page.locator('#hands [data-input="token:2"]').drag_to(reader)
    ann.sees("One tag at a time")
    expect(ann.page.locator("#lying button")).to_have_count(2)
    ann.page.click("#lying button >> nth=0")
    ann.page.click("#lying button >> nth=0")
    expect(ann.page.locator("#lying button")).to_have_count(0)


def faces(visitor) -> list[str]:
    """What the two dice on the table show."""
    return [die.get_attribute("aria-label") for die in visitor.page.locator("#dice .die").all()]


@pytest.mark.proof
def test_dice_rolled_on_the_table_are_typed_and_show_what_the_box_has(visit, house):
    ann = visit()
    ann.sees("Roll")
    roll = ann.page.locator("#dice").get_by_role("button", name="Roll")
    ann.key("D")  # a list, where digits choose lines
    expect(roll).to_be_disabled()
    ann.key("*")
    expect(roll).to_be_enabled()
    roll.click()
    ann.sees(" = ")
    a, b = house.viewers.table.dice
    ann.sees(f"{a} + {b} = {a + b}")
    assert faces(ann) == [str(a), str(b)]
    ann.key("*")
    ann.key("5")
    ann.sees("5 + _")
    assert faces(ann) == ["5", "not rolled yet"]
    ann.key("3", "#")
    ann.reads("#log", "Ann rolls 5 + 3")
    assert faces(ann) == ["5", "3"]  # also after the turn, as long as nobody rolls again


@pytest.mark.proof
def test_a_card_is_drawn_only_when_the_box_asks_for_one(visit, house):
    ann = visit()
    ann.sees("Roll")
    decks = ann.page.locator(".deck")
    for deck in decks.all():
        expect(deck).to_be_disabled()
    pile = list(house.viewers.table._piles["chance"])
    ann.page.evaluate("async () => (await import('/page/socket.js')).request({ do: 'draw', deck: 'chance' })")
    ann.reads("#wrong", "The box does not ask for a card of this deck now.")
    assert house.viewers.table._piles["chance"] == pile
    ann.key("B")  # something else happens, so the sentence has done its work
    expect(ann.page.locator("#wrong")).to_be_empty()
    ann.key("*", "1", "3", "#")  # to Chance
    ann.reads("#sentence", "Ann draws a card.")
    expect(ann.page.locator("#deck-chance .deck")).to_be_enabled()
    expect(ann.page.locator("#deck-chest .deck")).to_be_disabled()
    assert ann.page.locator("#inputs > button").all_inner_texts() == ["Draw a card"]
    ann.page.locator("#inputs > button").click()
    ann.reads("#log", "Ann turns over a card")
    assert house.viewers.table._piles["chance"] == pile[1:] + pile[:1]


@pytest.mark.proof
def test_enter_is_the_key_hash_also_after_a_click(visit):
    ann = visit()
    ann.sees("Roll")
    ann.page.locator("#inputs").get_by_role("button", name="Roll the dice").click()
    ann.sees(" = ")
    ann.page.keyboard.press("Enter")
    ann.reads("#log", "Ann rolls")


@pytest.mark.proof
def test_the_title_of_the_tab_says_whose_turn_it_is_and_who_has_to_pay(visit):
    ann = visit()
    expect(ann.page).to_have_title("Ann's turn · Deedbox")
    ann.key("2", "4")
    ann.tap("deed:red3")
    ann.sees("Tap ANN to pay.")
    expect(ann.page.locator("#hands .hand.turn")).to_contain_text("Ann")  # not Bob: Ann still owes
    ann.reads("#sentence", "Ann owes Bob 20 for Illinois Avenue.")
    expect(ann.page).to_have_title("Ann's turn · Deedbox")
    ann.tap("token:1")
    expect(ann.page).to_have_title("Bob's turn · Deedbox")
    ann.page.click("#plug")
    expect(ann.page).to_have_title("Deedbox")


@pytest.mark.proof
def test_the_text_for_screen_readers_is_right_also_when_the_display_is_turned(visit, house, made_with):
    from deedbox.play import flash_files

    files = {"newgame.json": json.dumps(flash_files.demo_game()).encode()}
    house.put(made_with({**files, "settings.json": json.dumps({"turned": True}).encode()}))
    ann = visit()
    ann.sees("ANN", "642", "Roll, type both dice.")
    expect(ann.page.locator("#turned")).to_be_visible()


@pytest.mark.proof
def test_unasked_rent_is_only_hinted_at_for_who_wants_to_be_taught(visit):
    ann = visit()
    ann.key("2", "4", "#")
    ann.reads("#log", "Ann rolls")
    ann.page.locator("#bubble button").click()  # the tour says it
    expect(ann.page.locator("#teaching")).to_be_hidden()
    assert "rent" not in ann.page.locator("#now").inner_text().lower()
    ann.page.click("#settings-menu summary")
    ann.page.check("#teach")
    ann.reads("#teaching", "Bob may ask Ann for 20: tap Illinois Avenue.")


@pytest.mark.proof
def test_the_buzzer_is_heard_as_tones_with_their_times(visit):
    ann = visit()
    ann.sees("ANN")
    ann.page.evaluate("""async () => {
        const { onChange, latest } = await import("/page/updates.js");
        const tones = [];
        onChange(["tones"], () => {
            tones.push(...latest.tones);
            document.body.dataset.tones = JSON.stringify(tones);
        });
    }""")
    ann.key("2")
    ann.sees("2 + _")
    tones = json.loads(ann.page.locator("body[data-tones]").get_attribute("data-tones"))
    assert any(hertz > 0 for _, hertz in tones)
    assert [ms for ms, _ in tones] == sorted(ms for ms, _ in tones)


_COUNT_ANIMATIONS = """() => {
    window.animations = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...all) {
        window.animations += 1;
        return animate.apply(this, all);
    };
}"""


@pytest.mark.proof
def test_pieces_hop_and_nothing_moves_where_the_system_asks_for_less_motion(visit):
    lively, still = visit(reduced_motion="no-preference"), visit()
    for visitor in (lively, still):
        visitor.sees("Roll")
        visitor.page.evaluate(_COUNT_ANIMATIONS)
    still.key("2", "4", "#")
    for visitor in (lively, still):
        visitor.reads("#log", "Ann rolls 2 + 4")
    assert lively.page.evaluate("window.animations") > 0
    assert still.page.evaluate("window.animations") == 0


@pytest.mark.proof
def test_colour_and_number_belong_to_the_token_and_worth_is_the_final_count(visit, house, laid_ready):
    from deedbox.token_colours import TOKENS

    deeds = {"pink1": {"owner": "Ann", "mortgaged": True}}  # printed price 140, at the end half of it
    given = {"players": {"Ann": {"cash": 100}, "Bob": {"cash": 10_000}}, "deeds": deeds}
    game = {"edition": "classic", "names": ["Ann", "Bob"], "seed": 1, "tokens": [5, 2], "given": given}
    house.put(laid_ready(game))
    ann = visit()
    ann.reads("#hands", "worth 170")
    ann.reads("#hands", "10,000")
    hands = ann.page.locator("#hands .hand[data-player]")
    assert [hand.get_attribute("data-player") for hand in hands.all()] == ["6", "3"]
    assert ann.page.locator("#pieces .piece text").all_text_contents() == ["6", "3"]
    fills = [
        piece.evaluate("piece => getComputedStyle(piece).getPropertyValue('--player')")
        for piece in ann.page.locator("#pieces .piece").all()
    ]
    assert fills == [TOKENS[5], TOKENS[2]]


@pytest.mark.proof
def test_prisoners_are_apart_from_visitors_and_no_piece_covers_another(visit, house, laid_ready):
    players = {"Ann": {"in_jail": True}, "Bob": {"space": 10}, "Cyd": {"in_jail": True}, "Dan": {"space": 10}}
    game = {"edition": "classic", "names": list(players), "seed": 1, "given": {"players": players}}
    house.put(laid_ready(game))
    ann = visit()
    expect(ann.page.locator("#pieces .piece")).to_have_count(4)
    cell = ann.page.locator("#board .cell").bounding_box()
    boxes = [piece.bounding_box() for piece in ann.page.locator("#pieces .piece path").all()]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    inside = [
        cell["x"] < x < cell["x"] + cell["width"] and cell["y"] < y < cell["y"] + cell["height"]
        for x, y in middles
    ]
    assert inside == [True, False, True, False]


@pytest.mark.proof
def test_a_red_sentence_goes_away_with_the_next_thing_that_happens(visit, house):
    ann = visit()
    ann.sees("ANN", "642")
    ann.page.evaluate("async () => (await import('/page/socket.js')).request({ do: 'draw', deck: 'chance' })")
    ann.reads("#wrong", "does not ask for a card")
    ann.key("2")
    ann.sees("2 + _")
    expect(ann.page.locator("#wrong")).to_be_empty()


@pytest.mark.proof
def test_a_player_who_is_renamed_in_play_has_the_new_name_everywhere(visit, house):
    ann = visit()
    ann.sees("ANN", "642")
    ann.key("2", "4", "#")
    ann.reads("#log", "Ann rolls 2 + 4")
    ann.tap("token:1")
    ann.key("D")
    ann.sees("NAME ANN")
    ann.key("9", "6", "6", "6", "3", "3", "#")  # W, o, e
    ann.reads("#hands", "Woe")
    ann.reads("#log", "Woe rolls 2 + 4")
    assert "Ann" not in ann.page.locator("#hands").inner_text()
    ann.page.reload()
    ann.reads("#hands", "Woe")
    ann.tap("deed:red3")
    ann.sees("WOE")
    ann.reads("#sentence", "Woe owes Bob 20 for Illinois Avenue.")
    ann.tap("token:1")
    ann.reads("#log", "asks Woe for the rent")
