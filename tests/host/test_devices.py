"""The choice of the box: which devices are connected and asked, and that none is guessed."""

import json
import time

import pytest
import serial
from command import run

from deedbox import devices
from deedbox.devices import config, discovery
from deedbox.devices.discovery import Device
from deedbox.twin import Twin

OTHER_PROGRAM = "import sys, time\nprint('up')\nwhile True: time.sleep_ms(5)"


class FakePort:
    """A port as pyserial describes it; there is no USB here."""

    def __init__(self, device, vid=0x2E8A, pid=0x0005, serial_number="e660aa", product="Board in FS mode"):
        self.device = device
        self.vid = vid
        self.pid = pid
        self.serial_number = serial_number
        self.product = product
        self.description = product


@pytest.fixture(scope="module")
def box():
    """A whole box."""
    with Twin() as twin:
        yield twin.serial.path


@pytest.fixture(scope="module")
def blank():
    """MicroPython at its prompt."""
    with Twin(files={}) as twin:
        twin.wait_output(">>> ")
        yield twin.serial.path


@pytest.fixture
def plugged(monkeypatch, tmp_path):
    """plug(FakePort, ...) connects these ports. There is no config file."""
    monkeypatch.delenv("DEEDBOX_ON", raising=False)
    monkeypatch.setattr(config, "config_path", lambda: tmp_path / "config.toml")
    monkeypatch.setattr(discovery, "_mount_folders", lambda: [tmp_path / "RPI-RP2"])

    def plug(*ports):
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)

    plug()
    return plug


def patiently(port):
    """Ask until the box has booted."""
    end = time.monotonic() + 60
    while True:
        device = Device(port).identify()
        if device.kind == "deedbox" or time.monotonic() > end:
            return device


# -- the choice --


def test_the_option_goes_before_the_variable_and_that_before_the_file(plugged, monkeypatch, tmp_path):
    plugged(FakePort("/dev/ttyACM7"))
    assert str(devices.choose_device()) == "/dev/ttyACM7"
    (tmp_path / "config.toml").write_text('on = "chip"\n')
    assert devices.choose_device().kind == devices.CHIP
    monkeypatch.setenv("DEEDBOX_ON", "/dev/ttyACM8")
    assert devices.choose_device() == devices.Target(devices.PORT, "/dev/ttyACM8")
    assert devices.choose_device("twin") == devices.Target(devices.TWIN)


@pytest.mark.parametrize(
    "text, words",
    [
        ("on = 3", "config.toml:1: on = 3: must be a target"),
        ('no = "twin"', "config.toml:1: no: there is no such setting; there is: on"),
        ("on = ", "config.toml:1: this is no TOML"),
    ],
)
def test_a_config_file_with_a_fault_says_where(plugged, tmp_path, text, words):
    (tmp_path / "config.toml").write_text(text)
    with pytest.raises(config.ConfigError) as error:
        devices.choose_device()
    assert words in str(error.value)


@pytest.mark.parametrize(
    "word, answer",
    [("twn", "did you mean twin?"), ("engine", "only the rules"), ("ttyACM0", "`deedbox devices` lists")],
)
def test_what_is_no_target_is_answered_with_what_is(plugged, word, answer):
    with pytest.raises(devices.BadTargetError) as error:
        devices.choose_device(word)
    assert answer in str(error.value)


@pytest.mark.parametrize("word", ["/dev/ttyACM0", "COM3", "com12", "socket://localhost:4000", "\\\\.\\COM20"])
def test_ports_of_every_system_are_ports(plugged, word):
    assert devices.choose_device(word).port == word


def test_nothing_connected_says_what_to_do(plugged):
    with pytest.raises(devices.NoDeviceError, match="cable that carries data.*--on twin"):
        devices.choose_device()


def test_a_board_in_bootsel_mode_is_seen_by_its_drive(plugged, tmp_path):
    drive = tmp_path / "RPI-RP2"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    with pytest.raises(devices.NoDeviceError, match="BOOTSEL mode is at .*RPI-RP2.*deploy --image"):
        devices.choose_device()
    assert [(board.kind, board.port) for board in devices.all_devices()] == [("bootsel", str(drive))]


def test_only_boards_of_raspberry_pi_are_taken_and_no_debug_probe(plugged):
    plugged(
        FakePort("/dev/ttyACM0", pid=0x000C),
        FakePort("/dev/ttyUSB0", vid=0x10C4),
        FakePort("/dev/ttyS0", vid=None, pid=None),
        FakePort("/dev/ttyACM3"),
    )
    assert [board.port for board in discovery.find_usb()] == ["/dev/ttyACM3"]


def test_a_board_is_found_by_its_number_at_any_port(plugged):
    plugged(FakePort("COM3", serial_number="E6601"), FakePort("COM4", serial_number="E6602"))
    assert devices.choose_device("id:e6602").port == "COM4"
    with pytest.raises(devices.NoDeviceError, match="id:E6601, id:E6602"):
        devices.choose_device("id:e6603")


# -- who is there --


def test_a_box_says_hello(box):
    device = patiently(box)
    assert device.kind == "deedbox" and device.firmware and device.id
    assert device.says.startswith(f"Deedbox {device.firmware} on MicroPython ")


def test_a_bare_prompt_is_told_from_a_box(blank):
    device = Device(blank).identify()
    assert device.kind == "micropython" and "deedbox deploy" in device.says


@pytest.mark.proof
def test_a_box_that_is_stopped_at_either_prompt_is_told_from_a_bare_one_and_started_again():
    with Twin() as twin:
        port = twin.serial.path
        patiently(port)
        for key, text in ((b"\x03", ">>> "), (b"\x01", "raw REPL")):
            twin.serial.write(key)
            twin.wait_output(text)
            device = Device(port).identify()
            assert (device.kind, device.says) == ("stopped", "stopped at the prompt: deedbox restart")
        result = run("games", "list", "--on", port)
        assert result.returncode == 1 and f"deedbox restart --on {port}" in result.stderr
        assert len(result.stderr.splitlines()) == 1
        result = run("restart", "--on", port)
        assert result.returncode == 0, result.stderr
        assert result.stdout.startswith("Deedbox ") and twin.board_id in result.stdout
        assert Device(port).identify().kind == "deedbox"


def test_a_box_that_runs_can_be_restarted_and_a_bare_board_is_named(box, blank):
    boots = []
    patiently(box)
    for words in (["restart", "--on", box, "--json"], None):
        with devices.open_session(devices.choose_device(box)) as session:
            boots.append(session.hello().boot)
        if words:
            result = run(*words)
            assert json.loads(result.stdout)["board"], result.stderr
    assert boots[0] != boots[1]
    result = run("restart", "--on", blank)
    assert result.returncode == 1 and "no Deedbox answers" in result.stderr


@pytest.mark.proof
def test_another_program_is_left_alone():
    with Twin(main=OTHER_PROGRAM, files={}) as twin:
        twin.wait_output("up")
        device = Device(twin.serial.path).identify()
        assert device.kind == "unknown" and "another program" in device.says
        assert b"KeyboardInterrupt" not in twin.serial.output


def test_a_port_that_another_program_has_open_is_said_to_be_busy(blank):
    with serial.Serial(blank, exclusive=True):
        device = Device(blank).identify()
    assert device.kind == "closed" and "another program has this port open" in device.says


def test_a_port_that_is_gone_is_said_to_be_gone(tmp_path):
    device = Device(str(tmp_path / "ttyACM9")).identify()
    assert device.kind == "closed" and "there is no such port" in device.says


def test_of_several_boards_the_one_box_is_taken_but_for_an_installation_none_is_guessed(plugged, box, blank):
    patiently(box)
    plugged(FakePort(blank), FakePort(box))
    assert devices.choose_device().port == box
    with pytest.raises(devices.NoDeviceError) as error:
        devices.choose_device(blank=True)
    assert f"--on {blank} (MicroPython without" in str(error.value) and f"--on {box} (Deed" in str(
        error.value
    )


def test_of_two_boxes_none_is_guessed(plugged, box):
    patiently(box)
    plugged(FakePort(box), FakePort(box))
    with pytest.raises(devices.NoDeviceError, match="2 boards are connected, say which"):
        devices.choose_device()


def test_a_box_is_opened_and_closed_again(box):
    patiently(box)
    for _ in range(2):
        with devices.open_session(devices.choose_device(box)) as session:
            assert session.hello().board


def test_the_command_prints_what_is_connected():
    result = run("devices", "--json")
    assert (result.returncode, result.stderr) == (0, "")
    assert type(json.loads(result.stdout)) is list
