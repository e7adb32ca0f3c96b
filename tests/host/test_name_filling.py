"""Names that no source prints are typed in by their owner, by functions and by `deedbox editions fill`."""

import pytest
from click.testing import CliRunner

from deedbox import editions
from deedbox.cli import editions as cli
from deedbox.editions import name_filling, starter

NAMES = {1: "Harbour Lane", 3: "Fish Market", 4: "Road Toll", 39: "Castle"}


def load(tmp_path, text, name="board.toml"):
    file = tmp_path / name
    file.write_text(text)
    return editions.load_edition(str(file))


def test_a_board_has_thirty_names_and_says_how_many_are_typed():
    assert len(name_filling.NAMED_SPACES) == 30
    for name, progress in name_filling.complete_editions().items():
        missing = name_filling.missing_names(editions.load_edition(name))
        assert progress.typed + len(missing) == progress.total == 30
        assert progress.is_complete == (not missing)
    assert str(name_filling.name_progress(editions.load_edition("classic"))) == "all names"
    assert str(name_filling.name_progress(editions.load_edition("star-wars-ep1"))) == "0 of 30 names"


def test_a_board_of_ones_own_is_an_edition_with_the_names_typed_in(tmp_path):
    board = load(tmp_path, name_filling.own_board("star-wars-ep1", NAMES))
    original = editions.load_edition("star-wars-ep1")
    assert board.id == "my-star-wars-ep1"
    assert {n: board.spaces[n].name for n in NAMES} == NAMES
    assert name_filling.name_progress(board).typed == 4
    assert (board.tokens, board.token_shorts, board.rules, board.decks) == (
        original.tokens,
        original.token_shorts,
        original.rules,
        original.decks,
    )
    assert len(editions.compile_edition(str(tmp_path / "board.toml"))) > 1000


def test_names_are_typed_into_a_file_and_its_notes_stay(tmp_path):
    text = starter.starter_file("classic", "town").replace("[rules]", "# our own note\n[rules]")
    filled = name_filling.fill_names(text, NAMES)
    board = load(tmp_path, filled)
    assert {n: board.spaces[n].name for n in NAMES} == NAMES
    assert "# our own note" in filled
    assert "the classic board has Mediterranean Avenue" in filled
    again = load(tmp_path, name_filling.fill_names(filled, {1: "Quay"}))
    assert again.spaces[1].name == "Quay"
    assert again.spaces[3].name == "Fish Market"


def test_a_name_that_looks_like_another_gets_a_short_one(tmp_path):
    names = {11: "Castle Hill Road West", 13: "Castle Hill Road East"}
    board = load(tmp_path, name_filling.own_board("star-wars-ep1", names))
    shorts = {board.spaces[n].short for n in names}
    assert len(shorts) == 2
    assert all(shorts)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ({0: "Start"}, "there is no name to type for this space"),
        ({40: "Beyond"}, "there is no name to type for this space"),
        ({1: "a" * 41}, "1 to 40 letters, not 41"),
        ({1: "left\u202eright"}, "control character"),
        ({1: "Same", 3: "Same"}, "another deed is called so"),
        ({1: "東京"}, "the display has no letter"),
    ],
)
def test_a_name_that_the_box_cannot_take_is_refused(names, why):
    for fill in (
        lambda: name_filling.own_board("star-wars-ep1", names),
        lambda: name_filling.fill_names(starter.starter_file("classic", "town"), names),
    ):
        with pytest.raises(editions.EditionError) as refusal:
            fill()
        assert any(why in str(fault) for fault in refusal.value.faults)


def test_the_id_of_an_edition_that_comes_along_is_taken():
    with pytest.raises(editions.EditionError):
        name_filling.own_board("star-wars-ep1", {}, "zelda")


def run(*arguments, typed=None):
    return CliRunner().invoke(cli.command, ["fill", *map(str, arguments)], input=typed)


def test_the_command_asks_for_one_name_after_the_other_and_enter_leaves_one_for_later(tmp_path):
    file = tmp_path / "my-zelda.toml"
    result = run("zelda", "-o", file, typed="Outset Island\n")
    assert result.exit_code == 0, result.output
    assert "two names are told for this space" in result.output
    assert "all names" in result.output
    assert name_filling.name_progress(editions.load_edition(str(file))).is_complete
    sw = tmp_path / "sw.toml"
    assert run("star-wars-ep1", "-o", sw, typed="\nWatto\n" + 28 * "\n").exit_code == 0
    assert editions.load_edition(str(sw)).spaces[3].name == "Watto"
    assert name_filling.name_progress(editions.load_edition(str(sw))).typed == 1


def test_the_command_takes_names_from_its_line_and_from_a_file(tmp_path):
    file = tmp_path / "sw.toml"
    assert run("star-wars-ep1", "1=Arena", "-o", file).exit_code == 0
    result = run(file, "--from", "-", typed="Market\n\nPodracer\n")
    assert result.exit_code == 0, result.output
    names = [space.name for space in editions.load_edition(str(file)).spaces]
    assert (names[1], names[3], names[4], names[5]) == ("Arena", "Market", "Tax 1", "Podracer")
    before = file.read_text()
    assert run(file, "0=Start").exit_code == 1
    assert run(file, "one=Arena").exit_code == 2
    assert file.read_text() == before
    assert run("star-wars-ep1", "1=Arena", "-o", file).exit_code != 0, "a file is not written over"
