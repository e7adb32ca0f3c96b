"""What older releases left on flash, read on the host: the same games, the same story, the same state."""

import json

import pytest
from kept_flash import cases, grown, image, pages, story

from banker.core.board import DEEDS
from deedbox.build import firmware
from deedbox.editions import compiler
from deedbox.games.export import game_as_dict, read_json
from deedbox.games.found_games import FoundGames
from deedbox.games.phrases import Speaker
from deedbox.games.replay import replay_game
from deedbox.tagging.tag_map import TagSet

CASES = cases()
# How many boards came with a release.
BOARDS_OF = {"0.1.0": 6, "0.2.0": 7}
# What a step is, whichever words a release has for it.
FACTS = (
    "seq turn command who agreed remote stand_in undone undoes played_s receipt transfers record crc".split()
)
TOLD = "where game edition beginning over winners played_s receipt power_ons anchors end".split()


def games_of(release, case):
    flash = image(release, case)
    return FoundGames(pages(flash), firmware.unpack_image(flash))


def test_there_are_cases_of_every_kind_of_game():
    assert {case for _, case in CASES} >= set(
        "aside bank-only classic duel finished own-town short spider timed".split()
    )


def test_the_next_release_can_make_its_cases():
    import flash_cases  # finds every name that it needs in this release

    assert set(flash_cases.CASES) == {case for _, case in CASES}


@pytest.mark.parametrize("release, case", CASES)
def test_every_game_tells_the_same_story(release, case):
    games = games_of(release, case)
    expected = story(release, case)
    assert sorted(games.by_id) == sorted(expected["games"])
    assert games.current == expected["in_play"]
    for game, then in expected["games"].items():
        replay = replay_game(games.by_id[game], games.files)
        now = {"where": games.by_id[game].where, **game_as_dict(replay)}
        assert replay.findings == [], game
        assert {fact: now[fact] for fact in TOLD} == {fact: then[fact] for fact in TOLD}
        for step, step_then in zip(now["steps"], then["steps"], strict=True):
            assert {fact: step[fact] for fact in FACTS} == {fact: step_then[fact] for fact in FACTS}
            assert step["text"]
        assert Speaker(replay, "de") and grown(then["state"], now["state"])


def test_a_state_that_lacks_something_has_not_grown():
    assert grown({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}})
    assert not grown({"a": {"b": 1}}, {"a": {}}) and not grown({"a": 1}, {"a": 2})


@pytest.mark.parametrize("release, case", CASES)
def test_every_game_can_be_exported_and_read_back(release, case):
    games = games_of(release, case)
    for found in games.by_id.values():
        replay = replay_game(found, games.files)
        again = read_json(json.dumps(game_as_dict(replay)).encode(), "game.json")
        copy = replay_game(again.by_id[found.game], again.files)
        assert copy.sound and game_as_dict(copy)["state"] == game_as_dict(replay)["state"]


@pytest.mark.parametrize("release, case", CASES)
def test_every_board_on_the_box_is_still_a_board(release, case):
    files = firmware.unpack_image(image(release, case))
    boards = [path for path in files if path.startswith("editions/")]
    assert len(boards) >= BOARDS_OF[release]
    for path in boards:
        edition = compiler.decompile_edition(files[path], path)
        assert f"editions/{edition.id}.bin" == path and len(edition.deeds) == DEEDS


@pytest.mark.parametrize("release, case", CASES)
def test_the_tags_are_those_of_the_table(release, case):
    assert firmware.unpack_image(image(release, case))["tags.bin"] == TagSet().file()
