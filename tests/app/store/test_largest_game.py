"""The journal keeps the largest game that the rules allow; a larger one is refused, and nothing is lost."""

import contextlib
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "micropython"))

from faultflash import GARBAGE, PREFIX, FaultFlash, PowerCut  # noqa: E402
from largest_game import changes, largest, long_trade  # noqa: E402

from banker.app.store.journal import Journal  # noqa: E402
from banker.app.store.keeper import Keeper  # noqa: E402
from banker.app.store.pages import PARTS, pages_for  # noqa: E402
from banker.core.codec import state_bytes  # noqa: E402
from banker.core.codec.state_bytes import ENTRIES_MOST, STATE_MOST  # noqa: E402
from banker.core.refusal import Refused  # noqa: E402
from banker.core.rules.agreements import RULES_MOST  # noqa: E402
from banker.core.rules.rent import CLAIMS_MOST  # noqa: E402
from deedbox import editions  # noqa: E402

RING = tuple(range(16))
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "classic.bin").write_bytes(editions.compile_edition("classic"))


def power_on(flash):
    keeper = Keeper(Journal(flash, RING), contextlib.nullcontext())
    keeper.resume()
    return keeper


def begin():
    """A box with the largest game: what led to it is on flash as one step."""
    flash = FaultFlash(len(RING))
    keeper = power_on(flash)
    keeper.begin({"edition": "classic", "names": NAMES, "seed": 3})
    keeper.game = largest(keeper.game)
    return flash, keeper


def size(game):
    return state_bytes.pack(game, bytearray(2 * STATE_MOST))


def test_the_largest_game_is_kept_and_goes_on_after_power_on():
    flash, keeper = begin()
    after = keeper.submit(long_trade(keeper.game))
    assert pages_for(keeper.journal.read(keeper.here)) == PARTS - 1 and size(after) > STATE_MOST - 40
    again = power_on(flash)
    assert state_bytes.same(again.game, after) and again.command["do"] == "trade"
    for _ in range(40):  # the ring goes round, and the game's beginning is repeated
        again.submit({"do": "correct", "by": 3, "cash": -1})
        again.journal.idle()
    assert state_bytes.same(power_on(flash).game, again.game)
    again.submit({"do": "undo"})
    again.submit({"do": "redo"})
    again.compact()
    assert again.game.cash[3] == after.cash[3] - 40


@pytest.mark.parametrize("mode", [PREFIX, GARBAGE])
def test_a_power_cut_in_the_largest_record_leaves_the_step_before_or_after(mode):
    flash, keeper = begin()
    keeper.submit(long_trade(keeper.game))
    before = keeper.game
    seen = set()
    for cut in range(9):
        medium = flash.fork(cut + 1)
        box = power_on(medium)
        after = box.game.cash[3] - 7
        medium.cut_at = medium.operations + cut
        medium.cut_mode = mode
        with contextlib.suppress(PowerCut):
            box.submit({"do": "correct", "by": 3, "cash": -7})
        medium.cut_at = -1
        again = power_on(medium.remains or medium)
        seen.add(again.game.cash[3])
        assert again.game.cash[3] in (before.cash[3], after) and state_bytes.sound(again.game)
        assert again.game.changed == before.changed and again.game.paid == before.paid
    assert len(seen) == 2


def test_a_game_that_would_not_fit_is_refused_and_the_box_goes_on():
    """No command of the rules leads to it: the claims are put there by hand."""
    flash, keeper = begin()
    small = keeper.submit(long_trade(keeper.game))
    keeper.game = small.copy()
    keeper.game.claims = small.claims * 4
    assert len(keeper.game.claims) == 4 * CLAIMS_MOST > ENTRIES_MOST
    records = keeper.journal.seq
    with pytest.raises(Refused) as no:
        keeper.submit({"do": "correct", "by": 3, "cash": -1})
    assert no.value.code == "game-full" and keeper.journal.seq == records
    keeper.game = small
    assert state_bytes.same(power_on(flash).game, small)
    keeper.submit({"do": "correct", "by": 3, "cash": -1})
    assert keeper.journal.seq == records + 1


def test_rules_changed_one_by_one_are_all_kept_and_one_more_is_refused():
    flash = FaultFlash(len(RING))
    keeper = power_on(flash)
    keeper.begin({"edition": "classic", "names": NAMES, "seed": 3})
    for name, value in changes():
        keeper.submit({"do": "set-rule", "knob": name, "value": value})
        keeper.journal.idle()
    with pytest.raises(Refused, match="too-many-changes"):
        keeper.submit({"do": "set-rule", "knob": "tie", "value": "most_cash"})
    keeper.submit({"do": "set-rule", "knob": "free_parking_feeds", "value": ["fines", "taxes"] * 99})
    again = power_on(flash)
    assert len(again.game.changed) == RULES_MOST and state_bytes.same(again.game, keeper.game)
    assert again.game.rules.free_parking_feeds == ("taxes", "fines")
    assert again.command["value"] == ["taxes", "fines"]
