"""The conversations that MicroPython replays are those that the driver has today."""

import importlib.util
from pathlib import Path

spec = importlib.util.spec_from_file_location("record_reader", Path(__file__).with_name("record_reader.py"))
record_reader = importlib.util.module_from_spec(spec)
spec.loader.exec_module(record_reader)


def test_the_recordings_are_up_to_date():
    assert record_reader.TARGET.read_text() == record_reader.source(), (
        "run: python tests/drivers/record_reader.py"
    )


def test_the_recordings_hold_what_they_are_named_for():
    for name, data in record_reader.recordings().items():
        sends_anticollision = b"\x93\x20" in data
        assert sends_anticollision == name.startswith("UID")
