"""The file for a helper: everything about the hardware, nothing about the people."""

import json

import pytest
from wired import wired
from workbench import Workbench

from deedbox import doctor
from deedbox.doctor import Evidence, Finding, report_file
from deedbox.tagging.tag_map import TagSet

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
    assert found["Supply", "measured"] == "yes" and 4700 < int(found["Supply", "mv"]) < 4800
    display = {name: value for (section, name), value in found.items() if section == "Display"}
    assert display["kind"] == "sh1106" and display["offset"] == "2" and display["address"] == "0x3C"
    assert found["Reader", "version"] == "0x92" and found["Reader", "gain_db"] == "43"
    assert found["Reader", "findings"] == "none" and found["Reader", "restarts"] == "0"
    assert found["Keys", "pressed so far"] == "2 of 16"
    assert "bytes free" in found["Memory", "heap"] and "bytes free" in found["Memory", "flash"]
    assert int(found["Journal", "pages"]) > 0 and found["Journal", "faults"] == "none"
    assert found["Tags", "UIDs of 7 bytes"].endswith("(mostly NTAG)")


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
    assert "wrong  Reader" in texts[1] and "wrong  Game" in texts[1] and "wrong  Journal" in texts[1]
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
