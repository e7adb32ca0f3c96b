"""A model of a Pico in BOOTSEL mode: a folder that behaves like the drive of its boot ROM.

It takes the blocks of a UF2 file while they arrive, ignores those of another family, and starts when it has
the last one: the drive is gone, and a twin with what the flash holds then is at a port. A twin's processor is
this computer's, so it starts without the machine code for the Pico's.
"""

import shutil
import threading
import time

from deedbox.build import firmware
from deedbox.deploy import uf2
from deedbox.twin import Twin

INFO = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {}\n"
FAMILIES = {"RPI-RP2": {uf2.FAMILY_RP2040}, "RP2350": set(uf2.FAMILIES_RP2350)}
_LOOK_S = 0.01


class Port:
    """As pyserial describes it."""

    vid, pid, serial_number, product, description = 0x2E8A, 0x0005, "e660aa", "Board in FS mode", ""

    def __init__(self, device):
        self.device = device


class BootDrive(threading.Thread):
    """`with BootDrive(folder) as drive:`; `drive.ports()` is what pyserial would list."""

    def __init__(self, folder, label="RPI-RP2", starts=True):
        super().__init__(daemon=True)
        self.folder = folder / label
        self.folder.mkdir(parents=True)
        (self.folder / "INFO_UF2.TXT").write_text(INFO.format(label))
        self._families = FAMILIES[label]
        self._starts = starts  # False: its port never appears
        self._over = threading.Event()
        self.pages = {}  # address -> page
        self.twin = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        self._over.set()
        self.join(30)
        if self.twin:
            self.twin.close()

    def ports(self):
        return [Port(self.twin.serial.path)] if self.twin else []

    def run(self):
        size = 0
        while not self._over.wait(_LOOK_S):
            for file in self.folder.glob("*.uf2"):
                data = file.read_bytes()
                blocks = len(data) // uf2.BLOCK.size
                if self._take(data[size : blocks * uf2.BLOCK.size]):
                    self._start_pico()
                    return
                size = blocks * uf2.BLOCK.size

    def _take(self, data):
        """Was the last block among these?"""
        total = None
        for fields in uf2.BLOCK.iter_unpack(data):
            _, _, _, address, length, _, total, family, payload, _ = fields
            if family in self._families:
                self.pages[address] = payload[:length]
        return total is not None and len(self.pages) == total

    def _start_pico(self):
        shutil.rmtree(self.folder)
        if not self._starts:
            return
        time.sleep(0.3)  # USB is enumerated again
        files = firmware.unpack_image(uf2.read_filesystem(uf2.Image(self.pages, None)))
        files = {path: data for path, data in files.items() if not path.endswith("viper.mpy")}
        twin = Twin(files=files)
        twin.start()
        self.twin = twin
