"""build/portable.py: the host's modules give the same in MicroPython, from the same source."""

import subprocess
import textwrap
from pathlib import Path

import pytest

from deedbox.build import portable
from deedbox.site import bundle
from deedbox.twin.runner import unix_port_command

PYTHON = Path(bundle.__file__).with_name("python")

CASES = {
    "stars": "a = [1, 2]\nprint([*a, 3], (0, *a), sorted({*a, 9}))",
    "dicts_keep_their_order": "d = {'z': 1, 'a': 2, **{'k': 3}}\nprint(list(d), list({k: 1 for k in 'zax'}))",
    "texts": """
        n, w = 7, 4
        print(f"{n:03d} {n!r} {'x':>{w}}|", "a".ljust(3) + "|", "5".zfill(3), "ab".removeprefix("a"))
        """,
    "steps": "a = [1, 2, 3, 4]\nprint(a[::-1], 'abcd'[::2], a[:-3:-1])",
    "cuts": "b = bytearray(b'abcdef')\ndel b[:2]\nprint(b)\ndel b[-2:]\nprint(b)\nb.clear()\nprint(len(b))",
    "dataclasses": """
        from dataclasses import asdict, dataclass, field, replace
        @dataclass
        class A:
            x: int
            y: list = field(default_factory=list)
            z: str = field(default="q", compare=False)
        @dataclass
        class B(A):
            w: int = 5
        a = A(1)
        print(a == A(1, z="r"), a == A(2), list(asdict(B(1, w=6)).items()), replace(a, x=3).x, A(1).y is a.y)
        """,
    "records": """
        from typing import NamedTuple
        class R(NamedTuple):
            a: int
            b: str = "x"
        r = R(1)
        one, two = r
        print(one, two, r.a, r == (1, "x"), r._replace(b="y").b, len(r), r[1])
        """,
    "match": """
        def f(x, n):
            match x, n:
                case 1, 2:
                    return "a"
                case 3 | 4, _ if n > 5:
                    return "b"
                case 7, other:
                    return other
                case _:
                    return "d"
        print(f(1, 2), f(3, 6), f(3, 1), f(7, 8))
        """,
    "types_are_left_out": """
        from __future__ import annotations
        from collections.abc import Callable
        from typing import TYPE_CHECKING, Any
        if TYPE_CHECKING:
            from nowhere import Thing
        Check = Callable[[Any], bool]
        Update = bytes | dict[str, Any]
        def f(a: Thing, /, *, b: Check | None = None) -> Update:
            c: int
            c = 3
            return {"c": c}
        print(f(1)["c"])
        """,
    "expressions": """
        import re
        print(re.compile(r" ?(\\d{1,2}) ").match("24 Illinois")[1], bool(re.fullmatch("a+", "aab")))
        print(re.compile(r"([1-6]) \\+ ([1-6])\\b").search("ANN  2 + 4 = 6")[2])
        """,
}


def run_in_micropython(folder: Path, script: str) -> str:
    (folder / "script.py").write_text(script)
    process = subprocess.run(
        [unix_port_command(), "-X", "heapsize=4M", str(folder / "script.py")],
        capture_output=True,
        text=True,
        env={"MICROPYPATH": f"{folder}:{PYTHON}:.frozen"},
        timeout=100,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


@pytest.mark.micropython
@pytest.mark.parametrize("name", CASES)
def test_lowered_code_prints_the_same_in_micropython(name, tmp_path, capsys):
    source = textwrap.dedent(CASES[name])
    exec(compile(source, name, "exec"), {"__name__": "case"})
    expected = capsys.readouterr().out
    assert expected.strip()
    assert run_in_micropython(tmp_path, portable.lower(source, name)) == expected


def test_code_without_a_form_in_micropython_names_its_line():
    with pytest.raises(portable.PortableError, match="thing.py:2: MatchClass"):
        portable.lower("match 3:\n    case int():\n        pass\n", "thing.py")
    with pytest.raises(portable.PortableError, match="thing.py:1: !a"):
        portable.lower("print(f'{3!a}')", "thing.py")


# The models through the firmware's own drivers: what the twin does on its bus.
MODELS = """
from deedbox.models.box import Box
from deedbox.models.iso14443 import NTAG213, Classic1K
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.flash import torn_erase, torn_program
from deedbox.models.pn532 import PN532Model

box = Box()
box.display.write(b"\\x00\\xa1\\xc8\\x8d\\x14\\xaf\\x20\\x00")
box.display.write(b"\\x40" + bytes(range(256)) * 3)
print(box.display.changes, sum(box.picture()), box.picture()[130:140])
for key in "147*":
    box.press(key)
    box.drive(box.pins.KEY_ROWS[0], 0)
    print(key, box.columns(), box.levels())
    box.release(key)

def register(address, value=None):
    box.drive(box.pins.READER_CS, 0)
    answer = box.spi(bytes([address << 1 | (0x80 if value is None else 0), value or 0]))
    box.drive(box.pins.READER_CS, 1)
    return answer[1]

now = 1000000
def pause(us):
    global now
    now += us * 1000
    box.run_to(now)

pause(1000)
print(register(0x37), register(0x01))
register(0x14, 0x83)
box.tap(Classic1K(b"\\xd0\\xee\\xdb\\x00"))
pause(2000)
def transceive(data, bits):
    register(0x01, 0x00)
    register(0x0A, 0x80)
    for byte in data:
        register(0x09, byte)
    register(0x0D, bits)
    register(0x01, 0x0C)
    register(0x0D, 0x80 | bits)
    pause(3000)
    count = register(0x0A)
    return [register(0x09) for _ in range(count)]
print(transceive(b"\\x26", 7), transceive(b"\\x93\\x20", 0), register(0x06))
tag = NTAG213(b"\\x04\\xde\\xed\\x01\\x00\\x52\\x80")
print(tag.levels, list(tag.memory[:24]), tag.atqa)
print(PN532Model().irq_pin(), box.analog(29))
print(torn_program(b"\\xff" * 4, b"\\x01\\x02\\x03\\x04", "after", None))
print(torn_erase(b"abc", "torn-worst", None))
"""


@pytest.mark.micropython
def test_the_chip_models_do_the_same_in_micropython(tmp_path, capsys):
    exec(compile(MODELS, "models", "exec"), {"__name__": "models"})
    expected = capsys.readouterr().out
    roots = [f"deedbox.models.{name}" for name in ("box", "flash", "pn532")]
    for path, source in bundle.portable_sources([*roots, "boards.pico"]).items():
        file = tmp_path / f"{path}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source.replace("open('/version.txt').read()", "'0'"))
    assert run_in_micropython(tmp_path, MODELS) == expected


@pytest.mark.proof
def test_every_module_of_the_page_has_a_form_in_micropython():
    assert len(bundle.portable_sources()) > 100
