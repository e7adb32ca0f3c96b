"""The file for a helper: everything about the hardware, nothing about the people."""

import json

import pytest
from wired import wired
from workbench import Workbench

from banker.drivers import codes
from deedbox import doctor
from deedbox.doctor import Evidence, Finding, report_file
from deedbox.models.pn532 import PN532Model
from deedbox.tagging.tag_map import TagSet

GAIN_43_DB = 6  # as the chips count it
NAMES = ["Wilhelmina", "Quirin"]
SET = TagSet()
FAULT = """3FA1 step 41
Traceback (most recent call last):
  File "banker.app.box", line 120, in handle
  File "banker.ui.ui", line 88, in key
TypeError: Wilhelmina has no token
"""


@pytest.fixture
def box(tmp_path, monkeypatch):
    game = {"edition": "zelda", "names": NAMES, "seed": 7}
    files = {"tags.bin": SET.file(), "newgame.json": json.dumps(game).encode(), "fault.txt": FAULT.encode()}
    files["settings.json"] = json.dumps({"display": "sh1106", "offset": 2, "gain": 43}).encode()
    return Workbench(tmp_path, monkeypatch, files).switch_on()


def report(box):
    evidence = Evidence()
    findings = list(doctor.examine_session(wired(box), evidence))
    return report_file.report_text(evidence, findings)


def rows(text):
    """(section, name) -> value"""
    found, section = {}, ""
    for line in text.splitlines():
        if line and not line.startswith(" "):
            section = line
        elif line:
            found[section, line[2:22].strip()] = line[23:]
    return found


def test_it_tells_what_a_helper_asks_for(box):
    box.key("1", "2")
    found = rows(report(box))
    assert found["Versions", "MicroPython"] and found["Versions", "deedbox"]
    assert found["Board", "last reset"] == "power-on (1)" and found["Board", "a radio is on it"] == "no"
    assert found["Supply", "measured"] == "yes" and found["Supply", "from USB"] == "no"
    assert 4700 < int(found["Supply", "now"].removesuffix(" mV")) < 4800
    display = {name: value for (section, name), value in found.items() if section == "Display"}
    assert display["kind"] == "sh1106" and display["glass begins at"] == "column 2"
    assert display["I2C address"] == "0x3C" and display["answers"] == "yes"
    assert found["Reader", "kind"] == "MFRC522" and found["Reader", "version"] == "0x92"
    assert found["Reader", "gain"] == "43 dB" and found["Reader", "bus"] == "4000 kHz"
    assert found["Reader", "findings"] == "none" and found["Reader", "restarts"] == "0"
    assert found["Keys", "pressed so far"] == "2 of 16"
    assert "bytes free" in found["Memory", "heap"] and "bytes free" in found["Memory", "flash"]
    assert int(found["Journal", "pages"]) > 0 and found["Journal", "faults"] == "none"
    assert found["Tags", "UIDs of 7 bytes"].endswith("(mostly NTAG)")


def test_it_tells_how_many_bytes_of_the_reader_arrive_wrong_at_each_speed(box):
    box.reader.miso_hz_max = 1_000_000
    box.reader.miso_rate = 0.02
    found = rows(report(box))
    wrong = {khz: int(found["Reader", f"at {khz} kHz"].split()[0]) for khz in (4000, 2000, 1000, 500)}
    assert wrong[1000] == wrong[500] == 0
    assert 5 < wrong[4000] < 50 and 5 < wrong[2000] < 50  # 2 % of 1,024
    box.reader.miso_hz_max = None
    box.run(2000).tap(SET.tags["token", 0])
    assert not box.box.inputs.taps.lost, "it reads on after that"


def test_it_tells_how_often_a_tag_is_read_at_each_gain_and_of_which_kind(box):
    tag = SET.tags["deed", 0]
    share = {33: 0.0, 38: 0.5, 43: 1.0, 48: 1.0}
    box.reader.reception = lambda tag, db: share[db]
    box.reader.place(tag)
    box.run(300)
    found = rows(report(box))
    reads = [found["Reader", f"at {db} dB"] for db in share]
    assert found["Reader", "a tag on it"] == "NTAG or MIFARE Ultralight"
    assert reads[0] == "0 of 100 read" and reads[2] == reads[3] == "100 of 100 read"
    assert 0 < int(reads[1].split()[0]) < 50  # it takes several exchanges to read a tag
    assert box.settings()["gain"] == 43 and box.box.reader.gain == GAIN_43_DB, "its setting is as before"


def test_without_a_tag_it_says_that_one_is_missing(box):
    found = rows(report(box))
    assert found["Reader", "a tag on it"] == "none was read; lay one there and repeat"


def test_a_pn532_is_named_with_its_version(tmp_path, monkeypatch):
    files = {"tags.bin": SET.file()}
    found = rows(report(Workbench(tmp_path, monkeypatch, files, reader=PN532Model()).switch_on()))
    assert found["Reader", "kind"] == "PN532" and found["Reader", "version"].startswith("0x32")
    assert found["Reader", "at 4000 kHz"] == "0 of 1024 bytes wrong"


def test_every_kind_and_finding_of_a_reader_has_words():
    kinds = {value for name, value in vars(codes).items() if name.startswith("KIND_")}
    first, last = codes.SILENT, codes.IRQ_SILENT
    assert set(report_file._READER_KINDS) == kinds
    assert set(report_file._READER_FINDINGS) == set(range(first, last + 1))


def test_it_tells_where_the_last_fault_was_but_not_its_words(box):
    text = report(box)
    assert "3FA1 step 41" in text and 'File "banker.ui.ui", line 88, in key' in text and "TypeError" in text
    assert "has no token" not in text


def forms(uid):
    """The ways in which a number of a tag could be written."""
    plain = uid.hex()
    pairs = [plain[at : at + 2] for at in range(0, len(plain), 2)]
    yield plain
    yield ":".join(pairs)
    yield " ".join(pairs)
    yield "".join(reversed(pairs))
    yield str(list(uid))
    yield str(int.from_bytes(uid, "big"))
    yield str(int.from_bytes(uid, "little"))


def test_no_name_and_no_uid_is_in_it_whatever_is_wrong_with_the_box(box):
    box.tap(SET.tags["token", 0])
    box.reader.place(SET.tags["token", 1])  # one lies there
    box.run(300)
    texts = [report(box)]
    box.reader.unplug()
    box.run(1500)
    box.box.message = "Wilhelmina's game\ncannot go on."
    written = [at for at in range(len(box.flash.memory)) if box.flash.memory[at] != 0xFF]
    box.flash.memory[written[len(written) // 2]] ^= 4
    texts.append(report(box))
    assert "wrong  Reader" in texts[1] and "wrong  Game" in texts[1] and "note   Journal" in texts[1]
    assert rows(texts[1])["Journal", "faults"] == "not-whole x 1"
    box.box.remote = True  # then the host reads the pages itself
    texts.append(report(box))
    assert "wrong  Journal" in texts[2]
    for text in texts:
        low = text.lower()
        assert not [name for name in NAMES if name.lower() in low]
        assert not [
            form for tag in SET.tags.values() for form in forms(bytes(tag.uid)) if form.lower() in low
        ]


def test_the_port_is_left_out_because_its_name_may_be_a_serial_number():
    findings = [Finding("Cable", doctor.OK, "a box answers at /dev/cu.usbmodem14101")]
    text = report_file.report_text(Evidence(), findings, ["/dev/cu.usbmodem14101"])
    assert "a box answers at ..." in text and "14101" not in text


def test_a_box_that_does_not_answer_gets_a_report_with_what_is_known():
    findings = [Finding("Cable", doctor.WRONG, "no box is connected", "plug it in")]
    text = report_file.report_text(Evidence(), findings)
    assert "the box did not answer" in text and "-> plug it in" in text
