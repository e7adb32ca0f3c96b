"""Which files a host may write, read and remove: plain names in fixed folders, up to a size."""

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"
NAME_MOST = 20

# A set of house rules in a file: letters of its name, which is a row of the display (and in
# core/setup/rule_set.py), and bytes of the rules, which must fit into the record of a game's beginning.
RULE_SET_NAME_MOST = 18
RULE_SET_BYTES_MOST = 2048
# Blocks of flash that archives and uploads leave free, for saves and settings.
RESERVE_BLOCKS = 20
# folder: (ending, bytes at most) of the files that a host may write, replace and remove
WRITABLE = {
    "editions": (".bin", 12288),
    "rules": (".json", RULE_SET_BYTES_MOST),
    "fixtures": (".json", 16384),
}
# How many such files a folder may have: the set-up lists them.
FILES_MOST = {"editions": 40, "rules": 24, "fixtures": 200}
# more folders whose files a host may read; and single files
READABLE = ("words", "games")
READABLE_FILES = ("settings.json", "data/firmware.json")
# folders whose files a host may know of: the firmware, and what hosts bring
LISTED = ("banker", "boards", "data", "words", "editions", "rules", "fixtures")


def writable(path: str) -> int:
    """How many bytes a host may write under this path; 0: it may not."""
    parts = path.split("/")
    if len(parts) != 2 or parts[0] not in WRITABLE:
        return 0
    ending, most = WRITABLE[parts[0]]
    return most if parts[1].endswith(ending) and plain(parts[1][: -len(ending)]) else 0


def readable(path: str) -> bool:
    if writable(path) or path in READABLE_FILES:
        return True
    parts = path.split("/")
    if len(parts) != 2 or parts[0] not in READABLE:
        return False
    name = parts[1].split(".")
    return len(name) == 2 and plain(name[0]) and plain(name[1])


def listed(path: str) -> bool:
    """May a host know that this file is there, its size and its hash? The firmware and what it may read: the
    box's own files have the numbers of tags, keys and names in them, and a hash would tell whether a guess is
    right."""
    return path == "main.py" or path.split("/")[0] in LISTED or readable(path)


def plain(name: str) -> bool:
    """Is it a name without anything that a path could mean?"""
    if not 0 < len(name) <= NAME_MOST:
        return False
    for letter in name:
        if letter not in LETTERS:
            return False
    return True
