"""RAM is a budget from the first day: length of device modules, and bytes of what is always loaded."""

from pathlib import Path

import pytest

from deedbox.bench.firmware import READERS, resident_modules
from deedbox.build import firmware

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
LINES_MAX = 300
RESIDENT_BYTES_MAX = 90 * 1024


def device_modules() -> dict[str, Path]:
    """Dotted name -> file of all that goes to the board."""
    modules = {}
    for path in sorted(
        set(FIRMWARE.rglob("*.py")) - {FIRMWARE / "banker" / "ui" / "words.py"}
    ):  # names alone
        parts = path.relative_to(FIRMWARE).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return modules


@pytest.fixture(scope="module")
def sizes() -> dict[str, int]:
    """Bytes of every module as the board gets it: `.mpy`, with named numbers folded in."""
    modules = firmware.compile_modules()
    return {path.removesuffix(".mpy").replace("/", "."): len(data) for path, data in modules.items()}


def test_a_device_module_is_short():
    lengths = {name: len(path.read_text().splitlines()) for name, path in device_modules().items()}
    assert len(lengths) > 100
    assert {name: lines for name, lines in lengths.items() if lines > LINES_MAX} == {}


def test_what_every_turn_needs_and_nothing_of_the_table_is_always_loaded():
    stays = resident_modules()
    assert {"banker.app.box", "banker.core.rules.turn", "banker.ui.screens.turn.dice", "boards.pico"} <= stays
    assert (
        not {"banker.ui.screens.trade.trade", "banker.app.store.resume", "banker.core.setup.house_rules"}
        & stays
    )


def test_only_one_driver_of_a_reader_is_loaded_and_the_larger_one_is_counted(sizes):
    drivers = {
        kind: {name for name in resident_modules(kind) if name.startswith("banker.drivers.")}
        for kind in READERS
    }
    own = {kind: drivers[kind] - set.intersection(*drivers.values()) for kind in READERS}
    assert own == {
        "mfrc522": {f"banker.drivers.{name}" for name in ("mfrc522", "iso14443a", "crca", "crcaviper")},
        "pn532": {"banker.drivers.pn532", "banker.drivers.pn532tags"},
    }
    totals = {kind: sum(sizes.get(name, 0) for name in own[kind]) for kind in READERS}
    print(totals)
    assert max(totals, key=totals.get) == "mfrc522"


def test_what_is_always_loaded_fits(sizes):
    stays = resident_modules()
    always = {name: size for name, size in sizes.items() if name in stays}
    total = sum(always.values())
    for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
        print(f"{size:7} {'resident ' if name in always else 'on demand'} {name}")
    print(f"{total:7} resident of {RESIDENT_BYTES_MAX}, {sum(sizes.values())} in all")
    assert total <= RESIDENT_BYTES_MAX
