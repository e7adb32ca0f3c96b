# mypy: ignore-errors
# Before main.py, like the Pico's own _boot.py: the filesystem in flash becomes the only one.

import os
import sys

# While the host's files are still to be seen.
import machine  # noqa: F401
import rp2
import vfs

vfs.umount("/")
_flash = rp2.Flash()
try:
    _filesystem = vfs.VfsLfs2(_flash, progsize=256)
except OSError:
    # The stock _boot.py does the same: a filesystem that does not mount is made again.
    vfs.VfsLfs2.mkfs(_flash, progsize=256)
    _filesystem = vfs.VfsLfs2(_flash, progsize=256)
vfs.mount(_filesystem, "/")
os.chdir("/")
sys.path[:] = ["", ".frozen", "/lib"]
