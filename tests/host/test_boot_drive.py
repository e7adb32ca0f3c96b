"""From an empty Pico to the first screen by one command: `deedbox deploy --image`, the boot ROM's drive."""

import errno
import json
from pathlib import Path

import pytest
from boot_drive import BootDrive
from hands import Hands
from json_answers import answer_faults

from deedbox.build import firmware
from deedbox.cli import main
from deedbox.deploy import boot_drive, uf2
from deedbox.devices import discovery


def micropython(family=uf2.FAMILY_RP2040, banner=b"MicroPython v1.26.1 on 2025-09-11") -> bytes:
    """An image in the format of MicroPython's; the real one is not in the repository."""
    content = bytearray(b"\x55" * 256 * 40)
    content[300 : 300 + len(banner)] = banner
    pages = {uf2.FLASH + at: bytes(content[at : at + 256]) for at in range(0, len(content), 256)}
    return uf2.write_uf2(pages).replace(uf2.FAMILY_RP2040.to_bytes(4, "little"), family.to_bytes(4, "little"))


@pytest.fixture
def image(tmp_path):
    path = tmp_path / "RPI_PICO-1.26.1.uf2"
    path.write_bytes(micropython())
    return path


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    """plug(drive, ...) connects Picos in BOOTSEL mode; run(words) gives (exit code, stdout, stderr)."""

    class Desk:
        drives = ()

        def plug(self, *drives):
            self.drives = drives
            return self

        def run(self, *words):
            try:
                code = main(["deploy", *map(str, words)])
            except SystemExit as end:
                code = end.code
            return code, *capsys.readouterr()

    desk = Desk()
    monkeypatch.delenv("DEEDBOX_ON", raising=False)
    monkeypatch.setattr(discovery, "_mount_folders", lambda: [drive.folder for drive in desk.drives])
    ports = lambda: [port for drive in desk.drives for port in drive.ports()]  # noqa: E731
    monkeypatch.setattr("serial.tools.list_ports.comports", ports)
    return desk


def one_sentence(outcome, words):
    code, out, err = outcome
    assert (code, out) == (1, "") and words in err, err
    assert [line for line in err.splitlines() if line.startswith("deedbox")] == err.splitlines()[-1:]


def test_an_empty_pico_becomes_a_box_by_one_command(desk, image, tmp_path):
    with BootDrive(tmp_path / "media") as drive:
        desk.plug(drive)
        code, out, err = desk.run("--image", image, "--display", "sh1106", "--force", "--json")
        assert code == 0, err
        answer = json.loads(out)
        assert answer_faults(["deploy"], out) == [] and answer["done"] and answer["board"]
        assert answer["drive"] == str(drive.folder) and answer["micropython"]
        assert (
            not drive.folder.exists()
            and uf2.parse_uf2(image.read_bytes()).pages.items() <= drive.pages.items()
        )
        files = firmware.unpack_image(drive.twin.flash.image())
        assert json.loads(files["settings.json"])["display"] == "sh1106"
        Hands(drive.twin).sees("NEW GAME", "Tap tokens clockwise:")
        # It is a box now; the drive is gone.
        one_sentence(desk.run("--image", image, "--force"), "no drive of a Pico in BOOTSEL mode")


def test_what_a_dry_run_would_do(desk, image, tmp_path):
    with BootDrive(tmp_path / "media") as drive:
        code, out, err = desk.plug(drive).run("--image", image, "--dry-run")
        assert code == 0 and out.startswith("would copy MicroPython 1.26.1 and Deedbox"), err
        code, out, _ = desk.run("--image", image, "--dry-run", "--json")
        assert code == 0 and answer_faults(["deploy"], out) == [] and not json.loads(out)["done"]
        assert not drive.pages and drive.folder.exists()


def test_a_pico_that_may_have_games_is_replaced_only_if_somebody_says_so(desk, image, tmp_path, monkeypatch):
    with BootDrive(tmp_path / "media") as drive:
        desk.plug(drive)
        one_sentence(desk.run("--image", image), "games too: --force does it")
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("click.confirm", lambda text, err: "games too. Go on?" not in text)
        one_sentence(desk.run("--image", image), "nothing was copied")
        assert not drive.pages


def test_no_drive_and_two_drives_are_told_with_what_to_do(desk, image, tmp_path):
    one_sentence(desk.run("--image", image), "hold its BOOTSEL button while you plug it in")
    one_sentence(desk.run("--image", image, "--drive", tmp_path), "has no INFO_UF2.TXT")
    two = [BootDrive(tmp_path / place) for place in ("a", "b")]
    one_sentence(
        desk.plug(*two).run("--image", image),
        f"2 drives are there, name one: --drive {two[0].folder} or --drive {two[1].folder}",
    )
    code, out, _ = desk.run("--image", image, "--drive", two[1].folder, "--dry-run")
    assert code == 0 and str(two[1].folder) in out
    (two[0].folder / "INFO_UF2.TXT").write_text("UF2 Bootloader v1\nBoard-ID: SAMD21G18A-Feather-v0\n")
    one_sentence(desk.run("--image", image, "--drive", two[0].folder), "another board than a Raspberry Pi")


@pytest.mark.parametrize(
    "label, data, words",
    [
        ("RPI-RP2", micropython(0xE48BFF59), "is for the RP2350, the Pico at "),
        ("RP2350", micropython(), "take RPI_PICO2-*.uf2"),
        ("RP2350", micropython(0xE48BFF59), "is a Pico 2, which takes two steps"),
        ("RPI-RP2", micropython(banner=b"another program"), "holds no MicroPython"),
        ("RPI-RP2", b"x" * 512, "is no UF2 file"),
        ("RPI-RP2", b"", "is no UF2 file"),
    ],
)
def test_an_image_that_does_not_fit_the_pico_is_refused_before_anything_is_copied(
    desk, image, tmp_path, label, data, words
):
    image.write_bytes(data)
    drive = BootDrive(tmp_path / "media", label)
    one_sentence(desk.plug(drive).run("--image", image, "--force"), words)
    assert [file.name for file in drive.folder.iterdir()] == ["INFO_UF2.TXT"]


@pytest.mark.parametrize(
    "code, words",
    [
        (errno.EROFS, "cannot be written"),
        (errno.EACCES, "cannot be written"),
        (errno.ENOSPC, "is full after 0 KB"),
        (errno.EIO, "took no more after 0 KB"),
    ],
)
def test_a_drive_that_cannot_be_written_is_told(desk, image, tmp_path, monkeypatch, code, words):
    """A full disk cannot be had here without root, so the write fails by hand."""
    drive = BootDrive(tmp_path / "media")

    real = Path.open

    def fail(path, *arguments, **options):
        if path.name == boot_drive.FILE_NAME:
            raise OSError(code, "no")
        return real(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", fail)
    one_sentence(desk.plug(drive).run("--image", image, "--force"), words)


def test_a_pico_that_takes_nothing_and_one_that_never_starts_are_told(desk, image, tmp_path, monkeypatch):
    monkeypatch.setattr(boot_drive, "GONE_S", 0.5)
    monkeypatch.setattr(boot_drive, "PORT_S", 0.5)
    asleep = BootDrive(tmp_path / "a")  # nobody takes its blocks
    one_sentence(desk.plug(asleep).run("--image", image, "--force"), "has not taken the file")
    with BootDrive(tmp_path / "b", starts=False) as drive:
        monkeypatch.setattr(boot_drive, "GONE_S", 60)
        one_sentence(desk.plug(drive).run("--image", image, "--force"), "its port has not appeared")


@pytest.mark.parametrize(
    "system, place",
    [("win32", "D:/"), ("darwin", "/Volumes/RPI-RP2"), ("linux", "/run/media/ann/RP2350")],
)
def test_the_drives_of_every_system_are_looked_for(monkeypatch, system, place):
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setenv("USER", "ann")
    assert Path(place) in discovery._mount_folders()
