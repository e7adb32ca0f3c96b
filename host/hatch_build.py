"""Puts the board's own files into the wheel, as data of deedbox; an editable install reads the tree."""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FirmwareHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict) -> None:
        if version == "standard":
            for name in ("main.py", "boards", "data"):
                build_data["force_include"][f"firmware/{name}"] = f"deedbox/_firmware/{name}"
