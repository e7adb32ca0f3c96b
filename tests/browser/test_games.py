"""Games on the page: every board, a whole game by clicks, and the picture for the README.

DEEDBOX_PICTURES=1 .venv/bin/python -m pytest tests/browser/test_games.py -k picture
writes host/docs/pictures/play.png again.
"""

import io
import json
import os
import re
import time
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from banker.core.ids import DEED_IDS, card_id
from banker.core.random import is_hidden, seeded
from deedbox import editions
from deedbox.games.source import replay_from
from deedbox.lab.taps_and_keys import Hand

# The others run in `make proof`.
IN_SHORT = {("zelda", "en"), ("spider-man", "de")}
PICTURE = Path(__file__).resolve().parents[2] / "host" / "docs" / "pictures" / "play.png"
MIDDLE = {
    "edition": "classic",
    "names": ["Mia", "Tom", "Oma", "Ben"],
    "seed": 5,
    "given": {
        "turn": "Tom",
        "players": {
            "Mia": {"cash": 868, "space": 11},
            "Tom": {"cash": 512, "space": 18},
            "Oma": {"cash": 1104, "space": 26, "jail_cards": 1},
            "Ben": {"cash": 297, "in_jail": True},
        },
        "deeds": {
            "brown1": {"owner": "Ben"},
            "brown2": {"owner": "Ben"},
            "sky1": {"owner": "Tom", "houses": 2},
            "sky2": {"owner": "Tom", "houses": 2},
            "sky3": {"owner": "Tom", "houses": 3},
            "pink1": {"owner": "Oma", "mortgaged": True},
            "pink3": {"owner": "Mia"},
            "orange1": {"owner": "Oma"},
            "orange2": {"owner": "Mia"},
            "red1": {"owner": "Mia", "houses": 1},
            "red2": {"owner": "Mia", "houses": 2},
            "red3": {"owner": "Mia", "houses": 2},
            "yellow1": {"owner": "Tom"},
            "green2": {"owner": "Oma"},
            "blue1": {"owner": "Oma"},
            "blue2": {"owner": "Oma", "mortgaged": False},
            "rail1": {"owner": "Ben"},
            "rail2": {"owner": "Ben"},
            "rail4": {"owner": "Mia"},
            "util2": {"owner": "Tom"},
        },
    },
}
# Bob owns the deed that Ann will land on, and she has no money left for the rent.
NEARLY_OVER = {
    "edition": "classic",
    "names": ["Ann", "Bob"],
    "seed": 3,
    "given": {
        "turn": "Ann",
        "players": {"Ann": {"cash": 60, "space": 30 - 9}, "Bob": {"cash": 2500, "space": 20}},
        "deeds": {
            **{deed: {"owner": "Bob", "hotel": True} for deed in DEED_IDS[14:22]},
            **{deed: {"owner": "Bob"} for deed in DEED_IDS[22:28]},
            "brown1": {"owner": "Ann"},
        },
    },
}
# Little money and no salary end a game soon, and these players' dice bring a purchase, an auction, rents, a
# mortgage and a bankruptcy. The boards differ in the smallest bid, so two of them need other dice.
QUICK = {"start_cash": 300, "go_salary": 0}
PLAYERS_SEED = {"zelda": 165, "classic-2008": 165}
OTHER_PLAYERS_SEED = 5


BUYS = {"en": ("Tap ANN to buy.", "Ann buys {place}"), "de": ("Kaufen? Marke ANN.", "Ann kauft {place}")}


@pytest.mark.proof_unless("spider-man-de")
@pytest.mark.parametrize(
    "edition, language",
    [
        pytest.param(name, language, marks=() if (name, language) in IN_SHORT else pytest.mark.proof)
        for name in editions.IDS
        for language in BUYS
    ],
)
def test_a_board_is_drawn_with_its_own_names_and_played_on(stay, one_house, made_with, edition, language):
    board = editions.load_edition(edition)
    names = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"][
        : editions.edition_rules(edition)["players_max"]
    ]
    game = {"edition": edition, "names": names, "seed": 2}
    settings = {"language": language}
    files = {"newgame.json": json.dumps(game).encode(), "settings.json": json.dumps(settings).encode()}
    one_house.put(made_with(files))
    ann = stay(locale=language)
    ann.page.click("#bubble button")
    ann.reads("#where", board.name)
    assert overlapping(ann) == []
    place = board.spaces[3].name
    expect(ann.page.locator('#board [data-input="deed:brown2"]')).to_have_accessible_name(
        re.compile(re.escape(place))
    )
    ann.key("1", "2")
    ann.page.click('#board [data-input="deed:brown2"]')
    question, result = BUYS[language]
    ann.sees(question)
    ann.page.locator('#inputs [data-input="token:1"]').click()
    ann.reads("#log", result.format(place=place))
    ann.page.close()


def overlapping(visitor) -> list[tuple[int, int]]:
    """Pairs of pieces that overlap."""
    expect(visitor.page.locator("#pieces .piece").first).to_be_visible()
    boxes = visitor.page.locator("#pieces .piece path").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width])"
    )
    return [
        (first, second)
        for first, (x, y, wide) in enumerate(boxes)
        for second, (left, top, _) in enumerate(boxes[:first])
        if abs(x - left) < wide * 0.7 and abs(y - top) < wide * 0.7
    ]


def with_a_palette(png: bytes) -> Image.Image:
    """Fewer colours: a third of the bytes. Pillow comes with reportlab."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE)


@pytest.mark.proof
def test_a_picture_of_a_game_in_the_middle(visit, house, laid_ready, tmp_path):
    house.put(laid_ready(MIDDLE))
    tom = visit(width=1440, height=900)
    tom.sees("TOM", "512")
    tom.page.click("#bubble button")
    tom.key("4", "2")
    tom.tap("deed:red3")
    tom.sees("RENT Illinois Avenue", "TOM➤MIA", "Tap TOM to pay.")
    expect(tom.page.locator("#lying button")).to_have_count(0)
    tom.page.mouse.move(0, 0)
    tom.page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
    path = PICTURE if os.environ.get("DEEDBOX_PICTURES") else tmp_path / "play.png"
    with_a_palette(tom.page.screenshot()).save(path, optimize=True)


def test_the_picture_is_large_enough_to_be_looked_at_and_small_enough_to_be_carried():
    assert Image.open(PICTURE).size == (1440, 900)
    assert 40_000 < PICTURE.stat().st_size < 300_000


def play_on(ann, house, seed: int) -> int:
    """Click until the game is over, as people would who know the rules; how many clicks it takes."""
    hand, seq, clicks = Hand(seed), -1, 0
    hand.player.hurries = True
    for _ in range(1500):
        look = house.box.look
        game = house.box.game() if look else None
        if look is None or game is None:
            time.sleep(0.1)
            continue
        if game.over:
            return clicks
        if is_hidden(game):  # the box keeps its generator to itself; for trying things any other does
            game.rng = seeded(seed)
        if look["seq"] != seq:
            seq = look["seq"]
            hand.progress()
        kind, value = hand.next(game, [key for key, _ in look["inputs"]])
        if kind == "wait" and value > 5000 and "*" in [key for key, _ in look["inputs"]]:
            kind, value = "key", "*"
        click(ann, look, kind, value)
        clicks += kind != "wait"
        deadline = time.monotonic() + 3
        while kind != "wait" and house.box.look is look and time.monotonic() < deadline:
            time.sleep(0.02)
    raise AssertionError("the game does not end")


@pytest.mark.proof
def test_the_last_turns_of_a_game_are_played_by_clicks_to_its_report(visit, house, laid_ready):
    house.put(laid_ready(NEARLY_OVER))
    ann = visit(height=2000)
    ann.sees("ANN", "60")
    play_on(ann, house, 7)
    ann.reads("#moment", "That ends the game.")
    ann.key("#")
    ann.reads("#sentence", "Bob wins")
    expect(ann.page).to_have_title("Bob wins \u00b7 Deedbox")
    ann.sees("BOB WINS")
    ann.page.locator("#stage .the-end").get_by_role("button", name="Report").click()
    expect(ann.page.frame_locator("iframe.report").locator("body")).to_contain_text("Bob")


@pytest.mark.proof
@pytest.mark.parametrize("edition", editions.IDS)
@pytest.mark.timeout(1200)
def test_a_whole_game_is_played_by_clicks_to_its_report(visit, house, made_with, edition):
    """From the first roll on: purchases, auctions, rents, mortgages, and a bankruptcy at the end."""
    game = {"edition": edition, "names": ["Ann", "Bob"], "seed": 3, "rules": QUICK}
    files = {"newgame.json": json.dumps(game).encode(), "settings.json": b'{"ask_ms": 0}'}
    house.put(made_with(files))
    ann = visit(height=2000)
    ann.sees("ANN", "300")
    ann.page.click("#bubble button")
    begin_s = time.monotonic()
    clicks = play_on(ann, house, PLAYERS_SEED.get(edition, OTHER_PLAYERS_SEED))
    for _ in range(6):  # what the last step left to be read
        if house.box.look["screen"] == "table.the_end":
            break
        ann.key("#")
        ann.page.wait_for_timeout(500)
    minutes = (time.monotonic() - begin_s) / 60
    replay = replay_from(house.box.games(), house.box.look["game"])
    done = {step.command["do"] for step in replay.steps}
    assert {"buy", "roll", "bid", "claim", "mortgage", "bankrupt"} <= done
    print(f"{edition}: {clicks} clicks, {replay.end.turn_no + 1} turns, {minutes:.1f} minutes")
    [winner] = house.box.look["state"]["winners"]
    ann.reads("#sentence", f"{winner} wins")
    expect(ann.page).to_have_title(f"{winner} wins \u00b7 Deedbox")
    ann.page.locator("#stage .the-end").get_by_role("button", name="Report").click()
    report = ann.page.frame_locator("iframe.report").locator("body")
    expect(report).to_contain_text(winner)
    expect(report).to_contain_text(editions.load_edition(edition).name)


def click(ann, look, kind: str, value) -> None:
    if kind == "key":
        ann.key(value)
    elif kind == "token":
        ann.tap(look["tokens"][value])
    elif kind == "deed":
        ann.page.click(f'#board [data-input="deed:{DEED_IDS[value]}"]')
    elif kind == "card":
        ann.page.evaluate("async tag => (await import('/page/socket.js')).tap(tag)", f"card:{card_id(value)}")
    else:
        ann.page.wait_for_timeout(value)


def test_the_film_of_the_readme_lasts_twenty_seconds_and_is_small_enough_to_be_carried():
    film = Image.open(PICTURE.with_name("play.gif"))
    assert film.size == (800, 450)
    ms = 0
    for frame in range(film.n_frames):
        film.seek(frame)
        ms += film.info["duration"]
    assert 18_000 < ms < 22_000
    assert PICTURE.with_name("play.gif").stat().st_size < 1_500_000
