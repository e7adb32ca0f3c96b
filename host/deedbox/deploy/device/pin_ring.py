# mypy: ignore-errors
# Runs at the raw prompt of a box whose filesystem is new, while its flash may still have a game on it.
# Modules of the firmware go into a filesystem in RAM, so that the ring is pinned before the first file is
# written.

import sys
from binascii import a2b_base64

import vfs


class _Ram:
    def __init__(self, blocks):
        self._data = memoryview(bytearray(512 * blocks))

    def readblocks(self, block, buf, offset=0):
        at = block * 512 + offset
        buf[:] = self._data[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * 512 + offset
        self._data[at : at + len(buf)] = buf

    def ioctl(self, request, argument):
        if request == 4:
            return len(self._data) // 512
        if request == 5:
            return 512
        return 0


def make_ram_disk(blocks):
    ram = _Ram(blocks)
    vfs.VfsLfs2.mkfs(ram, readsize=64, progsize=64)
    vfs.mount(vfs.VfsLfs2(ram, readsize=64, progsize=64), "/ram")
    sys.path.insert(0, "/ram")


def add_module(path, text):
    import os

    folder = "/ram"
    for part in path.split("/")[:-1]:
        folder += "/" + part
        try:
            os.mkdir(folder)
        except OSError:
            pass
    with open("/ram/" + path, "wb") as file:
        file.write(a2b_base64(text))


def pin_ring():
    from rp2 import Flash

    from banker.app.store import ring_blocks

    ring_blocks.locate(Flash())
    sys.path.remove("/ram")
    vfs.umount("/ram")
