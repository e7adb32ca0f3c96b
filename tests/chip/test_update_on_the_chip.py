"""What `deedbox deploy` runs on a board, on a real MicroPython image: the scripts of deploy/device."""

import pytest
from which_chip import Chip

from deedbox import deploy
from deedbox.deploy import update_scripts
from deedbox.deploy.update_plan import make_manifest, plan_update

OLD = {
    "main.py": b"print('old')\n",
    "banker/a.mpy": b"x" * 3000,
    "banker/gone.mpy": b"y",
    "tags.bin": b"tags",
}
NEW = {"main.py": b"print('new')\n", "banker/a.mpy": b"z" * 5000, "words/en.bin": b"w" * 600}
PATIENCE_MS = 60_000  # emulated


def look(chip):
    output = chip.execute(update_scripts.look_script(["banker", "main.py", "words"]).decode(), PATIENCE_MS)
    return deploy.read_pico(output.split("\n"))


@pytest.mark.proof
@pytest.mark.timeout(1200)
def test_an_update_and_the_pinning_of_the_ring_work_on_a_real_image(pico_image):
    with Chip(files=OLD) as chip:
        board = look(chip)
        assert deploy.check_fits(board) == [] and not board.ring
        assert board.files == make_manifest({path: data for path, data in OLD.items() if path != "tags.bin"})
        steps = plan_update(board.files, make_manifest(NEW))
        for script in update_scripts.send_scripts(update_scripts.pack_files(NEW, steps)):
            chip.execute(script.decode(), PATIENCE_MS)
        board = look(chip)
        assert board.files == make_manifest(NEW) and "tags.bin" in board.top and "next" not in board.top
        for script in update_scripts.pin_ring_scripts():
            chip.execute(script.decode(), PATIENCE_MS)
        assert look(chip).ring
