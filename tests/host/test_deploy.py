"""Installing and updating the firmware: the plan, the UF2 file, and a twin in place of a Pico."""

import json
import subprocess
import zlib
from pathlib import Path

import pytest
from agreeing import agreeing
from command import run
from hands import Hands, files_of_a_new_game
from hypothesis import given
from hypothesis import strategies as st
from played import Table, within
from run_micropython import MICROPYTHON

from banker.app.store.pages import ROOM
from deedbox import deploy, editions
from deedbox.build import firmware, picos
from deedbox.deploy import remote, uf2, update_scripts
from deedbox.deploy.update_plan import CODE, PROTECTED, blocks_needed, make_manifest, plan_update
from deedbox.twin import Twin

GAME = {"edition": "classic", "names": ["Mum", "Dad"], "seed": 7}
ROOT = Path(__file__).resolve().parents[2]
ARMV7EMSP = 0x1F06
ARMV6M = 0x1306  # sys.implementation._mpy of a Pico: .mpy version 6, armv6m with sub-version 3


# -- the plan --

TOPS = st.sampled_from([*CODE, *PROTECTED, "editions", "rules", "main.py", "boot.py", "lib"])
OUR_TOPS = st.sampled_from([*CODE, "editions", "rules", "main.py"])
NAMES = st.sampled_from(["", "/a", "/b", "/c/d"])
BYTES = st.sampled_from([b"", b"one", b"two"])


def boxes(tops):
    paths = st.builds(lambda top, name: top + name if "." not in top else top, tops, NAMES)
    return st.dictionaries(paths, BYTES)


@given(boxes(TOPS), boxes(OUR_TOPS), st.sets(st.sampled_from(["editions/a", "editions/b"])))
def test_a_plan_makes_of_any_box_the_one_that_is_wanted_and_touches_nothing_else(there, goal, in_use):
    steps = plan_update(make_manifest(there), make_manifest(goal), in_use)
    after = {path: data for path, data in there.items() if path not in steps.remove}
    after.update({path: goal[path] for path in steps.send})
    for path, data in goal.items():
        assert after.get(path) == data or path in in_use
    for path, data in there.items():
        if path.split("/")[0] not in CODE and path not in goal:
            assert after[path] == data
    assert steps.same + len(steps.send) + len(steps.stay) == len(goal)
    again = plan_update(make_manifest(after), make_manifest(goal), in_use)
    assert again.nothing_to_do and again.stay == steps.stay


def test_main_comes_first_because_it_finishes_what_is_cut():
    steps = plan_update({}, make_manifest({"banker/a.mpy": b"a", "main.py": b"m", "words/en.bin": b"w"}))
    assert steps.send == ("main.py", "banker/a.mpy", "words/en.bin")


@pytest.mark.parametrize("path", ["ring/00", "games/1.sav", "tags.bin", "table.key", "settings.json"])
def test_an_update_that_names_what_the_box_made_is_a_fault(path):
    with pytest.raises(ValueError, match="belongs to the box"):
        plan_update({}, make_manifest({path: b""}))


def test_the_real_firmware_names_nothing_that_the_box_makes():
    steps = plan_update({}, make_manifest(firmware.compile_files()))
    assert "main.py" in steps.send and len(steps.send) > 30


def test_room_is_counted_in_blocks_at_the_worst_moment():
    there, goal = (
        make_manifest({"banker/a": bytes(5000)}),
        make_manifest({"banker/a": bytes(9000), "words/b": b"x"}),
    )
    # packed 1; a grows from 2 to 3, b fits into its folder; the old a stays a moment longer; folder; margin
    assert blocks_needed(there, goal, 4000, 4096, plan_update(there, goal)) == 1 + 1 + 2 + 2 + 8


# -- does it fit --


def board(**facts) -> deploy.Pico:
    plain = {
        "version": (1, 26, 1),
        "machine": "Raspberry Pi Pico with RP2040",
        "mpy": ARMV6M,
        "platform": "rp2",
        "block": 4096,
        "blocks": 352,
        "free": 350,
        "ring": False,
        "top": (),
        "used": (),
        "files": {},
    }
    return deploy.Pico(**{**plain, **facts})


def test_a_pico_with_a_new_enough_micropython_is_taken_without_a_remark():
    assert deploy.check_fits(board()) == []


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_a_twin_is_taken_on_linux_and_macos(platform):
    assert deploy.check_fits(board(platform=platform, machine="the unix port")) == []


@pytest.mark.parametrize(
    "facts, words",
    [
        ({"version": (1, 20, 0)}, "MicroPython 1.20.0 on the board is too old, 1.26 is needed: hold BOOTSEL"),
        ({"mpy": 0x1307}, "reads .mpy version 7, this deedbox writes 6"),
        ({"platform": "esp32", "machine": "ESP32 module"}, "no Raspberry Pi Pico but ESP32 module"),
        ({"top": ("main.py", "lib")}, "--force replaces it"),
    ],
)
def test_a_board_that_does_not_fit_is_refused_in_words(facts, words):
    with pytest.raises(deploy.DeployError) as error:
        deploy.check_fits(board(**facts))
    assert words in str(error.value)


def pico2(**facts) -> deploy.Pico:
    return board(machine="Raspberry Pi Pico2 with RP2350", mpy=ARMV7EMSP, blocks=768, free=766, **facts)


def test_what_is_unusual_is_remarked():
    assert deploy.check_fits(board(top=("main.py",)), force=True) == []
    assert "boot.py" in deploy.check_fits(board(top=("boot.py", "main.py", "banker")))[0]


def test_what_was_never_tried_is_said_with_where_to_tell_about_it():
    (remark,) = deploy.check_fits(pico2())
    assert remark.startswith("not tried yet on a Raspberry Pi Pico2 with RP2350, nor emulated; please tell")
    (remark,) = deploy.check_fits(board(machine="Some copy with RP2040"))
    assert remark.startswith(
        "not tried on Some copy with RP2040, which is taken for a Raspberry Pi Pico with"
    )
    assert (ROOT / "host" / "docs" / "first-builders.md").exists() and "first-builders.md" in remark


def test_the_own_micropython_of_a_pico_w_has_no_room_and_the_one_that_has_is_named():
    with pytest.raises(deploy.DeployError) as error:
        deploy.check_fits(board(machine="Raspberry Pi Pico W with RP2040", blocks=212, free=210))
    words = str(error.value)
    assert words.startswith(
        "MicroPython leaves 848 KB for files on this board, Deedbox with an update and games"
    )
    assert "runs on a Pico W too" in words and "copy RPI_PICO-*.uf2" in words
    assert deploy.check_fits(board(machine="Raspberry Pi Pico W with RP2040"))[0].startswith("not tried yet")


def test_an_old_micropython_on_a_pico_2_is_told_which_file_it_needs():
    with pytest.raises(deploy.DeployError, match=r"copy RPI_PICO2-\*\.uf2"):
        deploy.check_fits(pico2(version=(1, 24, 0)))


def test_a_pico_2_gets_its_pins_and_its_machine_code():
    files = deploy.compile_firmware_for(pico2())
    assert "boards/pico2.mpy" in files and b"import pico2 as pico" in files["main.py"]
    assert [path for path in files if path.endswith("viper.mpy")]
    riscv = deploy.compile_firmware_for(board(machine="Raspberry Pi Pico2 with RP2350-RISCV", mpy=0x2F06))
    assert "boards/pico2.mpy" in riscv and not [path for path in riscv if path.endswith("viper.mpy")]


@pytest.mark.proof
def test_a_board_with_too_little_room_is_refused_over_its_port_and_one_with_more_becomes_a_box():
    with Twin(files={}, kind=picos.PICO_W) as twin:
        twin.wait_output(">>> ")
        done = run("deploy", "--on", twin.serial.path)
        assert done.returncode == 1 and "MicroPython leaves 848 KB" in done.stderr
        assert firmware.unpack_image(twin.flash.image()) == {}
    with Twin(files={}, kind=picos.PICO2_W) as twin:
        twin.wait_output(">>> ")
        assert run("deploy", "--on", twin.serial.path).returncode == 0
        assert len(twin.flash.image()) == 640 * 4096


def test_machine_code_is_only_for_the_processor_that_it_is_made_for():
    native = [path for path in deploy.compile_firmware_for(board()) if path.endswith("viper.mpy")]
    assert native
    assert not [path for path in deploy.compile_firmware_for(board(mpy=0x0B06)) if path.endswith("viper.mpy")]


# -- one file for an empty Pico --


def micropython(pages=40, version=b"1.26.1") -> bytes:
    """An image in the format of MicroPython's; the real one is not in the repository."""
    content = bytearray(b"\x55" * 256 * pages)
    content[300:350] = b"3.4.0; MicroPython v" + version + b" on 2025-09-11" + bytes(16 - len(version))
    at = range(0, len(content), 256)
    return uf2.write_uf2({uf2.FLASH + offset: bytes(content[offset : offset + 256]) for offset in at})


@pytest.fixture
def image(tmp_path):
    path = tmp_path / "RPI_PICO.uf2"
    path.write_bytes(micropython())
    return path


def test_the_merged_file_holds_micropython_and_a_filesystem_that_mounts(image, tmp_path):
    out = tmp_path / "box.uf2"
    result = run("deploy", "--uf2", out, "--image", image, "--display", "sh1106")
    assert result.returncode == 0, result.stderr
    joined_file = uf2.parse_uf2(out.read_bytes())
    plain = uf2.parse_uf2(image.read_bytes())
    assert {address: joined_file.pages[address] for address in plain.pages} == plain.pages
    files = firmware.unpack_image(uf2.read_filesystem(joined_file))
    assert files.pop("settings.json") == b'{"display": "sh1106"}'
    assert files == firmware.compile_files(firmware.PICO_MARCH)
    # Whole sectors, since the boot ROM would leave the rest of a sector erased.
    begin = uf2.FLASH + firmware.FILESYSTEM_OFFSET
    sectors = {address // 4096 for address in joined_file.pages if address >= begin}
    assert len(joined_file.pages) == len(plain.pages) + 16 * len(sectors)


def broken(data: bytes, at: int, value: bytes) -> bytes:
    return data[:at] + value + data[at + len(value) :]


@pytest.mark.parametrize(
    "data, words",
    [
        (b"", "is no UF2 file"),
        (b"x" * 512, "is no UF2 file"),
        (micropython()[:-1], "no multiple of 512"),
        (micropython()[:-512], "is damaged"),
        (micropython(version=b"1.20.0"), "holds MicroPython 1.20.0; 1.26 or newer"),
        (micropython(version=b"none"), "holds no MicroPython"),
        (broken(micropython(), 28, b"\x00\x00\x00\x00"), "not for the RP2040"),
        (broken(micropython(), 512 + 12, b"\x00\x00\x00\x10"), "is damaged"),
        (micropython(pages=2600), "another board"),
    ],
)
def test_an_image_that_cannot_be_merged_is_refused_in_words(data, words):
    with pytest.raises(uf2.Uf2Error) as error:
        deploy.make_uf2(data, "given.uf2", None)
    assert words in str(error.value) and str(error.value).startswith("given.uf2 ")


def test_a_refused_image_leaves_no_file(tmp_path):
    result = run("deploy", "--uf2", tmp_path / "out.uf2", "--image", "README.md")
    assert (result.returncode, result.stdout) == (1, "")
    assert "README.md is no UF2 file" in result.stderr and result.stderr.count("\n") == 1
    assert not (tmp_path / "out.uf2").exists()


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--uf2", "out.uf2"], "--uf2 needs --image"),
        (["--image", "README.md", "--on", "/dev/ttyACM0"], "--image goes with --uf2"),
        (["--drive", "."], "--drive goes with --image"),
        (["--uf2", "o.uf2", "--image", "README.md", "--on", "twin"], "needs no box"),
        (["--on", "twn"], "did you mean twin?"),
        (["--display", "tft"], "sh1106"),
    ],
)
def test_what_is_typed_wrongly_is_answered(arguments, words):
    result = run("deploy", *arguments)
    assert result.returncode == 2 and words in result.stderr


# -- a twin in place of a Pico --


@pytest.mark.proof
def test_an_empty_board_becomes_a_box():
    """In `make test` one with more room does, see above."""
    with Twin(files={}) as twin:
        twin.wait_output(">>> ")
        result = run("deploy", "--on", twin.serial.path, "--json")
        assert result.returncode == 0, result.stderr
        report = json.loads(result.stdout)
        own_files = firmware.compile_files()
        assert sorted(report["send"]) == sorted(own_files) and report["remove"] == [] and report["done"]
        assert report["firmware"] == json.loads(own_files["data/firmware.json"])["firmware"]
        files = firmware.unpack_image(twin.flash.image())
        assert {path: data for path, data in files.items() if path in own_files} == own_files
        assert {path.split("/")[0] for path in files if path not in own_files} <= set(PROTECTED)


def test_a_box_is_brought_up_to_date():
    """One file is changed, one is missing, one is too many: only these are repaired."""
    own_files = firmware.compile_files()
    pack = "banker/ui/screens/trade.pack"
    spoilt = {path: data for path, data in own_files.items() if path != "words/de.bin"}
    spoilt |= {pack: spoilt[pack] + b"x", "banker/old.mpy": b""}
    with Twin(files=spoilt) as twin:
        twin.wait_for(any)
        port = twin.serial.path
        result = run("deploy", "--on", port, "--dry-run")
        assert result.stdout.splitlines() == [
            f"renew  {pack} ({len(own_files[pack])} bytes)",
            f"add    words/de.bin ({len(own_files['words/de.bin'])} bytes)",
            "remove banker/old.mpy",
            f"2 to send, 1 to remove, {len(own_files) - 2} unchanged",
        ]
        result = run("deploy", "--on", port, "--display", "sh1106")
        assert result.returncode == 0 and result.stdout.startswith("2 files sent, "), result.stderr
        files = firmware.unpack_image(twin.flash.image())
        assert {path: data for path, data in files.items() if path in own_files} == own_files
        assert "banker/old.mpy" not in files and "next.part/files.bin" not in files
        assert json.loads(files["settings.json"])["display"] == "sh1106"


def looked_at(port, files):
    pico = deploy.look_at_pico(port)
    return pico, deploy.plan_update_for(pico, files)


def test_a_game_goes_on_after_an_update_with_the_board_that_it_began_with():
    files = files_of_a_new_game(**GAME)
    with Twin(files=files) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500")
        new = {**firmware.compile_files(), "words/zz.bin": b"new"}
        new["editions/classic.bin"] = b"another classic"
        new["editions/zelda.bin"] = b"another zelda"
        with agreeing(twin):
            pico, steps = looked_at(twin.serial.path, new)
        assert pico.used == ("editions/classic.bin",) and steps.stay == ("editions/classic.bin",)
        assert steps.send == ("editions/zelda.bin", "words/zz.bin") and steps.remove == ()
        deploy.install_files(twin.serial.path, pico, new, steps, lambda size, total: None)
        remote.restart_pico(twin.serial.path)
        deploy.wait_for_box(twin.serial.path)
        hands.sees("Now: MUM rolls.")
        after = firmware.unpack_image(twin.flash.image())
        assert after["editions/classic.bin"] == files["editions/classic.bin"]
        assert after["editions/zelda.bin"] == b"another zelda" and after["tags.bin"] == files["tags.bin"]


@pytest.mark.proof
def test_the_board_of_a_game_stays_where_ever_its_hash_lies_in_the_journal(tmp_path):
    """A long beginning takes several pages; the hash of its board may begin in one and end in the next."""
    with within(tmp_path):
        rules = {"go_salary": 200, "start_cash": 1500, "free_parking_mode": "nothing"}
        rules |= {"free_parking_seed": 100, "free_parking_fixed": 20, "income_tax_mode": "choice"}
        for letters in range(1, 13):
            table = Table().begin(["Mum", "Dad", "x" * letters], rules=rules)
            at = table.keeper.read_beginning().index(table.keeper.edition.hash.encode())
            if at < ROOM < at + 16:
                break
        assert at < ROOM < at + 16
        sectors = {f"ring/{n:02}": bytearray(4096) for n in range(16)}
        for n, sector in enumerate(sectors.values()):
            table.flash.readblocks(n, sector)
        files = {**sectors, "editions/classic.bin": editions.compile_edition("classic")}
    with Twin(files=files) as twin:
        twin.wait_output(">>> ")
        assert deploy.look_at_pico(twin.serial.path).used == ("editions/classic.bin",)


@pytest.fixture(scope="module")
def played():
    """The flash of a box with a game."""
    with Twin(files=files_of_a_new_game(**GAME)) as twin:
        Hands(twin).sees("MUM", "1500")
        return twin.flash.image()


def on_flash(tmp_path, image) -> Twin:
    path = tmp_path / "box.flash"
    path.write_bytes(image)
    return Twin(path)


@pytest.mark.proof
def test_a_game_survives_a_filesystem_that_was_made_anew(tmp_path, played):
    """The stock _boot.py does this after one bad read: the files are gone, but not yet the game's pages."""
    blank = b"\xff" * 2 * firmware.BLOCK_SIZE
    with on_flash(tmp_path, blank + played[len(blank) :]) as twin:
        twin.wait_output(">>> ")
        pico, _ = looked_at(twin.serial.path, {})
        assert pico.top == () and not pico.ring
        # Nearly all of the flash is written, so a game that was not protected first would be lost.
        files = firmware.compile_files()
        steps = deploy.plan_update_for(pico, files)
        need = blocks_needed(
            {}, make_manifest(files), len(update_scripts.pack_files(files, steps)), pico.block, steps
        )
        files["words/big.bin"] = bytes(pico.block * (pico.free - need - 24))
        steps = deploy.plan_update_for(pico, files)
        deploy.install_files(twin.serial.path, pico, files, steps, lambda size, total: None)
        remote.restart_pico(twin.serial.path)
        Hands(twin).sees("Now: MUM rolls.")


def test_a_cut_while_an_update_is_sent_leaves_the_box_as_it_was(tmp_path, played):
    twin = on_flash(tmp_path, played)
    with twin:
        hands = Hands(twin)
        hands.sees("Now: MUM rolls.")
        new = {**firmware.compile_files(), "words/zz.bin": bytes(range(256)) * 40}
        with agreeing(twin):
            pico, steps = looked_at(twin.serial.path, new)
        twin.flash.cut_at(twin.flash.ops + 20, "torn-random")
        with pytest.raises(remote.RemoteError):
            remote.run_scripts(
                twin.serial.path,
                update_scripts.send_scripts(update_scripts.pack_files(new, steps)),
                patience_s=3,
            )
        twin.wait_off()
        twin.start()
        hands.sees("Now: MUM rolls.")
        files = firmware.unpack_image(twin.flash.image())
        assert "words/zz.bin" not in files and "main.py" in files


def test_the_box_itself_refuses_an_update_of_its_own_files():
    scope = {}
    exec(update_scripts.read_script("switch"), scope)
    assert sorted(scope["OWN"]) == sorted(PROTECTED)


OTHER_PATHS = ["tags.bin", "/tags.bin", "./tags.bin", "words/../tags.bin", "next/files.bin"]


@pytest.mark.parametrize("name", OTHER_PATHS)
def test_no_way_of_writing_a_path_reaches_the_boxs_own_files(tmp_path, name):
    packer = zlib.compressobj(9, wbits=-14)
    (tmp_path / "files.bin").write_bytes(packer.compress(f"- {name}\n".encode()) + packer.flush())
    script = tmp_path / "check_update.py"
    script.write_bytes(update_scripts.read_script("switch") + b"\ncheck('files.bin')\n")
    command = [MICROPYTHON, script.name]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert f"the update is not for this box: {name}" in result.stdout + result.stderr


def damaged_scripts(kind, files, steps):
    """The scripts of an update that is damaged in this way."""
    if kind == "a piece":
        first, piece, *rest = update_scripts.send_scripts(update_scripts.pack_files(files, steps))
        return [first, piece.replace(piece[40:44], b"AAAA"), *rest]
    data = {"words/zz.bin": b"new", "tags.bin": b"other tags"} if kind == "the box's own" else files
    packed = update_scripts.pack_files(data, steps._replace(send=tuple(data)))
    if kind == "a file in it":  # whole on its way, but it was packed wrongly
        inside = zlib.decompress(packed, wbits=-14)
        at = inside.rindex(b" words/zz.bin")
        packer = zlib.compressobj(9, wbits=-14)
        packed = packer.compress(inside[: at - 9] + b"0" + inside[at - 8 :]) + packer.flush()
    return list(update_scripts.send_scripts(packed))


BAD_UPDATES = {
    "a piece": "what arrived is not what was sent",
    "a file in it": "the update is damaged: ",
    "the box's own": "the update is not for this box: tags.bin",
}


def test_a_bad_update_is_found_out_before_anything_changes(tmp_path, played):
    with on_flash(tmp_path, played) as twin:
        hands = Hands(twin)
        hands.sees("Now: MUM rolls.")
        before = firmware.unpack_image(twin.flash.image())
        new = {"words/zz.bin": bytes(range(256)) * 8}
        with agreeing(twin):
            pico, _ = looked_at(twin.serial.path, new)
        steps = plan_update({}, make_manifest(new))
        for kind, words in BAD_UPDATES.items():
            with pytest.raises(remote.RemoteError, match=words):
                remote.run_scripts(twin.serial.path, damaged_scripts(kind, new, steps))
        remote.restart_pico(twin.serial.path)
        hands.sees("Now: MUM rolls.")
        after = firmware.unpack_image(twin.flash.image())
        own = {path: data for path, data in before.items() if not path.startswith(("ring/", "next.part/"))}
        assert {path: after.get(path) for path in own} == own
        assert "words/zz.bin" not in after and not any(path.startswith("next/") for path in after)


def test_a_board_without_room_is_refused_before_anything_is_written():
    facts = board(free=60, ring=True, platform="linux", mpy=0x0B06)
    files = deploy.compile_firmware_for(facts)
    with pytest.raises(deploy.DeployError, match="the update needs .* KB, 240 are free"):
        deploy.install_files(
            "/dev/null", facts, files, deploy.plan_update_for(facts, files), lambda size, total: None
        )


def test_a_board_that_says_nothing_is_given_up(tmp_path):
    main = "import sys, micropython\nmicropython.kbd_intr(-1)\nprint('up')\nwhile True: sys.stdin.read(1)"
    with Twin(main=main, files={}) as twin:
        twin.wait_output("up")
        with pytest.raises(remote.RemoteError, match="says nothing; unplug|could not enter raw repl"):
            remote.run_scripts(twin.serial.path, [b"print(1)"], fresh=True, patience_s=2)


def test_a_host_at_the_prompt_feeds_the_watchdog_of_a_box_and_starts_none_on_a_blank_board():
    look = (
        b"from machine import Timer, WDT\nfor timer in Timer.running: timer.callback(timer)\nprint(WDT.fed)\n"
    )
    with Twin(files={}) as twin:
        twin.wait_output(">>> ")
        assert remote.run_scripts(twin.serial.path, [look], fresh=True) == ["0"]
    with Twin(files=firmware.compile_files()) as twin:
        twin.wait_for(any)
        assert remote.run_scripts(twin.serial.path, [look], fresh=True) == ["1"]


@pytest.mark.proof
def test_a_box_with_a_file_for_each_module_is_updated_and_gets_its_room_back():
    older = firmware.compile_loose_files()
    for path in list(older):
        if path.startswith("banker/ui/screens/") and "/turn/" not in path:
            del older[path]  # version 0.1 had less code, and 300 KB free
    with Twin(files=older) as twin:
        twin.wait_for(any)
        result = run("deploy", "--on", twin.serial.path, "--json")
        assert "hold any key of the box while you plug it in" in result.stderr, "without its screens"
        twin.power_cut()
        twin.press("1")
        twin.start()
        twin.wait_for(any)
        twin.release("1")
        result = run("deploy", "--on", twin.serial.path, "--json")
        assert result.returncode == 0, result.stderr
        files = firmware.unpack_image(twin.flash.image())
    loose = [path for path in files if path.endswith(".mpy")]
    assert sorted(loose) == ["banker/app/module_finder.mpy", "banker/names.mpy", "boards/pico.mpy"]
    assert files["banker/core/rules.pack"] == firmware.compile_files()["banker/core/rules.pack"]
