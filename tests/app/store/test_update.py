"""Power cuts in an update: afterwards the box has the complete old firmware or the complete new one."""

import random

import pytest
from run_micropython import run_job

from deedbox.deploy import update_scripts
from deedbox.deploy.update_plan import make_manifest, plan_update

DICE = random.Random(5)
OLD = {
    "main.py": b"old main",
    "banker/__init__.mpy": b"old",
    "banker/app/box.mpy": DICE.randbytes(5000),
    "banker/app/same.mpy": DICE.randbytes(700),
    "banker/gone/away.mpy": DICE.randbytes(300),
    "words/en.bin": DICE.randbytes(2000),
}
NEW = {
    "main.py": b"new main",
    "banker/__init__.mpy": b"new",
    "banker/app/box.mpy": DICE.randbytes(6000),
    "banker/app/same.mpy": OLD["banker/app/same.mpy"],
    "banker/link/new.mpy": DICE.randbytes(4500),
    "words/en.bin": b"",
    "words/de.bin": DICE.randbytes(1000),
}
KEPT = {
    "ring/00": DICE.randbytes(4096),
    "ring/map": DICE.randbytes(40),
    "games/0000000100aa.sav": DICE.randbytes(200),
    "tags.bin": b"tags",
    "table.key": b"key",
    "settings.json": b"{}",
}

pytestmark = pytest.mark.micropython


def run(step: int, *, control: bool = False, timeout_s: int = 200) -> tuple[int, ...]:
    """Counts: operations of the flash, cuts; after how many there were old files, new ones, neither."""
    steps = plan_update(make_manifest(OLD), make_manifest(NEW))
    job = {
        "old": {path: data.hex() for path, data in OLD.items()},
        "new": {path: data.hex() for path, data in NEW.items()},
        "kept": {path: data.hex() for path, data in KEPT.items()},
        "scripts": [
            script.decode() for script in update_scripts.send_scripts(update_scripts.pack_files(NEW, steps))
        ],
        "step": step,
        "control": control,
    }
    summary = r"(\d+) operations, (\d+) judged, (\d+) old, (\d+) new, (\d+) faults"
    counts, output = run_job("update_cuts.py", job, summary, timeout_s)
    print(output)
    return tuple(counts)


def test_a_cut_anywhere_leaves_the_old_firmware_or_the_new_one():
    operations, count, old, new, faults = run(step=11)
    assert operations > 50 and count > 60
    assert old and new and not faults


def test_files_copied_one_by_one_are_found_mixed_after_a_cut():
    assert run(step=7, control=True)[4] > 0


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_a_cut_at_every_operation_leaves_the_old_firmware_or_the_new_one():
    _, count, old, new, faults = run(step=1, timeout_s=3500)
    assert count > 300 and old and new and not faults
