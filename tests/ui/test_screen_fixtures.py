"""Fixtures with taps, keys and rows of the display: all in genuine MicroPython, in counted time.

Nothing is only claimed: every screen, every refusal and every target has one, or a stated reason why not.
"""

import re
from functools import cache

import pytest
from alone import Alone
from fixture_ids import FIXTURES, fixture_id

from banker.ui.refusal_text import word_of
from deedbox import fixtures, words
from deedbox.build import screen_table
from deedbox.fixtures.files import FixtureError, read_fixture

FOLDER = FIXTURES / "screens"
FILES = {str(path.relative_to(FOLDER).with_suffix("")): path for path in sorted(FOLDER.rglob("*.toml"))}

# The refusals of the rules, section by section.
REFUSALS = """
unknown-tag two-tags other-edition wrong-tag-kind wrong-token token-taken player-out wrong-deck no-card-due
too-few-players too-many-players already-dealt rules-locked not-in-this-edition game-over nothing-to-undo busy
bad-amount too-many-changes too-much-money game-full
not-your-turn bad-dice already-rolled open-duty roll-again go-twice roll-first jail-choice-open not-in-jail
no-jail-card tax-first tax-chosen rule-off
already-owned not-lander not-here not-enough-cash no-auction bid-below-minimum bid-too-low bid-over-cash
bid-binds bid-kind auction-open bank-no-buyback
mortgaged claim-too-late no-claim own-deed unowned not-owner
not-street group-incomplete group-mortgaged uneven fully-built no-houses-left no-hotels-left cannot-place
no-move no-buildings sell-stepwise
has-buildings bank-only no-credit cash-gift no-promises not-two-players not-mortgaged pay-in-full
can-still-pay not-while-in-debt debt-first
not-eligible battle-binds bad-choice not-bidding
""".split()

# What the screens themselves refuse, by the number of its words; those of the rules have one each (word_of).
SAID_BY_SCREENS = {
    "unknown-tag": (4,),
    "two-tags": (5,),
    "wrong-tag-kind": (601,),
    "wrong-token": (2,),
    "token-taken": (775,),
    "open-duty": (13,),
    "go-twice": (499,),
    "tax-first": (3,),
    "not-here": (25,),
    "not-enough-cash": (433, 614),
    "not-two-players": (351,),
    "battle-binds": (3,),
}

# The largest number of inputs for each task, after the start of its fixture.
TARGETS = {
    "first-game": 12,
    "same-table-again": 3,
    "own-dice": 3,
    "box-dice": 1,
    "buy-after-dice": 2,
    "rent-after-dice": 2,
    "end-of-turn": 0 + 3,  # and the roll of the next player, which ends it
    "no-thanks": 2,
    "bid-ten-more": 1,
    "bid-own-raise": 2,
    "bid-typed": 3 + 1,
    "auction-closes": 0,
    "auction-hammer-by-hand": 3,
    "auction-leave": 2,
    "mortgage": 3,
    "pay-back": 3,
    "build-three": 3 + 2,
    "sell-two": 2 + 2,
    "sell-a-whole-set": 3,
    "look-at-a-deed": 1,
    "look-at-a-player": 1,
    "look-at-all-money": 1,
    "sell-a-deed-to-the-bank": 3,
    "trade": 10,
    "trade-one-more-thing": 10 + 1,
    "jail-try": 0 + 3,  # and the roll
    "jail-pay": 2,
    "jail-pass": 2,
    "card": 1,
    "draw": 1,
    "two-way-tax": 2,
    "extra-throw": 3,
    "undo-a-buy": 1 + 1 + 1,  # a step against the Bank needs a witness (S-19)
    "undo-a-rent": 1 + 2,
    "redo": 2 + 1 + 1,  # the same
    "pay-a-debt": 2,
    "give-up": 2,
    "leave-the-game": 4,
    "after-power-loss": 1,
    "box-deals": 1,
    "deal-by-hand": 6,  # deeds
    "place": 1,
    "battle": 5,
    "power-at-once": 2,
    "power-swing": 4,
    "power-attack": 5,
    "bank-pays": 3 + 2,
    "bank-go": 2,
    "bank-stands-on-a-deed": 3,
    "bank-rent": 2,
    "late-correction": 2 + 4 + 3,
}
BUYS = '[[step]]\ndo = "tap"\ntag = "token:1"\n'
# A few from everywhere for the twin, which takes a second for each input.
ON_THE_TWIN = (
    "targets/buy-after-dice",
    "targets/same-table-again",
    "rent/asked-rent-locks-the-dice",
    "refusals/two-tags",
    "power/an-auction-goes-on",
)


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    return Alone(tmp_path_factory.mktemp("box"))


@cache
def played(box, name):
    """(why it failed, names of the screens that were read)"""
    return box.play(read_fixture(FILES[name]))


@pytest.mark.parametrize("name", FILES, ids=map(fixture_id, FILES.values()))
def test_a_fixture_holds_in_micropython(box, name):
    assert played(box, name)[0] == ""


@pytest.mark.parametrize(
    "step, why",
    [
        ('do = "key"\nkey = "1"\nexpect.screen = ["Out"]', "step 1 (key): screen: 'Out' is not on it"),
        ("expect.players.ann.cash = 3", "step 1: players.ann.cash is 1500, not 3"),
        (f'do = "key"\nkey = "A"\n{BUYS}refused = true', "step 2 (tap): accepted, but must be"),
        ('do = "key"\nkey = "E"', "step 1 (key): key E: keys are"),
        ('do = "tap"\ntag = "token:9"', "step 1 (tap): token:9: tags are"),
        ('do = "wait"\ns = 5', "step 1 (wait): s: unknown key; wait has ms"),
        ('do = "end"', "step 1 (end): refused open-duty"),
    ],
)
def test_what_does_not_hold_is_said_with_its_step(box, tmp_path, step, why):
    path = tmp_path / "it.toml"
    path.write_text(f'[given]\nphase = "buy"\nplayers.ann.space = 3\n[[step]]\n{step}')
    assert box.play(read_fixture(path))[0].startswith(why)


def test_what_no_fixture_has_and_what_no_empty_box_has_is_said(box, tmp_path):
    path = tmp_path / "it.toml"
    path.write_text("turn = 5")
    assert box.play(read_fixture(path))[0].startswith("turn: unknown key; a fixture has")
    path.write_text('box = "empty"\n[[step]]\nexpect.phase = "roll"')
    assert box.play(read_fixture(path))[0] == "step 1: phase: there is no game yet"


@pytest.mark.parametrize(
    "text, why", [('box = "full"', "box: only"), ('box = "empty"\nseed = 1', "seed: an empty")]
)
def test_an_empty_box_has_no_game_to_begin_with(tmp_path, text, why):
    path = tmp_path / "it.toml"
    path.write_text(text)
    with pytest.raises(FixtureError, match=why):
        read_fixture(path)


@cache
def steps(name):
    return read_fixture(FILES[name]).data["step"]


def inputs(name):
    return len([step for step in steps(name) if step.get("do") in ("tap", "key")])


def out_of_reach():
    """What no tap and no key brings about -> why."""
    lines = (FOLDER / "out-of-reach.txt").read_text(encoding="utf-8").splitlines()
    parts = [line.removeprefix("screen ").split(" ", 1) for line in lines]
    return {what: why for what, why in parts if why}


def refused():
    """Code -> the rows that the display must show when a tap or key is refused with it."""
    by_code = {}
    for name in FILES:
        for step in steps(name):
            if step.get("do") in ("tap", "key") and isinstance(step.get("refused"), str):
                by_code.setdefault(step["refused"], []).append(step.get("expect", {}).get("screen", []))
    return by_code


def test_every_screen_is_read_in_a_fixture(box):
    screens = {screen for name in FILES for screen in played(box, name)[1]}
    assert {screen.name for screen in screen_table.all_screens()} - screens == set(out_of_reach()) - set(
        REFUSALS
    )


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_said_on_the_display_or_out_of_reach(code):
    assert (code in refused()) != (code in out_of_reach())


def test_what_is_refused_says_what_it_must_in_the_words_of_its_code():
    text = words.read_words("en")
    for code, rows_seen in refused().items():
        numbers = SAID_BY_SCREENS.get(code) or (word_of(code),)
        sentences = [re.sub(r"\\{\d\\}", ".+", re.escape(text[n][1].replace("|", ""))) for n in numbers]
        for rows in rows_seen:
            assert any(re.fullmatch(sentence, row) for sentence in sentences for row in rows), (code, rows)


def test_every_target_has_a_fixture_that_keeps_to_its_inputs():
    counted = {name.split("/")[1]: inputs(name) for name in FILES if name.startswith("targets/")}
    assert set(counted) == set(TARGETS)
    assert {name: count for name, count in counted.items() if count > TARGETS[name]} == {}


def test_ten_turns_of_the_evening_take_77_inputs():
    setting_up = 12
    assert inputs("evening/evening") - setting_up <= 77


def test_some_fixtures_hold_on_the_twin():
    results = fixtures.run_fixtures([FILES[name] for name in ON_THE_TWIN], "twin")
    assert [(result.file, result.reason) for result in results if result.status != "passed"] == []
