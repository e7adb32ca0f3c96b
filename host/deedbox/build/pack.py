"""Packs the modules of a folder into one file, which takes much less flash than a file for each.

littlefs gives every file at least one block of 4 KB and every folder two, and most modules are smaller.
firmware/banker/app/module_finder.py reads these files.
"""

from __future__ import annotations

from collections.abc import Mapping

SUFFIX = ".pack"
# main.py loads these before there is a module finder.
_FIRST = ("banker/names.mpy", "banker/app/module_finder.mpy")


def pack_folders(modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """Device path -> content: `banker/core/rules.pack` for all modules in banker/core/rules, and so on.

    Native modules stay files of their own, since only they depend on the processor.
    """
    files: dict[str, bytes] = {}
    folders: dict[str, dict[str, bytes]] = {}
    for path, code in modules.items():
        folder, _, name = path.rpartition("/")
        if folder.startswith("banker") and path not in _FIRST and not path.endswith("viper.mpy"):
            folders.setdefault(folder, {})[name.removesuffix(".mpy")] = code
        else:
            files[path] = code
    files.update({folder + SUFFIX: pack_folder(content) for folder, content in folders.items()})
    return files


def pack_folder(modules: Mapping[str, bytes]) -> bytes:
    """The length of the head (2 bytes), the head (" name:offset" for each module, a space), the codes."""
    start = 2 + sum(len(f" {name}:{0:06}") for name in modules) + 1
    head = ""
    for name, code in modules.items():
        head += f" {name}:{start:06}"
        start += len(code)
    return (len(head) + 1).to_bytes(2, "little") + head.encode() + b" " + b"".join(modules.values())


def unpack_folder(data: bytes) -> dict[str, bytes]:
    """The modules of a packed folder by name."""
    size = int.from_bytes(data[:2], "little")
    entries = [entry.split(":") for entry in data[2 : 2 + size].decode().split()]
    ends = [int(offset) for _, offset in entries[1:]] + [len(data)]
    return {name: data[int(offset) : end] for (name, offset), end in zip(entries, ends, strict=True)}
