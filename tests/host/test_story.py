"""The log of a game in sentences: complete, right, in both languages, and the same wherever it is read."""

import pytest
from played import Table, within

from deedbox.games import text_rows
from deedbox.games.phrases import Speaker
from deedbox.games.replay import Replayer

MINE = {"deeds": {"red1": {"owner": "Mia"}, "brown1": {"owner": "Mum"}, "brown2": {"owner": "Mum"}}}
BROWN1, BROWN2, RED1 = 0, 1, 11
NO_BREAK_SPACE = "\u00a0"


@pytest.fixture
def story(tmp_path):
    """Plays commands on a new table; returns the sentence of each, in English or German."""

    def play(*commands, language="en", rules=None, **position):
        with within(tmp_path):
            table = Table().begin(given=position or MINE, rules=rules or {})
            table.do(*commands)
            replay = table.replay()
        assert replay.sound, replay.findings
        speaker = Speaker(replay, language)
        return [speaker.sentence(step).replace(NO_BREAK_SPACE, " ") for step in replay.steps]

    return play


def trade(a_gives=None, b_gives=None):
    return {"do": "trade", "a": 2, "b": 0, "a_gives": a_gives or {}, "b_gives": b_gives or {}}


TRADES = [
    (
        trade({"deeds": [RED1]}, {"cash": 90}),
        "Mia sells Kentucky Avenue to Mum for $90",
        "Mia verkauft Kentucky Avenue an Mum für 90 $",
    ),
    (
        trade({"cash": 90}, {"deeds": [BROWN1]}),
        "Mum sells Mediterranean Avenue to Mia for $90",
        "Mum verkauft Mediterranean Avenue an Mia für 90 $",
    ),
    (
        trade({"deeds": [RED1], "cash": 20}, {"deeds": [BROWN1, BROWN2]}),
        "Mia and Mum trade: Mia gives $20, Kentucky Avenue; Mum gives Mediterranean Avenue, Baltic Avenue",
        "Mia und Mum tauschen: Mia gibt 20 $, Kentucky Avenue; Mum gibt Mediterranean Avenue, Baltic Avenue",
    ),
    (trade({"deeds": [RED1]}), "Mia gives Mum Kentucky Avenue", "Mia gibt Mum: Kentucky Avenue"),
]


@pytest.mark.parametrize("command, english, german", TRADES)
def test_a_trade_names_both_sides_and_what_each_gives(story, command, english, german):
    rules = {"deal_zero": True}
    assert story(dict(command), rules=rules) == [english]
    assert story(dict(command), rules=rules, language="de") == [german]


def test_a_trade_out_of_turn_names_its_own_two_players(story):
    """The engine notes who decides now in every command; that is neither side here."""
    dad = {"do": "trade", "a": 1, "b": 2, "a_gives": {"cash": 5}, "b_gives": {"deeds": [RED1]}}
    assert story(dad) == ["Mia sells Kentucky Avenue to Dad for $5"]


def test_interest_of_a_mortgage_that_changes_hands_is_in_the_sentence(story):
    deeds = {"red1": {"owner": "Mia", "mortgaged": True}}
    assert story(trade({"deeds": [RED1]}, {"cash": 90}), deeds=deeds) == [
        "Mia sells Kentucky Avenue to Mum for $90 (Mum pays $11 interest)"
    ]


def poor(cash=10):
    return {
        "deeds": {"brown2": {"owner": "Mia", "houses": 4}, "brown1": {"owner": "Mia", "houses": 4}},
        "players": {"Mum": {"cash": cash}},
    }


@pytest.mark.parametrize(
    "language, claim_text, payment_text",
    [
        (
            "en",
            "Mia asks Mum for the rent of Baltic Avenue: $320 (Mum owes Mia $320: rent, Baltic Avenue)",
            "Mum pays Mia $320: rent, Baltic Avenue",
        ),
        (
            "de",
            "Mia verlangt von Mum die Miete für Baltic Avenue: 320 $ "
            "(Mum muss 320 $ an Mia zahlen: Miete, Baltic Avenue)",
            "Mum zahlt 320 $ an Mia: Miete, Baltic Avenue",
        ),
    ],
)
def test_a_rent_that_becomes_a_debt_says_how_much(story, language, claim_text, payment_text):
    sentences = story(
        {"do": "roll", "dice": (1, 2)},
        {"do": "claim", "by": 2, "deed": BROWN2},
        {"do": "trade", "a": 0, "b": 1, "a_gives": {}, "b_gives": {"cash": 400}},
        {"do": "pay", "by": 0},
        language=language,
        rules={"cash_gifts": True},
        **poor(),
    )
    assert sentences[1] == claim_text and payment_text in sentences[-1]


def test_a_rent_that_is_paid_says_from_whom_and_how_much(story):
    rent = story({"do": "roll", "dice": (1, 2)}, {"do": "claim", "by": 2, "deed": BROWN2}, **poor(1500))
    assert rent[0] == "Mum rolls 1 + 2, lands on Baltic Avenue"
    assert rent[1] == "Mia asks Mum for the rent of Baltic Avenue: $320"


@pytest.mark.parametrize(
    "language, sentences",
    [
        (
            "en",
            [
                "A correction: Dad gets $50 from the bank",
                "A correction: Dad pays the bank $20",
                "A correction: Mia is put on Free Parking",
            ],
        ),
        (
            "de",
            [
                "Eine Korrektur: Dad erhält 50 $ von der Bank",
                "Eine Korrektur: Dad zahlt der Bank 20 $",
                "Eine Korrektur: Mia kommt auf Free Parking",
            ],
        ),
    ],
)
def test_a_correction_says_what_it_corrects(story, language, sentences):
    orders = [
        {"do": "correct", "by": 1, "cash": 50},
        {"do": "correct", "by": 1, "cash": -20},
        {"do": "correct", "by": 2, "space": 20},
    ]
    assert story(*orders, language=language) == sentences


@pytest.mark.parametrize(
    "language, sentences",
    [
        (
            "en",
            [
                "Mum builds 1 house on Mediterranean Avenue, 2 houses on Baltic Avenue for $150",
                "Mum builds 3 houses on Mediterranean Avenue, 2 houses and 1 hotel on Baltic Avenue for $300",
                "Mum sells 1 hotel on Baltic Avenue to the bank for $25",
                "Mum sells 4 houses on Mediterranean Avenue, 4 houses on Baltic Avenue to the bank for $200",
            ],
        ),
        (
            "de",
            [
                "Mum baut 1 Haus auf Mediterranean Avenue, 2 Häuser auf Baltic Avenue für 150 $",
                "Mum baut 3 Häuser auf Mediterranean Avenue, "
                "2 Häuser und 1 Hotel auf Baltic Avenue für 300 $",
                "Mum verkauft der Bank 1 Hotel auf Baltic Avenue für 25 $",
                "Mum verkauft der Bank 4 Häuser auf Mediterranean Avenue, "
                "4 Häuser auf Baltic Avenue für 200 $",
            ],
        ),
    ],
)
def test_buildings_are_counted_bought_and_sold(story, language, sentences):
    orders = [
        {"do": "build", "by": 0, "to": {BROWN1: 1, BROWN2: 2}},
        {"do": "build", "by": 0, "to": {BROWN1: 4, BROWN2: 5}},
        {"do": "sell-building", "by": 0, "to": {BROWN2: 4}},
        {"do": "sell-group", "by": 0, "group": 0},
    ]
    assert story(*orders, language=language) == sentences


def test_a_sale_to_the_bank_and_an_auction_say_what_and_to_whom(story):
    sentences = story(
        {"do": "sell-deed", "by": 2, "deed": RED1},
        {"do": "roll", "dice": (4, 2)},
        {"do": "decline"},
        {"do": "bid", "by": 1, "amount": 30},
        {"do": "pass", "by": 0},
        {"do": "pass", "by": 2},
        rules={"bank_buyback_pct": 50},
    )
    assert sentences[0] == "Mia sells Kentucky Avenue to the bank for $110"
    assert sentences[2] == "Mum does not want Oriental Avenue (Oriental Avenue is auctioned)"
    assert sentences[3] == "Dad bids $30 for Oriental Avenue"
    assert sentences[-1] == "Mia leaves the auction (Dad gets Oriental Avenue for $30)"


@pytest.mark.parametrize(
    "language, last",
    [("en", "Mum is bankrupt; everything goes to Mia"), ("de", "Mum ist bankrott; alles geht an Mia")],
)
def test_who_is_bankrupt_leaves_everything_to_somebody_who_is_named(story, language, last):
    orders = [
        {"do": "roll", "dice": (1, 2)},
        {"do": "claim", "by": 2, "deed": BROWN2},
        {"do": "bankrupt", "by": 0},
    ]
    assert story(*orders, language=language, **poor())[-1].startswith(last)


@pytest.mark.parametrize(
    "language, last",
    [("en", "Mum does not fight for Super Explosive Volcanodon"), ("de", "Mum kämpft nicht um ")],
)
def test_who_does_not_fight_does_not_decline_to_buy(tmp_path, language, last):
    with within(tmp_path):
        table = Table(["duel-masters"]).begin(
            edition="duel-masters",
            rules={"dm_battle": True},
            given={"deeds": {"brown1": {"owner": "Mum"}, "brown2": {"owner": "Dad"}}},
        )
        table.do({"do": "roll", "dice": (1, 2)}, {"do": "decline"})
        replay = table.replay()
    assert Speaker(replay, language).sentence(replay.steps[-1]).startswith(last[:22])


def test_an_undo_says_what_it_takes_back(story):
    sentences = story({"do": "roll", "dice": (1, 2)}, {"do": "undo"}, {"do": "redo"})
    roll = sentences[0]
    assert sentences[1].startswith("Undo of step ") and sentences[1].endswith(f": {roll}")
    assert sentences[2].startswith("Redo of step ") and sentences[2].endswith(f": {roll}")


# -- who agreed is who tapped --


def test_the_record_says_who_agreed_and_only_older_records_are_guessed(tmp_path):
    with within(tmp_path):
        table = Table().begin(given=MINE)
        table.do({"do": "roll", "dice": (1, 2)}, {"do": "undo", "agreed": 0b110}, {"do": "redo"})
        table.do({**trade({"deeds": [RED1]}, {"cash": 90}), "agreed": 0b101})
        table.do({"do": "correct", "by": 1, "cash": 5, "agreed": 0b011, "stand_in": 1})
        steps = table.replay().steps
    assert [step.agreed for step in steps] == [(), (1, 2), (0,), (0, 2), (0, 1)]


def test_the_record_of_who_agreed_is_no_argument_of_the_command(tmp_path):
    with within(tmp_path):
        table = Table().begin(given=MINE)
        table.do({**trade({"deeds": [RED1]}, {"cash": 90}), "agreed": 0b101})
        replay = table.replay()
    assert "agreed" not in replay.command(replay.steps[0])


# -- what is not exact --


def test_times_and_power_ons_that_the_archive_does_not_have_are_marked(tmp_path):
    from dataclasses import replace

    with within(tmp_path):
        table = Table().begin(given=MINE)
        for _ in range(4):
            table.do({"do": "roll", "dice": (1, 2)}, {"do": "undo"})
        table.reboot()
        table.do({"do": "roll", "dice": (1, 2)})
        replay = table.replay()
    for number, step in enumerate(replay.steps):
        step.played_s = 60 * number if number in (0, 6, 8) else None
    replay.power_ons = [replace(power, exact=False) for power in replay.power_ons]
    rows = text_rows.log_rows(replay, Speaker(replay))
    times = [row[2] for row in rows if row[0] != "BOOT?"]
    assert times == ["0:00", "~0:01", "~0:02", "~0:03", "~0:04", "~0:05", "0:06", "~0:07", "0:08"]
    boots = [row for row in rows if str(row[0]).startswith("BOOT")]
    assert [row[0] for row in boots] == ["BOOT?"] and "about here" in boots[0][3]
    assert (
        "etwa hier"
        in [row for row in text_rows.log_rows(replay, Speaker(replay, "de")) if row[0] == "BOOT?"][0][3]
    )


def test_a_time_after_the_last_known_one_is_unknown(tmp_path):
    with within(tmp_path):
        replay = Table().begin(given=MINE).do({"do": "roll", "dice": (1, 2)}).replay()
    replay.steps[0].played_s = None
    assert text_rows.log_rows(replay, Speaker(replay))[0][2] == "?"


# -- one source --


def test_a_box_without_a_game_has_no_log():
    from deedbox.play.game_log import GameLog

    assert GameLog().lines("") == GameLog().lines("00000001ff74") == []


OUT_OF_TURN = {"do": "trade", "a": 1, "b": 2, "a_gives": {"cash": 5}, "b_gives": {"deeds": [RED1]}}


@pytest.mark.parametrize("command", [*(trade_row[0] for trade_row in TRADES), OUT_OF_TURN])
def test_the_log_the_exports_the_page_and_watch_tell_the_same_trade(tmp_path, command):
    """Also of an undo of it. The two sides are checked against who owned the deeds before and after."""
    import csv
    import json

    from played import events

    from banker.core.ids import DEED_IDS
    from deedbox.cli.watch import log_line
    from deedbox.games.export import as_csv, as_json
    from deedbox.play.game_log import GameLog

    with within(tmp_path):
        table = Table().begin(given=MINE, rules={"deal_zero": True})
        table.do(dict(command), {"do": "undo"})
        replay = table.replay()
        log = GameLog()
        for event in events(table):
            log.add(event)
    speaker = Speaker(replay)
    step, undo = replay.steps
    sentence = speaker.sentence(step)
    assert text_rows.log_rows(replay, speaker)[0][3].startswith(sentence)
    exported = json.loads(as_json(replay))["steps"]
    assert exported[0]["text"] == sentence and exported[1]["text"].endswith(sentence)
    written = exported[0]["command"]
    for giver, taker, gives in (("a", "b", "a_gives"), ("b", "a", "b_gives")):
        for deed in (written[gives] or {}).get("deeds", ()):
            number = DEED_IDS.index(deed)
            assert replay.names[step.before.owner[number]] == written[giver]
            assert replay.names[step.game.owner[number]] == written[taker]
        cash = (written[gives] or {}).get("cash", 0)
        rows = [row for row in csv.DictReader(as_csv(replay).splitlines()) if row["command"] == "trade"]
        assert [int(row["amount"]) for row in rows if row["from"] == written[giver]] == [cash] * bool(cash)
    lines = log.lines(replay.game)[::-1][-2:]
    assert [line["text"]["en"] for line in lines] == [sentence, speaker.sentence(undo)]
    assert lines[0]["who"] == exported[0]["who"] == written["a"]
    assert log_line(lines[0]).startswith(sentence.replace(NO_BREAK_SPACE, " "))


def test_a_log_that_grows_step_by_step_tells_the_same_as_the_whole_game(tmp_path):
    """The page's log (play/game_log.py) gets the records one by one, from the middle of a game on."""
    from played import commands, events

    from deedbox.play.game_log import GameLog

    with within(tmp_path):
        table = Table().begin(edition="classic")
        for number, command in enumerate(commands()[:60]):
            table.do(command)
            if number % 20 == 19:
                table.do({"do": "undo"}, {"do": "redo"})
        replay = table.replay()
        log, late = GameLog(), GameLog()
        for number, event in enumerate(events(table)):
            log.add(event)
            if number > 30:
                late.add(event)
    for language in ("en", "de"):
        speaker = Speaker(replay, language)
        sentences = [speaker.sentence(step) for step in replay.steps]
        lines = log.lines(replay.game)[::-1]
        begin = [line for line in lines if line["command"]["do"] == "begin"]
        lines = [line for line in lines if line not in begin]
        assert [line["text"][language] for line in lines] == sentences[-len(lines) :]
        assert [line["undone"] for line in lines] == [step.undone for step in replay.steps][-len(lines) :]
        after = late.lines(replay.game)[::-1]
        assert [line["text"][language] for line in after][1:] == sentences[-len(after) + 1 :]
    assert isinstance(Replayer, type)
