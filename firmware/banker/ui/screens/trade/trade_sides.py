"""The two sides of a trade, for trade.py: their deeds and passes, and who pays the cash.

Memo:
    players        who trades, at most two; side 0 is the first
    deeds          the deeds of both sides, in the order in which they were tapped
    passes         how many passes each side gives
    payoffs        mortgaged deeds that their new owner pays back at once
    cash           the amount typed
    payer_turned   the other side pays the cash than the one that would
    consents       who has agreed
    after          the row that says what both have after the trade
    page, page_ms  the page of things that is shown, and since when
    pages_seen     how many pages were shown: nobody agrees to things not yet shown
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import NOBODY, SPACE_OF
from banker.core.state import Game
from banker.core.types import Command
from banker.ui import words
from banker.ui.types import Rows
from banker.ui.ui import Ui

_COLUMNS = 20  # the first one is empty


def clear(ui: Ui) -> None:
    ui.memo = {
        "players": [],
        "deeds": [],
        "passes": [0, 0],
        "payoffs": [],
        "cash": 0,
        "payer_turned": False,
    }
    changed(ui)


def changed(ui: Ui) -> None:
    """Any change clears the consents, and the things are shown from their first page."""
    ui.memo["consents"] = []
    ui.memo["after"] = _after(ui) if len(ui.memo["players"]) == 2 else ""
    ui.memo["page"] = 0
    ui.memo["pages_seen"] = 1
    ui.memo["page_ms"] = ui.now_ms


def deeds(ui: Ui, side: int) -> list[int]:
    players = ui.memo["players"]
    return [d for d in ui.memo["deeds"] if side < len(players) and ui.game.owner[d] == players[side]]


def deeds_price(ui: Ui, side: int) -> int:
    return sum([ui.game.board.price[d] for d in deeds(ui, side)])


def payer(ui: Ui) -> int:
    """The side that gives less pays the cash, unless the players turned that."""
    side = 0 if _weight(ui, 0) < _weight(ui, 1) else 1
    return 1 - side if ui.memo["payer_turned"] else side


def _weight(ui: Ui, side: int) -> int:
    """The printed prices of its deeds; a pass counts as what it saves, and always as something (S-36)."""
    passes: int = ui.memo["passes"][side]
    return deeds_price(ui, side) + passes * max(ui.game.rules.jail_fine, 1)


def _things(ui: Ui, side: int) -> Rows:
    memo = ui.memo
    lines = []
    mortgage = lazy.load("rules.mortgage")
    for deed in deeds(ui, side):
        space = SPACE_OF[deed]
        if ui.game.mortgaged[deed]:  # with the amount that its new owner pays the bank now
            pays_back = deed in memo["payoffs"]
            fee = (mortgage.payoff_after_transfer if pays_back else mortgage.on_transfer)(ui.game, deed)
            word = words.DEED_PAID_BACK if pays_back else words.DEED_MORTGAGED
            lines.append(ui.say(word, ui.place(space, _COLUMNS - len(ui.say(word, "", fee))), fee))
        else:
            lines.append(ui.place(space, _COLUMNS))
    lines += [ui.say(words.PASS_LINE)] * memo["passes"][side]
    return lines + [str(memo["cash"])] if memo["cash"] and side == payer(ui) else lines


def _room(ui: Ui, side: int) -> int:
    """Rows for the things of a side: two each, or three if the other side has only one thing."""
    count, other = len(_things(ui, side)), len(_things(ui, 1 - side))
    if count > 2 and other < 2:
        return 3
    return 1 if other > 2 and count < 2 else 2


def _pages(ui: Ui, side: int) -> int:
    """If not all things fit, the first page says how many follow in place of its last one."""
    count, room = len(_things(ui, side)), _room(ui, side)
    return 1 if count <= room else 1 + count // room


def page(ui: Ui, side: int) -> Rows:
    """The things of a side, one page of them; a side that is through stays on its last page."""
    things, room = _things(ui, side), _room(ui, side)
    at = min(ui.memo["page"], _pages(ui, side) - 1)
    if at:
        things = things[at * room - 1 :]
    elif len(things) > room:
        things[room - 1 :] = [ui.say(words.MORE_THINGS, len(things) - room + 1)]
    return [" " + thing for thing in things[:room]] + [""] * (room - len(things))


def pages(ui: Ui) -> int:
    return max(_pages(ui, 0), _pages(ui, 1))


def _after(ui: Ui) -> str:
    """What both have after the trade; "" if the rules refuse it, or nobody sees the cash of others."""
    trial = ui.trial(command(ui))
    if not trial or ui.game.rules.balances_shown != "all":
        return ""
    a, b = ui.memo["players"]
    for word in (words.AFTER, words.AFTER_SHORT):
        room = 21 - len(ui.say(word, "", trial.cash[a], "", trial.cash[b]))
        name, other = ui.name_pair(a, b, room)
        if (name, other) == (ui.name(a), ui.name(b)):
            break
    return ui.say(word, name, trial.cash[a], other, trial.cash[b])


def last_mortgaged(ui: Ui) -> int | None:
    """The mortgaged deed that was put in last."""
    for deed in reversed(ui.memo["deeds"]):
        if ui.game.mortgaged[deed]:
            return int(deed)
    return None


def in_or_out(items: list[int], item: int) -> None:
    if item in items:
        items.remove(item)
    else:
        items.append(item)


def pass_owner(g: Game, card: int) -> int:
    """Who holds this card, if it is a pass; NOBODY: it is none, or it is in its deck."""
    deck = card >> 4
    return g.held[deck] if lazy.load("rules.jail").pass_of(g, deck) == card & 15 else NOBODY


def next_passes(ui: Ui) -> None:
    """The next way in which the two could put in the passes that they hold."""
    most = [ui.game.held.count(p) for p in ui.memo["players"]] + [0, 0]
    a, b = ui.memo["passes"]
    if a < most[0]:
        a += 1
    else:
        a = 0
        b = b + 1 if b < most[1] else 0
    ui.memo["passes"] = [a, b]


def command(ui: Ui) -> Command:
    memo = ui.memo
    sides = []
    for side in (0, 1):
        cash = memo["cash"] if side == payer(ui) else 0
        sides.append({"cash": cash, "deeds": deeds(ui, side), "jail_cards": memo["passes"][side]})
    a, b = memo["players"]
    return {
        "do": "trade",
        "a": a,
        "b": b,
        "a_gives": sides[0],
        "b_gives": sides[1],
        "redeem": memo["payoffs"],
    }
