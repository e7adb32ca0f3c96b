"""The twin: the same firmware files, real littlefs, power that can fail, a serial port."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
import serial

from deedbox.build import firmware
from deedbox.models.box import Box
from deedbox.models.iso14443 import Classic1K
from deedbox.twin import Twin, TwinError
from deedbox.twin.bus import SPI_WRITE, Bus

TAG = Classic1K(bytes.fromhex("04a1b2c3"))
COUNT_BOOTS = """
import os
try:
    number = int(open("boots").read())
except OSError:
    number = 0
file = open("new", "w"); file.write(str(number + 1)); file.close()
os.rename("new", "boots")
print("boot %d." % (number + 1))
"""


@pytest.fixture
def run(board_files):
    """Start a twin with this main.py; it is switched off when the test ends."""
    twins = []

    def start(main, **settings):
        twin = Twin(main=main, files=board_files, **settings)
        twins.append(twin)
        twin.start()
        return twin

    yield start
    for twin in twins:
        twin.close()


def test_the_probe_finds_every_part_of_the_box(board_files, probe, probe_output):
    twin = Twin(main=probe, files=board_files)
    twin.press("5")
    twin.tap(TAG)
    with twin:
        lines = twin.wait_output("probe done").decode().splitlines()
        picture = twin.picture()
    print(lines[-2])
    assert lines[: len(probe_output)] == probe_output
    assert picture == b"\x0f" * 128 + bytes(896)
    assert [hertz for _, _, hertz in twin.box.buzzer.notes] == [2000]


def test_a_picture_can_be_waited_for(run, probe):
    twin = run(probe)
    assert twin.wait_for(any)[:2] == b"\x0f\x0f"


def test_waiting_in_vain_says_what_was_printed_last(run):
    twin = run("print('here I am')")
    twin.wait_output("here")
    with pytest.raises(TimeoutError, match="here I am"):
        twin.wait_for(any, timeout_s=0.05)


def test_the_firmware_sees_only_the_filesystem_in_its_flash(run):
    twin = run("import os, sys\nprint(os.listdir('/'), sys.path, os.getcwd())\nprint('seen')")
    output = twin.wait_output("seen").decode()
    assert "['boards', 'main.py'] ['', '.frozen', '/lib'] /\r\n" in output


# All that Ctrl-C can stop lies within the try: it comes only after "go on" was read.
STOPPED_OFTEN = """
from boards import pico
board = pico.build()
spi, cs, rst, irq = board.reader
query, answer = bytearray(b"\\xee\\x00"), bytearray(2)
wrong = 0
for stop in range(60):
    try:
        print("go on", stop)
        while True:
            cs(0)
            spi.write_readinto(query, answer)
            cs(1)
            wrong += answer[1] != 0x92
            board.i2c.writevto(0x3C, (b"\\x40", bytes(600)))
            board.rows[0](0)
            board.columns[0]()
    except KeyboardInterrupt:
        cs(1)
print("all", "said:", wrong, "wrong")
"""


def test_half_a_request_holds_up_nobody():
    lock = threading.Condition()
    ours, theirs = socket.socketpair()
    serve = threading.Thread(target=Bus(Box(), None, lock).serve, args=(ours,), daemon=True)
    serve.start()
    theirs.sendall(bytes((SPI_WRITE, 0, 4, 0, 0, 0)) + b"ab")  # two bytes of four
    for _ in range(20):
        time.sleep(0.01)
        assert lock.acquire(timeout=5)
        lock.release()
    theirs.close()  # as when its process ends there
    serve.join(5)
    assert not serve.is_alive()


@pytest.mark.proof  # it failed once in 60 runs, and nobody knows why yet
def test_ctrl_c_in_the_middle_of_a_transfer_leaves_the_bus_in_order(run):
    twin = run(STOPPED_OFTEN)
    for stop in range(60):
        twin.wait_output(f"go on {stop}\r", timeout_s=30)
        time.sleep(stop % 7 / 1000)  # somewhere within the transfers
        twin.serial.write(b"\x03")
    assert "0 wrong" in twin.wait_output("all said").decode()


def test_the_heap_is_as_small_as_agreed(run):
    twin = run("try:\n bytearray(330 * 1024)\nexcept MemoryError:\n print('too', 'much')")
    twin.wait_output("too much")


def test_an_spi_transaction_allocates_nothing(run, probe):
    twin = run(
        probe + "import gc\nused = gc.mem_alloc()\nread(0x37)\nprint('cost', gc.mem_alloc() - used, '.')"
    )
    assert b"cost 0 ." in twin.wait_output(" .")


def test_files_survive_a_power_cut(run):
    twin = run(COUNT_BOOTS)
    twin.wait_output("boot 1.")
    twin.power_cut()
    assert not twin.running
    twin.start()
    twin.wait_output("boot 2.")


def test_a_flash_file_outlives_its_twin(run, tmp_path):
    path = tmp_path / "box.flash"
    first = run(COUNT_BOOTS, flash=path)
    first.wait_output("boot 1.")
    first.close()
    assert path.stat().st_size == firmware.FILESYSTEM_SIZE
    run(None, flash=path).wait_output("boot 2.")


@pytest.mark.parametrize("mode", ["before", "torn-prefix", "after"])
def test_a_cut_within_a_flash_operation_leaves_the_old_or_the_new_file(run, mode):
    twin = run(COUNT_BOOTS)
    twin.wait_output("boot 1.")
    boots, operations = 1, twin.flash.ops
    assert operations > 2
    for operation in range(operations):
        twin.power_cut()
        twin.flash.cut_at(twin.flash.ops + operation, mode)
        twin.start()
        twin.wait_off()
        twin.start()
        start = len(twin.serial.output)
        twin.wait_until(lambda start=start: b"." in twin.serial.output[start:])
        number = int(twin.serial.output[start:].split()[1].rstrip(b"."))
        assert number in (boots + 1, boots + 2)
        boots = number


def test_a_reset_starts_main_again_and_tells_its_cause(run):
    twin = run("from machine import *\nprint('cause', reset_cause())\nif reset_cause() == 1: reset()")
    output = twin.wait_output("cause 3").decode()
    assert "cause 1\r\ncause 3" in output


def test_a_reset_lets_the_pins_go_but_not_the_supply(run, probe):
    twin = run("import machine\nif machine.reset_cause() == 3: print(1 / 0)\n" + probe + "machine.reset()")
    twin.wait_output("ZeroDivisionError")
    assert any(twin.picture())
    assert twin.box.buzzer.freq_hz == 0


def test_every_board_has_its_identity(run):
    twin = run("import machine, binascii\nprint('id', binascii.hexlify(machine.unique_id()))")
    twin.wait_output(f"id b'{twin.board_id}'")


def test_control_c_stops_the_program_and_control_d_starts_it_again(run):
    twin = run("import time\nprint('up')\nwhile True: time.sleep_ms(5)")
    twin.wait_output("up")
    twin.serial.write(b"\x03")
    twin.wait_output("KeyboardInterrupt")
    twin.wait_output(">>> ")
    twin.serial.write(b"\x04")
    twin.wait_output("soft reboot")
    twin.wait_until(lambda: twin.serial.output.count(b"up") == 2)


def test_control_c_is_a_plain_byte_while_it_is_masked(run):
    twin = run(
        "import sys, micropython\nmicropython.kbd_intr(-1)\nprint('up')\nprint('got', ord(sys.stdin.read(1)))"
    )
    twin.wait_output("up")
    twin.serial.write(b"\x03")
    twin.wait_output("got 3")


def test_the_serial_port_opens_like_any_other(run):
    twin = run("import sys\nprint('up')\nwhile True: print('heard', sys.stdin.readline().strip())")
    twin.wait_output("up\r\n")
    with serial.Serial(twin.serial.path, timeout=5) as port:
        port.write(b"hello\n")
        assert port.read_until(b"\n") == b"heard hello\r\n"


def test_mpremote_takes_the_twin_for_a_board(run):
    twin = run("import time\nprint('up')\nwhile True: time.sleep_ms(5)")
    twin.wait_output("up")
    for words, output in (
        (["exec", "print(6 * 7)"], "42\n"),
        (["ls"], "main.py"),
        (["resume", "ls"], "boards/"),
    ):
        command = [sys.executable, "-m", "mpremote", "connect", twin.serial.path, *words]
        result = subprocess.run(command, capture_output=True, text=True, timeout=30)
        assert output in result.stdout, result.stderr


def test_nothing_sent_to_a_sleeping_firmware_is_lost(run):
    twin = run("import sys, time\ntime.sleep_ms(300)\nprint('sum', sum(sys.stdin.buffer.read(16384)))")
    twin.serial.write(bytes([7]) * 16384)
    twin.wait_output(f"sum {7 * 16384}")


def test_a_process_that_dies_by_itself_is_reported(run):
    twin = run("import time\nprint('up')\ntime.sleep(60)")
    twin.wait_output("up")
    os.kill(twin._process.pid, signal.SIGKILL)
    with pytest.raises(TwinError, match="SIGKILL"):
        twin.wait_for(any)


def test_a_slow_reader_of_the_port_does_not_stop_the_firmware(run):
    twin = run("print('up')\nfor _ in range(300): print('x' * 60)\nprint('through')")
    port = serial.Serial(twin.serial.path)
    try:
        twin.wait_output("through")
    finally:
        port.close()


def test_time_goes_on_for_the_models_between_transactions(run, probe):
    twin = run(probe)
    twin.wait_output("probe done")
    before = twin._bus.now_ns()
    time.sleep(0.002)
    twin.tap(TAG)
    assert twin.box.now_ns >= before + 2_000_000
