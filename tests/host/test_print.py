"""Printed sheets: their texts, the places of their parts, and that nothing leaves its place."""

import dataclasses
import itertools
import math
import re
import runpy
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache, lru_cache
from pathlib import Path

import numpy
import pypdfium2
import pytest
from command import ROOT, environment
from PIL import Image

from deedbox import editions, typeface
from deedbox.editions import model
from deedbox.printing import board, card_texts, deedcard, drawings, pen, sheet_layout, sheets
from deedbox.printing.sheet_layout import LABEL_SHEETS, Box, card_grid, disc_grid, fold_grid
from deedbox.token_colours import TOKENS
from deedbox.words import LANGUAGES

MM = 72 / 25.4
DOTS = 4  # of a rendered page, for each millimetre
WIDE = Path(__file__).with_name("print_wide.toml")  # every text as long and as wide as it may be
EVERY = [*editions.IDS, "wide"]
BOTH = list(itertools.product(EVERY, sheet_layout.PAPERS))
CARD, EDGE = (63, 88), 3


@cache
def load(edition: str) -> model.Edition:
    return editions.load_edition(str(WIDE) if edition == "wide" else edition)


@cache
def cards(edition: str, size: str) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(sheets.print_cards(load(edition), size).pdf)


@lru_cache(32)
def ink(document: pypdfium2.PdfDocument, number: int) -> numpy.ndarray:
    """Where a page is not white: rows from the bottom, DOTS a millimetre."""
    picture = document[number].render(scale=DOTS / MM).to_numpy()
    return (picture[::-1, :, :3].min(axis=2) < 235).copy()


@lru_cache(32)
def reading(document: pypdfium2.PdfDocument, number: int) -> pypdfium2.PdfTextPage:
    return document[number].get_textpage()


def text_in(document: pypdfium2.PdfDocument, number: int, box: Box) -> str:
    """What can be read in a place of a page, without blanks: a name may be broken anywhere."""
    edges = (box.x * MM, box.y * MM, box.right * MM, box.top * MM)
    return plain(reading(document, number).get_text_bounded(*edges))


def letters(document: pypdfium2.PdfDocument, number: int) -> list[tuple[str, tuple[float, ...]]]:
    """Each letter of a page with its left, bottom, right and top in millimetres."""
    text = reading(document, number)
    marks = ((text.get_text_range(n, 1), text.get_charbox(n)) for n in range(text.count_chars()))
    return [(mark, tuple(edge / MM for edge in box)) for mark, box in marks if mark.strip()]


def plain(text: str) -> str:
    return "".join(text.split())


def deed_places(size: str) -> list[tuple[str, int, Box, Box]]:
    """Each deed with its sheet, front and back."""
    grid = card_grid(size)
    return [(deed, n // 9, grid.box(n % 9), grid.behind(n % 9)) for n, deed in enumerate(model.DEED_IDS)]


# -- the sheet --


@pytest.mark.proof_unless("zelda", "wide-a4")
@pytest.mark.parametrize("edition, size", BOTH)
def test_sixty_cards_are_seven_sheets_of_the_right_size(edition, size):
    document = cards(edition, size)
    assert len(document) == 14
    width, height = {"a4": (210, 297), "letter": (215.9, 279.4)}[size]
    for page in document:
        assert page.get_size() == pytest.approx((width * MM, height * MM), abs=0.02)


@pytest.mark.parametrize("size", sheet_layout.PAPERS)
def test_nine_cards_for_sleeves_lie_side_by_side_in_the_middle(size):
    grid = card_grid(size)
    boxes = [grid.box(n) for n in range(grid.count)]
    assert len(boxes) == 9 and {(box.width, box.height) for box in boxes} == {CARD}
    assert boxes[0].top == pytest.approx(boxes[8].y + 3 * 88) and boxes[8].right - boxes[
        0
    ].x == pytest.approx(189)
    width, height = grid.sheet
    assert boxes[0].x == pytest.approx(width - boxes[8].right) and boxes[8].y == pytest.approx(
        height - boxes[0].top
    )
    assert boxes[0].x > 7 and boxes[8].y > 7  # room for marks where printers still print


@pytest.mark.parametrize(
    "edition, size", [("classic", "a4"), ("zelda", "letter"), ("wide", "a4"), ("wide", "letter")]
)  # shapes do not depend on the edition; letters of all editions are measured below
def test_nothing_is_drawn_near_a_cut_but_small_crosses(edition, size):
    """A rim of three millimetres is white, on fronts and backs, however long the texts are."""
    grid = card_grid(size)
    for number in range(14):
        page = ink(cards(edition, size), number)
        for n in range(9):
            box = grid.box(n)
            x, y, right, top = (round(edge * DOTS) for edge in (box.x, box.y, box.right, box.top))
            cell = page[y:top, x:right].copy()
            safe = math.floor((EDGE - 0.5) * DOTS)  # a page's height is no whole number of dots
            cell[safe:-safe, safe:-safe] = False
            cross = math.ceil(1.2 * DOTS)
            for rows in (slice(None, cross), slice(-cross, None)):
                for columns in (slice(None, cross), slice(-cross, None)):
                    cell[rows, columns] = False
            assert not cell.any(), (number, n, numpy.argwhere(cell)[0] / DOTS)


@pytest.mark.proof_unless("star-wars-ep1-a4", "wide-a4")
@pytest.mark.parametrize("edition, size", BOTH)
def test_every_letter_stays_on_its_card_or_in_the_margin(edition, size):
    """By the letters' own outlines: also what other letters would hide in a picture."""
    grid = card_grid(size)
    for number in range(14):
        for mark, (left, bottom, right, top) in letters(cards(edition, size), number):
            x, y = (left + right) / 2, (bottom + top) / 2
            column, row = math.floor((x - grid.left) / 63), math.floor((y - grid.bottom) / 88)
            if not (0 <= column < 3 and 0 <= row < 3):
                assert min(left, bottom) > 2 and right < grid.sheet[0] - 2 and top < grid.sheet[1] - 2
                continue
            card = Box(grid.left + column * 63 + EDGE, grid.bottom + row * 88 + EDGE, 57, 82)
            inside = card.x <= left and right <= card.right and card.y <= bottom + 0.2 and top <= card.top
            assert inside, (mark, left - card.x, bottom - card.y)


@pytest.mark.parametrize("size", sheet_layout.PAPERS)
def test_crop_marks_stand_at_every_cut_and_lie_on_each_other_when_the_sheet_is_turned(size):
    grid = card_grid(size)
    front, back = ink(cards("classic", size), 0), ink(cards("classic", size), 1)
    left, bottom = grid.left, grid.bottom
    for page in (front, back):
        for n in range(4):
            x, y = round((left + 63 * n) * DOTS), round((bottom + 88 * n) * DOTS)
            below, above = round((bottom - 3.5) * DOTS), round((bottom + 264 + 3.5) * DOTS)
            before, behind = round((left - 3.5) * DOTS), round((left + 189 + 3.5) * DOTS)
            assert page[below, x - 1 : x + 2].any() and page[above, x - 1 : x + 2].any()
            assert page[y - 1 : y + 2, before].any() and page[y - 1 : y + 2, behind].any()
    margin = round((left - 1) * DOTS)  # nothing but marks lies there
    turned = back[:, ::-1]
    for columns in (slice(0, margin), slice(-margin, None)):
        rows = {n for n in numpy.flatnonzero(front[:, columns].any(axis=1))}
        assert rows and rows == {n for n in numpy.flatnonzero(turned[:, columns].any(axis=1))}


@pytest.mark.parametrize("edition, size", BOTH)
def test_a_back_lies_behind_its_front(edition, size):
    """Mirrored over the long edge, the back of a deed covers the very place of its front."""
    board, width = load(edition), sheet_layout.PAPERS[size][0]
    for deed, sheet, front, back in deed_places(size):
        assert back.x == pytest.approx(width - front.x - 63) and back.y == front.y
        name = plain(board.spaces[model.b.SPACE_OF[model.DEED_IDS.index(deed)]].name)
        document = cards(edition, size)
        assert name in text_in(document, 2 * sheet, front), deed
        assert name in text_in(document, 2 * sheet + 1, back), deed


def test_the_band_and_the_ring_of_both_sides_cover_each_other():
    """Of the first nine deeds, in dots: the band at the same edge of the paper, the ring in its place."""
    grid = card_grid("a4")
    front, back = ink(cards("classic", "a4"), 0), ink(cards("classic", "a4"), 1)[:, ::-1]
    for n in range(9):
        box = grid.box(n)
        y = round((box.y + 75) * DOTS)
        for page in (front, back):
            line = page[y - 40 : y + 20, round(box.x * DOTS) : round((box.x + 14) * DOTS)].any(axis=0)
            band = numpy.flatnonzero(line) / DOTS
            assert (band.min(), band.max()) == (pytest.approx(3, abs=0.3), pytest.approx(13, abs=0.3))
        x, y = box.x + deedcard.RING[0], box.y + deedcard.RING[1]
        around = [
            back[round((y + 12.5 * math.sin(turn)) * DOTS), round((x + 12.5 * math.cos(turn)) * DOTS)]
            for turn in numpy.linspace(0, 2 * math.pi, 180)
        ]
        assert 0.4 < numpy.mean(around) < 0.95  # dashes


# -- the text of a deed --


def rents_of(edition: model.Edition, deed: str) -> list[str]:
    """The rents in the edition's file, which must be readable on the front."""
    row = edition.deeds[deed]
    symbol = edition.currency["symbol"]
    if deed.startswith("rail"):
        figures = edition.rules.get("rail_rents", [25, 50, 100, 200])
    elif deed.startswith("util"):
        figures = [f"×{n}" for n in edition.rules.get("utility_mult", [4, 10])]
    else:
        bare = row["rents"][0]
        figures = [bare, bare * edition.rules.get("group_rent_mult", 2), *row["rents"][1:]]
        figures += [money(symbol, row["house"]), money(symbol, row["hotel"])]
    return [*map(str, figures), money(symbol, row["price"])]


def money(symbol: str, amount: int) -> str:
    return f"{amount}{symbol}" if symbol[-1].isalpha() else f"{symbol}{amount}"


@pytest.mark.parametrize("edition, size", BOTH)
def test_every_rent_and_price_of_every_deed_can_be_read(edition, size):
    board = load(edition)
    for deed, sheet, front, _ in deed_places(size):
        text = text_in(cards(edition, size), 2 * sheet, front)
        for figure in rents_of(board, deed):
            assert figure in text, (deed, figure, text)
            text = text.replace(figure, "|", 1)
        if deed in board.powers and board.powers[deed]:
            assert f"{board.powers[deed]}" in text


@pytest.mark.parametrize("edition", editions.IDS)
def test_the_mortgage_side_has_the_loan_and_what_paying_it_back_costs(edition):
    board = load(edition)
    symbol = board.currency["symbol"]
    for deed, sheet, _, back in deed_places("a4"):
        loan = board.deeds[deed]["mortgage"]
        due = loan + math.floor(loan * 0.1 + 0.5)
        text = text_in(cards(edition, "a4"), 2 * sheet + 1, back)
        assert "MORTGAGED" in text and money(symbol, loan) in text and money(symbol, due) in text, deed


def test_no_colour_stands_alone():
    """Each group of deeds has its word on both sides; each seat has its number and its own drawing."""
    words = "BROWN SKY PINK ORANGE RED YELLOW GREEN BLUE RAILROAD UTILITY".split()
    for deed, sheet, front, back in deed_places("a4"):
        word = words[model.GROUP_IDS.index(re.sub(r"\d", "", deed))]
        document = cards("classic", "a4")
        for side in (text_in(document, 2 * sheet, front), text_in(document, 2 * sheet + 1, back)):
            assert word in side, deed
    document = pypdfium2.PdfDocument(sheets.print_tokens(load("classic")).pdf)
    page = ink(document, 0)
    drawings = []
    for seat in range(8):
        x, y = disc_grid("a4", 30).box(2 * seat).middle
        y += 4
        drawings.append(
            page[round((y - 4) * DOTS) : round((y + 4) * DOTS), round((x - 4) * DOTS) : round((x + 4) * DOTS)]
        )
    for one, other in itertools.combinations(drawings, 2):
        assert (one != other).mean() > 0.1


def test_light_and_dark_bands_have_letters_that_can_be_read():
    assert pen.readable_on(drawings.GROUPS["yellow"]) == pen.readable_on(drawings.GROUPS["sky"]) == pen.INK
    assert (
        pen.readable_on(drawings.GROUPS["blue"])
        == pen.readable_on(drawings.GROUPS["brown"])
        == pen.readable_on(drawings.GROUPS["rail"])
        == pen.WHITE
    )


def own(folder: Path, body: str) -> model.Edition:
    file = folder / "own.toml"
    file.write_text(f'id = "own"\nname = "Own"\ninherits = "classic"\n{body}', encoding="utf-8")
    return editions.load_edition(str(file))


def all_text(printout: sheets.Document) -> str:
    return " ".join(
        " ".join(page.get_textpage().get_text_bounded().split())
        for page in pypdfium2.PdfDocument(printout.pdf)
    )


def test_the_rules_of_an_edition_change_its_cards(tmp_path):
    rules = (
        "[rules]\nmortgage_interest_pct = 20\nhouses_per_hotel = 3\ngroup_rent_mult = 3\ngo_salary = 300\n"
    )
    edition = own(tmp_path, rules)
    deed = all_text(sheets.print_cards(edition, kinds=("deeds",), only=("brown1",)))
    assert "3 Houses 90 Hotel 250" in deed and "4 Houses" not in deed
    assert "Whole set 6" in deed and "$36" in deed
    chance = all_text(sheets.print_cards(edition, kinds=("chance",)))
    assert "pays you $300" in chance and "$200" not in chance


def test_where_there_are_no_mortgages_the_back_says_nothing_of_them(tmp_path):
    edition = own(tmp_path, "[rules]\nmortgage_on = false\n")
    document = pypdfium2.PdfDocument(sheets.print_cards(edition, only=("brown1",), kinds=("deeds",)).pdf)
    text = text_in(document, 1, card_grid("a4").behind(0))
    assert "Brown1" in text and "MORTGAGED" not in text and "$" not in text


def test_the_front_has_the_mortgage_value_and_says_that_a_hotel_takes_four_houses(tmp_path):
    for deed, sheet, front, _ in deed_places("a4"):
        text = text_in(cards("classic", "a4"), 2 * sheet, front)
        assert "Mortgage" in text and f"${load('classic').deeds[deed]['mortgage']}" in text
        assert ("Hotel+4Houses" in text) == (deed in model.DEED_IDS[:22])
    three = own(tmp_path, "[rules]\nhouses_per_hotel = 3\nmortgage_on = false\n")
    text = all_text(sheets.print_cards(three, kinds=("deeds",), only=("green3",)))
    assert "Hotel + 3 Houses" in text and "Mortgage" not in text and "$160" not in text


def test_cards_are_in_the_language_of_the_edition(tmp_path):
    german = own(tmp_path, 'language = "de"\n')
    text = all_text(sheets.print_cards(german))
    for word in (
        "Miete",
        "Ganze Farbe",
        "Preis",
        "Hypothek",
        "BELASTET",
        "BRAUN",
        "Zahle jedem",
        "Arztrechnung",
    ):
        assert word in text, word
    for word in ("Rent", "Price", "Mortgage", "MORTGAGED", "BROWN", "Pay ", "Doctor", "the bank"):
        assert word not in text, word
    assert "Chip 25 mm" in all_text(sheets.print_tokens(german))
    other = own(tmp_path, 'language = "fr"\n')  # no such words: English
    assert "Rent" in all_text(sheets.print_cards(other, kinds=("deeds",)))


def test_every_language_of_cards_says_the_same_things_with_the_same_facts():
    folder = Path(card_texts.__file__).parent
    tables = {path.stem: tomllib.loads(path.read_text()) for path in folder.glob("words-*.toml")}
    assert {name[-2:] for name in tables} == set(LANGUAGES) == set(card_texts.languages())
    english = tables["words-en"]
    rows = [row for era in editions.printed_decks().values() for deck in era.values() for row in deck]
    labels = {row["label"] for row in rows}
    # The title of a card that moves the piece is made of the names of the board.
    moves = {row["label"] for row in rows if "to" in row or "nearest" in row}
    for name, table in tables.items():
        assert set(table) == set(english), name
        for key, sentence in english.items():
            if key != "stock":
                facts = [sorted(re.findall(r"\{\d\}", text)) for text in (table[key], sentence)]
                assert facts[0] == facts[1], (name, key)
        assert name == "words-en" or set(table["stock"]) >= labels - moves, name
        assert set(table["stock"]) <= labels, name


# -- notes in the margin --


def german(edition):
    return dataclasses.replace(load(edition), language="de")


@pytest.mark.parametrize(
    "make, words",
    [
        (sheets.print_board, "board_note upper_left lower_right"),
        (sheets.print_cards, "both_sides_note long_edge_note"),
        (lambda edition: sheets.print_cards(edition, single_sided=True), "fold_note"),
        (sheets.print_tokens, "tokens_note"),
    ],
    ids=["board", "cards", "folded cards", "tokens"],
)
def test_the_notes_of_a_sheet_are_in_the_language_of_its_edition(make, words):
    for edition, other in ((load("classic"), german("classic")), (german("classic"), load("classic"))):
        text = plain(all_text(make(edition)))
        for word in words.split():
            assert plain(card_texts.say(edition, word)) in text
            assert plain(card_texts.say(other, word)) not in text


# -- the board --


@pytest.mark.parametrize("size", sheet_layout.PAPERS)
@pytest.mark.parametrize("edition", ["classic", "classic-2008", "zelda", "wide"])
def test_the_board_is_four_sheets_and_every_space_lies_whole_on_one(edition, size):
    document = pypdfium2.PdfDocument(sheets.print_board(load(edition), size).pdf)
    assert len(document) == 4
    width, height = sheet_layout.PAPERS[size]
    seen = []
    for number, (_, part) in enumerate(board.parts()):
        assert document[number].get_size() == pytest.approx((width * MM, height * MM), abs=0.01)
        assert part.width <= width - 2 * 9 and part.height <= height - 2 * 9  # printers need a margin
        x, y = (width - part.width) / 2 - part.x, (height - part.height) / 2 - part.y
        for space in range(40):
            box = board.space_box(space)
            if part.x <= box.x and box.right <= part.right and part.y <= box.y and box.top <= part.top:
                seen.append(space)
                place = Box(box.x + x, box.y + y, box.width, box.height)
                name = plain(pen.printable_text(load(edition).spaces[space].name))
                text = text_in(document, number, place)
                assert edition == "wide" or not Counter(name) - Counter(text), (space, name, text)
    assert sorted(seen) == list(range(40))


def test_the_spaces_of_the_board_lie_side_by_side_round_its_edge():
    boxes = [board.space_box(space) for space in range(40)]
    assert sum(box.width * box.height for box in boxes) == pytest.approx(
        board.SIDE**2 - (board.SIDE - 2 * board.CORNER) ** 2
    )
    for one, other in itertools.combinations(boxes, 2):
        across = min(one.right, other.right) - max(one.x, other.x)
        upwards = min(one.top, other.top) - max(one.y, other.y)
        assert across < 1e-9 or upwards < 1e-9
    assert boxes[0].right == board.SIDE and boxes[0].y == 0  # GO is at the lower right
    assert boxes[10].x == boxes[10].y == 0


def test_the_taxes_of_the_board_are_those_of_the_edition():
    def text(edition):
        return all_text(sheets.print_board(load(edition)))

    older, newer = text("classic"), text("classic-2008").replace("100 %", "")
    assert "10 %" in older and "Pay $75" in older
    assert "Pay $200" in newer and "Pay $100" in newer and "%" not in newer


def test_a_disc_has_the_shape_of_its_token_as_the_page_has_it():
    source = (ROOT / "host" / "deedbox" / "play" / "page" / "pieces.js").read_text()
    names = re.findall(r'",\s*// (\w+)', source)
    assert names == "disc square triangle diamond hexagon star drop cross".split()
    document = pypdfium2.PdfDocument(sheets.print_tokens(load("classic")).pdf)
    page = document[0].render(scale=DOTS / MM).to_numpy()[::-1]
    shares = []
    for seat, colour in enumerate(TOKENS):
        x, y = disc_grid("a4", 30).box(2 * seat).middle
        low, left = round((y - 14) * DOTS), round((x - 3.5) * DOTS)
        part = page[low : low + 6 * DOTS, left : left + 7 * DOTS]
        rgb = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        same = numpy.abs(part[..., :3][..., ::-1].astype(int) - rgb).max(axis=2) < 40
        shares.append(same.mean())
    assert min(shares) > 0.1, shares


def test_a_utility_says_which_roll_counts():
    for edition, words in (("classic", "rent: the roll"), ("zelda", "rent: a new roll")):
        assert words in all_text(sheets.print_cards(load(edition), kinds=("deeds",), only=("util1",)))


# -- the decks --


@pytest.mark.parametrize("edition", editions.IDS)
def test_every_card_of_both_decks_has_its_number_its_sum_and_the_words_of_the_edition(edition):
    board, grid = load(edition), card_grid("a4")
    symbol = board.currency["symbol"]
    for n in range(32):
        deck, number = model.DECK_IDS[n // 16], n % 16 + 1
        sheet, place = divmod(28 + n, 9)
        text = text_in(cards(edition, "a4"), 2 * sheet, grid.box(place))
        row = board.cards[deck][number - 1]
        assert plain(board.decks[deck]) in text and f"{deck}-{number}" in text
        for key in ("collect", "pay", "collect_each", "pay_each", "per_house", "per_hotel"):
            if key in row:
                assert money(symbol, row[key]) in text and plain(row["label"]) in text, text
        if "to" in row:
            assert f"Forwardto{plain(board.spaces[row['to']].name)}" in text and f"→{row['to']}" in text
        if "nearest" in row:
            word = board.terms["rail" if row["nearest"] == "rail" else "utility"]
            assert f"thenext{plain(word)}" in text and "(secondcopy)" not in text
        if "keep" in row:
            assert plain(board.terms["jail_pass"]) in text


def test_a_card_speaks_of_go_only_where_the_way_may_lead_past_it():
    for edition in ("classic", "zelda"):
        text = {card.id: card.text for card in sheets.card_texts.deck_texts(load(edition), "chance")}
        assert "pass GO" in text["chance-2"]  # to 24, from 36
        assert "pass GO" not in text["chance-14"]  # to 39, from anywhere
        assert "pass GO" in text["chance-4"] and "pass GO" in text["chance-5"]


def test_a_label_of_ones_own_stays_the_title(tmp_path):
    edition = own(tmp_path, '[cards]\nchance-3 = { label = "A walk to the market", to = 11 }\n')
    card = sheets.card_texts.deck_texts(edition, "chance")[2]
    assert card.title == "A walk to the market" and "Move forward to Pink 1." in card.text


def test_the_backs_of_a_deck_tell_nothing():
    name = plain(load("zelda").name)
    grid, text = card_grid("a4"), {"chance": set(), "chest": set()}
    for n in range(32):
        sheet, place = divmod(28 + n, 9)
        text[model.DECK_IDS[n // 16]].add(text_in(cards("zelda", "a4"), 2 * sheet + 1, grid.behind(place)))
    assert text == {
        "chance": {f"EmptyBottle{name}tag25mm"},
        "chest": {f"TreasureChest{name}tag25mm"},
    }


# -- folded --


@pytest.mark.parametrize("size", sheet_layout.PAPERS)
@pytest.mark.parametrize("edition", ["classic", "wide"])
def test_single_sided_a_back_lies_to_the_right_of_its_front(edition, size):
    board, grid = load(edition), fold_grid(size)
    printout = sheets.print_cards(board, size, ("deeds",), single_sided=True)
    document = pypdfium2.PdfDocument(printout.pdf)
    rim = int(2.5 * DOTS)
    assert (printout.count, printout.pages, len(document)) == (28, 7, 7)
    assert document[0].get_size() == pytest.approx(
        [part * MM for part in sheet_layout.PAPERS[size][::-1]], abs=0.02
    )
    for n, deed in enumerate(model.DEED_IDS):
        page, strip = n // 4, grid.box(n % 4)
        assert strip.x > 7 and strip.width == 126
        front, back = Box(strip.x, strip.y, 63, 88), Box(strip.x + 63, strip.y, 63, 88)
        name = plain(board.spaces[model.b.SPACE_OF[n]].name)
        assert name in text_in(document, page, front) and "MORTGAGED" not in text_in(document, page, front), (
            deed
        )
        assert name in text_in(document, page, back) and "MORTGAGED" in text_in(document, page, back), deed
        for side in (front, back):
            inside = ink(document, page)[
                round((side.y + 5) * DOTS) : round((side.top - 5) * DOTS),
                round(side.x * DOTS) : round(side.right * DOTS),
            ]
            assert not inside[:, 2:rim].any() and not inside[:, -rim:-2].any()


# -- tokens --


@pytest.mark.parametrize(
    "edition, size, diameter",
    [*((*each, 30) for each in BOTH), *itertools.product(["classic", "wide"], sheet_layout.PAPERS, [27, 40])],
)
def test_eight_tokens_have_their_names_seats_and_a_line_to_cut_along(edition, size, diameter):
    board, grid = load(edition), disc_grid(size, diameter)
    printout = sheets.print_tokens(board, size, diameter)
    document = pypdfium2.PdfDocument(printout.pdf)
    dots = ink(document, 0)
    assert (printout.pages, printout.count, len(document)) == (1, 8, 1)
    for seat in range(1, 9):
        name = board.tokens[seat - 1] if seat <= len(board.tokens) else f"Token {seat}"
        for n, words in ((2 * seat - 2, plain(name) + str(seat)), (2 * seat - 1, f"tag25mm{seat}")):
            x, y = grid.box(n).middle
            around = Box(x - diameter / 2, y - diameter / 2, diameter, diameter)
            assert text_in(document, 0, around) == words
            for turn in numpy.linspace(0, 2 * math.pi, 90):
                across = [
                    dots[
                        round((y + reach * math.sin(turn)) * DOTS), round((x + reach * math.cos(turn)) * DOTS)
                    ]
                    for reach in numpy.arange(diameter / 2 - 0.3, diameter / 2 + 0.31, 0.1)
                ]
                assert any(across), (seat, turn)
    discs = [grid.box(n).middle for n in range(16)]
    for mark, (left, bottom, right, top) in letters(document, 0):
        near = [at for at in discs if math.dist(at, ((left + right) / 2, (bottom + top) / 2)) < diameter / 2]
        for at in near:
            for corner in itertools.product((left, right), (bottom, top)):
                assert math.dist(at, corner) < diameter / 2, mark


# -- labels --


def label_letters(document, form, shift=(0, 0)):
    """How far each letter's corners are from the middle of its label, with the label's number."""
    for number in range(len(document)):
        middles = [form.middle(n, shift) for n in range(form.count)]
        for mark, (left, bottom, right, top) in letters(document, number):
            at = ((left + right) / 2, (bottom + top) / 2)
            nearest = min(range(form.count), key=lambda n: math.dist(middles[n], at))
            far = max(
                math.dist(middles[nearest], corner)
                for corner in itertools.product((left, right), (bottom, top))
            )
            yield number * form.count + nearest, mark, far


def texts_of(document, form, shift=(0, 0)) -> dict[int, str]:
    """The text of each label."""
    text: dict[int, str] = {}
    for n, mark, far in label_letters(document, form, shift):
        assert far < form.diameter / 2 - 0.8, (n, mark, far)
        text[n] = text.get(n, "") + mark
    return text


@pytest.mark.parametrize("sheet, size", LABEL_SHEETS)
@pytest.mark.parametrize("edition", EVERY)
def test_a_label_has_its_deed_or_token_and_no_letter_leaves_it(edition, sheet, size):
    board, form = load(edition), LABEL_SHEETS[sheet, size]
    printout = sheets.print_labels(board, form)
    text = texts_of(pypdfium2.PdfDocument(printout.pdf), form)
    assert (printout.pages, printout.count) == (1, 37) and sorted(text) == list(range(37))
    for n in range(28):
        space = model.b.SPACE_OF[n]
        assert text[n].startswith(f"{space}{plain(board.spaces[space].name)}"), n
    for seat, name in enumerate(board.tokens, 1):
        assert text[27 + seat] == f"{plain(name)}{seat}"
    assert text[36] == "BANKER"


def test_labels_go_on_to_the_next_sheet_and_begin_where_the_last_one_ended():
    edition, form = load("zelda"), LABEL_SHEETS["precut", "letter"]
    assert form.count == 63
    printout = sheets.print_labels(edition, form, sheets.LABEL_KINDS, skip=60)
    text = texts_of(pypdfium2.PdfDocument(printout.pdf), form)
    assert (printout.pages, printout.count) == (3, 69) and sorted(text) == list(range(60, 129))
    assert text[60].startswith("1ElementalSanctuary") and text[96] == "BANKER"
    assert {text[n] for n in range(97, 113)} == {"EmptyBottle"}
    assert {text[n] for n in range(113, 129)} == {"TreasureChest"}


def test_labels_lie_where_the_makers_sheets_have_theirs():
    """By the makers' measures: from the left and upper edges, and from one label to the next."""
    a4, letter = LABEL_SHEETS["precut", "a4"], LABEL_SHEETS["precut", "letter"]
    assert a4.middle(0) == (21, 297 - 22.5) and a4.middle(69) == (21 + 6 * 28, 297 - 22.5 - 9 * 28)
    inch = 25.4
    assert letter.middle(0) == pytest.approx((0.875 * inch, 10 * inch))
    assert letter.middle(62) == pytest.approx(((8.5 - 0.875) * inch, inch))


@pytest.mark.parametrize("shift", [(0, 0), (1.5, -2)])
def test_calibration_draws_every_label_of_the_sheet_and_moves_with_it(shift):
    form = LABEL_SHEETS["precut", "a4"]
    printout = sheets.print_calibration(form, shift)
    document = pypdfium2.PdfDocument(printout.pdf)
    dots = ink(document, 0)
    assert (printout.pages, printout.count) == (1, 70)
    for n in range(70):
        row, column = divmod(n, 7)
        x, y = 8.5 + 12.5 + 28 * column + shift[0], 297 - (10 + 12.5 + 28 * row + shift[1])
        for across, up in ((12.5, 0), (-12.5, 0), (0, 12.5), (0, -12.5), (1.5, 0), (0, -1.5)):
            at = round((y + up) * DOTS), round((x + across) * DOTS)
            assert dots[at[0] - 1 : at[0] + 2, at[1] - 1 : at[1] + 2].any(), n
        ring = dots[round((y - 8) * DOTS), round((x - 8) * DOTS)]
        assert not ring


def test_precut_labels_have_no_line_and_plain_ones_have():
    edition, form = load("classic"), LABEL_SHEETS["plain", "a4"]
    for outlined in (False, True):
        document = pypdfium2.PdfDocument(sheets.print_labels(edition, form, outlined=outlined).pdf)
        x, y = form.middle(0)
        edge = ink(document, 0)[round(y * DOTS), round((x - 12.8) * DOTS) : round((x - 12.2) * DOTS)]
        assert edge.any() == outlined


# -- fonts and bytes --


@cache
def documents() -> dict[str, bytes]:
    edition = load("star-wars-ep1")
    form = LABEL_SHEETS["plain", "a4"]
    return {
        "cards": sheets.print_cards(edition, kinds=("deeds",)).pdf,
        "tokens": sheets.print_tokens(edition).pdf,
        "labels": sheets.print_labels(edition, form).pdf,
        "calibration": sheets.print_calibration(form).pdf,
    }


@pytest.mark.parametrize("kind", ["cards", "tokens", "labels", "calibration"])
def test_every_font_is_embedded(kind):
    pdf = documents()[kind]
    fonts = re.findall(rb"/BaseFont /(\S+)", pdf)
    assert fonts and all(re.fullmatch(rb"[A-Z]{6}\+DejaVuSans(-Bold)?", font) for font in fonts), fonts
    descriptors = pdf.count(b"/Type /FontDescriptor")
    assert descriptors == pdf.count(b"/FontFile2 ") == len(set(fonts)) <= 2


def test_two_runs_give_the_same_bytes(tmp_path):
    """The runs are separate processes, with other hashes of strings and at another second."""
    files = []
    for seed in ("1", "2"):
        file = tmp_path / f"{seed}.pdf"
        words = ["print", "cards", "--only", "chest", "--edition", "star-wars-ep1", "-o", file]
        subprocess.run(
            [sys.executable, "-m", "deedbox", *map(str, words)],
            env=environment(PYTHONHASHSEED=seed),
            check=True,
            capture_output=True,
            cwd=ROOT,
        )
        files.append(file.read_bytes())
    assert files[0] == files[1] and b"CreationDate (D:2000" in files[0]
    assert sheets.print_cards(load("star-wars-ep1"), kinds=("chest",)).pdf == files[0]


def test_letters_beyond_western_europe_are_printed_as_typed():
    assert "Łódź, ĞıŒẞ" in all_text(sheets.print_cards(load("wide"), kinds=("deeds",), only=("sky2",)))
    assert typeface.printable_text("a\u00adb ﬀ\u0234") == "ab ﬀ\u0234"


# -- text that fits --


def test_a_text_is_as_large_as_asked_for_if_it_fits():
    assert pen.fit_text("Short", typeface.BOLD, 40, 10, 12, 6) == (12, ["Short"])


@pytest.mark.parametrize(
    "text", ["W" * 40, "W" * 20 + " " + "W" * 19, "i" * 40, "Donaudampfschifffahrtsgesellschaft"]
)
@pytest.mark.parametrize("width, height", [(43, 18), (17, 5.4), (12, 4.2), (2, 2)])
def test_a_text_fits_whatever_it_is(text, width, height):
    size, lines = pen.fit_text(text, typeface.BOLD, width, height, 14, 6)
    assert "".join(lines) == text.replace(" ", "")
    assert all(pen.width_of(line, size, typeface.BOLD) <= width for line in lines)
    assert len(lines) * size * pen.LEADING / MM <= height


def test_words_are_cut_only_when_letters_would_get_too_small():
    assert pen.fit_text("Upper Marketstreet", typeface.REGULAR, 25, 20, 12, 6)[1] == ["Upper", "Marketstreet"]
    size, lines = pen.fit_text("W" * 40, typeface.REGULAR, 43, 18, 14, 8)
    assert size == 8 and len(lines) == 3


def test_a_sum_is_not_broken():
    assert pen.fit_text("Pay 500\u00a0Cr now", typeface.REGULAR, 16, 20, 12, 4)[1] == [
        "Pay",
        "500\u00a0Cr",
        "now",
    ]


@pytest.mark.parametrize("kind, least", [("cards", 7), ("labels", 4)])
def test_the_longest_real_names_stay_readable(kind, least):
    """In points: the smallest size that a deed's name gets in the six editions."""
    boxes = {"cards": (43, 18, 14, 8), "labels": (17, 6.5, 6.25, 4)}
    width, height, size, small = boxes[kind]
    names = [space.name for edition in editions.IDS for space in load(edition).spaces]
    assert min(pen.fit_text(name, typeface.BOLD, width, height, size, small)[0] for name in names) >= least


# -- the pictures of the guide --


def test_the_pictures_of_the_guide_show_the_sheets_of_today():
    folder = ROOT / "host" / "docs" / "print-your-cards"
    pictures = dict(runpy.run_path(str(folder / "pictures.py"))["pictures"]())
    assert sorted(f"{name}.png" for name in pictures) == sorted(path.name for path in folder.glob("*.png"))
    guide = (ROOT / "host" / "docs" / "print-your-cards.md").read_text()
    for name, picture in pictures.items():
        stored_picture = Image.open(folder / f"{name}.png").convert("RGB")
        assert stored_picture.size == picture.size and f"(print-your-cards/{name}.png)" in guide
        apart = numpy.abs(numpy.asarray(stored_picture, dtype=int) - numpy.asarray(picture, dtype=int)).max(
            axis=2
        )
        assert (apart > 60).mean() < 0.01, f"{name}.png: run host/docs/print-your-cards/pictures.py"
