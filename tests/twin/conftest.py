"""What the probe is and what it must find; tests/chip has the same."""

from pathlib import Path

import pytest

from deedbox.build import firmware

PROBE = Path(__file__).with_name("probe.py")


@pytest.fixture(scope="session")
def board_files():
    """Only the board's file: these tests are about the runner, whatever the rest of the firmware is."""
    source = firmware.sources()["boards/pico.py"].read_bytes()
    return {"boards/pico.mpy": firmware.compile_module(source, "boards/pico.py")}


@pytest.fixture(scope="session")
def probe():
    return PROBE.read_text()


@pytest.fixture(scope="session")
def found_by_probe(probe):
    return [line[3:] for line in probe.splitlines() if line.startswith("#= ")]
