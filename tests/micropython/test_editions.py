# heap 480K: the evil files are made in the same heap in which they are refused
"""The device refuses every evil edition, takes a good one, and says what it costs in RAM."""

import gc
import os
import sys

import check
import evilform

from banker.app import loader as loader  # before the folder changes: paths are relative
from banker.app.edition import Edition, EditionError
from banker.core.edition import metadata  # noqa: F401

FOLDER = "/tmp/deedbox-editions-%d" % id(check)


def put(data):
    for path in (FOLDER, FOLDER + "/editions"):
        try:
            os.mkdir(path)
        except OSError:
            pass
    os.chdir(FOLDER)
    with open("editions/evil.bin", "wb") as file:
        file.write(data)


def refused():
    edition = None
    try:
        edition = Edition("evil")
        edition.check()
    except EditionError:
        return True
    finally:
        if edition:
            edition.close()
    return False


def test_a_good_edition_is_taken():
    put(evilform.build())
    edition = Edition("evil")
    edition.check()
    assert edition.place(39) == "Space 39" and edition.place(39, 7) == "Space."
    assert edition.tokens() == ["Red", "Blue"] and edition.board.price[27] == 60
    assert edition.about()["rules"]["go_salary"] == 300
    edition.close()


def test_every_evil_edition_is_refused():
    count = 0
    for name, data in evilform.cases():
        put(data)
        if not refused():
            raise AssertionError("accepted: " + name)
        count += 1
        gc.collect()
    assert count >= 200, count


def test_names_that_lead_elsewhere_are_refused():
    put(evilform.build())
    for name in ("", "../evil", "evil/", "Evil", "a\x00b", "x" * 21, "evil.bin"):
        try:
            Edition(name)
        except EditionError:
            continue
        raise AssertionError("opened: " + repr(name))


def test_an_edition_in_play_stays_small():
    put(evilform.build())
    Edition("evil").close()
    gc.collect()
    before = gc.mem_alloc()
    edition = Edition("evil")
    gc.collect()
    size = gc.mem_alloc() - before
    edition.close()
    print("an edition in play: %d bytes on %s" % (size, sys.platform))
    assert size < 5000  # objects of 64 bits; about half on the Pico


check.run(globals())
os.remove("editions/evil.bin")
os.rmdir("editions")
os.rmdir(FOLDER)
