"""Turns packed states and records of a box into the contract's states and commands.

It uses the engine itself, with the board that the game is played on.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from banker.protocol import verbs
from deedbox.link import answers
from deedbox.link.errors import AnswerError, DeviceError, LinkError

if TYPE_CHECKING:
    from deedbox.editions.model import Edition
    from deedbox.link.session import Event, Session

_GAMES_MOST = 32
# What the box notes in the record of a command besides what somebody wanted.
NOTES = ("stand_in", "agreed", "rolled", "dealt")


class Game:
    """The parts of a game that never change: how it began, its board and its house rules."""

    def __init__(self, about: dict[str, Any], edition: Edition):
        from banker.core.board import Board
        from banker.core.setup.new_game import new_game
        from banker.core.setup.position import given
        from deedbox.editions import compiler

        self.about = about
        self.names: list[str] = about["names"]
        self.tokens: list[int] = list(about.get("tokens") or range(len(self.names)))  # by seat
        self.edition = edition
        self._board = Board(compiler.board_numbers(edition))
        with answers.reading(verbs.ABOUT):
            self.new: Any = new_game(  # the engine's game at its start
                self._board, edition.rules, about.get("rules", {}), len(self.names), about.get("seed", 1)
            )
            if "given" in about:
                given(self.new, self.names, about["given"])

    def start(self) -> dict[str, Any]:
        """The state at the beginning."""
        from banker.core.codec.state_json import state

        return state(self.new, self.names)

    def state(self, state_data: bytes) -> dict[str, Any]:
        from banker.core.codec.state_json import state

        game = self.unpack(state_data)
        with answers.reading(verbs.LOOK):
            return state(game, self.names)

    def unpack(self, state_data: bytes) -> Any:
        """The state as the engine's Game."""
        from banker.core.codec import state_bytes
        from banker.core.refusal import BooksError

        with answers.reading(verbs.LOOK):
            try:
                game = state_bytes.unpack(state_data, self._board, self.new.rules)
            except (BooksError, IndexError) as error:
                raise DeviceError("unreadable", str(error)) from None
        if game.players != len(self.names):
            raise AnswerError("LOOK", f"a state of {game.players} players in a game of {len(self.names)}")
        return game

    def word(self, kind: int, number: int) -> str:
        """The name that people use for the item of this tag; "" if there is none."""
        from banker.core import tags
        from banker.core.board import SPACE_OF

        if kind == tags.TOKEN:
            return self.names[self.tokens.index(number)] if number in self.tokens else ""
        return self.edition.spaces[SPACE_OF[number]].name if kind == tags.DEED and number < tags.DEEDS else ""


class KnownGames:
    """The games that this session has met, by their ids."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._games: dict[str, Game] = {}

    def game(self, game: str, beginning: int = 0) -> Game:
        """A game by its id. An earlier game than the current one needs the record of its beginning, too."""
        if game not in self._games:
            try:
                about = self._session.ask(verbs.ABOUT, struct.pack("<I", beginning))
            except DeviceError as error:
                if error.code != "gone" or not beginning:
                    raise
                # Its beginning was repeated in a newer record since.
                about = self._session.ask(verbs.ABOUT, struct.pack("<I", 0))
            self._learn(game, answers.about(about))
        return self._games[game]

    def event(self, record: answers.Record) -> Event | None:
        """The step of a record; None if nothing was done."""
        from banker.core.codec.command_bytes import read
        from deedbox.link.session import Event

        seq, name, text = record.seq, game_id(*record.game), record.text
        if record.kind == verbs.BEGUN:
            game = self._learn(name, answers.about(text, verbs.EVENTS))
            return Event(seq, name, {"do": "begin", **game.about}, False, game.start(), 0, game)
        if record.kind != verbs.STEPPED or not text:
            return None
        game = self.game(name, record.beginning)
        with answers.reading(verbs.EVENTS):
            command = read(text)[0]
            remote = bool(command.pop("remote", 0))
            for note in NOTES:
                command.pop(note, 0)
            if command["do"] == "draw":
                command.pop("card", 0)
            order = name_ids(command, game.names)
        state = game.state(record.state)
        return Event(seq, name, order, remote, state, record.played_s, game, text, record.state)

    def _learn(self, name: str, about: dict[str, Any]) -> Game:
        while len(self._games) >= _GAMES_MOST:
            del self._games[next(iter(self._games))]
        game = self._games[name] = Game(about, edition_of(self._session, about["edition"], about.get("hash")))
        return game


def edition_of(session: Session, name: str, edition_hash: str | None) -> Edition:
    """The edition with this hash: ours, or the one on the box."""
    from deedbox import editions
    from deedbox.editions import compiler

    if name in editions.IDS and editions.edition_hash(name) == edition_hash:
        return editions.load_edition(name)
    path = f"editions/{name}.bin"
    data = session.get(path)
    with answers.reading(verbs.GET):
        data_hash = compiler.hash_of_file(data)
    if data_hash != edition_hash:
        raise LinkError(f"the edition {name} on the box is not the one that its game began with")
    with answers.reading(verbs.GET):
        try:
            return compiler.decompile_edition(data, f"{path} on the box")
        except editions.EditionError as error:
            raise LinkError(str(error)) from None


def game_id(one: int, two: int) -> str:
    """A game's id, which is also the name of its files on the box."""
    return f"{one:08x}{two:04x}"


def name_ids(command: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """A command of the journal as the contract writes it, with names and ids instead of numbers."""
    from banker.core.board import BANK, POT
    from banker.core.ids import DECK_IDS, DEED_IDS, GROUP_IDS, card_id

    def player(number: int) -> str:
        return "bank" if number == BANK else "pot" if number == POT else names[number]

    def deeds(numbers: Any) -> list[str]:
        return [DEED_IDS[number] for number in numbers]

    def side(gives: dict[str, Any]) -> dict[str, Any]:
        return {**gives, "deeds": deeds(gives["deeds"])}

    out: dict[str, Any] = {}
    for key, value in command.items():
        if key in ("by", "from", "a", "b") or (key == "to" and isinstance(value, int)):
            out[key] = player(value)
        elif key == "deed":
            out[key] = DEED_IDS[value]
        elif key == "card":
            out[key] = card_id(value)
        elif key == "deck":
            out[key] = DECK_IDS[value]
        elif key == "group":
            out[key] = GROUP_IDS[value]
        elif key == "redeem":
            out[key] = deeds(value)
        elif key == "to":
            out[key] = {DEED_IDS[deed]: level for deed, level in value.items()}
        elif key == "deeds":
            out[key] = {names[number]: deeds(hand) for number, hand in value.items()}
        elif key in ("a_gives", "b_gives"):
            out[key] = side(value)
        elif key == "take":
            out[key] = bool(value)
        else:
            out[key] = list(value) if isinstance(value, tuple) else value
    return out
