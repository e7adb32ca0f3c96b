"""Every file has one licence, by REUSE.toml; the text of each licence is there, and no other."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ROOT / "LICENSES"
BEGINNINGS = {
    "MIT": "MIT License",
    "CC-BY-4.0": "Creative Commons Attribution 4.0 International",
    "CERN-OHL-P-2.0": "CERN Open Hardware Licence Version 2 - Permissive",
}


def pattern(glob: str) -> re.Pattern[str]:
    """REUSE specification 3.3: ** is anything, * is anything within a folder."""
    parts = re.split(r"(\*\*|\*)", glob)
    return re.compile("".join({"**": ".*", "*": "[^/]*"}.get(part, re.escape(part)) for part in parts))


def annotations() -> list[tuple[list[str], str]]:
    entries = tomllib.loads((ROOT / "REUSE.toml").read_text())["annotations"]
    assert all(entry["SPDX-FileCopyrightText"] for entry in entries)
    paths = [[entry["path"]] if isinstance(entry["path"], str) else entry["path"] for entry in entries]
    return list(zip(paths, [entry["SPDX-License-Identifier"] for entry in entries], strict=True))


def licence_of(path: str) -> str | None:
    licence = None
    for globs, name in annotations():
        if any(pattern(glob).fullmatch(path) for glob in globs):
            licence = name
    return licence


@pytest.mark.parametrize(
    "path, licence",
    [
        ("firmware/banker/main.py", "MIT"),
        ("Makefile", "MIT"),
        ("hardware/board/carrier.kicad_pcb", "CERN-OHL-P-2.0"),
        ("hardware/case/sizes.scad", "CERN-OHL-P-2.0"),
        ("hardware/bom.csv", "CERN-OHL-P-2.0"),
        ("hardware/board/router.py", "MIT"),
        ("hardware/build-guide.md", "CC-BY-4.0"),
        ("hardware/pictures/board.png", "CC-BY-4.0"),
        ("host/docs/rules.md", "CC-BY-4.0"),
        ("README.md", "CC-BY-4.0"),
    ],
)
def test_a_file_has_the_licence_of_its_kind(path, licence):
    assert licence_of(path) == licence


def test_the_texts_are_those_of_the_licences_in_use():
    assert {path.stem for path in TEXTS.iterdir()} == {name for _, name in annotations()} == set(BEGINNINGS)
    for name, beginning in BEGINNINGS.items():
        text = (TEXTS / f"{name}.txt").read_text()
        assert beginning in text[:300] and len(text) > 1000, name


def test_reuse_lint_finds_nothing():
    if not (ROOT / ".git").exists():
        pytest.skip("this is no repository: reuse cannot tell our files from others")
    # The other module that tells how a file is encoded needs a library of the system.
    environment = {**os.environ, "REUSE_ENCODING_MODULE": "charset_normalizer"}
    done = subprocess.run(
        [sys.executable, "-m", "reuse", "--root", str(ROOT), "lint"],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert done.returncode == 0, done.stdout
