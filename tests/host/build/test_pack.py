"""The modules of a folder are one file on the box; its module finder reads from where a module begins."""

import importlib
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deedbox.build import firmware, pack

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True)


@pytest.fixture
def finder(monkeypatch):
    monkeypatch.setitem(sys.modules, "vfs", SimpleNamespace(mount=None))
    return importlib.import_module("banker.app.module_finder")


@given(st.dictionaries(NAMES, st.binary(max_size=3000), min_size=1, max_size=40))
def test_what_was_packed_is_unpacked(modules):
    assert pack.unpack_folder(pack.pack_folder(modules)) == modules


def test_the_box_reads_every_module_from_where_it_begins(finder, tmp_path):
    modules = firmware.compile_modules()
    files = pack.pack_folders(modules)
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    for path, code in modules.items():
        if path not in files:
            with finder.open_packed(str(tmp_path / path), "rb") as file:
                assert file.read(len(code)) == code, path


def test_a_module_that_is_not_there_is_not_found_under_part_of_its_name(finder, tmp_path):
    (tmp_path / "rules.pack").write_bytes(pack.pack_folder({"rent": b"M", "current": b"N"}))
    assert finder.open_packed(str(tmp_path / "rules/rent.mpy"), "rb").read(1) == b"M"
    for name in ("rules/ent.mpy", "rules/rent2.mpy", "nothing/rent.mpy"):
        assert finder.open_packed(str(tmp_path / name), "rb") is None
    with pytest.raises(ImportError):
        finder.ModuleFolder().open("/rules/ent.mpy", "rb")


def test_packing_saves_a_hundred_blocks_of_flash():
    from littlefs import LittleFS

    def blocks(files):
        filesystem = LittleFS(mount=False, **firmware._LITTLEFS)
        filesystem.context.buffer = bytearray(firmware.make_image(files))
        filesystem.mount()
        return filesystem.used_block_count

    assert blocks(firmware.compile_files()) + 100 < blocks(firmware.compile_loose_files())


def test_a_package_with_code_of_its_own_is_refused(tmp_path, monkeypatch):
    (tmp_path / "banker").mkdir()
    (tmp_path / "banker" / "__init__.py").write_text("x = 1\n")
    monkeypatch.setattr(firmware, "_source_roots", lambda: [("", tmp_path)])
    with pytest.raises(firmware.FirmwareError, match="no code of its own"):
        firmware.compile_modules(store=tmp_path / "store")
