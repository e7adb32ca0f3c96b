"""The files of a box that runs tests/twin/probe.py, and the lines that the probe must print. The twin and the
emulated chip run the same probe, so their conftests import these fixtures.
"""

from pathlib import Path

import pytest

from deedbox.build import firmware

PROBE = Path(__file__).parents[1] / "twin" / "probe.py"


@pytest.fixture(scope="session")
def board_files():
    """Only the module with the pins: these tests are about the runner, not about the rest of the firmware."""
    source = firmware.source_files()["boards/pico.py"].read_bytes()
    return {"boards/pico.mpy": firmware.compile_module(source, "boards/pico.py")}


@pytest.fixture(scope="session")
def probe():
    return PROBE.read_text()


@pytest.fixture(scope="session")
def probe_output(probe):
    """The lines that the probe must print; they are in its comments."""
    return [line[3:] for line in probe.splitlines() if line.startswith("#= ")]
