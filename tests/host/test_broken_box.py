"""Every command of the tool against a box that answers oddly: a sentence, an exit code, an end.

The box is the firmware's own with one answer broken in one way (tests/rig/broken_box.py). Time is counted.
"""

import json
import subprocess
import sys
import unicodedata
from functools import cache

import pytest
from broken_box import VALUES, BrokenBox, OddPort, TooLongError, faults_of
from command import ROOT, environment
from link_desk import COMMANDS, Desk, make_answers

from banker.protocol import verbs
from deedbox.build import firmware
from deedbox.link import Session

SENT_MOST = 3_000_000  # bytes that a host takes from a box in one command
SPREAD = 29  # the short form of the test takes every 29th fault


@pytest.fixture
def answers(tmp_path, monkeypatch):
    return make_answers(tmp_path, monkeypatch)


@pytest.fixture
def desk(answers, monkeypatch, capsys):
    return Desk(answers, monkeypatch, capsys)


def raw(text):
    """The characters in a text that steer a terminal or turn its direction; ends of lines are fine."""
    return {
        mark for mark in text if unicodedata.category(mark) in ("Cc", "Cf", "Cs", "Zl", "Zp") and mark != "\n"
    }


def complaint(name, desk, outcome):
    """What is wrong with the way in which a command ended; "" if nothing is."""
    code, out, err = outcome
    if "a fault in deedbox" in err or "Traceback (" in err:
        return err.strip().split("\n")[-1]
    if code not in (0, 1):
        return f"exit code {code}: {err}"
    if raw(out) or raw(err):
        return f"raw characters: {raw(out) | raw(err)!r}"
    if code == 1 and not err.strip() and not out.strip():
        return "it failed without a word"
    if len([line for line in err.split("\n") if line.startswith("deedbox")]) > 1:
        return f"more than one sentence: {err}"
    if desk.box.sent_bytes > SENT_MOST:
        return f"{desk.box.sent_bytes} bytes were taken from the box"
    return ""


def tried(desk, name, faults):
    """{fault: complaint} of those that end badly"""
    bad = {}
    for fault in faults:
        try:
            why = complaint(name, desk, desk.run(name, fault))
        except TooLongError as error:
            desk._capsys.readouterr()
            why = str(error)
        if why:
            bad[str(fault)] = why
    return bad


def verbs_asked(desk, name):
    outcome = desk.run(name)
    assert not complaint(name, desk, outcome), outcome
    return sorted(set(desk.box.verbs))


def faults_for(desk, answers, name):
    faults = []
    for verb in verbs_asked(desk, name):
        faults += faults_of(verb, answers.longest(verb))
    return faults


def spread(faults, name):
    """Some of these faults; over all commands every one has its turn."""
    return faults[list(COMMANDS).index(name) % SPREAD :: SPREAD]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_ends_with_a_sentence_whatever_the_box_answers(desk, answers, name):
    faults = spread(faults_for(desk, answers, name), name)
    bad = tried(desk, name, faults)
    assert not bad, f"{len(bad)} of {len(faults)}: {json.dumps(bad, indent=1)[:6000]}"


@pytest.mark.proof
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_ends_with_a_sentence_after_every_odd_answer(desk, answers, name):
    faults = faults_for(desk, answers, name)
    bad = tried(desk, name, faults)
    print(f"{name}: {len(faults)} odd answers")
    assert not bad, f"{len(bad)} of {len(faults)}: {json.dumps(bad, indent=1)[:6000]}"


# -- the doctor names it --

NAMED = [
    ("HELLO", "all is a list", "Answers", "its answer to HELLO is broken: no table"),
    ("HELLO", "boot is text", "Answers", "its answer to HELLO is broken: boot is of a wrong kind"),
    ("HELLO", "a newer version", "Cable", "the box speaks version 9 to 9 of the link, this deedbox 1 to 1"),
    ("HELLO", "silence", "Cable", "opens, but nothing answers there"),
    ("LIST", "all but one byte", "Answers", "its answer to LIST is broken: the last file is cut off"),
    ("LIST", "one file 500 times", "Answers", "its answer to LIST is broken: a file twice"),
    ("LIST", "an unknown status", "Answers", "its answer to LIST is broken: status 77, which no box has"),
    ("LIST", "silence", "Cable", "the box stopped answering"),
    ("CHECK", "no heap", "Answers", "its answer to CHECK is broken: heap is missing"),
    ("CHECK", "too deep", "Answers", "its answer to CHECK is broken: "),
    ("CHECK", "endless parts", "Answers", "its answer to CHECK is broken: more than 8192 bytes"),
    ("CHECK", "a fault", "Answers", "a fault in the box's firmware, please report it (KeyError: 'x')"),
    ("TAGS", "all but one byte", "Answers", "its answer to TAGS is broken: the last tag is cut off"),
    ("PAGES", "one byte more", "Answers", "its answer to PAGES is broken: the last page is cut off"),
    ("PAGES", "half a frame", "Cable", "the box stopped answering"),
]


@pytest.mark.parametrize("verb, fault, part, says", NAMED)
def test_the_doctor_names_what_is_broken_and_examines_the_rest(desk, answers, verb, fault, part, says):
    whole = json.loads(desk.run("doctor --json")[1])
    faults = {str(one): one for one in faults_of(getattr(verbs, verb), answers.longest(getattr(verbs, verb)))}
    code, out, _ = desk.run("doctor --json", faults[f"{verb}:{fault}"])
    findings = json.loads(out)
    named = [finding for finding in findings if finding["part"] == part and finding["state"] == "wrong"]
    assert code == 1 and len(named) == 1 and says in named[0]["says"] and named[0]["do"]
    if part == "Answers" and verb != "HELLO" and not fault.startswith("endless"):  # that drowns the rest
        others = {finding["part"] for finding in findings}
        assert len(others) > 3 and others < {finding["part"] for finding in whole} | {"Answers"}


# -- the page of a box at a port --


@pytest.mark.parametrize("step", [SPREAD, pytest.param(1, marks=pytest.mark.proof)])
def test_the_page_of_a_port_recovers_from_every_odd_answer(answers, monkeypatch, step):
    """A session with one odd answer, then a good one: the page has the table again."""
    from deedbox.play import follower

    monkeypatch.setattr(follower, "_AGAIN_S", 0)
    monkeypatch.setattr(follower, "_NO_CHANGE_S", 0)
    with Session(BrokenBox(answers)) as box:
        box.hello()
        good = box.look()
        assert list(box.events(0, timeout_s=0)) and box.picture()
    stuck, odd = [], 0
    for verb in (verbs.HELLO, verbs.LOOK, verbs.ABOUT, verbs.EVENTS, verbs.PICTURE, verbs.WATCH):
        for fault in faults_of(verb, answers.longest(verb))[::step]:
            odd += 1
            if not _recovers(answers, fault, good):
                stuck.append(str(fault))
    assert odd > 450 // step and not stuck


def _recovers(answers, fault, good):
    """Does the follower of a page go on after a session with this fault?"""
    from deedbox.play.follower import Follower

    boxes = iter([BrokenBox(answers, fault, 20), BrokenBox(answers, None, 1000)])
    current = None
    news = []

    def connect():
        nonlocal current
        current = Session(next(boxes))
        current.hello()
        return current

    def tell(update):
        news.append(update)
        if update.get("look"):
            current.picture()  # as a port's source does
            if current.transport._fault is None:
                follower._closed.set()

    follower = Follower(connect, tell)
    try:
        follower._run()
    except TooLongError:  # the first box only fell silent for good, and somebody pulled its plug
        follower._session = None
        try:
            follower._run()
        except TooLongError:
            return False
    last = [update["look"] for update in news if "look" in update][-1]
    wrongs = [update["wrong"] for update in news if "wrong" in update]
    return last["rows"] == good.rows and not any("a fault in deedbox" in text for text in wrongs)


# -- a process of its own at a real port --

# Runs the tool and adds how many kilobytes it took at most (macOS counts bytes).
_MEASURED = """
import resource, sys
from deedbox.cli import main
try:
    code = main(sys.argv[1:])
except SystemExit as end:
    code = end.code
kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
print(kilobytes, file=sys.stderr)
sys.exit(code)
"""
SOME_AT_A_PORT = {
    "HELLO:endless noise": "the box does not answer; it said: ",
    "TAGS:endless parts": "the box's answer to TAGS is broken (more than 4096 bytes)",
}
AT_A_PORT = SOME_AT_A_PORT | {
    "HELLO:silence": "the box does not answer",
    "HELLO:half a frame": "the box does not answer",
    "HELLO:endless parts": "the box's answer to HELLO is broken (more than 4096 bytes)",
    "HELLO:a newer version": "the box speaks version 9 to 9 of the link",
    "TAGS:all but one byte": "the box's answer to TAGS is broken (the last tag is cut off)",
}


def measured(answers, fault, *arguments):
    """(exit code, stderr, megabytes) of the tool at a port with this fault."""
    port = OddPort(BrokenBox(answers, fault, 1e9))
    port.start()
    try:
        done = subprocess.run(
            [sys.executable, "-c", _MEASURED, *arguments, "--on", port.path],
            capture_output=True,
            text=True,
            timeout=120,
            env=environment(),
            cwd=ROOT,
        )
    finally:
        port.close()
    *lines, kilobytes = done.stderr.strip().split("\n")
    return done.returncode, "\n".join(lines), int(kilobytes) // 1024


@pytest.mark.proof
@pytest.mark.parametrize("cases", [SOME_AT_A_PORT, pytest.param(AT_A_PORT, marks=pytest.mark.proof)])
def test_at_a_real_port_an_odd_box_costs_a_sentence_and_no_memory(answers, cases):
    code, err, plain_mb = measured(answers, None, "tags", "list", "--json")
    assert (code, err) == (0, "")
    faults = {
        str(fault): fault
        for verb in (verbs.HELLO, verbs.TAGS)
        for fault in faults_of(verb, answers.longest(verb))
    }
    for name, sentence in cases.items():
        code, err, mb = measured(answers, faults[name], "tags", "list", "--json")
        assert code == 1 and len(err.split("\n")) == 1 and sentence in err, (name, err)
        assert mb < plain_mb + 10, (name, mb, plain_mb)


# -- the prompt --

PICO = {
    "version": [1, 26, 1], "machine": "Raspberry Pi Pico with RP2040", "mpy": 0x1306, "platform": "rp2",
    "block": 4096, "blocks": 352, "free": 200, "ring": True, "top": ["main.py", "banker"], "used": [],
}  # fmt: skip


def test_a_board_that_describes_itself_oddly_is_refused_in_words(monkeypatch):
    from deedbox import deploy

    monkeypatch.setattr(firmware, "compile_files", cache(firmware.compile_files))

    def read(about, *rows):
        return deploy.read_pico([json.dumps(about), *rows, "[]"])

    good = read(PICO, json.dumps(["main.py", 10, "00"]))
    deploy.check_fits(good)
    odd = 0
    for key in PICO:
        tables = [{**PICO, key: value} for value in VALUES.values()]
        for about in [{k: v for k, v in PICO.items() if k != key}, *tables]:
            odd += 1
            try:
                pico = read(about)
                deploy.check_fits(pico)
                deploy.plan_update_for(pico, {"main.py": b""})
            except deploy.DeployError as error:
                assert str(error)
    for row in ("[", "[" * 50_000, "7", "[1]", '["a", "b", "c"]', '["a", 1, 2]', '[["a"], 1, "c"]', "{}"):
        with pytest.raises(deploy.DeployError, match="makes no sense"):
            read(PICO, row)
    assert odd > 100


@pytest.mark.parametrize("line", ["print('x' * 1000)", "print('x' * 1000, end='')"])
def test_a_board_that_prints_for_ever_is_stopped(monkeypatch, tmp_path, line):
    """An mpremote that never ends stands for it."""
    from deedbox.deploy import remote

    script = tmp_path / "mpremote.py"
    script.write_text(f"while True:\n    {line}\n")
    monkeypatch.setattr(remote, "_OUTPUT_MOST", 1 << 20)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(remote.RemoteError, match="says more than a Pico has"):
        remote.run_scripts("/dev/ttyODD", [b""])
