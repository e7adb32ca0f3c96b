"""Each file in firmware/boards makes the same buses and pins, but for what differs on that Pico."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from deedbox.build import picos
from deedbox.models.box import DIVIDED, FLOATING, GATED, VSYS_GPIO, Box

BOARDS = Path(__file__).resolve().parents[1] / "firmware" / "boards"
QUIET, VBUS, LED = 23, 24, 25


class FakeMachine(ModuleType):
    """`machine` with a Box behind it, and a note of every pin that is made."""

    def __init__(self, box):
        super().__init__("machine")
        pins = self.pins = {}

        class Pin:
            IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN = 0, 1, 2, 1, 2

            def __init__(self, number, mode=-1, pull=None, value=None):
                self.number, self.pull, self.level = number, pull, value
                pins[number] = self
                if value is not None:
                    self(value)

            def __call__(self, level=None):
                if level is None:
                    return box.levels() >> self.number & 1
                self.level = level
                box.drive(self.number, level)

        class ADC:
            def __init__(self, pin):
                self.pin = pin.number

            def read_u16(self):
                return box.analog(self.pin)

        self.Pin, self.ADC = Pin, ADC
        self.I2C = self.SPI = self.PWM = lambda *args, **options: (args, options)
        self.reset_cause = lambda: 1


def build(monkeypatch, name, measures=DIVIDED):
    """The hardware as this board's file makes it, and the pins."""
    box = Box(measures=measures)
    machine = FakeMachine(box)
    rp2 = ModuleType("rp2")
    rp2.Flash = object
    modules = {"machine": machine, "rp2": rp2, "boards": ModuleType("boards")}
    for each in ("pico", name):
        spec = importlib.util.spec_from_file_location(f"boards.{each}", BOARDS / f"{each}.py")
        module = importlib.util.module_from_spec(spec)
        modules[f"boards.{each}"] = module
        setattr(modules["boards"], each, module)
        for key, value in modules.items():
            monkeypatch.setitem(sys.modules, key, value)
        spec.loader.exec_module(module)
    hardware = sys.modules[f"boards.{name}"].build()
    return hardware, machine.pins, box


def volts(box):
    return box.analog(VSYS_GPIO) * 9.9 / 65535


def test_every_kind_has_a_file_and_every_file_a_kind():
    assert {path.stem for path in BOARDS.glob("*.py")} == {kind.name for kind in picos.KINDS}


@pytest.mark.parametrize("name", ["pico", "pico2"])
def test_a_pico_has_a_light_sees_usb_and_has_a_quiet_supply(monkeypatch, name):
    hardware, pins, box = build(monkeypatch, name)
    assert hardware.led.number == LED and pins[LED].level == 1 and box.led == 1
    assert hardware.vbus() == 1 and pins[QUIET].level == 1
    box.usb = False
    assert hardware.vbus() == 0


def test_only_the_rp2040_pulls_the_pin_that_sees_usb_down(monkeypatch):
    assert build(monkeypatch, "pico")[1][VBUS].pull == 2
    assert build(monkeypatch, "pico2")[1][VBUS].pull is None


@pytest.mark.parametrize("name", ["pico", "pico2", "pico_w", "pico2_w"])
def test_a_w_measures_its_supply_and_leaves_the_radio_alone_with_either_micropython(monkeypatch, name):
    hardware, pins, box = build(monkeypatch, name, GATED)
    assert hardware.led is None and hardware.vbus is None
    assert QUIET not in pins and VBUS not in pins  # 23 would switch the radio on
    assert round(volts(box), 1) == 5.0


def test_a_copy_without_a_divider_is_no_w(monkeypatch):
    hardware, pins, box = build(monkeypatch, "pico", FLOATING)
    assert hardware.led is not None and pins[QUIET].level == 1
    assert volts(box) < 1.8


@pytest.mark.parametrize("kind", picos.KINDS, ids=lambda kind: kind.name)
def test_the_wires_are_the_same_on_every_pico(monkeypatch, kind):
    wires = set(range(3, 22))
    assert wires <= set(build(monkeypatch, kind.name)[1])
