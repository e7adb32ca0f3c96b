"""The same keys, taps and questions on both emulators: picture, flash and link are the same to the byte."""

import json
import random

import pytest
from hands import Hands, files_of_a_new_game
from walk import GAME
from which_chip import FASTEST_FIRST

from banker.protocol import verbs
from deedbox.build import firmware
from deedbox.chip import CHIPS
from deedbox.devices.chip import ChipTransport
from deedbox.link import Session
from deedbox.models.flash import FlashModel
from deedbox.twin import Twin

PATIENCE_S = 30.0  # emulated
TIME_SHARE = 0.01  # by which the times may differ: some instructions take other cycles
REST_MS = 1_000  # then nothing on the display moves

pytestmark = [pytest.mark.proof, pytest.mark.timeout(3600)]


class Recording(ChipTransport):
    """Keeps what goes over the link in both directions."""

    def __init__(self, chip):
        super().__init__(chip)
        self.bytes = []

    def write(self, data):
        self.bytes.append(("host", bytes(data)))
        super().write(data)

    def read(self, timeout_s):
        data = super().read(timeout_s)
        if self.bytes and self.bytes[-1][0] == "box":  # how it is cut into pieces is chance
            data_before = self.bytes.pop()[1]
            self.bytes.append(("box", data_before + data))
        else:
            self.bytes.append(("box", data))
        return data


@pytest.fixture(scope="module")
def flash_image():
    """A game that a twin has begun, so that both chips start from the same flash."""
    files = files_of_a_new_game(firmware.PICO_MARCH, **GAME)
    files["settings.json"] = b'{"remote": true}'
    with Twin(files=files) as twin:
        Hands(twin).sees("MUM", "1500")
        return twin.flash.image()


def play(make, image, flash_image):
    """A purchase by hands, then a roll over the link; what was seen at each step."""
    steps = []
    chip = make(flash=FlashModel(firmware.FILESYSTEM_SIZE, flash_image), image=image)
    hands = Hands(chip)

    def note(what, *words):
        hands.sees(*words)
        chip.run(REST_MS)
        steps.append((what, hands.screen(), chip.picture(), chip.flash.image(), chip.flash.ops))

    with chip:
        note("power on", "WELCOME BACK", "Now: MUM rolls.")
        boot_ns = chip.now_ns
        hands.key("#")
        hands.key("1", "2")
        note("dice", "1 + 2 = 3")
        hands.tap("deed", 1)
        note("deed", "Tap MUM to buy.")
        hands.tap("token", 0)
        note("token", "DAD", "1500")
        link = Recording(chip)
        random.seed(1)  # the host begins with a number of its own choice
        session = Session(link, timeout_s=PATIENCE_S)
        hello = session.hello()
        session.command({"do": "end"})
        session.command({"do": "roll", "dice": [2, 3]})
        state = session.look().state
        note("link", "DAD")
        report = json.loads(session.ask(verbs.CHECK))
    return steps, link.bytes, hello, state, report, boot_ns


def test_both_emulators_agree_on_picture_flash_and_link(pico_image, flash_image):
    for name, make in CHIPS.items():
        if reason := make.missing_parts():
            pytest.skip(f"--on {name}: {reason}")
    first, second = [play(CHIPS[name], pico_image, flash_image) for name in FASTEST_FIRST]
    for ours, theirs in zip(first[0], second[0], strict=True):
        assert ours == theirs, ours[0]
    assert first[1] == second[1]
    assert first[2:5] == second[2:5]
    assert abs(first[5] - second[5]) < TIME_SHARE * first[5]
