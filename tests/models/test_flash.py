"""The flash's model: NOR semantics, counters, power cuts, and a file that follows."""

import pytest

from deedbox.models.flash import MODES, PAGE, SECTOR, FlashModel, PowerCutError

SIZE = 4 * SECTOR
RECORD = bytes(range(1, 65))


@pytest.fixture
def flash():
    return FlashModel(SIZE)


def test_it_is_blank_and_of_the_size_of_a_picos(flash):
    assert flash.read(0, SIZE) == b"\xff" * SIZE
    assert FlashModel().size == 2 * 1024 * 1024


def test_a_program_only_clears_bits(flash):
    flash.program(PAGE, b"\xf0\xff")
    flash.program(PAGE, b"\x3c\x55")
    assert flash.read(PAGE, 2) == b"\x30\x55"
    assert (flash.programs, flash.reprograms, flash.lost_bits) == (2, 1, 1)


def test_an_erase_sets_one_sector(flash):
    flash.program(SECTOR - PAGE, bytes(PAGE))
    flash.program(SECTOR, bytes(PAGE))
    flash.erase(SECTOR)
    assert flash.read(SECTOR, SECTOR) == b"\xff" * SECTOR
    assert flash.read(SECTOR - PAGE, PAGE) == bytes(PAGE)
    assert (flash.erases, flash.ops) == (1, 3)
    assert flash.erases_of == [0, 1, 0, 0]


@pytest.mark.parametrize(
    "action",
    [
        lambda flash: flash.program(PAGE - 1, b"\x00\x00"),
        lambda flash: flash.program(0, bytes(PAGE + 1)),
        lambda flash: flash.program(0, b""),
        lambda flash: flash.erase(PAGE),
        lambda flash: flash.erase(SIZE),
        lambda flash: flash.read(SIZE - 1, 2),
        lambda flash: flash.read(-1, 1),
        lambda flash: flash.cut_at(0, "sideways"),
    ],
)
def test_what_the_chip_cannot_do_is_refused(flash, action):
    with pytest.raises(ValueError):
        action(flash)
    assert flash.ops == 0


def test_a_cut_comes_in_its_operation_and_leaves_the_flash_dead(flash):
    flash.cut_at(2, "before")
    flash.erase(0)
    flash.program(0, RECORD)
    with pytest.raises(PowerCutError):
        flash.program(PAGE, RECORD)
    for action in (lambda: flash.read(0, 1), lambda: flash.program(0, b"\0"), lambda: flash.erase(0)):
        with pytest.raises(PowerCutError):
            action()
    assert flash.ops == 2
    flash.power_on()
    assert flash.read(0, 64) == RECORD
    assert flash.read(PAGE, 64) == b"\xff" * 64
    flash.program(PAGE, RECORD)
    assert flash.read(PAGE, 64) == RECORD


def cut_program(mode: str, seed: int = 1) -> bytes:
    flash = FlashModel(SIZE)
    flash.program(0, b"\x0f" * 16)
    flash.cut_at(1, mode, seed)
    with pytest.raises(PowerCutError):
        flash.program(16, RECORD)
    return flash.image()


def test_each_mode_leaves_what_it_says():
    blank = b"\xff" * 64
    assert cut_program("before")[16:80] == blank
    assert cut_program("after")[16:80] == RECORD
    for seed in range(20):
        torn = cut_program("torn-prefix", seed)[16:80]
        assert torn not in (blank, RECORD)
        assert any(torn == RECORD[:n] + blank[n:] for n in range(1, 64))
        torn = cut_program("torn-worst", seed)[16:80]
        assert any(torn == blank[:n] + RECORD[n:] for n in range(1, 64))
        torn = cut_program("torn-random", seed)[16:80]
        assert torn not in (blank, RECORD)
        assert all(byte & want == want for byte, want in zip(torn, RECORD, strict=True))
        garbage = cut_program("garbage", seed)
        assert garbage[:16] != b"\x0f" * 16  # other bytes of the page change, too
        assert garbage[PAGE:] == b"\xff" * (SIZE - PAGE)


@pytest.mark.parametrize("mode", MODES)
def test_a_cut_erase_touches_its_sector_only(mode):
    flash = FlashModel(SIZE, b"\x5a" * SIZE)
    flash.cut_at(0, mode)
    with pytest.raises(PowerCutError):
        flash.erase(SECTOR)
    image = flash.image()
    assert image[:SECTOR] == b"\x5a" * SECTOR
    assert image[2 * SECTOR :] == b"\x5a" * 2 * SECTOR
    sector = image[SECTOR : 2 * SECTOR]
    whole = {"before": b"\x5a" * SECTOR, "after": b"\xff" * SECTOR, "torn-worst": bytes(SECTOR)}
    if mode in whole:
        assert sector == whole[mode]
    else:
        assert sector not in (b"\x5a" * SECTOR, b"\xff" * SECTOR)


@pytest.mark.parametrize("mode", MODES)
def test_a_cut_is_the_same_every_time(mode):
    assert cut_program(mode, 5) == cut_program(mode, 5)


def test_a_file_follows_every_operation_and_survives(tmp_path):
    path = tmp_path / "flash.img"
    flash = FlashModel(SIZE, path)
    assert path.read_bytes() == b"\xff" * SIZE
    flash.program(PAGE, RECORD)
    assert path.read_bytes() == flash.image()
    flash.cut_at(1, "torn-worst")
    with pytest.raises(PowerCutError):
        flash.erase(0)
    assert path.read_bytes() == flash.image()
    again = FlashModel(SIZE, str(path))
    assert again.image() == flash.image()
    flash.close()
    again.close()


def test_an_image_too_large_is_refused():
    with pytest.raises(ValueError):
        FlashModel(SIZE, bytes(SIZE + 1))


def test_rotten_cells_read_the_other_way_round_and_stay_so(tmp_path):
    flash = FlashModel(SIZE, tmp_path / "flash.img")
    flash.program(0, RECORD)
    before = flash.image()
    flash.rot(10, 20, bits=3)
    changed = [a ^ b for a, b in zip(before, flash.image(), strict=True)]
    assert sum(byte.bit_count() for byte in changed) == 3
    assert not any(changed[:10]) and not any(changed[30:])
    assert (tmp_path / "flash.img").read_bytes() == flash.image() and flash.ops == 1
    flash.close()
