"""`deedbox deploy --on chip`: an empty Pico gets the firmware through mpremote, over its serial port."""

import subprocess

import pytest
from command import DEEDBOX, environment
from which_chip import NAME

import deedbox
from deedbox.build import firmware


@pytest.mark.proof
@pytest.mark.timeout(2 * 3600)
def test_an_empty_pico_becomes_a_box_by_mpremote(pico_image, tmp_path):
    result = subprocess.run(
        [*DEEDBOX, "deploy", "--on", NAME, "--image", pico_image],
        capture_output=True,
        text=True,
        timeout=2 * 3600,
        env=environment(XDG_DATA_HOME=str(tmp_path)),
    )
    assert result.returncode == 0, result.stderr
    assert f"Deedbox {deedbox.__version__}" in result.stdout
    on_flash = firmware.unpack_image((tmp_path / "deedbox" / "boxes" / "chip.flash").read_bytes())
    for path, data in firmware.compile_files(firmware.PICO_MARCH).items():
        assert on_flash[path] == data
    assert "ring/map" in on_flash
