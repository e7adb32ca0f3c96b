"""The states of page_states.py at every size: nothing scrolls, no text is cut off, axe finds nothing.

python tests/rig/page_states.py --sheet makes the contact sheets in host/docs/pictures.
"""

import pytest
from accessibility import COLOURS, violations
from page_states import PICTURES, SIZES, STATES, Studio, resize
from PIL import Image

# The others run in `make proof`.
IN_SHORT = ("eight players", "debt", "German auction")
# Pieces of text that are outside of an ancestor which cuts them off or frames them, or outside of the window.
_LOST_TEXT = """() => {
    const lost = [];
    const frames = ".tile, .deck, .hand, .deed, button, .deed-card, .trade section, #now, #moment, #middle";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || parent.closest(".unseen, .skip, noscript, #where, #bubble")) continue;
        const style = getComputedStyle(parent);
        if (style.visibility === "hidden" || !parent.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const text of range.getClientRects()) {
            let box;
            for (let around = parent; around !== document.body; around = around.parentElement) {
                const { overflowX, overflowY } = getComputedStyle(around);
                if (overflowY === "auto" && around.scrollHeight > around.clientHeight + 1) break;
                if (around.matches(frames) || overflowX !== "visible") {
                    box = around.getBoundingClientRect();
                    const isOut = text.left < box.left - 1.5 || text.right > box.right + 1.5 ||
                        text.top < box.top - 3 || text.bottom > box.bottom + 3;
                    const frame = around.className || around.id || around.tagName;
                    if (isOut) lost.push(`${node.data.trim()} in ${frame}`);
                }
            }
            if (text.left < -1 || text.right > innerWidth + 1) lost.push(`${node.data.trim()} in the window`);
        }
    }
    return [...new Set(lost)];
}"""
_SCROLLS = """() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth > innerWidth, scrollHeight > innerHeight];
}"""


# Parts of the page that lie on each other.
_OVERLAPS = """() => {
    const parts = ["#box", "#now", "#book", "#ring", "#hands", "header", "#tabs"];
    const boxes = parts.map((part) => [part, document.querySelector(part).getBoundingClientRect()]);
    const all = boxes.filter(([, box]) => box.width && box.height);
    return all.flatMap(([one, a], n) => all.slice(n + 1).filter(([, b]) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    ).map(([other]) => `${one} and ${other}`));
}"""


@pytest.fixture(scope="module")
def studio(browser, one_house, made_with):
    return Studio(browser, one_house, made_with)


@pytest.mark.proof
@pytest.mark.parametrize(
    "name", [name if name in IN_SHORT else pytest.param(name, marks=pytest.mark.proof) for name in STATES]
)
def test_a_state_fits_at_every_size_and_axe_finds_nothing(studio, name):
    with studio.window(name, bypass_csp=True) as page:
        for size, pixels in SIZES.items():
            resize(page, name, pixels)
            assert page.evaluate(_LOST_TEXT) == [], size
            assert page.evaluate(_OVERLAPS) == [], size
            wide, high = page.evaluate(_SCROLLS)
            assert not wide, size
            assert not high or STATES[name].page.get("big"), f"{size}: the page scrolls"
            if size in ("1280x720", "390x844"):
                assert violations(page) == [], size
        page.emulate_media(color_scheme="dark")
        assert violations(page, rules=COLOURS) == []


def test_a_name_of_twelve_letters_and_a_debt_of_ten_thousand_fit_side_by_side(studio):
    with studio.window("eight players") as page:
        page.evaluate(
            "for (const one of document.querySelectorAll('.hand .cash')) one.textContent = '\\u221210,000'"
        )
        for size, pixels in SIZES.items():
            resize(page, "eight players", pixels)
            assert page.evaluate(_LOST_TEXT) == [], size


def test_the_check_for_lost_text_would_find_some(studio):
    with studio.window("two players") as page:
        page.evaluate("document.querySelector('.hand h3').textContent = 'A name that is far too long for it'")
        assert [text for text in page.evaluate(_LOST_TEXT) if text.startswith("A name that is")]


def test_the_contact_sheets_have_every_size_and_are_small_enough_to_be_carried():
    sheets = [PICTURES / f"page-{size}.webp" for size in SIZES]
    assert all(Image.open(sheet).width > 1000 for sheet in sheets)
    assert sum(sheet.stat().st_size for sheet in sheets) < 1_500_000
