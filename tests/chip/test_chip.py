"""The emulated chip: a real MicroPython image, the same models, time that does not depend on the host."""

import types

import pytest

from deedbox.build import firmware
from deedbox.chip import CHIPS, Chip, ChipError, ChipJs, NoImageError, find_image, on_js, shims
from deedbox.models.iso14443 import Classic1K

TAG = Classic1K(bytes.fromhex("04a1b2c3"))
KEEP_A_FILE = """
import os
try:
    number = int(open("boots").read())
except OSError:
    number = 0
print("found %d." % number)
file = open("new", "w"); file.write(str(number + 1)); file.close()
os.rename("new", "boots")
print("kept.")
"""


# What the watchdog does on a Pico: its reset is the cause of the next start, and memory on flash stays.
BITE_ONCE = """
import machine, os
print("cause %d." % machine.reset_cause())
if "bitten" not in os.listdir():
    open("bitten", "w").close()
    BITE
print("back.")
"""
BITES = {"by itself": "machine.WDT(timeout=50)\n    while True: pass", "by reset()": "machine.reset()"}
WATCHDOG_RESET = 3  # machine.WDT_RESET
WAIT_FOR_KEY_1 = """
from machine import Pin
row, column = Pin(6, Pin.OUT, value=0), Pin(10, Pin.IN, Pin.PULL_UP)
while column(): pass
print("down")
"""


@pytest.fixture(scope="module")
def chip(pico_image, board_files, probe, each_chip):
    """One chip that has run the probe and waits at its prompt."""
    chip = each_chip(probe, files=board_files, image=pico_image)
    chip.press("5")
    chip.tap(TAG)
    with chip:
        chip.wait_output("probe done", timeout_ms=2_000)
        busy_ms = chip.now_ns / 1e6
        print(f"{chip.wall_s:.1f} s of wall time for {busy_ms:.0f} ms, {chip.wall_s / busy_ms * 1e3:.0f} : 1")
        yield chip


def test_the_probe_finds_every_part_of_the_box(chip, probe_output):
    lines = bytes(chip.output).decode().splitlines()
    print(next(line for line in lines if line.startswith("us per")), "(emulated)")
    assert lines[: len(probe_output)] == probe_output
    assert chip.picture() == b"\x0f" * 128 + bytes(896)
    assert [hertz for _, _, hertz in chip.box.buzzer.notes] == [2000]


def test_the_flash_counts_its_operations_and_takes_its_time(chip):
    assert (chip.flash.erases, chip.flash.programs) == (1, 1)
    assert chip.flash_busy_ns == shims.BUSY_NS[0x20] + shims.BUSY_NS[0x02]


def test_an_idle_chip_does_next_to_nothing(chip):
    before, time_ns = chip.cycles, chip.now_ns
    chip.run(1_000)
    assert chip.now_ns - time_ns == 1_000_000_000
    # With rp2040py's own USB host it is about 100 million.
    assert chip.cycles - before < 1_000_000


def test_code_in_the_raw_repl_gives_its_output_or_its_error(chip):
    assert chip.execute("print(6 * 7)") == "42\n"
    with pytest.raises(ChipError, match="ZeroDivisionError"):
        chip.execute("1 / 0")


def test_the_stock_boot_mounts_our_image_and_does_not_format_it(chip):
    assert chip.execute("import os; print(os.listdir())") == "['boards', 'main.py']\n"
    assert chip.flash.erases == 1


def test_waiting_in_vain_says_so_in_emulated_time(chip):
    start_ns = chip.now_ns
    with pytest.raises(TimeoutError, match="20 ms"):
        chip.run_until(lambda: False, timeout_ms=20)
    assert chip.now_ns - start_ns == 20_000_000


def test_a_power_cut_within_a_flash_operation_loses_no_file(pico_image, each_chip):
    chip = each_chip(KEEP_A_FILE, files={}, image=pico_image)
    chip.start()
    chip.wait_output("kept.")
    operations = chip.flash.ops
    assert operations > 2
    chip.power_cut()
    chip.flash.cut_at(operations + 1, "torn-prefix")
    with pytest.raises(ChipError, match="cut"):
        chip.start()
        chip.run(1_000)
    assert not chip.running
    assert firmware.unpack_image(chip.flash.image())["boots"] == b"1"
    start = len(chip.output)
    chip.start()
    chip.run_until(lambda: b"kept." in chip.output[start:])
    assert b"found 1." in chip.output[start:]
    assert firmware.unpack_image(chip.flash.image())["boots"] == b"2"


def test_two_runs_take_the_same_emulated_time_to_the_nanosecond(pico_image, each_chip):
    runs = []
    for _ in range(2):
        with each_chip(KEEP_A_FILE, files={}, image=pico_image) as chip:
            chip.wait_output("kept.")
            runs.append((chip.now_ns, chip.cycles, bytes(chip.output)))
    assert runs[0] == runs[1]


def test_an_image_that_is_not_there_is_one_clear_sentence(monkeypatch, tmp_path):
    monkeypatch.delenv("DEEDBOX_PICO_IMAGE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(NoImageError, match="download .* and name it with --image or DEEDBOX_PICO_IMAGE"):
        find_image()
    with pytest.raises(NoImageError, match="nowhere.uf2"):
        find_image(tmp_path / "nowhere.uf2")


def test_the_newest_downloaded_image_is_taken(monkeypatch, tmp_path):
    monkeypatch.delenv("DEEDBOX_PICO_IMAGE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / ".cache" / "rp2040py"
    folder.mkdir(parents=True)
    for name in ("RPI_PICO-20240602-v1.23.0.uf2", "RPI_PICO-20250911-v1.26.1.uf2", "RPI_PICO_W-20990101.uf2"):
        (folder / name).touch()
    assert find_image().name == "RPI_PICO-20250911-v1.26.1.uf2"


@pytest.mark.parametrize("way", BITES)
def test_the_watchdog_resets_the_chip_and_is_the_cause_of_the_next_start(pico_image, each_chip, way):
    with each_chip(BITE_ONCE.replace("BITE", BITES[way]), files={}, image=pico_image) as chip:
        chip.wait_output("back.", timeout_ms=2_000)
        assert f"cause {WATCHDOG_RESET}." in bytes(chip.output).decode()
        assert chip.execute("print(6 * 7)") == "42\n"


def test_an_action_happens_at_its_moment_and_reaches_the_pins(chip):
    moments = []

    def press():
        moments.append(chip.now_ns)
        chip.press("1")

    start_ns = chip.now_ns
    chip.later(25, press)
    assert chip.execute(WAIT_FOR_KEY_1) == "down\n"
    chip.release("1")
    assert moments == [start_ns + 25_000_000]


def test_a_fault_of_a_model_is_raised_and_the_chip_goes_on(chip):
    chip.later(1, lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        chip.run(2)
    assert chip.execute("print(6 * 7)") == "42\n"


def test_both_emulators_agree_on_picture_flash_and_link_of_the_probe(pico_image, board_files, probe):
    """And on the heap, to the byte. Times are near: rp2040js needs some cycles more or fewer."""
    if reason := ChipJs.missing_parts():
        pytest.skip(reason)
    runs, times_ns = [], []
    for make in CHIPS.values():
        chip = make(probe, files=board_files, image=pico_image)
        chip.press("5")
        chip.tap(Classic1K(TAG.uid))
        with chip:
            chip.wait_output("probe done", timeout_ms=2_000)
            times_ns.append(chip.now_ns)
            text = [line for line in bytes(chip.output).splitlines() if not line.startswith(b"us per")]
            free = chip.execute("import gc; gc.collect(); print(gc.mem_free())")
            runs.append((text, free, chip.picture(), chip.flash.image(), chip.box.buzzer.frequencies))
    assert runs[0] == runs[1]
    assert abs(times_ns[0] - times_ns[1]) < times_ns[0] / 100


def test_without_node_one_sentence_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ChipJs.missing_parts().startswith("no Node.js for rp2040js: install")


def test_without_rp2040js_one_sentence_says_how_to_install_it(monkeypatch, tmp_path):
    monkeypatch.setattr(on_js.shutil, "which", lambda name: name)
    monkeypatch.setattr(on_js, "FOLDER", tmp_path)
    assert ChipJs.missing_parts() == f"no rp2040js: npm ci --prefix {tmp_path}"


def test_an_emulator_that_ends_by_itself_is_no_endless_wait(pico_image):
    if reason := ChipJs.missing_parts():
        pytest.skip(reason)
    with ChipJs("", files={}, image=pico_image) as chip:
        chip._emulator._process.kill()
        with pytest.raises(ChipError, match="rp2040js has ended by itself"):
            chip.run(10)


def test_the_shims_fit_this_emulator(pico_image):
    with Chip("", files={}, image=pico_image) as chip:
        assert shims.missing_names(chip._emulator.device) == []


def test_shims_that_no_longer_fit_say_what_is_missing(monkeypatch):
    monkeypatch.setattr(shims.metadata, "version", lambda name: "0.4.0")
    wrong = shims.missing_names(types.SimpleNamespace(mcu=types.SimpleNamespace(ssi=types.SimpleNamespace())))
    assert "rp2040py is 0.4.0, the shims were made for 0.3.6" in wrong
    assert "mcu.ssi has no _apply_command" in wrong
