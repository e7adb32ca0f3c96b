"""Which Pico it is, and what it gets."""

import pytest

from deedbox.build import firmware, picos

# sys.implementation._machine of MicroPython 1.26.1: MICROPY_HW_BOARD_NAME "with" MICROPY_HW_MCU_NAME.
SAYS = {
    "Raspberry Pi Pico with RP2040": picos.PICO,
    "Raspberry Pi Pico W with RP2040": picos.PICO_W,
    "Raspberry Pi Pico2 with RP2350": picos.PICO2,
    "Raspberry Pi Pico 2 W with RP2350": picos.PICO2_W,
    "Raspberry Pi Pico2 with RP2350-RISCV": picos.PICO2,
}
# The third byte of a .mpy: architecture << 2, and sub-version 3 (MicroPython's docs, '.mpy files').
ARCHITECTURE = {"armv6m": 4 << 2 | 3, "armv7emsp": 7 << 2 | 3}


@pytest.mark.parametrize("machine, kind", SAYS.items())
def test_a_pico_is_recognised_by_what_it_says(machine, kind):
    assert picos.recognise(machine) is picos.nearest(machine) is kind


def test_a_copy_is_none_of_them_and_is_taken_for_the_pico_with_its_chip():
    assert picos.recognise("WeAct Studio RP2350B Core with RP2350") is None
    assert picos.nearest("WeAct Studio RP2350B Core with RP2350") is picos.PICO2
    assert picos.nearest("Some copy with RP2040") is picos.nearest("linux") is picos.PICO


@pytest.mark.parametrize("kind", picos.KINDS, ids=lambda kind: kind.name)
def test_each_gets_its_pins_and_machine_code_for_its_processor(kind):
    files = firmware.compile_files(kind.march, kind=kind)
    boards = {path for path in files if path.startswith("boards/")}
    assert boards == {"boards/pico.mpy", f"boards/{kind.name}.mpy"}
    imported = (
        "from boards import pico  #" if kind is picos.PICO else f"from boards import {kind.name} as pico  #"
    )
    assert imported in files["main.py"].decode()
    native = [data for path, data in files.items() if path.endswith("viper.mpy")]
    assert len(native) == 2 and {data[2] for data in native} == {ARCHITECTURE[kind.march]}


def test_the_same_rules_and_screens_go_to_each():
    packs = [
        {path: data for path, data in firmware.compile_files(kind.march, kind=kind).items() if "pack" in path}
        for kind in picos.KINDS
    ]
    assert packs[0] and all(pack == packs[0] for pack in packs)


@pytest.mark.parametrize("kind", picos.KINDS, ids=lambda kind: kind.name)
def test_an_image_has_the_size_of_its_filesystem_and_comes_back(kind):
    image = firmware.make_image({"a/b": b"deed"}, kind.blocks)
    assert len(image) == kind.blocks * firmware.BLOCK_SIZE
    assert firmware.unpack_image(image) == {"a/b": b"deed"}
