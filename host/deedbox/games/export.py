"""A game as a file: JSON that can be read back and checked, CSV of all payments, TOML as a fixture."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
from typing import Any

from deedbox.games import save_file
from deedbox.games.accounts import all_transfers
from deedbox.games.found_games import SAVED, FoundGame, FoundGames, JournalEntry, PowerOn
from deedbox.games.phrases import Speaker
from deedbox.games.replay import Replay, ReplayError, Step, pack_state
from deedbox.games.ring_pages import Finding

KIND, VERSION = "deedbox game", 1
FORMS = ("json", "csv", "toml")


class ExportError(Exception):
    """The game cannot be written as this file, or the file cannot be read; one line that says why."""


def write_as(replay: Replay, form: str) -> str:
    return {"json": as_json, "csv": as_csv, "toml": as_fixture}[form](replay)


# -- JSON --


def as_json(replay: Replay) -> str:
    return json.dumps(game_as_dict(replay), ensure_ascii=False, indent=1) + "\n"


def game_as_dict(replay: Replay) -> dict[str, Any]:
    """The whole game. `sha256` is over the rest, so that a changed letter is noticed."""
    speaker = Speaker(replay)
    data: dict[str, Any] = {
        "kind": KIND,
        "version": VERSION,
        "game": replay.game,
        "edition": replay.edition.id,
        "beginning": replay.about,
        "over": replay.over,
        "winners": [replay.names[p] for p in replay.winners],
        "played_s": replay.played_s,
        "receipt": replay.steps[-1].receipt if replay.steps else None,
        "power_ons": [vars(power) for power in replay.power_ons],
        "findings": [vars(finding) for finding in replay.findings],
        "state": replay.state(),
        "steps": [_step_as_dict(replay, speaker, step) for step in replay.steps],
        "anchors": [[seq, _base64(state)] for seq, state in replay.anchors],
        "end": _base64(pack_state(replay.end)),
        "edition_file": _base64(replay.compiled) if replay.compiled else None,
    }
    return {**data, "sha256": _sha256(data)}


def _step_as_dict(replay: Replay, speaker: Speaker, step: Step) -> dict[str, Any]:
    return {
        "seq": step.seq,
        "turn": step.game.turn_no if step.game is not None else None,
        "command": replay.command(step),
        "text": speaker.sentence(step),
        "who": replay.names[step.who] if step.who >= 0 else None,
        "agreed": [replay.names[p] for p in step.agreed],
        "remote": step.remote,
        "stand_in": step.stand_in,
        "undone": step.undone,
        "undoes": step.undoes,
        "played_s": step.played_s,
        "receipt": step.receipt,
        "transfers": [
            {
                "from": replay.account_name(t.giver),
                "to": replay.account_name(t.taker),
                "amount": t.amount,
                "why": t.reason,
            }
            for t in step.transfers
        ],
        "record": step.text.hex(),
        "crc": step.crc.hex(),
    }


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _sha256(data: dict[str, Any]) -> str:
    rest = {key: value for key, value in data.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def read_json(data: bytes, name: str) -> FoundGames:
    """The one game of an export; it is replayed and checked like any other."""
    try:
        content = json.loads(data)
        if not isinstance(content, dict) or content.get("kind") != KIND:
            raise ExportError(f"{name}: this is no game; deedbox games export makes such files")
        if content.get("version") != VERSION:
            raise ExportError(f"{name}: written by another version of deedbox; update deedbox")
        return _found_games(content, name)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ExportError(f"{name}: damaged, it cannot be read ({error})") from None


def _found_games(content: dict[str, Any], name: str) -> FoundGames:
    game = str(content["game"])
    beginning = json.dumps(content["beginning"], separators=(",", ":"), ensure_ascii=False).encode()
    found_game = FoundGame(game, beginning, where=SAVED)
    if content.get("sha256") != _sha256(content):
        text = "the file was changed since it was written; what counts is what the steps lead to"
        found_game.findings.append(Finding("damaged-file", name, text))
    anchors = {int(seq): base64.b64decode(state) for seq, state in content["anchors"]}
    command = b""
    for step in content["steps"]:
        seq, command = int(step["seq"]), bytes.fromhex(step["record"])
        state, crc = anchors.pop(seq, None), bytes.fromhex(step["crc"])
        found_game.entries[seq] = JournalEntry(
            seq, save_file.STEP, command, state, step["played_s"], crc, f"{name}, step {seq}"
        )
    for seq, state in anchors.items():
        found_game.entries[seq] = JournalEntry(
            seq, save_file.CLOCK, b"", state, None, b"", f"{name}, record {seq}"
        )
    found_game.power_ons = [PowerOn(**power) for power in content["power_ons"]]
    found_game.findings += [Finding(**finding) for finding in content["findings"] if not finding["harmless"]]
    state = base64.b64decode(content["end"])
    last = save_file.Step(0, game, int(content["played_s"]), command, state)
    found_game.save = save_file.Save(beginning, last, 0, bool(content["over"]))
    files = {}
    if content["edition_file"]:
        files[f"editions/{content['beginning']['edition']}.bin"] = base64.b64decode(content["edition_file"])
    games = FoundGames([], files)
    games.by_id[game] = found_game
    return games


def as_save_file(replay: Replay) -> bytes:
    """The game as the box saves it; ReplayError if no box could go on from it."""
    if not replay.sound:
        bad = next(finding for finding in replay.findings if not finding.harmless)
        raise ReplayError(f"this game is not sound, and no box takes it: {bad}")
    command = replay.steps[-1].text if replay.steps else b""
    beginning = json.dumps(replay.about, separators=(",", ":")).encode()
    step = save_file.Step(0, replay.game, min(replay.played_s, 0xFFFF), command, pack_state(replay.end))
    try:
        return save_file.write_save(save_file.Save(beginning, step, replay.end.turn_no, replay.over))
    except save_file.SaveError as error:
        raise ReplayError(str(error)) from None


# -- CSV --


def as_csv(replay: Replay) -> str:
    """Every payment on a line, with giver and taker."""
    steps = {step.seq: step for step in replay.steps}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ("step", "turn", "played_s", "command", "from", "to", "amount", "why", "undone", "remote")
    )
    for seq, t, undone in all_transfers(replay):
        step = steps.get(seq)
        writer.writerow(
            (
                seq,
                step.game.turn_no if step and step.game is not None else "",
                step.played_s if step and step.played_s is not None else "",
                step.command["do"] if step else "begin",
                _csv_cell(replay.account_name(t.giver)),
                _csv_cell(replay.account_name(t.taker)),
                t.amount,
                t.reason,
                int(undone),
                int(bool(step and step.remote)),
            )
        )
    return out.getvalue()


def _csv_cell(text: str) -> str:
    """A quote before what a spreadsheet would take for a formula."""
    return "'" + text if text[:1] in "=+-@" else text


# -- a fixture --


def as_fixture(replay: Replay) -> str:
    """The game as a fixture that expects everybody's cash after every step."""
    from banker.core.state import phase
    from deedbox.editions.toml_writer import toml_key, toml_value

    if replay.anchors or not replay.sound:
        raise ExportError("steps of this game are missing, so it cannot be a fixture; take .json or .csv")
    if replay.compiled:
        raise ExportError("a fixture names its edition, and deedbox has not this one; take .json or .csv")
    about = replay.about
    lines = [
        f"name = {toml_value(f'game {replay.game}')}",
        f"edition = {toml_value(replay.edition.id)}",
        f"players = {toml_value(replay.names)}",
        f"seed = {about.get('seed', 1)}",
    ]
    if about.get("given"):
        lines.append(f"given = {toml_value(about['given'])}")
    if about.get("rules"):
        lines += [
            "[rules]",
            *(f"{toml_key(knob)} = {toml_value(setting)}" for knob, setting in about["rules"].items()),
        ]
    for step in replay.steps:
        lines.append("[[step]]")
        lines += [f"{toml_key(key)} = {toml_value(thing)}" for key, thing in replay.command(step).items()]
        lines.append(f"expect.phase = {toml_value(phase(step.game))}")
        lines += [
            f"expect.players.{toml_key(name)}.cash = {step.game.cash[p]}"
            for p, name in enumerate(replay.names)
        ]
    return "\n".join(lines) + "\n"
