"""The firmware's files as they go to a Pico."""

import pytest

from deedbox.build import firmware


def test_the_board_gives_its_pins_without_a_board():
    assert firmware.load_pins().READER_CS == 17
    assert firmware.load_pins().KEY_COLUMNS == (10, 11, 12, 13)


def test_an_image_holds_what_was_put_into_it():
    files = {"main.py": b"print(1)\n", "banker/core/x.mpy": bytes(9000), "data/font.bin": b"\x00\x03"}
    image = firmware.make_image(files)
    assert len(image) == 352 * 4096
    assert firmware.unpack_image(image) == files


def test_a_module_is_compiled_once_and_stored_by_its_content(tmp_path, monkeypatch):
    first = firmware.compile_module(b"x = 1\n", "a.py", store=tmp_path)
    assert first[0] == ord("M")
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"stored")
    assert firmware.compile_module(b"x = 1\n", "a.py", store=tmp_path) == b"stored"
    assert firmware.compile_module(b"x = 2\n", "a.py", store=tmp_path) != b"stored"
    assert firmware.compile_module(b"x = 1\n", "b.py", store=tmp_path) != b"stored"


def test_a_module_that_does_not_compile_is_named(tmp_path):
    with pytest.raises(firmware.FirmwareError, match="banker/broken.py"):
        firmware.compile_module(b"def\n", "banker/broken.py", store=tmp_path)


@pytest.fixture
def tree(tmp_path, monkeypatch):
    root = tmp_path / "firmware"
    (root / "banker" / "__pycache__").mkdir(parents=True)
    (root / "data").mkdir()
    (root / "main.py").write_text("import banker.plain\n")
    (root / "banker" / "plain.py").write_text("x = 1\n")
    (root / "banker" / "crc_viper.py").write_text(
        "import micropython\n@micropython.viper\ndef f(a: int) -> int:\n    return a + 1\n"
    )
    (root / "banker" / "README.md").write_text("not for the board\n")
    (root / "banker" / "py.typed").touch()
    (root / "banker" / "__pycache__" / "plain.pyc").write_bytes(b"x")
    (root / "data" / "font.bin").write_bytes(b"\x01\x02")
    monkeypatch.setattr(firmware, "_source_roots", lambda: [("", root)])
    return tmp_path / "store"


def test_everything_but_main_is_compiled_and_data_is_carried_along(tree):
    files = firmware.compile_files(store=tree)
    ours = [name for name in files if not name.startswith(("editions/", "rules/", "words/"))]
    code = ["banker.pack", "banker/names.mpy"]
    assert ours == [*code, "data/firmware.json", "data/font.bin", "main.py"]
    assert {"editions/classic.bin", "rules/en.bin", "words/en.bin"} < set(files)
    assert files["main.py"] == b"import banker.plain\n"
    assert files["data/font.bin"] == b"\x01\x02"


def test_native_code_is_made_for_the_pico_only(tree):
    assert firmware.compile_files(firmware.PICO_MARCH, tree)["banker/crc_viper.mpy"][0] == ord("M")
    assert "banker/crc_viper.mpy" not in firmware.compile_files(store=tree)


def test_an_installed_wheel_has_its_sources_in_two_places(tmp_path, monkeypatch):
    package = tmp_path / "site" / "deedbox"
    (package / "_firmware" / "boards").mkdir(parents=True)
    (package / "_firmware" / "boards" / "pico.py").touch()
    (tmp_path / "site" / "banker" / "core").mkdir(parents=True)
    (tmp_path / "site" / "banker" / "core" / "money.py").touch()
    spec = type("Spec", (), {"submodule_search_locations": [str(tmp_path / "site" / "banker")]})
    monkeypatch.setattr(firmware, "__file__", str(package / "build" / "firmware.py"))
    monkeypatch.setattr(firmware.importlib.util, "find_spec", lambda name: spec)
    assert list(firmware.source_files()) == ["boards/pico.py", "banker/core/money.py"]
