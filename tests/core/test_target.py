"""A target of 0 never ends a game, and is refused wherever it is chosen (S-10)."""

import contextlib
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1] / "micropython"))

from faultflash import FaultFlash  # noqa: E402

from banker.app.store.journal import Journal  # noqa: E402
from banker.app.store.keeper import Keeper  # noqa: E402
from banker.core.commands import decide  # noqa: E402
from banker.core.refusal import Refused  # noqa: E402
from banker.core.setup.house_rules import HouseRuleError  # noqa: E402
from banker.core.setup.new_game import new_game, rules_of  # noqa: E402
from banker.core.setup.opening import opening  # noqa: E402
from deedbox import editions, rules  # noqa: E402
from deedbox.rules import RulesError  # noqa: E402

NO_TARGET = {"end_condition": "target_worth"}
SENTENCE = "must be above 0"


def board():
    return editions.load_board("classic"), editions.edition_rules("classic")


def test_a_game_that_began_before_this_rule_goes_on_and_does_not_end():
    numbers, edition = board()
    g = opening(numbers, rules_of(numbers, edition, NO_TARGET, 3), 3, 1)
    assert "target_worth" in g.rules.ends and not g.rules.target_worth
    for command in ({"do": "roll", "dice": (1, 2)}, {"do": "buy"}, {"do": "end"}):
        g = decide(g, dict(command))
    assert not g.over
    g = decide(g, {"do": "set-rule", "knob": "target_worth", "value": 1400})
    assert g.over and g.winners == 0b111, "as soon as the amount is set, it counts"


def test_it_is_refused_where_a_game_begins():
    with pytest.raises(HouseRuleError, match=SENTENCE):
        new_game(*board(), NO_TARGET, 3, 1)
    with pytest.raises(HouseRuleError, match=SENTENCE):
        new_game(board()[0], {**board()[1], **NO_TARGET}, {}, 3, 1)


def test_it_is_refused_in_play_whichever_of_the_two_rules_comes_first():
    g = new_game(*board(), {}, 3, 1)
    with pytest.raises(Refused, match="bad-choice"):
        decide(g, {"do": "set-rule", "knob": "end_condition", "value": "target_worth"})
    g = decide(g, {"do": "set-rule", "knob": "target_worth", "value": 9000})
    for value in ("target_worth", "time"):  # set, the target also adds to another end (S-8)
        ended = decide(g, {"do": "set-rule", "knob": "end_condition", "value": value})
        assert "target_worth" in ended.rules.ends
    ended = decide(g, {"do": "set-rule", "knob": "end_condition", "value": "target_worth"})
    with pytest.raises(Refused, match="bad-choice"):
        decide(ended, {"do": "set-rule", "knob": "target_worth", "value": 0})


def test_it_is_refused_by_the_box_and_the_game_in_play_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "classic.bin").write_bytes(editions.compile_edition("classic"))
    keeper = Keeper(Journal(FaultFlash(16), range(16)), contextlib.nullcontext())
    keeper.resume()
    about = {"edition": "classic", "names": ["Ann", "Bob"], "seed": 3}
    keeper.begin(about)
    keeper.submit({"do": "correct", "by": 0, "cash": 7})
    with pytest.raises(HouseRuleError, match=SENTENCE):
        keeper.begin({**about, "rules": NO_TARGET})
    assert keeper.game.cash[0] == 1507 and keeper.submit({"do": "roll", "dice": (1, 2)})


def test_it_is_refused_in_a_file_of_house_rules(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text('end_condition = "target_worth"\n')
    with pytest.raises(RulesError, match=SENTENCE):
        rules.read_rules(file)
    file.write_text('end_condition = "target_worth"\ntarget_worth = 0\n')
    with pytest.raises(RulesError, match=SENTENCE):
        rules.read_rules(file)
    file.write_text('end_condition = "target_worth"\ntarget_worth = 1\n')
    assert rules.read_rules(file)["target_worth"] == 1
    with pytest.raises(RulesError, match=SENTENCE):
        rules.resolve_rules("classic", NO_TARGET)


def test_it_is_refused_in_the_file_of_a_board(tmp_path):
    file = tmp_path / "town.toml"
    town = 'id = "town"\nname = "Town"\ninherits = "classic"\n[rules]\nend_condition = "target_worth"\n'
    file.write_text(town)
    with pytest.raises(editions.EditionError, match=SENTENCE):
        editions.load_edition(str(file))
