"""A game goes on with the board that it began with, and with no other."""

import contextlib
import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "micropython"))

from faultflash import FaultFlash  # noqa: E402

from banker.app.edition import EditionError  # noqa: E402
from banker.app.store.journal import Journal  # noqa: E402
from banker.app.store.keeper import Keeper  # noqa: E402
from deedbox import editions  # noqa: E402

RING = (5, 2, 9, 0)
GAME = {"edition": "zelda", "names": ["Mum", "Mia"], "seed": 7}


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "zelda.bin").write_bytes(editions.compile_edition("zelda"))
    return tmp_path / "editions"


def keeper(flash: FaultFlash) -> Keeper:
    return Keeper(Journal(flash, RING), contextlib.nullcontext())


def begin(flash: FaultFlash) -> Keeper:
    box = keeper(flash)
    box.resume()
    box.begin(GAME)
    return box


def test_the_record_of_a_game_has_the_hash_of_its_edition(files):
    box = begin(FaultFlash(10))
    journal = box.journal
    record = json.loads(bytes(journal.old[: journal.read(journal.seq)]))
    assert record["hash"] == editions.edition_hash("zelda") and "hash" not in GAME


def test_the_game_goes_on_after_power_on(files):
    flash = FaultFlash(10)
    begin(flash)
    again = keeper(flash)
    assert again.resume() and again.place(19) == "Vaati's Palace" and again.place(11, 10) == "Forsaken F"


def test_the_game_does_not_go_on_with_another_board_of_the_same_name(files, tmp_path):
    flash = FaultFlash(10)
    begin(flash)
    town = tmp_path / "town.toml"
    town.write_text(
        'id = "zelda"\nname = "x"\ninherits = "zelda"\n[deeds]\nblue2 = { rents = [9, 9, 9, 9, 9, 9] }\n'
    )
    (files / "zelda.bin").write_bytes(editions.compile_edition(str(town)))
    with pytest.raises(EditionError, match="not the one this game began with"):
        keeper(flash).resume()


def test_a_game_with_an_evil_edition_does_not_begin_and_the_old_one_goes_on(files):
    flash = FaultFlash(10)
    box = begin(flash)
    seq = box.journal.seq
    data = bytearray(editions.compile_edition("classic"))
    data[-1] ^= 1
    (files / "classic.bin").write_bytes(data)
    with pytest.raises(EditionError):
        box.begin({**GAME, "edition": "classic"})
    assert box.journal.seq == seq and box.place(19) == "Vaati's Palace"
