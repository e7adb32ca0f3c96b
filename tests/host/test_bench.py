"""The benchmarks: the shape of their rows, what they count, and that they would notice."""

import json

import pytest
from command import run

from deedbox import bench
from deedbox.bench import HIGHER, LOWER, Aim, Measurement, make_row, rfid
from deedbox.build import firmware
from deedbox.build.unixport import ScriptError, UnixPort

KEYS = ["name", "value", "unit", "aim", "better", "holds", "how"]
PROMISED = """
rfid.empty_poll.transactions rfid.uid4.transactions rfid.uid7.transactions rfid.uid4.bytes_allocated
rfid.polled.uid4.transactions rfid.pn532.uid4.transactions rfid.weak.one_percent.false_crowds
rfid.pn532.weak.one_percent.false_crowds rfid.start_up_ms rfid.pn532.start_up_ms rfid.bus_speeds_found
rfid.pn532.bus_speeds_found rfid.pn532.taps_50ms_noticed
journal.page_programs_per_command journal.erases_per_command
journal.erases_while_waiting journal.games_until_worn journal.boot_reads_full_ring heap.free_min
engine.games_per_second engine.micropython_commands_per_second engine.frames_below_decide
engine.packed_state_bytes_worst heap.screen_worst heap.left_by_screens
firmware.resident_mpy_bytes firmware.on_demand_mpy_bytes sync.speedup_over_mpremote host.start_ratio
chip.tap_to_beep_ms chip.tap_to_tick_ms chip.heap_free_after_boot chip.largest_block
lab.games_per_second lab.saved_by_no_copy lab.times_on_all_cores lab.times_as_fast_as_other
chip.power_on_to_ready_ms page.tap_to_pixels_ratio
""".split()
QUICK = ["journal.", "firmware.", "heap.", "host.", "chip."]  # within seconds
ALL = pytest.param([], marks=pytest.mark.proof)


@pytest.fixture(scope="module", params=[ALL, QUICK], ids=["all", "quick"])
def rows(request) -> dict[str, dict]:
    result = run("bench", "--json", *request.param)
    assert (result.returncode, result.stderr) == (0, "")
    data = json.loads(result.stdout)
    assert all(list(entry) == KEYS for entry in data)
    names = [entry["name"] for entry in data]
    assert len(set(names)) == len(names)
    return {entry["name"]: entry for entry in data}


def test_the_promised_rows_are_there(rows, request):
    areas = request.node.callspec.params["rows"]
    assert [name for name in PROMISED if name not in rows and name.startswith(tuple(areas) or "")] == []


def test_a_row_without_a_value_has_a_reason_and_holds_nothing(rows):
    for entry in rows.values():
        assert entry["better"] in ("lower", "higher") and entry["how"]
        assert type(entry["aim"]) in (int, float) and "\n" not in entry["how"]
        if entry["value"] is None:
            assert entry["holds"] is None
        else:
            assert type(entry["holds"]) is bool


def test_what_needs_the_chip_says_so(rows):
    chip = [entry for name, entry in rows.items() if name.startswith("chip.")]
    assert {(entry["value"], entry["how"]) for entry in chip} == {(None, "run with --on chip")}


def test_what_can_be_measured_here_is_measured(rows):
    missing = [name for name, entry in rows.items() if entry["value"] is None]
    assert [name for name in missing if not name.startswith(("chip.", "sync."))] == []


def test_what_is_counted_holds(rows, request):
    """Not what is timed: a busy machine is no fault of the code."""
    entries = [entry for entry in rows.values() if entry["how"].startswith("counted")]
    assert len(entries) >= (9 if request.node.callspec.params["rows"] else 21)
    assert [entry["name"] for entry in entries if not entry["holds"]] == []


def test_without_an_image_the_chip_gives_the_reason(tmp_path):
    result = run("bench", "chip", "--on", "chip", "--json", DEEDBOX_PICO_IMAGE=str(tmp_path / "none.uf2"))
    reasons = {entry["how"] for entry in json.loads(result.stdout)}
    assert result.returncode == 0 and len(reasons) == 1
    assert "none.uf2" in (reason := reasons.pop()) or "no emulator" in reason


@pytest.mark.parametrize(
    "value, aim, better, holds",
    [
        (5, 5, LOWER, True),
        (6, 5, LOWER, False),
        (5, 5, HIGHER, True),
        (4, 5, HIGHER, False),
        (None, 5, LOWER, None),
    ],
)
def test_an_aim_that_is_met_exactly_holds(value, aim, better, holds):
    assert make_row(Aim("a.b", "ms", aim, better), Measurement(value, "so"))["holds"] is holds


def test_one_area_in_trouble_does_not_end_the_run(monkeypatch):
    def broken(target):
        raise ZeroDivisionError("on\npurpose")

    monkeypatch.setattr("deedbox.bench.firmware.measure", broken)
    measurements = bench.measure_rows(names=["firmware", "host"])
    broken_rows = [entry for entry in measurements if entry["how"] == "ZeroDivisionError: on purpose"]
    assert len(broken_rows) >= 4 and all(entry["value"] is None for entry in broken_rows)
    rest = [entry for entry in measurements if entry not in broken_rows]
    assert rest and all(entry["value"] is not None for entry in rest)


@pytest.fixture
def port():
    with UnixPort("banker/drivers/", machine_code=True) as port:
        yield port


def with_driver_changed(port, old: str, new: str) -> None:
    name = "banker/drivers/iso14443a.py"
    source = firmware.source_files()[name].read_text()
    assert source.count(old) == 1
    port.put(name[:-3] + ".mpy", firmware.compile_module(source.replace(old, new).encode(), name))


def test_heap_taken_by_the_driver_is_noticed(port):
    with_driver_changed(port, "        result = self.wake()\n", "        result = [self.wake()][0]\n")
    talk = rfid.record_reads(port, "irq", rfid.FIELDS["uid4"])
    assert rfid.count_allocations(port, "irq", talk.recording) > 0


def test_a_transaction_more_is_noticed(port):
    before = rfid.record_reads(port, "irq", b"").transactions
    with_driver_changed(
        port, "        result = self.wake()\n", "        result = self.wake()\n        self.chip.alive()\n"
    )
    assert rfid.record_reads(port, "irq", b"").transactions > before


def test_a_driver_that_says_something_else_than_recorded_is_noticed(port):
    recording = bytearray(rfid.record_reads(port, "irq", b"").recording)
    recording[1] ^= 0xFF
    with pytest.raises(ScriptError, match="another byte than recorded"):
        rfid.count_allocations(port, "irq", bytes(recording))
