"""NEW GAME: board, game, rules, dice and cards; tokens are tapped clockwise, as they sit."""

from banker.ui import draft
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.ui import BANKER, TOKEN

BEFORE = True
LOOK_MS = 120000
late = draft.late

_NEW_GAME = const(500)
_BOARD_LINE = const(501)
_GAME_LINE = const(502)
_RULES_LINE = const(503)
_GEAR_LINE = const(504)
_TAP_TOKENS = const(505)
_START_KEY = const(506)
_SAME_NAMES = const(507)
_STANDARD = const(508)  # and the short game
_TIMED = const(510)
_PRINTED = const(511)
_HOUSE = const(512)
_OURS = const(513)
_OWN = const(514)
_BOX = const(515)
_KEPT_LINE = const(516)
_NAME_KEY = const(517)
_TAP_A_TOKEN = const(518)
_BANKER_KEY = const(717)
_BACK = const(42)
_TAKE_BACK = const(379)

_MINUTES = (60, 90, 120)  # of a timed game


def enter(ui) -> None:
    d = ui.draft = ui.fact("draft", ui.draft)
    if not d["cards"] and d["rules"].get("deck_source", "tag") == "tag":
        d["rules"]["deck_source"] = "device"
    if ui.game and not ui.game.over and d["keep"] is None:
        return ui.show("unfinished")
    if ui.game and not d["tokens"]:
        d["tokens"] = [token for token in d["last"] if ui.game.over]
    own = [name for name in d["rules"] if name not in draft.OWN_LINES]
    ui.memo["house"] = ui.load("house").count(ui) if own else 0


def rows(ui) -> list:
    d = ui.draft
    rules = d["rules"]
    variant = rules.get("game_variant", "standard")
    game = ui.say(_TIMED, rules.get("time_limit_min", 0))
    if variant != "time":
        game = ui.say(_STANDARD + (variant == "short"))
    house = ui.memo["house"]
    dice = ui.say(_BOX if rules.get("dice_source") == "device" else _OURS)
    cards = ui.say(_BOX if rules.get("deck_source") == "device" else _OWN)
    return [
        HEADER + ui.say(_NEW_GAME),
        ui.say(_BOARD_LINE, draft.title(d["edition"]))[:21],
        ui.say(_GAME_LINE, game),
        ui.say(_RULES_LINE, ui.say(_HOUSE, house) if house else ui.say(_PRINTED)),
        ui.say(_GEAR_LINE, dice, cards),
    ] + _seats(ui, d)


def _seats(ui, d) -> list:
    """Who sits where: four to a row."""
    tokens = d["tokens"]
    if not tokens:
        return [ui.say(_TAP_TOKENS), ui.say(_KEPT_LINE) if d["kept"] else ""]
    width = 22 // min(len(tokens), 4) - 1
    seats = []
    for at in range(len(tokens)):
        seats.append("%d%s" % (at + 1, draft.name(ui, tokens[at]).upper()[: width - 1]))
    first = [ui.say(_TAP_TOKENS)] if len(seats) < 5 else []
    return first + [" ".join(seats[at : at + 4]) for at in range(0, len(seats), 4)]


def keys(ui) -> list:
    d = ui.draft
    legal: list = [(digit, 0) for digit in "1234"]
    if not d["tokens"]:
        legal += [("9", 0)] if d["kept"] else []
        legal += [("B", _SAME_NAMES)] if d["last"] else []
        legal += [("D", _BANKER_KEY)] if ui.fact("missing", BANKER, 1) else []
        return legal + ([("*", _BACK)] if ui.game else [])
    legal += [("A", _START_KEY)] if len(d["tokens"]) >= draft.limit(d, "players_min", 2) else []
    return legal + [("D", _NAME_KEY), ("*", _TAKE_BACK)]


def key(ui, key: str):
    d = ui.draft
    tokens = d["tokens"]
    if key not in [legal for legal, _ in keys(ui)]:
        return ()
    if key == "2":
        _next_game(d)
    elif key == "A":
        if len(tokens) > draft.limit(d, "players_max", 8):
            ui.refused("too-many-players", ())
            return ()
        if draft.limit(d, "first_player", "roll") == "random":
            return draft.begin(ui, ui.fact("entropy") % len(tokens))
        return ui.show("starts")
    elif key == "B":
        d["tokens"] = list(d["last"])
    elif key == "D":
        return ui.show("naming", tokens[-1]) if tokens else ui.show("banker")
    elif key == "*" and tokens:
        tokens.pop()
    elif key == "*":
        ui.draft = None
        return ui.home()
    else:
        return ui.show({"1": "boards", "3": "house", "4": "gear", "9": "kept"}[key])
    return ()


def _next_game(d) -> None:
    """Standard, short, timed with 60, 90 or 120 minutes: those that the board has."""
    rules = d["rules"]
    games = [(game, 0) for game in d["games"] if game != "time"]
    games += [("time", minutes) for minutes in _MINUTES if "time" in d["games"]]
    variant = rules.get("game_variant", "standard")
    now = (variant, rules.get("time_limit_min", 0) if variant == "time" else 0)
    variant, minutes = games[(games.index(now) + 1) % len(games) if now in games else 0]
    rules["game_variant"] = variant
    if minutes:
        rules["time_limit_min"] = minutes
    elif rules.get("end_condition") != "time":  # the house rule has minutes of its own
        rules.pop("time_limit_min", None)
    if variant == "standard":
        del rules["game_variant"]


def tap(ui, kind: int, number: int):
    tokens = ui.draft["tokens"]
    if kind == BANKER:
        return ui.show("banker")
    if kind != TOKEN or number > 7:
        return ui.notice(ui.say(_TAP_A_TOKEN))
    if number in tokens:
        tokens.remove(number)
    elif len(tokens) < draft.limit(ui.draft, "players_max", 8):
        tokens.append(number)
    else:
        ui.refused("too-many-players", ())
    return ()


def taps(ui) -> list:
    return [(TOKEN, token) for token in range(draft.limit(ui.draft, "players_max", 8))]
