"""The bill of materials in the wheel (CycloneDX 1.6): what it carries, and what play, link and sync install.

`python -m deedbox.build.sbom` writes host/sbom.cdx.json again, from host/play.lock.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from deedbox import __version__
from deedbox.files import write_file

HOST = Path(__file__).resolve().parents[2]
FILE = HOST / "sbom.cdx.json"
_TOOLS = {"hatchling"}  # installs the tree in `make play`; the wheel does not need it or what it needs


def text() -> str:
    return json.dumps(_bill((HOST / "play.lock").read_text(encoding="utf-8")), indent=1) + "\n"


def _bill(lock: str) -> dict[str, Any]:
    font: dict[str, Any] = {"type": "data", "bom-ref": "dejavu", "name": "DejaVu Sans", "version": "2.37"}
    font["licenses"] = [{"license": {"name": "Bitstream Vera"}}]
    packages = [_package(block) for block in re.split(r"^(?=[\w.-]+==)", lock, flags=re.M)[1:]]
    wheel = f"pkg:pypi/deedbox@{__version__}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": wheel,
                "name": "deedbox",
                "version": __version__,
                "purl": wheel,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [font, *filter(None, packages)],
    }


def _package(block: str) -> dict[str, Any] | None:
    match = re.match(r"([\w.-]+)==([^ ;\\]+)", block)
    assert match is not None
    name, version = match.groups()
    reasons = set(re.findall(r"^ +#(?: +via)? +(\w[\w.-]*)", block, re.M)) - {"via"}
    if name in _TOOLS or reasons and reasons <= _TOOLS:
        return None
    purl = f"pkg:pypi/{name}@{version}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}


if __name__ == "__main__":
    write_file(FILE, text().encode())
