"""My games: a new one in one dialog, kept ones, watching and the demo beside them, one language, the end."""

import json
import re
import time

import pytest
from playwright.sync_api import expect

from banker.ui.next_screen import SCREENS
from deedbox.play import flash_files

ANN_AND_BOB = {"edition": "classic", "names": ["Ann", "Bob"], "seed": 3}


def begin(**given):
    return {**ANN_AND_BOB, "given": given}


@pytest.fixture
def own(one_house, demo):
    """own(flash) puts a box of people on the table; its file is removed at the end."""
    path = flash_files.flash_path_of(flash_files.OWN)

    def put(flash: bytes) -> None:
        one_house.do(one_house.viewers.close())
        path.write_bytes(flash)
        one_house.do(one_house.boxes.open_own("en"))

    yield put
    one_house.do(one_house.viewers.close())
    for name in (flash_files.OWN, flash_files.WATCH):
        flash_files.flash_path_of(name).unlink(missing_ok=True)


@pytest.fixture
def blank(own, data, one_house, demo):
    """A box that was switched on once and has no game; the demo is on the table."""
    own((data / "first.flash").read_bytes())
    one_house.put(demo)


def menu(visitor, go: str) -> None:
    """Choose from My games."""
    visitor.page.click("#game-menu summary")
    visitor.page.click(f'#game-menu [data-go="{go}"]')


def wait_until(true, what: str, patience_s: float = 60) -> None:
    end_s = time.monotonic() + patience_s
    while not true():
        assert time.monotonic() < end_s, what
        time.sleep(0.05)


def look_of(house) -> dict:
    """The last look of the box; empty while it is silent."""
    return (house.box.look if house.box else None) or {}


# -- a new game --


def test_one_dialog_sets_the_box_up_with_names_and_colours_and_letters_press_no_key(visit, blank, house):
    ann = visit()
    menu(ann, "new")
    ann.page.select_option("[name=board]", "zelda")
    for _ in range(6):
        if ann.page.locator(".add").count():
            ann.page.click(".add")
    expect(ann.page.locator(".player-row")).to_have_count(6)  # the board is for so many
    for _ in range(3):
        ann.page.locator(".leave").last.click()
    names = ann.page.locator(".player-name")
    before = len(ann.sent)
    for at, name in enumerate(("Bad1", "J\u00f6rg", "Cab C")):  # letters and digits that are keys of the box
        names.nth(at).click()
        ann.page.keyboard.type(name)
    assert len(ann.sent) == before
    ann.page.locator(".player-row .fob").first.click()  # the next colour that is free
    ann.page.get_by_text("House rules").click()
    ann.page.get_by_label("Jackpot on Parking").check()
    ann.page.get_by_role("button", name="Set it up").click()
    ann.sees("WHO STARTS?")
    expect(ann.page.locator("#board .tile")).to_have_count(40)
    ann.page.locator("#inputs").get_by_role("button", name="J\u00f6rg").click()
    ann.sees("1500", "Roll")
    assert look_of(house)["names"] == ["J\u00f6rg", "Cab C", "Bad1"]
    assert look_of(house)["tokens"] == ["token:2", "token:3", "token:4"]
    assert look_of(house)["rules"]["free_parking_mode"] == "jackpot"
    ann.reads("#where", "Zelda")
    # A roll of 3, and the deed bought with two taps: the box reads each player's own token.
    ann.key("1", "2")
    ann.page.click('#board [data-input="deed:brown2"]')
    ann.sees("to buy.")
    ann.tap("token:2")
    ann.reads("#log", "buys Minish Village")
    assert ann.cash() == [1440, 1500, 1500]


@pytest.mark.proof
def test_missing_names_are_filled_in_and_a_timed_game_has_its_minutes(visit, blank, house):
    ann = visit()
    menu(ann, "new")
    ann.page.select_option("[name=board]", "dog-lovers")
    ann.page.get_by_role("button", name="Fill in").click()
    fields = ann.page.locator(".open-name input")
    expect(fields).to_have_count(22)
    fields.nth(0).fill("x" * 41)
    fields.nth(0).evaluate("field => { field.maxLength = 99; field.value = 'x'.repeat(41); }")
    ann.page.get_by_role("button", name="Use these names").click()
    ann.reads(".fault", "40")
    fields.nth(0).fill("Beagle")
    ann.page.get_by_role("button", name="Use these names").click()
    expect(ann.page.locator("[name=board]")).to_have_value("my-dog-lovers")
    ann.reads(".board-note", "Names missing: 21.")
    ann.page.check("[name=variant][value=time]")
    ann.page.fill("[name=minutes]", "45")
    ann.page.check("[name=dice][value=box]")
    ann.page.get_by_role("button", name="Set it up").click()
    ann.sees("WHO STARTS?")
    ann.page.locator('#inputs [data-input="token:1"]').click()
    wait_until(lambda: look_of(house).get("game"), "no game begins")
    rules = {"game_variant": "time", "time_limit_min": 45, "dice_source": "device"}
    assert rules.items() <= look_of(house)["rules"].items()
    expect(ann.page.locator('#board [data-input="deed:brown1"]')).to_have_accessible_name(
        re.compile("Beagle")
    )
    for path in flash_files.editions_folder().glob("*.toml"):
        path.unlink()


@pytest.mark.proof
def test_two_players_with_one_name_are_refused_in_the_dialog(visit, house):
    ann = visit()
    menu(ann, "new")
    for at in range(2):
        ann.page.locator(".player-name").nth(at).fill("Ann")
    ann.page.get_by_role("button", name="Set it up").click()
    assert ann.page.locator(".player-name").nth(1).evaluate("field => field.validationMessage")
    expect(ann.page.locator("dialog[open]")).to_be_visible()


HOTEL = {"blue2": {"owner": "Bob", "hotel": True}, "blue1": {"owner": "Bob", "hotel": True}}
# A game in which the box waits on each screen, and the inputs that lead there.
QUESTIONS = {
    "trade.auction": (begin(players={"Ann": {"space": 0}}), ("1", "2", "#", "B", "token:1")),
    "turn.landing": (begin(players={"Ann": {"space": 0}}), ("1", "2", "#")),
    "turn.home": (begin(), ()),
    "turn.dice": (begin(), ("1",)),
    "turn.offer": (begin(), ("1", "2", "deed:brown2")),
    "turn.jail": (begin(players={"Ann": {"in_jail": True}}), ()),
    "turn.rent": (
        begin(players={"Ann": {"space": 36}}, deeds={"blue2": {"owner": "Bob"}}),
        ("1", "2", "deed:blue2"),
    ),
    "turn.tax": ({**begin(), "rules": {"income_tax_mode": "choice"}}, ("1", "3", "#")),
    "turn.card": ({**begin(players={"Ann": {"space": 4}}), "rules": {"deck_source": "tag"}}, ("1", "2", "#")),
    "turn.debt": (
        {**begin(players={"Ann": {"space": 36, "cash": 5}}, deeds=HOTEL), "rules": {"rent_claim": "auto"}},
        ("1", "2", "#"),
    ),
    "setup.opening_deal": ({**ANN_AND_BOB, "rules": {"game_variant": "short"}}, ()),
    "trade.trade": (begin(deeds={"pink1": {"owner": "Ann"}}), ("deed:pink1", "C")),
    "table.undo": (begin(), ("*",)),
    "turn.give_up": (
        {**begin(players={"Ann": {"space": 36, "cash": 5}}, deeds=HOTEL), "rules": {"rent_claim": "auto"}},
        ("1", "2", "#", "D"),
    ),
}


def do(visitor, house, *inputs: str) -> None:
    for one in inputs:
        before = look_of(house)["picture"]
        visitor.page.evaluate(
            """async (input) => {
                const { tap, type } = await import("/page/socket.js");
                input.includes(":") ? tap(input) : type(input);
            }""",
            one,
        )
        wait_until(lambda before=before: look_of(house).get("picture", before) != before, f"{one!r}: nothing")


@pytest.mark.proof
@pytest.mark.parametrize(
    "screen",
    [name if name == "trade.auction" else pytest.param(name, marks=pytest.mark.proof) for name in QUESTIONS],
)
def test_a_new_game_begins_from_any_open_question_and_the_old_one_is_kept_as_it_was(
    visit, own, house, laid_ready, screen
):
    game, inputs = QUESTIONS[screen]
    own(laid_ready(game))
    ann = visit()
    wait_until(lambda: look_of(house).get("game"), "the box does not start")
    do(ann, house, *inputs)
    wait_until(lambda: look_of(house).get("screen") == screen, f"not on {screen}")
    old, box = look_of(house), house.box
    menu(ann, "new")
    ann.page.get_by_role("button", name="Set it up").click()
    ann.sees("WHO STARTS?")
    ann.page.locator('#inputs [data-input="token:2"]').click()
    wait_until(lambda: look_of(house).get("game", old["game"]) != old["game"], "no other game")
    bob = visit()
    for window in (ann, bob):
        menu(window, "kept")
        window.reads("dialog .games", "Ann and Bob")
    ann.page.get_by_role("button", name="Continue", exact=True).click()
    wait_until(lambda: look_of(house).get("game") == old["game"], "the old game does not come back")
    # Now the other game is in that place of the list.
    bob.page.get_by_role("button", name="Continue", exact=True).click()
    bob.reads("#wrong", "Nothing was done.")
    assert look_of(house)["game"] == old["game"]
    assert look_of(house)["state"] == old["state"]
    assert house.box is box  # a box that is open is not opened again, which would be a power cut


def test_the_question_table_has_every_screen_on_which_a_classic_game_waits():
    """The others belong to one board each: battle, power, a rent by dice, a building that was won."""
    others = {"turn.battle", "turn.power", "turn.rent_roll", "deeds.place_building", "table.the_end"}
    assert set(SCREENS.values()) - others <= set(QUESTIONS)


# -- beside one's own game --


@pytest.mark.proof
def test_watching_and_the_demo_lose_nothing_and_every_way_in_has_a_way_out(visit, own, house, laid_ready):
    own(laid_ready(begin(players={"Ann": {"cash": 777}})))
    ann = visit()
    ann.sees("ANN", "777")
    game = look_of(house)["game"]
    menu(ann, "watch")
    ann.page.select_option("[name=board]", "spider-man")
    ann.page.select_option("[name=players]", "3")
    ann.page.locator("dialog [name=speed]").fill("5")
    ann.page.get_by_role("button", name="Watch", exact=True).click()
    ann.reads("#where", "it plays by itself")
    expect(ann.page.locator("#log li").nth(3)).to_be_visible()
    expect(ann.page.locator("#comment")).not_to_be_empty()
    expect(ann.page.locator("#hands .hand[data-player]")).to_have_count(3)
    ann.page.reload()
    ann.reads("#where", "it plays by itself")  # a reload returns to where one was
    ann.page.get_by_role("button", name="Pause").click()
    expect(ann.page.get_by_role("button", name="Go on")).to_be_visible()
    menu(ann, "demo")
    ann.sees("ANN", "642")
    ann.page.click("#back-to-own")
    ann.reads("#hands", "777")
    assert look_of(house)["game"] == game
    expect(ann.page.locator("#back-to-own")).to_be_hidden()


@pytest.mark.proof
def test_the_language_changes_on_the_box_and_on_the_page_and_two_windows_agree(visit, house):
    ann, bob = visit(), visit()
    ann.sees("ANN", "Roll")
    ann.page.click("#settings-menu summary")
    ann.page.select_option("#language", "de")
    for window in (ann, bob):
        window.reads("#sentence", "Ann")
        expect(window.page.locator("html")).to_have_attribute("lang", "de")
    ann.sees("Mehr")
    assert look_of(house)["language"] == "de"


@pytest.mark.proof
def test_a_demo_that_nobody_touched_is_in_the_language_of_the_browser(visit, house):
    ann = visit(locale="de-DE")
    ann.sees("Mehr")
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")


# -- the end --


def test_the_end_has_a_ranking_the_story_and_the_report_to_read_and_to_save(visit, own, house, laid_ready):
    game = begin(players={"Ann": {"space": 36, "cash": 5}, "Bob": {"cash": 900}}, deeds=HOTEL)
    own(laid_ready({**game, "rules": {"rent_claim": "auto"}}))
    ann = visit()
    wait_until(lambda: look_of(house).get("game"), "the box does not start")
    menu(ann, "report")
    ann.reads("dialog", "Ann and Bob: Classic")
    ann.page.get_by_role("button", name="Report so far").click()
    so_far = ann.page.frame_locator("iframe.report").locator("body")
    expect(so_far).to_contain_text("Bob")
    expect(ann.page.locator(".files a")).to_have_count(2)  # the game itself waits until it is over
    ann.page.keyboard.press("Escape")
    do(ann, house, "1", "2", "#", "D", "token:1", "#")
    ann.reads("#stage .the-end", "Bob wins")
    assert ann.page.locator("#stage .the-end li").all_inner_texts()[0].split()[:2] == ["2", "Bob"]
    ann.page.locator("#stage").get_by_role("button", name="Report").click()
    report = ann.page.frame_locator("iframe.report")
    expect(report.locator("body")).to_contain_text("Bob")
    for form, start in (("HTML", b"<!doctype html>"), ("PDF", b"%PDF"), ("JSON", b"{"), ("CSV", b"")):
        with ann.page.expect_download() as saving:
            ann.page.get_by_role("link", name=form).click()
        with open(saving.value.path(), "rb") as file:
            assert file.read().startswith(start)
        assert saving.value.suggested_filename.endswith(form.lower())
    ann.page.keyboard.press("Escape")
    ann.key("B")
    ann.reads("#stage .card-drawn", "STORY")


@pytest.mark.proof
def test_the_file_of_a_game_waits_until_it_is_over_and_so_does_the_report_where_money_is_hidden(
    visit, house, laid_ready
):
    ann = visit()
    ann.sees("ANN")

    def asked(form):
        return ann.page.request.get(f"{house.address}games/{look_of(house)['game']}.{form}")

    answer = asked("json")
    assert answer.status == 404 and "not over" in answer.text()
    assert json.loads(ann.page.request.get(f"{house.address}games").text()) == []
    house.put(laid_ready({**ANN_AND_BOB, "rules": {"balances_shown": "own_tap"}}))
    wait_until(lambda: look_of(house).get("rules", {}).get("balances_shown") == "own_tap", "no other game")
    answer = asked("html")
    assert answer.status == 404 and "only their own money" in answer.text()
    menu(ann, "report")
    ann.reads("dialog", "The report comes when the game is over.")
