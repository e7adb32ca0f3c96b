"""The scripts of hardware/, by path: that folder is no package."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def load(path: Path):
    name = "hardware_" + path.stem
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


@pytest.fixture(scope="session")
def wiring():
    return load(ROOT / "hardware" / "wiring.py")


@pytest.fixture(scope="session")
def pico():
    return load(ROOT / "firmware" / "boards" / "pico.py")


@pytest.fixture(scope="session")
def build():
    return load(ROOT / "hardware" / "build.py")
