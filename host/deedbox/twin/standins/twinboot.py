# mypy: ignore-errors
# Runs before main.py, like the Pico's own _boot.py, and mounts the filesystem in flash as the only one.

import asyncio.core  # noqa: F401 it counts by the ticks of the unix port, as its queue in C does
import os
import sys

# Imported here, because the host's files are not visible any more after the mount.
import machine  # noqa: F401
import picotime
import rp2
import vfs

sys.modules["time"] = picotime

vfs.umount("/")
_flash = rp2.Flash()
try:
    _filesystem = vfs.VfsLfs2(_flash, progsize=256)
except OSError:
    # The stock _boot.py, too, makes a new filesystem if there is none that mounts.
    vfs.VfsLfs2.mkfs(_flash, progsize=256)
    _filesystem = vfs.VfsLfs2(_flash, progsize=256)
vfs.mount(_filesystem, "/")
os.chdir("/")
sys.path[:] = ["", ".frozen", "/lib"]
