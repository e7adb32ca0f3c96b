"""What undo would take back, and the last payments, read from the journal (S-19, S-20, S-32)."""

import contextlib
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "micropython"))

from faultflash import FaultFlash  # noqa: E402

from banker.app.store import look_back  # noqa: E402
from banker.app.store.journal import Journal  # noqa: E402
from banker.app.store.keeper import Keeper  # noqa: E402
from banker.core.codec import state_bytes  # noqa: E402
from banker.core.ledger import Ledger  # noqa: E402
from banker.core.refusal import Refused  # noqa: E402
from deedbox import editions  # noqa: E402

RING = tuple(range(16))
ROLL = {"do": "roll", "by": 0, "dice": (1, 2)}
BIDS = [{"do": "bid", "by": 1 + n % 2, "amount": 1 + n} for n in range(20)]
AUCTION = [ROLL, {"do": "decline", "by": 0}, *BIDS, {"do": "pass", "by": 0}, {"do": "hammer", "by": 0}]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "classic.bin").write_bytes(editions.compile_edition("classic"))


def power_on(flash):
    keeper = Keeper(Journal(flash, RING), contextlib.nullcontext())
    keeper.resume()
    return keeper


def begin(**rules):
    flash = FaultFlash(len(RING))
    keeper = power_on(flash)
    keeper.begin({"edition": "classic", "names": ["Ann", "Bob", "Cat"], "rules": rules, "seed": 3})
    return flash, keeper


def submit(keeper, *commands):
    for command in commands:
        keeper.submit(dict(command))
        keeper.journal.idle()


def undo(keeper, times):
    submit(keeper, *[{"do": "undo"}] * times)


def test_the_keeper_takes_back_as_many_steps_as_the_rule_says_and_no_more():
    for depth in (0, 1, 3):
        flash, keeper = begin(undo_depth=depth)
        submit(keeper, *[{"do": "correct", "by": 0, "cash": 1}] * 5)
        assert len(list(keeper.look_back())) == depth
        undo(keeper, depth)
        for box in (keeper, power_on(flash)):  # the depth is on flash
            with pytest.raises(Refused, match="nothing-to-undo"):
                box.submit({"do": "undo"})
            assert list(box.look_back()) == []


def test_the_keeper_counts_an_auction_of_any_length_as_one_step():
    flash, keeper = begin(undo_depth=2)
    submit(keeper, *AUCTION)
    undo(keeper, 10)
    keeper = power_on(flash)  # in the middle of it
    undo(keeper, 12)
    assert keeper.game.tasks and not any(keeper.game.owner[deed] == 2 for deed in range(28))
    undo(keeper, 1)  # the decline
    with pytest.raises(Refused, match="nothing-to-undo"):
        keeper.submit({"do": "undo"})


def test_the_journal_looks_back_as_the_ledger_does():
    _, keeper = begin()
    ledger = Ledger(keeper.game)
    steps = [*AUCTION, {"do": "end", "by": 0}, *[{"do": "undo"}] * 3, {"do": "redo"}, {"do": "undo"}]
    steps += [{"do": "redo"}, {"do": "redo"}, {"do": "undo"}, {"do": "hammer", "by": 0}, {"do": "undo"}]
    for step in steps:
        keeper.submit(dict(step))
        keeper.journal.idle()
        ledger.do(dict(step))
        ours, theirs = list(keeper.look_back()), list(ledger.look_back())
        assert [command for _, command, _ in ours] == [command for _, command, _ in theirs]
        assert all(state_bytes.same(a, b) for (a, _, _), (b, _, _) in zip(ours, theirs, strict=True))
        assert [more for _, _, more in ours] == [more for _, _, more in theirs]
        ours, theirs = keeper.look_ahead(), ledger.look_ahead()
        assert (ours is None) == (theirs is None)
        if ours:
            assert state_bytes.same(ours[0], theirs[0]) and ours[1] == theirs[1]


def test_the_clock_between_two_steps_changes_nothing():
    _, keeper = begin(end_condition="time", time_limit_min=60)
    submit(keeper, ROLL, {"do": "buy", "by": 0}, {"do": "undo"})
    for step in ({"do": "redo"}, {"do": "undo"}, {"do": "redo"}):
        keeper.pass_time(61_000)
        assert keeper.save_time()
        submit(keeper, step)
    keeper.pass_time(61_000)
    assert keeper.save_time()
    assert [command["do"] for _, command, _ in keeper.look_back()] == ["buy", "roll"]


def test_the_last_payments_come_from_the_journal_without_those_taken_back():
    flash, keeper = begin()
    submit(keeper, ROLL, {"do": "buy", "by": 0}, {"do": "correct", "by": 1, "cash": 5})
    bank = 8
    assert look_back.payments(power_on(flash), 6) == [(bank, 1, 5, 19), (0, bank, 60, 2)]
    undo(keeper, 1)
    assert look_back.payments(power_on(flash), 6) == [(0, bank, 60, 2)]
    assert look_back.payments(power_on(flash), 0) == []
