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
from deedbox.tagging.tag_map import ENTRY_SIZE, has_something_twice, is_entry

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


def plan_restore(backup: Backup, there: Backup, seq: int, free: int, *, with_key: bool = False) -> Plan:
    """The steps, or BackupError. `there`: what the box has; `seq`: its last record; `free`: bytes."""
    steps = Plan()
    new_games, own_games = backup.found_games(), there.found_games()
    _plan_games(steps, new_games, own_games, there, seq)
    _plan_editions(steps, backup, there, new_games, own_games)
    for path in sorted(backup.files):
        if path.startswith("rules/"):
            steps.put(path, backup.files[path], there.files)
    _plan_tags(steps, backup, there)
    _plan_settings(steps, backup, there)
    _plan_key(steps, backup, there, with_key)
    # A game comes after its edition.
    order = ("editions/", "rules/", "tags.bin", "table.", "settings.json", "games/")
    rank = {path: next(n for n, head in enumerate(order) if path.startswith(head)) for path in steps.write}
    steps.write = {
        path: steps.write[path] for path in sorted(steps.write, key=lambda path: (rank[path], path))
    }
    _check_room(steps, there, free)
    return steps


def _plan_games(steps: Plan, new_games: FoundGames, own_games: FoundGames, there: Backup, seq: int) -> None:
    for game, found_game in sorted(new_games.by_id.items()):
        if game in own_games.by_id:
            same = f"games/{game}.sav"
            if there.files.get(same) == new_games.files.get(same, b"-"):
                steps.same.append(same)
            else:
                steps.remarks.append(f"game {game} is on the box already, and stays as it is there")
            continue
        over = found_game.where == ARCHIVED
        if found_game.where != ARCHIVED:
            try:
                replay = replay_game(found_game, new_games.files)
                save = as_save_file(replay)  # also checks that the game is sound
                own = new_games.files.get(f"games/{game}.sav") if found_game.where == SAVED else None
                steps.write[f"games/{game}.sav"] = own or save
                over = replay.over
            except ReplayError as error:
                raise BackupError(f"game {game} in the backup: {error}") from None
        _plan_archive(steps, new_games, found_game, over, seq)


def _plan_archive(steps: Plan, new_games: FoundGames, found_game: FoundGame, over: bool, seq: int) -> None:
    """Restore the archive. The box goes on counting records from its own number, which must be higher."""
    log = complete_archive(found_game, new_games.files.get(f"games/{found_game.game}.log", b""))
    if not log:
        return
    if over or max(found_game.entries, default=0) <= seq:
        steps.write[f"games/{found_game.game}.log"] = log
    else:
        steps.remarks.append(
            f"game {found_game.game} goes on from where it stands; "
            "what was done before stays in the backup only"
        )


def complete_archive(found_game: FoundGame, log: bytes) -> bytes:
    """The archive with the records that only the journal has."""
    from banker.core.codec import archive_bytes
    from deedbox.games import save_file

    archive_seqs = {entry[0] for entry in archive_bytes.steps(log)}
    sectors: dict[int, list[Any]] = {}
    for seq, entry in sorted(found_game.entries.items()):
        if entry.kind in (save_file.BEGIN, save_file.STEP) and seq not in archive_seqs:
            sectors.setdefault(entry.generation, []).append(
                (seq, entry.kind, entry.crc, entry.link, entry.text)
            )
    for generation, entries in sorted(sectors.items()):
        numbers = [entry[0] for entry in entries]
        boots = sum(p.times for p in found_game.power_ons if p.exact and numbers[0] <= p.after <= numbers[-1])
        log += archive_bytes.chunk(generation, boots, entries)
    return log


def _plan_editions(
    steps: Plan, backup: Backup, there: Backup, new_games: FoundGames, own_games: FoundGames
) -> None:
    from deedbox.editions import EditionError, compiler

    hash_of_needed = {
        about["edition"]: about.get("hash")
        for game, found_game in new_games.by_id.items()
        if f"games/{game}.sav" in steps.write and (about := found_game.about)
    }
    in_use = {
        str(found_game.about.get("edition"))
        for found_game in own_games.by_id.values()
        if found_game.where != ARCHIVED
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
            if edition in hash_of_needed:
                raise BackupError(
                    f"games on the box and in the backup were begun with different editions {edition}; "
                    "finish those on the box first"
                )
            steps.remarks.append(f"{path} stays as it is: a game on the box was begun with it")
            continue
        steps.put(path, data, there.files)


def _plan_tags(steps: Plan, backup: Backup, there: Backup) -> None:
    data = backup.files.get("tags.bin")
    if data is None:
        return
    entries = [data[at : at + ENTRY_SIZE] for at in range(0, len(data), ENTRY_SIZE)]
    if len(data) % ENTRY_SIZE or not all(map(is_entry, entries)):
        raise BackupError("tags.bin in the backup is no map of tags")
    if has_something_twice(entries):
        raise BackupError("tags.bin in the backup has a tag or an item twice")
    steps.put("tags.bin", data, there.files)


def _plan_settings(steps: Plan, backup: Backup, there: Backup) -> None:
    if "settings.json" in backup.files:
        settings, own = _json_object(backup, "settings.json"), _json_object(there, "settings.json")
        for name in (*_OF_THE_HARDWARE, *_AT_THE_BOX):
            settings.pop(name, None)
            if name in own:
                settings[name] = own[name]
        if settings != own:
            steps.write["settings.json"] = json.dumps(settings).encode()
        else:
            steps.same.append("settings.json")
    if "table.json" in backup.files:
        _json_object(backup, "table.json")
        if "table.json" in there.files and there.files["table.json"] != backup.files["table.json"]:
            steps.remarks.append("the names of the tokens stay as they are on the box")
        else:
            steps.put("table.json", backup.files["table.json"], there.files)


def _json_object(backup: Backup, path: str) -> dict[str, Any]:
    try:
        value = json.loads(backup.files.get(path, b"{}"))
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise BackupError(f"{path} is damaged")
    return value


def _plan_key(steps: Plan, backup: Backup, there: Backup, with_key: bool) -> None:
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


def _check_room(steps: Plan, there: Backup, free: int) -> None:
    files: Any = dict.fromkeys(there.files)
    new = sum(path.endswith(".sav") for path in steps.write)
    try:
        restore.check_room(files, new, restore.FREE_LEAST)
    except ReplayError as error:
        raise BackupError(str(error)) from None
    need = sum(-(-len(data) // _BLOCK) + 1 for data in steps.write.values()) * _BLOCK
    if need + restore.FREE_LEAST > free:
        raise BackupError(f"the box has {free // 1024} KB left, this needs {need // 1024}, and some to play")
