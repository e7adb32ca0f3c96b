"""The report of eight players in a browser: on a phone every column is there, in dark mode every bar."""

import pytest
from played import Table, commands, within

from deedbox import report

NAMES = ["Wilhelmina A", "Maximilian B", "Mum", "Bartholomew", "Kim", "Lou", "Elisabeth-Q", "Zoe"]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    with within(folder):
        replay = Table().begin(NAMES).do(*commands("classic", 8, 3)).replay()
    file = folder / "report.html"
    file.write_bytes(report.write_html(replay, "en"))
    return file


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_shows_every_column_of_every_table(browser, page_file, width):
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto(page_file.as_uri())
    page.eval_on_selector_all("details", "all => all.forEach((one) => (one.open = true))")
    too_wide = page.eval_on_selector_all(
        ".scroll",
        "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)",
    )
    cut_off = page.eval_on_selector_all(
        "td", "all => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length"
    )
    context.close()
    assert (too_wide, cut_off) == ([], 0)
