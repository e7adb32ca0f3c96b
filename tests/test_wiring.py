"""hardware/wiring.csv is the one map of the wires: the board's file and the real pinout agree with it."""

import ast
import csv
import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
PICO = FIRMWARE / "boards" / "pico.py"

# Raspberry Pi Pico datasheet, 2.1 "Pico pinout": GPIO -> pin of the board. The gaps are GND, RUN and supply;
# GPIO 23 to 25 and 29 are not led out.
PINOUT = {
    **{0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12},
    **{10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20},
    **{16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34},
}
# RP2040 datasheet, 1.4.3 "GPIO functions": where each bus can come out.
I2C0 = {"SDA": {0, 4, 8, 12, 16, 20}, "SCL": {1, 5, 9, 13, 17, 21}}
SPI0 = {"MISO": {0, 4, 16, 20}, "SCK": {2, 6, 18, 22}, "MOSI": {3, 7, 19, 23}}

# (part, signal) -> name in boards/pico.py.
NAMES = {
    ("OLED", "SDA"): "I2C_SDA",
    ("OLED", "SCL"): "I2C_SCL",
    ("OLED", "RST"): "DISPLAY_RST",
    ("MFRC522", "MISO"): "SPI_MISO",
    ("MFRC522", "SCK"): "SPI_SCK",
    ("MFRC522", "MOSI"): "SPI_MOSI",
    ("MFRC522", "CS"): "READER_CS",
    ("MFRC522", "RST"): "READER_RST",
    ("MFRC522", "IRQ"): "READER_IRQ",
    ("Buzzer", "A"): "BUZZER_A",
    ("Buzzer", "B"): "BUZZER_B",
    ("NeoPixels", "DIN"): "PIXELS",
    ("Switch", "GATE"): "DISPLAY_POWER",
    ("Divider", "MIDDLE"): "DIVIDER",
}
BUS_WORDS = {"sck", "mosi", "miso", "sda", "scl"}
PIN_WORDS = {"pin", "pins", "gpio", "gpios"}
# Numbers in boards/pico.py that are no pins.
NOT_PINS = {"I2C_BUS", "I2C_HZ", "I2C_TIMEOUT_US", "SPI_BUS", "SPI_HZ", "_ABSENT"}
# GPIOs that are wired on the Pico itself and not led out (datasheet 2.1), so that no map of wires has them.
ON_BOARD = {"SUPPLY": 29, "VBUS": 24, "LED": 25, "QUIET": 23}


def wires() -> dict[tuple[str, str], tuple[int, int]]:
    """Supply wires have no GPIO; tests/hardware looks at those."""
    with open(ROOT / "hardware" / "wiring.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["gpio"]]
    pins = {(row["part"], row["signal"]): (int(row["gpio"]), int(row["pico_pin"])) for row in rows}
    assert len(pins) == len(rows), "a signal stands twice in wiring.csv"
    return pins


def gpios(part: str, prefix: str) -> tuple[int, ...]:
    return tuple(
        gpio for (of, signal), (gpio, _) in wires().items() if of == part and signal.startswith(prefix)
    )


@pytest.fixture(scope="module")
def pico():
    spec = importlib.util.spec_from_file_location("board_pico", PICO)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_pin_of_the_map_is_that_gpio_on_a_real_pico():
    assert [(gpio, pin) for gpio, pin in wires().values() if PINOUT.get(gpio) != pin] == []


def test_no_gpio_has_two_wires():
    used = [gpio for gpio, _ in wires().values()]
    assert len(used) == len(set(used))


def test_the_buses_lie_where_the_chip_can_lead_them(pico):
    assert pico.I2C_BUS == 0 and pico.SPI_BUS == 0
    for signal, allowed in I2C0.items():
        assert wires()["OLED", signal][0] in allowed
    for signal, allowed in SPI0.items():
        assert wires()["MFRC522", signal][0] in allowed


def test_the_legs_of_the_buzzer_are_the_halves_of_one_pwm_slice(pico):
    # RP2040 datasheet, 4.5.2: GPIO 2n and 2n + 1 are the channels A and B of slice n modulo 8.
    assert pico.BUZZER_A % 2 == 0 and pico.BUZZER_B == pico.BUZZER_A + 1


def test_the_board_file_says_what_the_map_says(pico):
    mapped = {key: getattr(pico, name) for key, name in NAMES.items()}
    expected = {key: gpio for key, (gpio, _) in wires().items() if key[0] != "Keypad"}
    assert mapped == expected
    assert gpios("Keypad", "ROW") == pico.KEY_ROWS
    assert gpios("Keypad", "COL") == pico.KEY_COLUMNS


def test_the_board_file_has_no_pin_that_the_map_has_not(pico):
    names = set(NAMES.values()) | NOT_PINS | set(ON_BOARD) | {"KEY_ROWS", "KEY_COLUMNS"}
    constants = {name: value for name, value in vars(pico).items() if name.isupper()}
    assert {name for name, value in constants.items() if isinstance(value, (int, tuple))} == names


def test_what_is_wired_on_the_pico_itself_is_no_wire_of_the_map(pico):
    assert {name: getattr(pico, name) for name in ON_BOARD} == ON_BOARD
    assert not set(ON_BOARD.values()) & {gpio for gpio, _ in wires().values()}


def test_the_wiring_comment_of_the_board_file_repeats_the_map():
    comment_pins = {}
    comment = ast.get_docstring(ast.parse(PICO.read_text()))
    for numbers, pins in re.findall(r"((?:\d+ )+)\((\d+(?: \d+)*)\)", comment):
        comment_pins.update(zip(map(int, numbers.split()), map(int, pins.split()), strict=True))
    assert comment_pins == dict(wires().values())


def pin_literals(source: str) -> list[str]:
    """Places that fix a pin by number: Pin(4), Pin("GP4"), sck=18, some_pin = 4, LED_GPIOS = (1, 2)."""

    def fixed(node: ast.AST) -> bool:
        if isinstance(node, (ast.Tuple, ast.List)):
            return any(map(fixed, node.elts))
        return isinstance(node, ast.Constant) and bool(re.fullmatch(r"(GP|GPIO)?\d+", str(node.value)))

    literals = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            hit = called == "Pin" and bool(node.args) and fixed(node.args[0])
            hit |= any(word.arg in BUS_WORDS and fixed(word.value) for word in node.keywords)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [getattr(target, "id", getattr(target, "attr", "")).lower() for target in targets]
            words = {word for name in names for word in name.split("_")}
            hit = bool(words & PIN_WORDS) and node.value is not None and fixed(node.value)
        else:
            continue
        if hit:
            literals.append(f"line {node.lineno}: {ast.unparse(node)}")
    return literals


def test_pin_numbers_stand_only_in_the_board_file():
    paths = [path for path in sorted(FIRMWARE.rglob("*.py")) if path != PICO]
    assert len(paths) > 100
    faults = {path.relative_to(ROOT).as_posix(): pin_literals(path.read_text()) for path in paths}
    assert {path: literals for path, literals in faults.items() if literals} == {}


def test_the_board_file_makes_pins_only_from_its_names():
    assert pin_literals(PICO.read_text()) == []


@pytest.mark.parametrize(
    "source", ["Pin(4)", "machine.Pin('GP4', 1)", "SPI(0, sck=18)", "LED_PIN = 25", "self.row_pins = (6, 7)"]
)
def test_a_pin_number_is_noticed(source):
    assert len(pin_literals(source)) == 1


@pytest.mark.parametrize(
    "source", ["Pin(number)", "pins = None", "self._cs = cs", "spinner = 4", "SPI(0, sck=sck)"]
)
def test_what_is_no_pin_number_passes(source):
    assert pin_literals(source) == []
