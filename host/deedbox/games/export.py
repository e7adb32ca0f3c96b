"""A game as a file: JSON that can be read back and checked, CSV of all payments, TOML as a fixture."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
from typing import Any

from . import saved
from .accounts import transfers
from .books import KEPT, Act, Books, PowerOn, Volume
from .phrases import Speaker
from .ring import Finding
from .story import Step, Story, StoryError, packed

KIND, VERSION = "deedbox game", 1
FORMS = ("json", "csv", "toml")


class ExportError(Exception):
    """This cannot be written, or read; one line that says why."""


def written(story: Story, form: str) -> str:
    return {"json": as_json, "csv": as_csv, "toml": as_fixture}[form](story)


# -- JSON --


def as_json(story: Story) -> str:
    return json.dumps(plain(story), ensure_ascii=False, indent=1) + "\n"


def plain(story: Story) -> dict[str, Any]:
    """All of it; `sha256` is over the rest, so that a changed letter is noticed."""
    speaker = Speaker(story)
    data: dict[str, Any] = {
        "kind": KIND,
        "version": VERSION,
        "game": story.game,
        "edition": story.edition.id,
        "beginning": story.about,
        "over": story.over,
        "winners": [story.names[p] for p in story.winners],
        "played_s": story.played_s,
        "receipt": story.steps[-1].receipt if story.steps else None,
        "power_ons": [vars(power) for power in story.power_ons],
        "findings": [vars(finding) for finding in story.findings],
        "state": story.state(),
        "steps": [_step(story, speaker, step) for step in story.steps],
        "anchors": [[seq, _text(state)] for seq, state in story.anchors],
        "end": _text(packed(story.end)),
        "edition_file": _text(story.compiled) if story.compiled else None,
    }
    return {**data, "sha256": _sum(data)}


def _step(story: Story, speaker: Speaker, step: Step) -> dict[str, Any]:
    return {
        "seq": step.seq,
        "turn": step.game.turn_no if step.game is not None else None,
        "command": story.command(step),
        "text": speaker.tell(step),
        "who": story.names[step.who] if step.who >= 0 else None,
        "agreed": [story.names[p] for p in step.agreed],
        "remote": step.remote,
        "stand_in": step.stand_in,
        "undone": step.undone,
        "undoes": step.undoes,
        "played_s": step.played_s,
        "receipt": step.receipt,
        "transfers": [
            {"from": story.who(t.giver), "to": story.who(t.taker), "amount": t.amount, "why": t.reason}
            for t in step.transfers
        ],
        "record": step.text.hex(),
        "crc": step.crc.hex(),
    }


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _sum(data: dict[str, Any]) -> str:
    rest = {key: value for key, value in data.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def read_json(data: bytes, name: str) -> Books:
    """The one game of an export, ready to be told; it is played again as any other."""
    try:
        found = json.loads(data)
        if not isinstance(found, dict) or found.get("kind") != KIND:
            raise ExportError(f"{name}: this is no game; deedbox games export makes such files")
        if found.get("version") != VERSION:
            raise ExportError(f"{name}: written by another version of deedbox; update deedbox")
        return _books(found, name)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ExportError(f"{name}: damaged, it cannot be read ({error})") from None


def _books(found: dict[str, Any], name: str) -> Books:
    game = str(found["game"])
    beginning = json.dumps(found["beginning"], separators=(",", ":"), ensure_ascii=False).encode()
    volume = Volume(game, beginning, where=KEPT)
    if found.get("sha256") != _sum(found):
        text = "the file was changed since it was written; what counts is what the steps lead to"
        volume.findings.append(Finding("damaged-file", name, text))
    anchors = {int(seq): base64.b64decode(state) for seq, state in found["anchors"]}
    command = b""
    for step in found["steps"]:
        seq, command = int(step["seq"]), bytes.fromhex(step["record"])
        state, crc = anchors.pop(seq, None), bytes.fromhex(step["crc"])
        volume.acts[seq] = Act(seq, saved.STEP, command, state, step["played_s"], crc, f"{name}, step {seq}")
    for seq, state in anchors.items():
        volume.acts[seq] = Act(seq, saved.CLOCK, b"", state, None, b"", f"{name}, record {seq}")
    volume.power_ons = [PowerOn(**power) for power in found["power_ons"]]
    volume.findings += [Finding(**finding) for finding in found["findings"] if not finding["harmless"]]
    state = base64.b64decode(found["end"])
    last = saved.Step(0, game, int(found["played_s"]), command, state)
    volume.saved = saved.Saved(beginning, last, 0, bool(found["over"]))
    files = {}
    if found["edition_file"]:
        files[f"editions/{found['beginning']['edition']}.bin"] = base64.b64decode(found["edition_file"])
    books = Books([], files)
    books.volumes[game] = volume
    return books


def as_saved(story: Story) -> bytes:
    """The game as the box puts it aside; StoryError if it cannot go on from there."""
    if not story.sound:
        bad = next(finding for finding in story.findings if not finding.harmless)
        raise StoryError(f"this game is not sound, and no box takes it: {bad}")
    command = story.steps[-1].text if story.steps else b""
    beginning = json.dumps(story.about, separators=(",", ":")).encode()
    step = saved.Step(0, story.game, min(story.played_s, 0xFFFF), command, packed(story.end))
    try:
        return saved.write(saved.Saved(beginning, step, story.end.turn_no, story.over))
    except saved.SavedError as error:
        raise StoryError(str(error)) from None


# -- CSV --


def as_csv(story: Story) -> str:
    """Every payment, two-sided, one a line."""
    steps = {step.seq: step for step in story.steps}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ("step", "turn", "played_s", "command", "from", "to", "amount", "why", "undone", "remote")
    )
    for seq, t, undone in transfers(story):
        step = steps.get(seq)
        writer.writerow(
            (
                seq,
                step.game.turn_no if step and step.game is not None else "",
                step.played_s if step and step.played_s is not None else "",
                step.command["do"] if step else "begin",
                _cell(story.who(t.giver)),
                _cell(story.who(t.taker)),
                t.amount,
                t.reason,
                int(undone),
                int(bool(step and step.remote)),
            )
        )
    return out.getvalue()


def _cell(text: str) -> str:
    """A name is no formula, whatever a spreadsheet thinks of it."""
    return "'" + text if text[:1] in "=+-@" else text


# -- a fixture --


def as_fixture(story: Story) -> str:
    """The game to be played again anywhere; after every step who has how much."""
    from banker.core.state import phase
    from deedbox.editions.writer import value

    if story.anchors or not story.sound:
        raise ExportError("steps of this game are missing, so it cannot be a fixture; take .json or .csv")
    if story.compiled:
        raise ExportError("a fixture names its edition, and deedbox has not this one; take .json or .csv")
    about = story.about
    lines = [
        f"name = {value(f'game {story.game}')}",
        f"edition = {value(story.edition.id)}",
        f"players = {value(story.names)}",
        f"seed = {about.get('seed', 1)}",
    ]
    if about.get("given"):
        lines.append(f"given = {value(about['given'])}")
    if about.get("rules"):
        lines += ["[rules]", *(f"{knob} = {value(chosen)}" for knob, chosen in about["rules"].items())]
    for step in story.steps:
        lines.append("[[step]]")
        lines += [f"{key} = {value(thing)}" for key, thing in story.command(step).items()]
        lines.append(f"expect.phase = {value(phase(step.game))}")
        lines += [
            f"expect.players.{value(name)}.cash = {step.game.cash[p]}" for p, name in enumerate(story.names)
        ]
    return "\n".join(lines) + "\n"
