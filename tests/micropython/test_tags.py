"""Tags in MicroPython: the same list and signatures as in CPython, on a real littlefs, found without heap."""

import gc
import os

import check
import vfs

import micropython
from banker.app.tags import enrol, signature
from banker.app.tags.tag_map import TagMap
from banker.core.tags import CARD, DEED, TOKEN
from banker.drivers.supply import Supply

MAC = b"\xda\xbb\x70\x0e\x0c\x7a\xc8\xf5"
UID = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"


class Blocks:
    """A small flash that can be cut: after `left` writes and erases the plug is out."""

    def __init__(self, count=48, size=512):
        self.size = size
        self.data = bytearray(count * size)
        self.left = -1

    def readblocks(self, n, buf, offset=0):
        at = n * self.size + offset
        for i in range(len(buf)):
            buf[i] = self.data[at + i]

    def writeblocks(self, n, buf, offset=0):
        if self.left == 0:
            raise OSError(5)
        self.left -= 1
        at = n * self.size + offset
        for i in range(len(buf)):
            self.data[at + i] = buf[i]

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.data) // self.size
        if op == 5:
            return self.size
        if op == 6:
            if self.left == 0:
                raise OSError(5)
            self.left -= 1
            at = arg * self.size
            for i in range(self.size):
                self.data[at + i] = 0xFF
            return 0


def mounted():
    blocks = Blocks()
    vfs.VfsLfs2.mkfs(blocks)
    vfs.mount(vfs.VfsLfs2(blocks), "/tags")
    os.chdir("/tags")
    return blocks


def unmounted():
    os.chdir("/")
    vfs.umount("/tags")


def equal(actual, expected):
    if actual != expected:
        raise AssertionError("%r is not %r" % (actual, expected))


def uid(n):
    return bytes((4, n, 2, 3, 4, 5, 6))


def test_a_whole_set_is_learned_found_and_kept():
    mounted()
    try:
        tags = TagMap()
        for n in range(28):
            equal(enrol.learn(tags, uid(n), 7, DEED, n), enrol.DONE)
        for n in range(8):
            equal(enrol.learn(tags, bytes((n, 1, 2, 3)), 4, TOKEN, n), enrol.DONE)
        equal(enrol.replace(tags, b"\xff\x01\x02\x03", 4, TOKEN, 3), enrol.DONE)
        again = TagMap()
        equal(again.find(uid(27), 7), DEED << 8 | 27)
        equal(again.find(b"\x03\x01\x02\x03", 4), 0)
        equal(again.find(b"\xff\x01\x02\x03", 4), TOKEN << 8 | 3)
        equal(len(enrol.learned(again)), 36)
        equal(enrol.missing(again, CARD)[:2], [0, 1])
        equal(os.listdir(), ["tags.bin"])
    finally:
        unmounted()


def test_a_cut_at_every_operation_leaves_the_old_list_or_the_new_one():
    outcomes = set()
    cut = 0
    while True:
        blocks = mounted()
        try:
            tags = TagMap()
            enrol.learn(tags, uid(1), 7, TOKEN, 0)
            blocks.left = cut
            is_replaced = enrol.replace(tags, uid(2), 7, TOKEN, 0)
            whole = blocks.left > 0
            blocks.left = -1
        finally:
            unmounted()
        vfs.mount(vfs.VfsLfs2(blocks), "/tags")
        os.chdir("/tags")
        try:
            tags = TagMap()
            kinds = (tags.find(uid(1), 7) >> 8, tags.find(uid(2), 7) >> 8)
        finally:
            unmounted()
        if kinds not in ((TOKEN, 0), (0, TOKEN)):
            raise AssertionError("after a cut at %d: %r" % (cut, kinds))
        if is_replaced == enrol.DONE:
            equal(kinds, (0, TOKEN))
        outcomes.add(kinds)
        if whole:
            break
        cut += 1
    equal(len(outcomes), 2)
    equal(cut > 3, True)


def test_finding_takes_no_heap():
    tags = TagMap("nothing")
    tags.entries = b"".join([bytes((7,)) + uid(n) + bytes((0, 0, 0, DEED, n % 28)) for n in range(60)])
    last_uid = uid(59)
    stranger = uid(99)
    micropython.heap_lock()
    try:
        last = tags.find(last_uid, 7)
        none = tags.find(stranger, 7)
    finally:
        micropython.heap_unlock()
    equal(last, DEED << 8 | 59 % 28)
    equal(none, 0)


def test_the_signature_is_the_one_that_cpython_makes():
    key = bytes(range(32))
    record = signature.make(key, UID, DEED, 16, 1, 0x0203, 0x0405)
    # python: hmac.new(bytes(range(32)), UID + made[:16], "sha256").digest()[:8]
    equal(record, b"DBOX\x01\x02\x03\x02\x10\x01\x05\x04\x00\x00\x00\x00" + MAC)
    equal(signature.check(key, UID, record), (DEED, 16, 1, 0x0203, 0x0405))
    equal(signature.check(key, uid(1), record), None)


def test_the_key_is_made_once():
    mounted()
    try:
        key = signature.table_key()
        equal(len(key), 32)
        equal(signature.table_key(), key)
        equal(os.listdir(), ["table.key"])
    finally:
        unmounted()


class ADC:
    def read_u16(self):
        return 65535


def test_asking_the_supply_takes_no_heap():
    supply = Supply(ADC())
    gc.collect()
    micropython.heap_lock()
    try:
        good = supply.good()
    finally:
        micropython.heap_unlock()
    equal(good, True)
    equal(supply.mv < 1 << 14, True)


if __name__ == "__main__":
    check.run(globals())
