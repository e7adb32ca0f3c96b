# mypy: ignore-errors
# `vfs` for the browser: VfsLfs2 with littlefs itself, which is a WebAssembly module beside MicroPython's.

import io
from binascii import hexlify, unhexlify

import bridge
import rp2
from vfs import mount, umount  # noqa: F401

_READ, _WRITE, _CREATE, _TRUNCATE, _APPEND = 1, 2, 0x100, 0x400, 0x800
_FOLDER, _FILE = 0x4000, 0x8000


def _check(result):
    if result < 0:
        raise OSError(-result)
    return result


class File(io.IOBase):
    def __init__(self, fs, handle, text):
        self._fs = fs
        self._handle = handle
        self._text = text

    def readinto(self, into):
        data = unhexlify(bridge.fs_read(self._fs, self._handle, len(into)))
        into[: len(data)] = data
        return len(data)

    def read(self, size=-1):
        data = unhexlify(bridge.fs_read(self._fs, self._handle, size))
        return data.decode() if self._text else data

    def readline(self, size=-1):
        start = self.tell()
        data = unhexlify(bridge.fs_read(self._fs, self._handle, 4096 if size < 0 else size))
        end = data.find(b"\n")
        line = data if end < 0 else data[: end + 1]
        self.seek(start + len(line))
        return line.decode() if self._text else line

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def write(self, data):
        data = data.encode() if isinstance(data, str) else data
        _check(bridge.fs_write(self._fs, self._handle, hexlify(data).decode()))
        return len(data)

    def seek(self, offset, whence=0):
        return _check(bridge.fs_seek(self._fs, self._handle, offset, whence))

    def tell(self):
        return self.seek(0, 1)

    def flush(self):
        _check(bridge.fs_flush(self._fs, self._handle))

    def ioctl(self, request, argument):
        if request == 4:
            self.close()
        return 0

    def close(self):
        if self._handle is not None:
            handle, self._handle = self._handle, None
            _check(bridge.fs_close(self._fs, handle))

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()


class VfsLfs2:
    def __init__(self, device, readsize=32, progsize=256, lookahead=32, mtime=True):
        self._fs = self._make(device)
        error = bridge.fs_mount(self._fs)
        if error:
            raise OSError(-error)
        self._device = device  # it must live as long as its filesystem

    @staticmethod
    def _make(device):
        count = device.ioctl(4, 0)
        if isinstance(device, rp2.Flash):
            return bridge.fs_make(count, None, None, None)

        def read(block, offset, size):
            into = bytearray(size)
            device.readblocks(block, into, offset)
            return hexlify(into).decode()

        def program(block, offset, data):
            return device.writeblocks(block, unhexlify(data), offset) or 0

        def erase(block):
            return device.ioctl(6, block) or 0

        return bridge.fs_make(count, read, program, erase)

    @staticmethod
    def mkfs(device, readsize=32, progsize=256, lookahead=32):
        _check(bridge.fs_format(VfsLfs2._make(device)))

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        bridge.fs_unmount(self._fs)

    def open(self, path, mode):
        flags = _READ
        if "w" in mode:
            flags = _WRITE | _CREATE | _TRUNCATE
        elif "a" in mode:
            flags = _WRITE | _CREATE | _APPEND
        if "+" in mode:
            flags |= _READ | _WRITE
        return File(self._fs, _check(bridge.fs_open(self._fs, path, flags)), "b" not in mode)

    def stat(self, path):
        size = bridge.fs_stat(self._fs, path)
        if size < -1:
            raise OSError(-size - 1)
        return (_FOLDER if size < 0 else _FILE, 0, 0, 0, 0, 0, max(size, 0), 0, 0, 0)

    def ilistdir(self, path):
        names = bridge.fs_list(self._fs, path)
        if isinstance(names, int):
            raise OSError(-names)
        for line in names.split("\n"):
            if line:
                kind, _, name = line.partition(" ")
                yield name, _FOLDER if kind[0] == "d" else _FILE, 0, int(kind[1:])

    def statvfs(self, path):
        count = bridge.flash_blocks()
        free = count - _check(bridge.fs_used(self._fs))
        return 4096, 4096, count, free, free, 0, 0, 0, 0, 255

    def chdir(self, path):
        pass

    def getcwd(self):
        return "/"

    def remove(self, path):
        _check(bridge.fs_remove(self._fs, path))

    def rmdir(self, path):
        _check(bridge.fs_remove(self._fs, path))

    def mkdir(self, path):
        _check(bridge.fs_mkdir(self._fs, path))

    def rename(self, old, new):
        _check(bridge.fs_rename(self._fs, old, new))
