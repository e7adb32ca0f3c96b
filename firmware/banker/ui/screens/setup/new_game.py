"""NEW GAME: board, game, rules, dice and cards are chosen; players tap their tokens clockwise, as they sit.

The choices are in ui.draft (setup_draft.py). ui.memo:

    count        how many house rules are chosen
    own_rule     the optional rule that the board brings; "": it has none
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BATTLE, DOUBLES
from banker.core.tags import BANKER, TOKEN, TOKENS
from banker.ui import setup_draft, words
from banker.ui.layout import capitals
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

TOKEN_NUMBERS = True
LOOK_MS = 120000
late = setup_draft.late

_SEATS_IN_ROW = 4
_MINUTES = (60, 90, 120)  # of a timed game
_OPENS = {
    "1": "setup.editions",
    "3": "setup.favourite_rules",
    "4": "setup.dice_and_cards",
    "9": "setup.saved_games",
}


def enter(ui: Ui) -> None:
    draft = ui.draft = ui.fact("draft", ui.draft)
    left_out = draft.pop("left_out", "")
    if left_out:
        ui.hint(ui.say(words.BOARD_LEFT_OUT, setup_draft.title(left_out)))
    if not draft["cards"] and draft["rules"].get("deck_source", "tag") == "tag":
        draft["rules"]["deck_source"] = "device"
    if ui.game and not ui.game.over and draft["keep"] is None:
        ui.show("setup.keep_or_end")
        return
    if ui.game and not draft["tokens"]:
        draft["tokens"] = [token for token in draft["last"] if ui.game.over]
    ui.memo["own_rule"] = own_rule(ui)
    chosen = [name for name in draft["rules"] if name not in setup_draft.OWN_LINES]
    ui.memo["count"] = ui.load("screens.setup.favourite_rules").chosen_count(ui) if chosen else 0


def rows(ui: Ui) -> Rows:
    draft = ui.draft
    rules = draft["rules"]
    variant = rules.get("game_variant", "standard")
    game = ui.say(words.SHORT if variant == "short" else words.STANDARD)
    if variant == "time":
        minutes = rules.get("time_limit_min", 0)
        game = ui.say(words.TIMED, minutes) if minutes else ui.say(words.NO_CLOCK_GAME)
    count = ui.memo["count"]
    dice = ui.say(words.BOX if rules.get("dice_source") == "device" else words.OURS)
    cards = ui.say(words.BOX if rules.get("deck_source") == "device" else words.OWN)
    own = ui.memo["own_rule"]
    own_line = []
    if own:
        is_on = ui.say(words.YES if setup_draft.limit(draft, own, False) else words.NO)
        own_line = [ui.say(words.BATTLE_LINE if own == "dm_battle" else words.DOUBLES_LINE, is_on)]
    head = [HEADER + ui.say(words.NEW_GAME_TAP if own else words.NEW_GAME)]
    board = ui.say(words.BOARD_LINE, setup_draft.title(draft["edition"]))[:21]
    if own and len(draft["tokens"]) > _SEATS_IN_ROW:  # their second row needs the room
        head, board = [], HEADER + board
    return (
        head
        + [
            board,
            ui.say(words.GAME_LINE, game),
            ui.say(words.RULES_LINE, ui.say(words.HOUSE, count) if count else ui.say(words.PRINTED)),
            ui.say(words.GEAR_LINE, dice, cards),
        ]
        + own_line
        + _seats(ui)
    )


def own_rule(ui: Ui) -> str:
    """The rule of the board that nearly everybody who has it wants to know of (S-34)."""
    extras = ui.draft["extras"]
    return "dm_battle" if extras & BATTLE else "sm_doubles" if extras & DOUBLES else ""


def _seats(ui: Ui) -> Rows:
    """Who sits where: four to a row."""
    tokens = ui.draft["tokens"]
    ask = [] if ui.memo["own_rule"] else [ui.say(words.TAP_TOKENS)]  # with that line, the first row asks
    if not tokens:
        return ask + [ui.say(words.KEPT_LINE) if ui.draft["kept"] else ""]
    width = 22 // min(len(tokens), _SEATS_IN_ROW) - 1
    names = []
    for seat in range(len(tokens)):
        names.append("%d%s" % (seat + 1, capitals(setup_draft.name(ui, tokens[seat]))[: width - 1]))
    seats = range(0, len(names), _SEATS_IN_ROW)
    lines = [" ".join(names[at : at + _SEATS_IN_ROW]) for at in seats]
    return ask + lines if len(lines) < 2 else lines


def keys(ui: Ui) -> Keys:
    draft = ui.draft
    legal: Keys = [(digit, 0) for digit in ("12345" if ui.memo["own_rule"] else "1234")]
    if not draft["tokens"]:
        legal += [("9", 0)] if draft["kept"] else []
        legal += [("B", words.SAME_NAMES)] if draft["last"] else []
        legal += [("D", words.BANKER_KEY)] if ui.fact("missing", BANKER, 1) else []
        return legal + ([("*", words.BACK)] if ui.game else [])
    enough = len(draft["tokens"]) >= setup_draft.limit(draft, "players_min", 2)
    legal += [("A", words.START_KEY)] if enough else []
    return legal + [("D", words.NAME_KEY), ("*", words.TAKE_BACK)]


def key(ui: Ui, key: str) -> Commands:
    draft = ui.draft
    tokens = draft["tokens"]
    if key not in [legal for legal, _ in keys(ui)]:
        return ()
    if key in _OPENS:
        return ui.show(_OPENS[key])
    if key == "2":
        _next_game(ui)
    elif key == "5":
        name = ui.memo["own_rule"]
        rule = lazy.load("setup.house_rules").find(name)
        setup_draft.choose(draft, rule, not setup_draft.limit(draft, name, False))
    elif key == "A":
        return _start(ui)
    elif key == "B":
        draft["tokens"] = list(draft["last"])
    elif key == "D":
        return ui.show("setup.player_name", tokens[-1]) if tokens else ui.show("table.banker_menu")
    elif tokens:  # * takes the last one back
        tokens.pop()
    else:
        ui.draft = None
        return ui.home()
    return ()


def _start(ui: Ui) -> Commands:
    draft = ui.draft
    count = len(draft["tokens"])
    if count > _most(ui):
        return ui.refused("too-many-players", ())
    if setup_draft.limit(draft, "first_player", "roll") == "random":
        return setup_draft.begin(ui, ui.fact("entropy") % count)
    return ui.show("setup.who_starts")


def _most(ui: Ui) -> int:
    most: int = setup_draft.limit(ui.draft, "players_max", TOKENS)
    return most


def _next_game(ui: Ui) -> None:
    """Standard, short, timed with 60, 90 or 120 minutes: the next one that the board has."""
    rules = ui.draft["rules"]
    variants = ui.draft["games"]
    games = [(variant, 0) for variant in variants if variant != "time"]
    games += [("time", minutes) for minutes in _MINUTES if "time" in variants]
    variant = rules.get("game_variant", "standard")
    now = (variant, rules.get("time_limit_min", 0) if variant == "time" else 0)
    variant, minutes = games[(games.index(now) + 1) % len(games) if now in games else 0]
    rules["game_variant"] = variant
    if minutes:
        rules["time_limit_min"] = minutes
    elif rules.get("end_condition") != "time":  # that house rule has minutes of its own
        rules.pop("time_limit_min", None)
    if variant == "standard":
        del rules["game_variant"]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    """A token takes the next seat, or leaves its seat. `number` is that of the token."""
    tokens = ui.draft["tokens"]
    if kind == BANKER:
        return ui.show("table.banker_menu")
    if kind != TOKEN or number >= TOKENS:
        return ui.notice(ui.say(words.TAP_A_TOKEN))
    if number in tokens:
        tokens.remove(number)
    elif len(tokens) < _most(ui):
        tokens.append(number)
    else:
        return ui.refused("too-many-players", ())
    return ()


def taps(ui: Ui) -> Tags:
    return [(TOKEN, token) for token in range(_most(ui))]
