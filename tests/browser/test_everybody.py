"""The page for everybody: an accessibility check, both languages, big letters."""

import re

import pytest
from accessibility import COLOURS, violations
from playwright.sync_api import expect


def in_play(visitor):
    """A moment that has everything on the page: a rent that was asked for, a bubble, a log."""
    visitor.key("2", "4")
    visitor.tap("deed:red3")
    visitor.sees("Tap ANN to pay.")
    visitor.page.click("#bank-hand summary")
    return visitor


@pytest.fixture
def anywhere(visit):
    """axe runs as a script in the page, and our own pages allow no foreign scripts."""

    def open_page(**more):
        return visit(bypass_csp=True, **more)

    return open_page


@pytest.mark.proof
def test_axe_finds_nothing_in_a_game(anywhere):
    ann = in_play(anywhere())
    assert violations(ann.page) == []
    ann.page.click("#settings-menu summary")
    for way in ("keys", "new"):
        ann.page.evaluate("way => document.querySelector(`[data-go=${way}]`).click()", way)
        expect(ann.page.locator("dialog[open]")).to_be_visible()
        assert violations(ann.page, "dialog") == []
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator("dialog[open]")).to_have_count(0)
    ann.page.emulate_media(color_scheme="dark")
    assert violations(ann.page, rules=COLOURS) == []
    ann.page.click("#plug")
    ann.reads("#sentence", "no power")
    assert violations(ann.page, rules=COLOURS) == []


def test_axe_finds_nothing_on_a_phone_in_any_tab_and_would_find_a_fault(anywhere):
    ann = anywhere(width=390, height=844, is_mobile=True, has_touch=True)
    ann.sees("ANN")
    for name in ("Players", "Board", "Log", "Box"):
        ann.page.get_by_role("button", name=name, exact=True).tap()
        assert violations(ann.page) == []
    ann.page.evaluate("document.querySelector('#cut').style.color = '#c9d4dc'")
    faults = violations(ann.page, "#supply")
    assert [fault.partition(":")[0] for fault in faults] == ["color-contrast"]


def words(page) -> dict[str, dict[str, str]]:
    return page.evaluate("""async () => ({
        en: (await import("/page/words/en.js")).default,
        de: (await import("/page/words/de.js")).default,
    })""")


def test_both_languages_have_the_same_words_with_the_same_facts(visit):
    sentences = words(visit().page)
    assert list(sentences["de"]) == list(sentences["en"])

    def slots(text):
        return sorted(re.findall(r"\{\w+\}", text))

    different = [
        name for name in sentences["en"] if slots(sentences["en"][name]) != slots(sentences["de"][name])
    ]
    assert different == []


def test_every_word_that_the_page_asks_for_is_there(visit):
    from deedbox.play import server

    page = visit().page
    source = "".join(path.read_text() for path in server._PAGE.glob("*.js"))
    source += (server._PAGE / "index.html").read_text()
    names = set(
        re.findall(r'\bt\("([\w-]+)"', source) + re.findall(r'data-t(?:-label|-title)?="([\w-]+)"', source)
    )
    assert len(names) > 60
    assert names - set(words(page)["en"]) == set()


def test_every_screen_of_the_box_and_every_favourite_rule_has_its_sentence(visit):
    from deedbox import rules
    from deedbox.build import screen_table

    names = {f"now-{screen.name}" for screen in screen_table.all_screens()}
    names |= {f"favourite-{name}" for name in rules.load_presets("en")}
    assert len(names) > 50
    assert names - set(words(visit().page)["en"]) == set()


def test_the_page_speaks_german_where_the_browser_does_and_can_be_switched(visit):
    ann = visit(locale="de-DE")
    ann.reads("#bubble", "Drück 2, 4")
    assert ann.page.locator("html").get_attribute("lang") == "de"
    expect(ann.page.get_by_role("button", name="Stecker ziehen")).to_be_visible()
    ann.page.click("#settings-menu summary")
    ann.page.select_option("#language", "en")
    expect(ann.page.get_by_role("button", name="Pull the plug")).to_be_visible()
    ann.page.reload()
    ann.reads("#sentence", "Ann rolls")


def test_what_can_be_done_now_is_a_button_with_the_words_of_the_box(visit):
    ann = visit()
    ann.sees("ANN")
    now = ann.page.locator("#inputs")
    ann.unfold()
    now.get_by_role("button", name="B Money").click()
    ann.sees("MONEY")
    ann.reads("#keypad", "Back")
    now.get_by_role("button", name="* Back").click()
    ann.sees("Roll")


def test_big_letters_are_bigger(visit):
    ann = visit()
    ann.sees("ANN")
    size = "parseFloat(getComputedStyle(document.querySelector('#sentence')).fontSize)"
    before = ann.page.evaluate(size)
    ann.page.click("#settings-menu summary")
    ann.page.check("#big")
    assert ann.page.evaluate(size) > before
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
