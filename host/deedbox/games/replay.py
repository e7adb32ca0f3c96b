"""Plays a game again with the engine, step by step, and compares each state with the one on flash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from banker.core import consent, history
from banker.core import events as ev
from banker.core.board import BANK, POT, Board
from banker.core.codec import command_bytes, state_bytes, veil
from banker.core.commands import decide
from banker.core.refusal import BooksError, Refused
from banker.core.setup.house_rules import HouseRuleError
from banker.core.setup.new_game import check_names, new_game
from banker.core.setup.position import GivenError, given
from banker.core.state import Game
from deedbox.editions.model import Edition
from deedbox.games import save_file
from deedbox.games.found_games import SAVED, FoundGame, JournalEntry, PowerOn
from deedbox.games.older_states import as_older_firmware, written_by_older
from deedbox.games.ring_pages import Finding

UNRECORDED, TAKEN_BACK = -1, -2  # reasons of a payment besides the engine's
# The engine's reasons of a payment, in the order of their numbers (core/events.py).
WHY = (
    "start salary price rent tax fine card loan loan-back interest building building-sold auction trade "
    "battle power jackpot bonus estate correction dealt transfer buyback"
).split()
# What the box notes of chance in a command, and in a draw.
_NOTED = ("rolled", "dealt")
_NOTED_BY_DRAW = ("card",)
_DEPTH = 1 << 30  # no limit here: the box has checked whether an undo was allowed
# Errors from reading bytes that are no command or no state.
_UNREADABLE = (Refused, BooksError, ValueError, IndexError, KeyError, TypeError, AttributeError)


class ReplayError(Exception):
    """This game cannot be replayed; one line that says why and what to do."""


@dataclass(frozen=True)
class Transfer:
    """Money from one account to another: a seat, BANK or POT."""

    giver: int
    taker: int
    amount: int
    why: int

    @property
    def reason(self) -> str:
        return {UNRECORDED: "unrecorded", TAKEN_BACK: "taken-back"}.get(self.why) or WHY[self.why]


@dataclass
class Step:
    seq: int
    command: dict[str, Any]  # the engine's form: players and deeds by number
    text: bytes  # as the journal has it
    remote: bool  # a host sent it
    stand_in: bool  # the banker card replaced a token
    who: int  # the seat that did it
    agreed: tuple[int, ...]  # whose tokens were tapped for it
    before: Any  # the engine's game before it; None if it is not known
    game: Any  # the engine's game after it
    events: list[tuple[int, ...]]
    transfers: list[Transfer]
    played_s: int | None
    receipt: str
    place: str
    crc: bytes = b""  # of its page
    undone: bool = False  # taken back and not done again
    undoes: int | None = None  # sequence number of the step that it takes back or does again
    taken: dict[str, Any] = field(default_factory=lambda: {"do": ""})  # the command of that step


@dataclass
class Replay:
    game: str
    about: dict[str, Any]
    edition: Edition
    start: Any
    steps: list[Step] = field(default_factory=list)
    power_ons: list[PowerOn] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    played_s: int = 0
    where: str = ""
    end: Any = None  # the engine's game after the last step
    compiled: bytes | None = None  # the edition, if deedbox has no equal one
    # (sequence number, state) from which the replay went on after missing steps
    anchors: list[tuple[int, bytes]] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return list(self.about["names"])

    @property
    def over(self) -> bool:
        return bool(self.end.over)

    @property
    def winners(self) -> list[int]:
        return [p for p in range(self.end.players) if self.end.winners >> p & 1]

    @property
    def sound(self) -> bool:
        """There are no findings, or only harmless ones."""
        return all(finding.harmless for finding in self.findings)

    @property
    def steps_in_force(self) -> list[Step]:
        """The steps that were not taken back."""
        return [step for step in self.steps if not step.undone and step.command["do"] not in ("undo", "redo")]

    def state(self) -> dict[str, Any]:
        """The state at the end, as the contract writes it."""
        from banker.core.codec.state_json import state

        end: dict[str, Any] = state(self.end, self.names)
        return end

    def command(self, step: Step) -> dict[str, Any]:
        """The step's command as the contract writes it."""
        from deedbox.link.state_unpacking import name_ids

        return name_ids(step.command, self.names)

    def account_name(self, account: int) -> str:
        return {BANK: "bank", POT: "pot"}.get(account) or self.names[account]

    def with_names(self, names: Sequence[str]) -> Replay:
        """The same game with other names."""
        from dataclasses import replace

        new_names = dict(zip(self.names, names, strict=True))

        def rename(value: Any) -> Any:
            if isinstance(value, dict):
                return {new_names.get(key, key): rename(item) for key, item in value.items()}
            return new_names.get(value, value) if isinstance(value, str) else value

        about = {**self.about, "names": list(names)}
        if "given" in about:
            about["given"] = rename(about["given"])
        return replace(self, about=about)

    def anonymous(self) -> Replay:
        return self.with_names([f"Player {n + 1}" for n in range(len(self.names))])


def receipt_code(crc: bytes) -> str:
    """A short code of the chain after a step."""
    return crc[:2].hex().upper()


def edition_of(about: Mapping[str, Any], files: Mapping[str, bytes]) -> tuple[Edition, bytes | None]:
    """The edition with which a game began, and its compiled form if deedbox has no equal one."""
    from deedbox import editions
    from deedbox.editions import compiler

    name, hash_then = str(about.get("edition")), about.get("hash")
    if name in editions.IDS and hash_then in (None, editions.edition_hash(name)):
        return editions.load_edition(name), None
    data = files.get(f"editions/{name}.bin", b"")
    if data and compiler.hash_of_file(data) == hash_then:
        return compiler.decompile_edition(data, f"{name}.bin"), data
    raise ReplayError(
        f"the game began on another edition {name} than is here; put that edition back: deedbox editions push"
    )


def replay_game(found_game: FoundGame, files: Mapping[str, bytes]) -> Replay:
    """Play the whole game again; ReplayError if not even the beginning can be read."""
    about = found_game.about
    if not about:
        raise ReplayError(f"game {found_game.game}: its beginning is lost, so nothing can be told of it")
    edition, compiled = edition_of(about, files)
    older_until = 0
    while True:
        start = begin_game(about, edition)
        replay = Replay(found_game.game, about, edition, start, compiled=compiled, where=found_game.where)
        replay.power_ons = list(found_game.power_ons)
        replay.findings = list(found_game.findings)
        replayer = Replayer(replay, start, older_until)
        replayer.play(found_game)
        if older_until or not replayer.older_seq:
            return replay
        # The archive has no states that could tell, so its steps are played again as that firmware did.
        older_until = replayer.older_seq


def begin_game(about: Mapping[str, Any], edition: Edition) -> Game:
    """The engine's game at its start."""
    from deedbox.editions import compiler

    try:
        check_names(about["names"])
        board = Board(compiler.board_numbers(edition))
        rules, seed = about.get("rules", {}), about.get("seed", 1)
        start: Game = new_game(board, edition.rules, rules, len(about["names"]), seed)
        if "given" in about:
            given(start, about["names"], about["given"])
    except (HouseRuleError, GivenError, *_UNREADABLE) as error:
        raise ReplayError(f"the game's beginning cannot be read: {error}") from None
    return start


class Replayer:
    """Plays the entries in order. Keeps core/history.py's nodes: game, links, step and payments of each.

    A whole game by play(), or one entry after another by play_step(). Records up to `older_until` are from
    older firmware (older_states.py).
    """

    def __init__(self, replay: Replay, start: Any, older_until: int = 0) -> None:
        self.replay = replay
        self.start = start
        self.games = [start]
        self.links = [(-1, -1, 0)]
        self.step_of: list[Step | None] = [None]
        self.payments_of: list[list[Transfer]] = [[]]
        self.here = 0
        self.lost = False  # the state is not known from here on
        self.last_seq = 0
        self.older_until = older_until
        self.older_seq = 0  # the last record that only older firmware can have written

    @property
    def game(self) -> Any:
        return self.games[self.here]

    def play(self, found_game: FoundGame) -> None:
        for entry in sorted(found_game.entries.values(), key=lambda entry: entry.seq):
            if entry.kind == save_file.BEGIN:
                self.last_seq = entry.seq
                continue
            if entry.kind == save_file.STEP:
                self.play_step(entry)
            elif entry.state is not None:
                self._check_state(entry.state, entry.seq, entry.place)
            if entry.played_s is not None:
                self.replay.played_s = max(self.replay.played_s, entry.played_s)
            self.last_seq = entry.seq
        if found_game.save and found_game.where == SAVED:
            self._check_state(found_game.save.step.state, 0, f"games/{found_game.game}.sav")
            self.replay.played_s = max(self.replay.played_s, found_game.save.step.played_s)
        if self.lost:
            text = "the state of the game is not known: its last steps cannot be played again"
            self.replay.findings.append(Finding("lost", f"step {self.last_seq}", text))
        self.replay.end = self.game

    # -- one entry --

    def play_step(self, entry: JournalEntry) -> Step | None:
        """The step of this entry, which is now the last of the replay; None if it cannot be read."""
        replay = self.replay
        try:
            command, size = command_bytes.read(entry.text)
            if size != len(entry.text):
                raise ValueError("more than a command")
        except _UNREADABLE:
            replay.findings.append(Finding("unreadable", entry.place, f"step {entry.seq} cannot be read"))
            self.lost = True
            return None
        remote = bool(command.pop("remote", 0))
        stand_in = bool(command.pop("stand_in", 0))
        taps: int | None = command.pop("agreed", None)
        noted = _NOTED_BY_DRAW if command["do"] == "draw" else _NOTED
        chance = {name: command.pop(name) for name in noted if name in command}
        before = None if self.lost else self.game
        step = Step(
            entry.seq, command, entry.text, remote, stand_in, -1, (), before, None, [], [], entry.played_s,
            receipt_code(entry.crc), entry.place, entry.crc,
        )  # fmt: skip
        replay.steps.append(step)
        if not self.lost:
            try:
                self._run_command(step, {**command, **chance}, entry)
            except _UNREADABLE as error:
                # The step that an undo takes back may be among missing ones; the box had it.
                if command["do"] not in ("undo", "redo") or not self.replay.anchors:
                    self._report_mismatch(entry, f"the rules do not allow it here ({error})")
                self.lost = True
        if entry.state is not None:
            self._compare_state(step, entry)
        step.game = None if self.lost else self.game
        step.who, step.agreed = _who_agreed(step, len(replay.names), taps)
        return step

    @property
    def last_step(self) -> Step | None:
        """The step that an undo would take back."""
        return self.step_of[self.here]

    def _run_command(self, step: Step, command: dict[str, Any], entry: JournalEntry) -> None:
        here, link = self.here, self.links[self.here]
        name = command["do"]
        if name == "undo":
            parent = link[0]
            new = history.undone(link, self.links[parent], here, _DEPTH)
            step.transfers = [
                Transfer(t.taker, t.giver, t.amount, TAKEN_BACK) for t in reversed(self.payments_of[here])
            ]
            self._mark(step, self.step_of[here], True)
            self._add(self.games[parent], new, self.step_of[parent], self.payments_of[parent])
        elif name == "redo":
            target = link[1]
            new = history.redone(link, self.links[target])
            step.transfers = list(self.payments_of[target])
            self._mark(step, self.step_of[target], False)
            self._add(self.games[target], new, self.step_of[target], self.payments_of[target])
        else:
            # If the box hides its generator, this game has none either: the command says what came.
            game = decide(self._as_watched(self.game, entry.state), command)
            noted = _NOTED_BY_DRAW if name == "draw" else _NOTED
            step.command = {key: command[key] for key in command if key not in noted}
            step.events = list(game.events)
            step.transfers = [Transfer(*event[1:5]) for event in game.events if event[0] == ev.PAID]
            if step.seq <= self.older_until:
                game = as_older_firmware(game)
            self._add(self._as_watched(game, entry.state), (here, -1, 0), step, step.transfers)

    def _as_watched(self, game: Any, state: bytes | None) -> Any:
        """The game; without its generator if the state that the box handed out has none."""
        if state is None or not veil.is_veiled(state):
            return game
        packed = bytearray(pack_state(game))
        veil.veil(packed)
        watched = state_bytes.unpack(packed, self.start.board, self.start.rules)
        watched.events = game.events
        return watched

    @staticmethod
    def _mark(step: Step, origin: Step | None, undone: bool) -> None:
        if origin is not None:
            origin.undone = undone
            step.undoes = origin.seq
            step.taken = origin.command

    def _add(
        self, game: Any, link: tuple[int, int, int], origin: Step | None, payments: list[Transfer]
    ) -> None:
        self.games.append(game)
        self.links.append(link)
        self.step_of.append(origin)
        self.payments_of.append(payments)
        self.here = len(self.games) - 1

    def _agrees(self, state: bytes, seq: int) -> bool:
        """Is this the state that the replay has reached, perhaps as older firmware wrote it?"""
        if self.lost:
            return False
        game = self._as_watched(self.game, state)
        if pack_state(game) == state:
            return True
        written = written_by_older(game, state, self.start)
        if written is None:
            return False
        self.games[self.here] = written
        self.older_seq = seq
        return True

    def _compare_state(self, step: Step, entry: JournalEntry) -> None:
        """Flash is right: if the replay differs, report it and go on from the state on flash."""
        assert entry.state is not None
        if self._agrees(entry.state, entry.seq):
            return
        if not self.lost:
            self._report_mismatch(entry, "it does not lead to the state beside it")
        step.transfers += self._go_on_from(entry.state, entry.seq, entry.place)
        self.payments_of[self.here] = step.transfers
        self.step_of[self.here] = step

    def _check_state(self, state: bytes, seq: int, place: str) -> None:
        """A state without a step must be the state that the replay has reached."""
        if self._agrees(state, seq or self.last_seq):
            return
        if not self.lost:
            if seq and seq == self.last_seq + 1:
                text = f"record {seq} is not the state that the steps before it lead to"
                self.replay.findings.append(Finding("state-differs", place, text))
            else:
                self._report_missing(seq, place)
        payments = self._go_on_from(state, seq, place)
        if self.replay.steps:
            self.replay.steps[-1].transfers += payments
            self.replay.steps[-1].game = self.game

    def _go_on_from(self, state: bytes, seq: int, place: str) -> list[Transfer]:
        """Continue from this state. Returns the payments that lead to it from the last known state."""
        last = self.game
        try:
            game = state_bytes.unpack(state, self.start.board, self.start.rules)
            if pack_state(game) != state or not state_bytes.sound(game):
                raise BooksError("the state does not add up")
            if game.players != self.start.players:
                raise BooksError(f"it has {game.players} players, the game began with {self.start.players}")
        except _UNREADABLE as error:
            self.replay.findings.append(Finding("unreadable", place, f"the state cannot be read: {error}"))
            self.lost = True
            return []
        self.lost = False
        self._add(game, (-1, -1, 0), None, [])
        if seq:
            self.replay.anchors.append((seq, state))
        return _payments_between(last, game)

    def _report_mismatch(self, entry: JournalEntry, why: str) -> None:
        """A step does not follow from the one before: steps are missing, or flash was changed."""
        if entry.seq > self.last_seq + 1:
            self._report_missing(entry.seq, entry.place)
        else:
            self.replay.findings.append(Finding("state-differs", entry.place, f"step {entry.seq}: {why}"))

    def _report_missing(self, seq: int, place: str) -> None:
        before = f"before record {seq}" if seq else "before it was put aside"
        text = f"steps {before} are not here any more; what they changed is shown as one sum"
        self.replay.findings.append(Finding("missing", place, text, harmless=True))


def pack_state(game: Any) -> bytes:
    """The state as bytes, as in the journal."""
    buf = bytearray(1024)
    return bytes(buf[: state_bytes.pack(game, buf)])


def _payments_between(last: Any, game: Any) -> list[Transfer]:
    """The payments between two states, as if all went through the bank."""
    transfers = []
    for account in [*range(game.players), POT]:
        change = game.cash[account] - last.cash[account]
        if change > 0:
            transfers.append(Transfer(BANK, account, change, UNRECORDED))
        elif change < 0:
            transfers.append(Transfer(account, BANK, -change, UNRECORDED))
    return transfers


_NOBODY = ("roll", "draw", "card", "throw", "end", "deal", "hammer", "time-up", "decline", "pass")
_EVERYONE = ("set-rule", "correct")


def _who_agreed(step: Step, players: int, taps: int | None) -> tuple[int, tuple[int, ...]]:
    """(the seat that did it, the seats whose tokens were tapped for it).

    The record has a mask of them, unless only the player who did it tapped. Records of older firmware have
    none, so whom that firmware asked is worked out.
    """
    command, game = step.command, step.before
    do = command["do"]
    if do == "trade":
        who = command["a"]
    elif do == "transfer":
        who = command["from"]
    else:
        who = command.get("by", game.turn if game else -1)
    if taps is not None:
        return who, tuple(seat for seat in range(players) if taps >> seat & 1)
    if step.remote or step.stand_in or do in _NOBODY:
        return who, ()
    if do in ("undo", "redo"):
        return who, tuple(_seats_asked_for_undo(step))
    if do in _EVERYONE:
        return who, tuple(p for p in range(players) if game is None or not game.out[p])
    if do in ("trade", "transfer"):
        ends = (who, command["b"] if do == "trade" else command["to"])
        return who, tuple(p for p in ends if p < BANK)
    if do == "claim":
        payers = [t.giver for t in step.transfers if t.giver < BANK]
        return who, tuple(dict.fromkeys(payers)) or (who,)
    return who, (who,) if who >= 0 else ()


def _seats_asked_for_undo(step: Step) -> list[int]:
    """Who must agree to an undo, as on the box; the witness is not known (core/consent.py)."""
    if step.before is None or step.game is None:
        return []
    if step.command["do"] == "redo":
        seats, _ = consent.agreement(step.game, step.before, step.taken)
    else:
        seats, _ = consent.agreement(step.before, step.game, step.taken)
    return seats
