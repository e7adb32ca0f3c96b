"""One game as a story: every step played again by the one engine and held against what stands on flash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from banker.core import events as ev
from banker.core import history, packing, record
from banker.core.board import BANK, DEEDS, POT, Board
from banker.core.commands import decide
from banker.core.given import GivenError, given
from banker.core.knobs import KnobError
from banker.core.refusal import BooksError, Refused
from banker.core.setup import check_names, new_game
from banker.core.state import Game, decider, phase
from deedbox.editions.model import Edition

from . import saved
from .books import KEPT, Act, PowerOn, Volume
from .ring import Finding

UNRECORDED, TAKEN_BACK = -1, -2  # why money moved, besides the engine's reasons
WHY = (
    "start salary price rent tax fine card loan loan-back interest building building-sold auction trade "
    "battle power jackpot bonus estate correction dealt transfer buyback"
).split()
_DEPTH = 1 << 30  # the box has judged whether an undo was allowed
# What bytes that were never a command or a state can lead to.
_UNREADABLE = (Refused, BooksError, ValueError, IndexError, KeyError, TypeError, AttributeError)


class StoryError(Exception):
    """This game cannot be told; one line that says why and what to do."""


@dataclass(frozen=True)
class Transfer:
    """Money from one account to another: players by number, BANK, POT."""

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
    remote: bool  # a host did it
    stand_in: bool  # the banker's card stood in for a token
    who: int  # whose doing it was
    agreed: tuple[int, ...]  # whose tokens the box asked for
    before: Any  # the engine's game before it; None if that is not known
    game: Any  # and after it
    events: list[tuple[int, ...]]
    transfers: list[Transfer]
    played_s: int | None
    receipt: str
    place: str
    crc: bytes = b""  # of its page
    undone: bool = False  # taken back, and not done again
    undoes: int | None = None  # sequence number of the step that it takes back, or does again


@dataclass
class Story:
    game: str
    about: dict[str, Any]
    edition: Edition
    start: Any
    steps: list[Step] = field(default_factory=list)
    power_ons: list[PowerOn] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    played_s: int = 0
    where: str = ""
    end: Any = None  # the engine's game where it stands
    compiled: bytes | None = None  # the edition, where deedbox does not have it itself
    anchors: list[tuple[int, bytes]] = field(
        default_factory=list
    )  # states from which it went on after a hole

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
        """Nothing was found that should not be."""
        return all(finding.harmless for finding in self.findings)

    @property
    def standing(self) -> list[Step]:
        """The steps that were not taken back."""
        return [step for step in self.steps if not step.undone and step.command["do"] not in ("undo", "redo")]

    def state(self) -> dict[str, Any]:
        """The contract's state, where it stands."""
        from banker.core.view import state

        shown: dict[str, Any] = state(self.end, self.names)
        return shown

    def command(self, step: Step) -> dict[str, Any]:
        """As the contract writes it."""
        from deedbox.link.unfold import named

        return named(step.command, self.names)

    def who(self, account: int) -> str:
        return {BANK: "bank", POT: "pot"}.get(account) or self.names[account]

    def renamed(self, names: Sequence[str]) -> Story:
        """The same game of other people."""
        from dataclasses import replace

        other = dict(zip(self.names, names, strict=True))

        def changed(thing: Any) -> Any:
            if isinstance(thing, dict):
                return {other.get(key, key): changed(value) for key, value in thing.items()}
            return other.get(thing, thing) if isinstance(thing, str) else thing

        about = {**self.about, "names": list(names)}
        if "given" in about:
            about["given"] = changed(about["given"])
        return replace(self, about=about)

    def anonymous(self) -> Story:
        return self.renamed([f"Player {n + 1}" for n in range(len(self.names))])


def receipt(crc: bytes) -> str:
    """The short code of the chain after a step."""
    return crc[:2].hex().upper()


def board_of(about: Mapping[str, Any], files: Mapping[str, bytes]) -> tuple[Edition, bytes | None]:
    """The edition with which a game began, and its compiled form if deedbox does not have it itself."""
    from deedbox import editions
    from deedbox.editions import compiler

    name, wanted = str(about.get("edition")), about.get("hash")
    if name in editions.IDS and wanted in (None, editions.hash_of(name)):
        return editions.load(name), None
    data = files.get(f"editions/{name}.bin", b"")
    if data and compiler.hash_of(data) == wanted:
        return compiler.decompiled(data, f"{name}.bin"), data
    raise StoryError(
        f"the game began on another edition {name} than is here; put that edition back: deedbox editions push"
    )


def tell(volume: Volume, files: Mapping[str, bytes]) -> Story:
    """Play it all again; StoryError if not even the beginning can be read."""
    about = volume.about
    if not about:
        raise StoryError(f"game {volume.game}: its beginning is lost, so nothing can be told of it")
    edition, compiled = board_of(about, files)
    start = begun(about, edition)
    story = Story(volume.game, about, edition, start, compiled=compiled, where=volume.where)
    story.power_ons = list(volume.power_ons)
    story.findings = list(volume.findings)
    _Replay(story, start).all(volume)
    return story


def begun(about: Mapping[str, Any], edition: Edition) -> Game:
    """The game as it began, from its beginning."""
    from deedbox.editions import compiler

    try:
        check_names(about["names"])
        board = Board(compiler.numbers(edition))
        rules, seed = about.get("rules", {}), about.get("seed", 1)
        start: Game = new_game(board, edition.rules, rules, len(about["names"]), seed)
        if "given" in about:
            given(start, about["names"], about["given"])
    except (KnobError, GivenError, *_UNREADABLE) as error:
        raise StoryError(f"the game's beginning cannot be read: {error}") from None
    return start


class _Replay:
    """The nodes of core/history.py, each with the step that made it and the money that moved to it."""

    def __init__(self, story: Story, start: Any) -> None:
        self.story = story
        self.start = start
        self.games = [start]
        self.links = [(-1, -1, 0)]
        self.origin: list[Step | None] = [None]
        self.moved: list[list[Transfer]] = [[]]
        self.here = 0
        self.lost = False  # the state is not known
        self.last_seq = 0

    @property
    def game(self) -> Any:
        return self.games[self.here]

    def all(self, volume: Volume) -> None:
        for act in sorted(volume.acts.values(), key=lambda act: act.seq):
            if act.kind == saved.BEGIN:
                self.last_seq = act.seq
                continue
            if act.kind == saved.STEP:
                self._step(act)
            elif act.state is not None:
                self._anchor(act.state, act.seq, act.place)
            if act.played_s is not None:
                self.story.played_s = max(self.story.played_s, act.played_s)
            self.last_seq = act.seq
        if volume.saved and volume.where == KEPT:
            self._anchor(volume.saved.step.state, 0, f"games/{volume.game}.sav")
            self.story.played_s = max(self.story.played_s, volume.saved.step.played_s)
        if self.lost:
            text = "where the game stands is not known: its last steps cannot be played again"
            self.story.findings.append(Finding("lost", f"step {self.last_seq}", text))
        self.story.end = self.game

    # -- one act --

    def _step(self, act: Act) -> None:
        story = self.story
        try:
            command, used = record.read(act.text)
            if used != len(act.text):
                raise ValueError("more than a command")
        except _UNREADABLE:
            story.findings.append(Finding("unreadable", act.place, f"step {act.seq} cannot be read"))
            self.lost = True
            return
        remote = bool(command.pop("remote", 0))
        stand_in = bool(command.pop("stand_in", 0))
        before = None if self.lost else self.game
        step = Step(
            act.seq, command, act.text, remote, stand_in, -1, (), before, None, [], [], act.played_s,
            receipt(act.crc), act.place, act.crc,
        )  # fmt: skip
        story.steps.append(step)
        if not self.lost:
            try:
                self._do(step, dict(command))
            except _UNREADABLE as error:
                beyond = command["do"] in ("undo", "redo") and self.story.anchors
                if not beyond:  # what it takes back may lie before a hole; the box knew it
                    self._puzzle(act, f"the rules do not allow it here ({error})")
                self.lost = True
        if act.state is not None:
            self._hold_against(step, act)
        step.game = None if self.lost else self.game
        step.who, step.agreed = _consent(step, len(story.names))

    def _do(self, step: Step, command: dict[str, Any]) -> None:
        here, link = self.here, self.links[self.here]
        name = command["do"]
        if name == "undo":
            parent = link[0]
            new = history.undone(link, self.links[parent], here, _DEPTH)
            step.transfers = [
                Transfer(t.taker, t.giver, t.amount, TAKEN_BACK) for t in reversed(self.moved[here])
            ]
            self._mark(step, self.origin[here], True)
            self._add(self.games[parent], new, self.origin[parent], self.moved[parent])
        elif name == "redo":
            target = link[1]
            new = history.redone(link, self.links[target])
            step.transfers = list(self.moved[target])
            self._mark(step, self.origin[target], False)
            self._add(self.games[target], new, self.origin[target], self.moved[target])
        else:
            game = decide(self.game, command)
            step.command = command  # decide() has filled in who
            step.events = list(game.events)
            step.transfers = [Transfer(*event[1:5]) for event in game.events if event[0] == ev.PAID]
            self._add(game, (here, -1, 0), step, step.transfers)

    @staticmethod
    def _mark(step: Step, origin: Step | None, undone: bool) -> None:
        if origin is not None:
            origin.undone = undone
            step.undoes = origin.seq

    def _add(self, game: Any, link: tuple[int, int, int], origin: Step | None, moved: list[Transfer]) -> None:
        self.games.append(game)
        self.links.append(link)
        self.origin.append(origin)
        self.moved.append(moved)
        self.here = len(self.games) - 1

    def _hold_against(self, step: Step, act: Act) -> None:
        """The state on flash is right; where the replay differs, that is said."""
        assert act.state is not None
        if not self.lost and packed(self.game) == act.state:
            return
        if not self.lost:
            self._puzzle(act, "it does not lead to the state that stands beside it")
        step.transfers += self._go_on_from(act.state, act.seq, act.place)
        self.moved[self.here] = step.transfers
        self.origin[self.here] = step

    def _anchor(self, state: bytes, seq: int, place: str) -> None:
        """A state without a step: it must be the one where the game stands."""
        if not self.lost and packed(self.game) == state:
            return
        if not self.lost:
            if seq and seq == self.last_seq + 1:
                text = f"record {seq} is not the state that the steps before it lead to"
                self.story.findings.append(Finding("state-differs", place, text))
            else:
                self._missing(seq, place)
        moved = self._go_on_from(state, seq, place)
        if self.story.steps:
            self.story.steps[-1].transfers += moved
            self.story.steps[-1].game = self.game

    def _go_on_from(self, state: bytes, seq: int, place: str) -> list[Transfer]:
        """Stand there from now on; the money that must have moved meanwhile."""
        last = self.game
        try:
            game = packing.unpack(state, self.start.board, self.start.rules)
            if packed(game) != state or not packing.sound(game):
                raise BooksError("the state does not add up")
        except _UNREADABLE as error:
            self.story.findings.append(Finding("unreadable", place, f"the state cannot be read: {error}"))
            self.lost = True
            return []
        self.lost = False
        self._add(game, (-1, -1, 0), None, [])
        if seq:
            self.story.anchors.append((seq, state))
        return _difference(last, game)

    def _puzzle(self, act: Act, why: str) -> None:
        """Something does not follow: a hole in the numbers explains it, or nothing does."""
        if act.seq > self.last_seq + 1:
            self._missing(act.seq, act.place)
        else:
            self.story.findings.append(Finding("state-differs", act.place, f"step {act.seq}: {why}"))

    def _missing(self, seq: int, place: str) -> None:
        before = f"before record {seq}" if seq else "before it was put aside"
        text = f"steps {before} are not here any more; what they changed is shown as one sum"
        self.story.findings.append(Finding("missing", place, text, harmless=True))


def packed(game: Any) -> bytes:
    """The state as the journal has it."""
    buf = bytearray(1024)
    return bytes(buf[: packing.pack(game, buf)])


def _difference(last: Any, game: Any) -> list[Transfer]:
    """What moved between two states, as if through the bank."""
    found = []
    for account in [*range(game.players), POT]:
        change = game.cash[account] - last.cash[account]
        if change > 0:
            found.append(Transfer(BANK, account, change, UNRECORDED))
        elif change < 0:
            found.append(Transfer(account, BANK, -change, UNRECORDED))
    return found


_NOBODY = ("roll", "draw", "card", "throw", "end", "deal", "hammer", "time-up", "decline", "pass")
_EVERYONE = ("set-rule", "correct")


def _consent(step: Step, players: int) -> tuple[int, tuple[int, ...]]:
    """(whose doing it was, whose tokens the box asks for before it does that)."""
    command, game = step.command, step.before
    do = command["do"]
    who = command.get("by", command.get("a", game.turn if game else -1))
    if step.remote or do in _NOBODY:
        return who, ()
    if do in ("undo", "redo"):
        return who, tuple(_touched(step))
    if do in _EVERYONE:
        return who, tuple(p for p in range(players) if game is None or not game.out[p])
    if do in ("trade", "transfer"):
        ends = (command["a"], command["b"]) if do == "trade" else (command["from"], command["to"])
        return ends[0], tuple(p for p in ends if p < BANK)
    if do == "claim":
        payers = [t.giver for t in step.transfers if t.giver < BANK]
        return who, tuple(dict.fromkeys(payers)) or (who,)
    return who, (who,) if who >= 0 else ()


def _touched(step: Step) -> list[int]:
    """Whom a step back asks, as on the box: whose money, deeds or passes change; else who made the step."""
    now, old = step.before, step.game
    if now is None or old is None:
        return []
    who = {p for p in range(old.players) if (now.cash[p], now.out[p]) != (old.cash[p], old.out[p])}
    for deed in range(DEEDS):
        lists = (now.owner, now.level, now.mortgaged), (old.owner, old.level, old.mortgaged)
        if len({tuple(row[deed] for row in rows) for rows in lists}) > 1:
            who |= {now.owner[deed], old.owner[deed]}
    for deck in (0, 1):
        if now.held[deck] != old.held[deck]:
            who |= {now.held[deck], old.held[deck]}
    if not who:
        bid = phase(now) == "auction" and now.tasks[0][1] < now.players
        who = {now.tasks[0][1] if bid else decider(old)}
    return sorted(p for p in who if p < old.players)
