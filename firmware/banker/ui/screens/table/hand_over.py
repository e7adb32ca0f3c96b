"""OUT: who went out and why, then what is handed over to whom, page by page. `#` goes on.

It stays until it was read to its end: home() leads back to it (ui.unread), also after power-on. A player's
page opens it again as long as undo reaches that step.

ui.args:

    seat    of the player who went out
    page    the page to open, from 0
    tasks   the task that was the first before that, as a list; without it the journal is asked

ui.memo:

    pages     the rows of each page; none: undo no longer reaches that step
    page      which one is open
    is_start  auctions follow
"""

from __future__ import annotations

from typing import Any

from banker.core import lazy
from banker.core.board import BANK
from banker.core.state import Game, phase
from banker.core.types import Task
from banker.ui import words
from banker.ui.layout import double, wrap
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

_LINES = 6  # below the header
_FIRST_LINES = 5  # below the name in double size
_NAME = 6  # letters of it, with " OUT"


def enter(ui: Ui) -> None:
    seat = ui.args[0]
    page = ui.args[1] if len(ui.args) > 1 else 0
    rules = lazy.load("hand_over")
    pages: list[Rows] = []
    if len(ui.args) > 2 and rules.leaver(ui.game) == seat:
        pages = _pages(ui, seat, rules.debt_of(ui.args[2], seat), ui.game)
    else:
        before = _before(ui, seat)
        after = rules.gone(before, seat) if before else None
        if before and after:
            pages = _pages(ui, seat, rules.debt_of(before.tasks, seat), after)
    ui.memo.update(
        pages=pages,
        page=min(page, max(0, len(pages) - 1)),
        is_start=phase(ui.game) == "auction" and bool(ui.unread),
    )


def _before(ui: Ui, seat: int) -> Game | None:
    """The game before this player went out, as far as undo reaches."""
    before: Game | None = None
    for before, _, _ in ui.back():
        if not before.out[seat]:
            return before
    return None


def _pages(ui: Ui, seat: int, task: Task | None, after: Game) -> list[Rows]:
    rules = lazy.load("hand_over")
    text = ui.load("estate_text")
    top = [double(ui.say(words.OUT_TITLE, ui.name(seat, _NAME)))]
    blocks = [text.debt(ui, task, words.OWED_WHY) if task else wrap(ui.tell(words.LEFT_GAME, seat))]
    shares = rules.shares(after)
    if [share for share in shares if share.heir >= BANK]:
        blocks += _to_bank(ui, text, after, shares[0])
        return _flow(ui, _ends(ui, seat, BANK), top, blocks)
    word = words.GETS_ALL if len(shares) < 2 else words.GETS_PART
    blocks += text.heirs(ui, after, task, word, words.GETS_NONE)
    if after.over:
        blocks.append([ui.say(words.ENDS_GAME)])
    pages = _flow(ui, top[0][1:], top, blocks)
    if not after.over:
        for share in shares:
            pages += _to_player(ui, text, seat, after, share)
    return pages


def _to_bank(ui: Ui, text: Any, after: Game, share: Any) -> list[Rows]:
    rules = lazy.load("hand_over")
    blocks = [wrap(ui.say(words.ALL_TO_BANK, text.things(ui, share)))]
    if after.over:
        return blocks + [[ui.say(words.ENDS_GAME)]]
    if rules.takes_buildings(after):
        blocks.append(wrap(ui.say(words.BUILDINGS_OFF)))
    blocks += text.pass_lines(ui, words.PASS_UNDER, share.passes)
    if share.deeds:
        word = words.AUCTIONED_NOW if rules.auctions(after) else words.SALE_AGAIN
        blocks += _list(wrap(ui.say(word)), [text.deed_line(ui, after, deed) for deed in share.deeds])
    return blocks


def _list(title: Rows, lines: Rows) -> list[Rows]:
    """The title stays with the first line."""
    return [title + lines[:1]] + [[line] for line in lines[1:]]


def _to_player(ui: Ui, text: Any, seat: int, after: Game, share: Any) -> list[Rows]:
    blocks: list[Rows] = []
    if lazy.load("hand_over").takes_buildings(after):
        blocks.append(wrap(ui.say(words.BUILDINGS_OFF)))
    if share.deeds:
        title = [ui.tell(words.GIVE_DEEDS, share.heir)]
        blocks += _list(title, [text.deed_line(ui, after, deed) for deed in share.deeds])
    blocks += text.pass_lines(ui, words.AND_A_PASS if share.deeds else words.GIVE_A_PASS, share.passes)
    if share.interest:
        blocks.append(wrap(ui.say(words.PAID_INTEREST, ui.name(share.heir, 8), share.interest)))
    return _flow(ui, _ends(ui, seat, share.heir), [], blocks) if blocks else []


def _ends(ui: Ui, seat: int, heir: int) -> str:
    """From whom to whom."""
    return ui.say(words.GIVER_TO, ui.name(seat, 6), ui.name(heir, 6))


def _flow(ui: Ui, title: str, top: Rows, blocks: list[Rows]) -> list[Rows]:
    """As many pages as the blocks need: first one with `top`, if there is one, then those with the title.

    A block is a sentence: if it does not fit, it begins the next page.
    """
    pages: list[Rows] = [[]]
    for block in blocks:
        room = _FIRST_LINES if top and len(pages) == 1 else _LINES
        if len(pages[-1]) + len(block) > room:
            pages.append([])
        pages[-1] += block
    first = 1 if top else 0
    count = len(pages) - first
    for at in range(first, len(pages)):
        mark = "%d/%d" % (at + 1 - first, count) if count > 1 else ""
        pages[at].insert(0, HEADER + title + " " * (21 - len(title) - len(mark)) + mark)
    pages[0][:0] = top
    return pages


def rows(ui: Ui) -> Rows:
    pages = ui.memo["pages"]
    lines: Rows = pages[ui.memo["page"]] if pages else wrap(ui.say(words.TOO_LONG_AGO))
    high = len(lines) + (0 if lines[0].startswith(HEADER) else 1)
    return lines + [""] * (7 - high)


def _is_last(ui: Ui) -> bool:
    return bool(ui.memo["page"] >= len(ui.memo["pages"]) - 1)


def keys(ui: Ui) -> Keys:
    if ui.memo["is_start"]:
        return [("#", words.START_KEY if _is_last(ui) else words.NEXT_KEY), ("B", words.MONEY)]
    return [("#", words.NEXT_KEY)]


def key(ui: Ui, key: str) -> Commands:
    if key == "B" and ui.memo["is_start"]:
        return ui.show("table.money")
    if key != "#":
        return ()
    if not _is_last(ui):
        ui.memo["page"] += 1
        if ui.unread:
            ui.unread = (ui.screen, ui.args[0], ui.memo["page"]) + ui.args[2:]
        return ()
    was_new = bool(ui.unread)
    ui.unread = ()
    return ui.show("deeds.inherited") if was_new else ui.home()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.notice(ui.say(words.READ_FIRST))
