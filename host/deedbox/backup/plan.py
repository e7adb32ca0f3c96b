"""The steps of a restore: a pure function of the backup and of the box's own files. All checks come first."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from deedbox.backup import KEY, Backup, BackupError
from deedbox.games import restore
from deedbox.games.export import as_save_file
from deedbox.games.found_games import ARCHIVED, SAVED, FoundGame, FoundGames
from deedbox.games.replay import ReplayError, replay_game
from deedbox.tagging.tag_map import ENTRY_SIZE, is_entry

# Settings that belong to the box's own hardware, and those that only people at the box may switch on.
_OF_THE_HARDWARE = ("display", "offset", "ribbon", "gain")
_AT_THE_BOX = ("remote",)
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
    """The steps, or BackupError. `there`: what the box has; `seq`: its last record; `free`: bytes."""
    steps = Plan()
    coming, present = backup.books(), there.books()
    _games(steps, coming, present, there, seq)
    _editions(steps, backup, there, coming, present)
    for path in sorted(backup.files):
        if path.startswith("rules/"):
            steps.put(path, backup.files[path], there.files)
    _tags(steps, backup, there)
    _settings(steps, backup, there)
    _key(steps, backup, there, with_key)
    # A game comes after its edition.
    order = ("editions/", "rules/", "tags.bin", "table.", "settings.json", "games/")
    rank = {path: next(n for n, head in enumerate(order) if path.startswith(head)) for path in steps.write}
    steps.write = {
        path: steps.write[path] for path in sorted(steps.write, key=lambda path: (rank[path], path))
    }
    _room(steps, there, free)
    return steps


def _games(steps: Plan, coming: FoundGames, present: FoundGames, there: Backup, seq: int) -> None:
    for game, volume in sorted(coming.by_id.items()):
        if game in present.by_id:
            same = f"games/{game}.sav"
            if there.files.get(same) == coming.files.get(same, b"-"):
                steps.same.append(same)
            else:
                steps.remarks.append(f"game {game} is on the box already, and stays as it is there")
            continue
        over = volume.where == ARCHIVED
        if volume.where != ARCHIVED:
            try:
                story = replay_game(volume, coming.files)
                save = as_save_file(story)  # also checks that the game is sound
                own = coming.files.get(f"games/{game}.sav") if volume.where == SAVED else None
                steps.write[f"games/{game}.sav"] = own or save
                over = story.over
            except ReplayError as error:
                raise BackupError(f"game {game} in the backup: {error}") from None
        _archive(steps, coming, volume, over, seq)


def _archive(steps: Plan, coming: FoundGames, volume: FoundGame, over: bool, seq: int) -> None:
    """Restore the archive. The box goes on counting records from its own number, which must be higher."""
    log = archive(volume, coming.files.get(f"games/{volume.game}.log", b""))
    if not log:
        return
    if over or max(volume.entries, default=0) <= seq:
        steps.write[f"games/{volume.game}.log"] = log
    else:
        steps.remarks.append(
            f"game {volume.game} goes on from where it stands; what was done before stays in the backup only"
        )


def archive(volume: FoundGame, log: bytes) -> bytes:
    """The archive with the records that only the journal has."""
    from banker.core.codec import archive_bytes
    from deedbox.games import save_file

    filed = {entry[0] for entry in archive_bytes.steps(log)}
    sectors: dict[int, list[Any]] = {}
    for seq, act in sorted(volume.entries.items()):
        if act.kind in (save_file.BEGIN, save_file.STEP) and seq not in filed:
            sectors.setdefault(act.generation, []).append((seq, act.kind, act.crc, act.link, act.text))
    for generation, entries in sorted(sectors.items()):
        numbers = [entry[0] for entry in entries]
        boots = sum(p.times for p in volume.power_ons if p.exact and numbers[0] <= p.after <= numbers[-1])
        log += archive_bytes.chunk(generation, boots, entries)
    return log


def _editions(steps: Plan, backup: Backup, there: Backup, coming: FoundGames, present: FoundGames) -> None:
    from deedbox.editions import EditionError, compiler

    needed = {
        about["edition"]: about.get("hash")
        for game, volume in coming.by_id.items()
        if f"games/{game}.sav" in steps.write and (about := volume.about)
    }
    in_use = {
        str(volume.about.get("edition")) for volume in present.by_id.values() if volume.where != ARCHIVED
    }
    for path, data in sorted(backup.files.items()):
        if not path.startswith("editions/"):
            continue
        edition = path[9:-4]
        try:
            compiler.decompile_edition(data, path)
        except EditionError as error:
            raise BackupError(f"{path} in the backup: {error}") from None
        if path in there.files and there.files[path] != data and edition in in_use:
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
    entries = [data[at : at + ENTRY_SIZE] for at in range(0, len(data), ENTRY_SIZE)]
    if len(data) % ENTRY_SIZE or not all(map(is_entry, entries)):
        raise BackupError("tags.bin in the backup is no map of tags")
    steps.put("tags.bin", data, there.files)


def _settings(steps: Plan, backup: Backup, there: Backup) -> None:
    if "settings.json" in backup.files:
        settings, own = _object(backup, "settings.json"), _object(there, "settings.json")
        for name in (*_OF_THE_HARDWARE, *_AT_THE_BOX):
            settings.pop(name, None)
            if name in own:
                settings[name] = own[name]
        if settings != own:
            steps.write["settings.json"] = json.dumps(settings).encode()
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
        value = json.loads(backup.files.get(path, b"{}"))
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise BackupError(f"{path} is damaged")
    return value


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
    files: Any = dict.fromkeys(there.files)
    new = sum(path.endswith(".sav") for path in steps.write)
    try:
        restore.check_room(files, new, restore.FREE_LEAST)
    except ReplayError as error:
        raise BackupError(str(error)) from None
    need = sum(-(-len(data) // _BLOCK) + 1 for data in steps.write.values()) * _BLOCK
    if need + restore.FREE_LEAST > free:
        raise BackupError(f"the box has {free // 1024} KB left, this needs {need // 1024}, and some to play")
