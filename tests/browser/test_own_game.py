"""An own game on the page, and the page of a real box."""

import pytest
from playwright.sync_api import expect

from deedbox.editions import starter
from deedbox.play import flash_files, server
from deedbox.play.sources.port import PortSource
from deedbox.play.viewers import Viewers


@pytest.mark.proof
def test_a_game_on_a_town_of_ones_own_is_drawn_after_a_restart(visit, one_house, demo, tmp_path):
    """`deedbox play` alone: names come from the box, and `$` and `<` in them are text."""
    file = tmp_path / "my-town.toml"
    text = starter.starter_file("classic", "my-town")
    file.write_text(text.replace('name = "My Town"', "name = '$& $1 <b>Town</b>'"))
    path = flash_files.flash_path_of("board-my-town")
    one_house.do(one_house.viewers.close())
    flash_files.make_flash(
        path, game={"edition": "my-town", "names": ["$&", "Bob"], "seed": 5}, edition=str(file)
    )
    one_house.do(one_house.boxes.open("board-my-town"))
    try:
        ann = visit()
        ann.reads("#where", "$& $1 <b>Town</b>")
        ann.reads("#hands", "$&")
        expect(ann.page.locator("#pieces .piece")).to_have_count(2)
        expect(ann.page.locator("#table")).to_be_visible()
    finally:
        one_house.do(one_house.viewers.close())
        path.unlink()


def test_the_page_of_a_real_box_shows_it_and_lets_nobody_play_until_the_box_allows_it(visit, house):
    """The twin's serial port is used like a cable."""
    viewers = house.do(_room())
    house.do(viewers.show(house.do(_port(house.viewers.port, viewers))))
    runner, port = house.do(server.listen_on(viewers, 0))
    try:
        far = visit(address=f"http://{server.HOST}:{port}/")
        far.sees("ANN", "642")
        far.reads("#hands", "534")
        expect(far.page.locator("#supply")).to_be_hidden()
        assert far.page.locator("#keypad").evaluate("keypad => keypad.inert")
        near = visit()
        near.key("2", "4")
        far.sees("2 + 4 = 6")
        far.page.keyboard.press("Enter")
        near.tap("deed:red3")
        far.sees("RENT Illinois Avenue")
        assert not [text for text in far.sent if "press" in text]
        far.page.close()
    finally:
        house.do(viewers.close())
        house.do(runner.cleanup())


async def _room():
    return Viewers()


async def _port(port, viewers):
    return PortSource(port, viewers.tell)
