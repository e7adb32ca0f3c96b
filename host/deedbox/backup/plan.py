"""What a restore will do: a pure function of the backup and of what the box has. All checks come first."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from deedbox.games import restore
from deedbox.games.books import FILED, KEPT, Books, Volume
from deedbox.games.export import as_saved
from deedbox.games.story import StoryError, tell

from . import KEY, Backup, BackupError

# Settings of the parts that this board has, not of its players; and what only hands at the box switch on.
_OF_THE_BOARD = ("display", "offset", "ribbon", "gain")
_AT_THE_BOX = ("remote",)
_TAG = 13
_BLOCK = 4096


@dataclass
class Plan:
    write: dict[str, bytes] = field(default_factory=dict)  # in this order
    same: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def put(self, path: str, data: bytes, there: Mapping[str, bytes]) -> None:
        if there.get(path) == data:
            self.same.append(path)
        else:
            self.write[path] = data


def plan(backup: Backup, there: Backup, seq: int, free: int, *, with_key: bool = False) -> Plan:
    """`there`: what the box has; `seq`: its journal's last number; `free`: bytes. BackupError: no."""
    steps = Plan()
    coming, held = backup.books(), there.books()
    _games(steps, coming, held, there, seq)
    _editions(steps, backup, there, coming, held)
    for path in sorted(backup.files):
        if path.startswith("rules/"):
            steps.put(path, backup.files[path], there.files)
    _tags(steps, backup, there)
    _settings(steps, backup, there)
    _key(steps, backup, there, with_key)
    # A game comes after the board that it is played on.
    order = ("editions/", "rules/", "tags.bin", "table.", "settings.json", "games/")
    rank = {path: next(n for n, head in enumerate(order) if path.startswith(head)) for path in steps.write}
    steps.write = {
        path: steps.write[path] for path in sorted(steps.write, key=lambda path: (rank[path], path))
    }
    _room(steps, there, free)
    return steps


def _games(steps: Plan, coming: Books, held: Books, there: Backup, seq: int) -> None:
    for game, volume in sorted(coming.volumes.items()):
        if game in held.volumes:
            same = f"games/{game}.sav"
            if there.files.get(same) == coming.files.get(same, b"-"):
                steps.same.append(same)
            else:
                steps.remarks.append(f"game {game} is on the box already, and stays as it is there")
            continue
        over = volume.where == FILED
        if volume.where != FILED:
            try:
                story = tell(volume, coming.files)
                made = as_saved(story)  # also says whether it is sound
                own = coming.files.get(f"games/{game}.sav") if volume.where == KEPT else None
                steps.write[f"games/{game}.sav"] = own or made
                over = story.over
            except StoryError as error:
                raise BackupError(f"game {game} in the backup: {error}") from None
        _archive(steps, coming, volume, over, seq)


def _archive(steps: Plan, coming: Books, volume: Volume, over: bool, seq: int) -> None:
    """What was done. The box counts on from its own number: a game that goes on must not meet old ones."""
    log = archive(volume, coming.files.get(f"games/{volume.game}.log", b""))
    if not log:
        return
    if over or max(volume.acts, default=0) <= seq:
        steps.write[f"games/{volume.game}.log"] = log
    else:
        steps.remarks.append(
            f"game {volume.game} goes on from where it stands; what was done before stays in the backup only"
        )


def archive(volume: Volume, log: bytes) -> bytes:
    """The archive with what only the journal had."""
    from banker.core import chronicle
    from deedbox.games import saved

    filed = {entry[0] for entry in chronicle.story(log)}
    sectors: dict[int, list[Any]] = {}
    for seq, act in sorted(volume.acts.items()):
        if act.kind in (saved.BEGIN, saved.STEP) and seq not in filed:
            sectors.setdefault(act.generation, []).append((seq, act.kind, act.crc, act.link, act.text))
    for generation, entries in sorted(sectors.items()):
        numbers = [entry[0] for entry in entries]
        boots = sum(p.times for p in volume.power_ons if p.exact and numbers[0] <= p.after <= numbers[-1])
        log += chronicle.chunk(generation, boots, entries)
    return log


def _editions(steps: Plan, backup: Backup, there: Backup, coming: Books, held: Books) -> None:
    from deedbox.editions import EditionError, compiler

    needed = {
        about["edition"]: about.get("hash")
        for game, volume in coming.volumes.items()
        if f"games/{game}.sav" in steps.write and (about := volume.about)
    }
    bound = {str(volume.about.get("edition")) for volume in held.volumes.values() if volume.where != FILED}
    for path, data in sorted(backup.files.items()):
        if not path.startswith("editions/"):
            continue
        edition = path[9:-4]
        try:
            compiler.decompiled(data, path)
        except EditionError as error:
            raise BackupError(f"{path} in the backup: {error}") from None
        if path in there.files and there.files[path] != data and edition in bound:
            if edition in needed:
                raise BackupError(
                    f"games on the box and in the backup were begun with different editions {edition}; "
                    "finish those on the box first"
                )
            steps.remarks.append(f"{path} stays as it is: a game on the box was begun with it")
            continue
        steps.put(path, data, there.files)


def _tags(steps: Plan, backup: Backup, there: Backup) -> None:
    data = backup.files.get("tags.bin")
    if data is None:
        return
    rows = [data[at : at + _TAG] for at in range(0, len(data), _TAG)]
    if len(data) % _TAG or not all(_is_tag(row) for row in rows):
        raise BackupError("tags.bin in the backup is no map of tags")
    steps.put("tags.bin", data, there.files)


def _is_tag(row: bytes) -> bool:
    """Length of its UID, the UID, kind, number: as firmware/banker/app/tags.py has them."""
    lost, of_each = row[11] == 0, (8, 28, 32, 1)
    return row[0] in (4, 7, 10) and (lost or row[11] <= len(of_each) and row[12] < of_each[row[11] - 1])


def _settings(steps: Plan, backup: Backup, there: Backup) -> None:
    if "settings.json" in backup.files:
        wanted, own = _object(backup, "settings.json"), _object(there, "settings.json")
        for name in (*_OF_THE_BOARD, *_AT_THE_BOX):
            wanted.pop(name, None)
            if name in own:
                wanted[name] = own[name]
        if wanted != own:
            steps.write["settings.json"] = json.dumps(wanted).encode()
        else:
            steps.same.append("settings.json")
    if "table.json" in backup.files:
        _object(backup, "table.json")
        if "table.json" in there.files and there.files["table.json"] != backup.files["table.json"]:
            steps.remarks.append("the names of the tokens stay as they are on the box")
        else:
            steps.put("table.json", backup.files["table.json"], there.files)


def _object(backup: Backup, path: str) -> dict[str, Any]:
    try:
        found = json.loads(backup.files.get(path, b"{}"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BackupError(f"{path} is damaged")
    return found


def _key(steps: Plan, backup: Backup, there: Backup, with_key: bool) -> None:
    if with_key and not backup.has_key:
        raise BackupError("the backup has no key; it was made without --with-key")
    if with_key:
        if len(backup.files[KEY]) != 32:
            raise BackupError(f"{KEY} in the backup is damaged")
        steps.put(KEY, backup.files[KEY], there.files)
    elif backup.has_key:
        steps.remarks.append(
            f"{KEY} is left out; --with-key brings it, and stickers that the box signed itself count no more"
        )


def _room(steps: Plan, there: Backup, free: int) -> None:
    listed: Any = dict.fromkeys(there.files)
    new = sum(path.endswith(".sav") for path in steps.write)
    try:
        restore.check_room(listed, new, restore.ROOM_LEAST)
    except StoryError as error:
        raise BackupError(str(error)) from None
    need = sum(-(-len(data) // _BLOCK) + 1 for data in steps.write.values()) * _BLOCK
    if need + restore.ROOM_LEAST > free:
        raise BackupError(f"the box has {free // 1024} KB left, this needs {need // 1024}, and some to play")
