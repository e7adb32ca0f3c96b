"""An update of the firmware on real littlefs, the supply cut at the operations of the flash.

Run by tests/app/store/test_update.py. In: {"old", "new", "kept": {path: hex}, "scripts": [...], "step": n,
"control": bool}; the scripts are those that `deedbox deploy` sends. Of all operations and ways to cut them
every step-th is tried. After each cut the box is switched on as main.py does it, once or with a second cut in
that; then it must hold the old files or the new ones, whole, and what is not the firmware's as it was.
Out: a line per fault; "N operations, N judged, N old, N new, N faults".
"""

import builtins
import json
import os
import sys
from binascii import unhexlify

import vfs
from faultflash import MODES, PAGE, Dice, FaultFlash

TEARS = range(len(MODES) - 2)  # littlefs survives no marginal cells


class Halt(Exception):
    pass


class Machine:
    """switch.boot() ends with a reset."""

    def reset(self):
        raise Halt


def power_on(flash):
    flash.power_on()
    vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), "/")  # an error here would mean a reformatting


def power_off():
    try:
        vfs.umount("/")
    except OSError:
        pass


def write(files):
    for path, data in files.items():
        folder = path.rpartition("/")[0]
        if folder:
            make(folder)
        with open("/" + path, "wb") as file:
            file.write(data)


def make(folder):
    at = ""
    for part in folder.split("/"):
        at += "/" + part
        try:
            os.mkdir(at)
        except OSError:
            pass


def read(path=""):
    """{path: bytes} of all files, the update's own folders left out."""
    files = {}
    for name in os.listdir(path or "/"):
        inner = path + "/" + name
        if inner in ("/next", "/next.part"):
            continue
        if os.stat(inner)[0] & 0x4000:
            files.update(read(inner))
        else:
            with open(inner, "rb") as file:
                files[inner[1:]] = file.read()
    return files


def send(scripts):
    scope = {"print": lambda *words: None}
    for script in scripts:
        exec(script, scope)


def start():
    """What main.py does with an update; returns whether there was one."""
    if "next" not in os.listdir("/"):
        return False
    scope = {}
    with open("/next/switch.py") as file:
        exec(file.read(), scope)
    try:
        scope["boot"]()
    except Halt:
        return True
    raise AssertionError("no reset")


def until_dark(flash, act):
    """Run this until the supply fails; returns the flash as it is afterwards."""
    files = []
    plain = builtins.open

    def remember(*words):
        files.append(plain(*words))
        return files[-1]

    builtins.open = remember
    try:
        act()
    except Exception:
        if flash.remains is None:
            raise
    finally:
        builtins.open = plain
        flash.cut_at = -1
        # Closed here and not by the garbage collector, which must not allocate.
        for file in files:
            try:
                file.close()
            except OSError:
                pass
        power_off()
    return flash.remains or flash


def judge(flash, job):
    """Switch on until nothing is left to do; (what it holds, None or what is wrong)."""
    power_on(flash)
    try:
        if start() and start():
            return "", "an update is left after it was put into place"
        files = read()
        firmware = {path: data for path, data in files.items() if path not in job["kept"]}
        own_files = {path: data for path, data in files.items() if path in job["kept"]}
        if own_files != job["kept"]:
            return "", "something that is not the firmware's has changed"
        for name in ("old", "new"):
            if firmware == job[name]:
                break
        else:
            return "", "a mixture: %r" % sorted(firmware)
        # The next update must succeed and leave nothing behind, whatever the cut left.
        send(job["scripts"])
        files = read()
        if {path: data for path, data in files.items() if path not in job["kept"]} != job["new"]:
            return "", "the next update does not go through"
        if "next" in os.listdir("/") or "next.part" in os.listdir("/"):
            return "", "the next update leaves something behind"
        return name, None
    finally:
        power_off()


def main():
    job = json.loads(sys.stdin.readline())
    for name in ("old", "new", "kept"):
        job[name] = {path: unhexlify(data) for path, data in job[name].items()}
    sys.modules["machine"] = Machine()
    vfs.umount("/")
    box = FaultFlash()
    vfs.VfsLfs2.mkfs(box, progsize=PAGE)
    power_on(box)
    write(job["kept"])
    write(job["old"])
    power_off()

    def update():
        if job["control"]:  # files replaced one by one, as a plain copy does it
            write(job["new"])
        else:
            send(job["scripts"])

    whole = box.fork()
    whole.log = []
    power_on(whole)
    update()
    power_off()
    operations = len(whole.log)
    counts = {"old": 0, "new": 0, "": 0}
    dice = Dice(7)
    count = 0
    for number in range(0, operations * len(TEARS), job["step"]):
        at, mode = divmod(number, len(TEARS))
        flash = box.fork(number)
        power_on(flash)
        flash.cut_at = flash.operations + at
        flash.cut_mode = mode
        flash = until_dark(flash, update)
        if number % 2:  # the supply fails again during the repair
            flash.cut_at = flash.operations + dice.below(40)
            flash.cut_mode = dice.below(len(TEARS))
            flash.remains = None
            power_on(flash)
            flash = until_dark(flash, start)
        state, fault = judge(flash, job)
        counts[state] += 1
        count += 1
        if fault:
            print("cut in operation", at, MODES[mode], fault)
    print(
        "%d operations, %d judged, %d old, %d new, %d faults"
        % (operations, count, counts["old"], counts["new"], counts[""])
    )


main()
