"""deedbox watch"""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from deedbox.cli.games import language_option
from deedbox.cli.output import json_option, one_line, print_note
from deedbox.cli.target import choose_target, on_option
from deedbox.safe_text import safe_text

if TYPE_CHECKING:
    from rich.console import Group

    from deedbox.link import Look, Session
    from deedbox.play.game_log import GameLog

_BEFORE = 20  # records from before the start, for the log
_LOG_LINES = 8
_WAIT_S = 1.0
_TABLE_LEAST = 60  # columns of the terminal, for a table of the players


@click.command()
@on_option
@click.option("--since", type=click.IntRange(0), metavar="SEQ", help="Begin after this record, not now.")
@language_option
@json_option
def command(on: str | None, since: int | None, language: str, as_json: bool) -> None:
    """Follow a game live: the table in the terminal, or a line for each step with --json or in a pipe.

    Ctrl-C ends it. It waits for a box that is switched off.
    """
    from deedbox import devices
    from deedbox.link import LinkError

    target = choose_target(on)
    live = sys.stdout.isatty() and not as_json
    follow = _Table(language) if live else _Lines(as_json, since, language)
    connected = False
    with suppress(KeyboardInterrupt):
        while True:
            try:
                with devices.open_session(target) as box:
                    connected = True
                    follow.run(box)
            except (LinkError, devices.NoDeviceError) as error:
                if not connected:
                    raise
                follow.lost(one_line(str(error)))
                time.sleep(_WAIT_S)


class _Lines:
    """A line for each step: JSON for programs, words in a pipe."""

    def __init__(self, as_json: bool, since: int | None, language: str) -> None:
        self._json = as_json
        self._language = language
        self._since = since
        self._last_note = ""

    def run(self, box: Session) -> None:
        from deedbox.play.game_log import GameLog

        self._last_note = ""
        look = box.look()
        story = GameLog()
        if self._since is None or self._since > look.seq:
            self._since = look.seq
            self._print(look.seq, look.game, None, False, look.state)
        # A sentence needs the state before its step, so the log begins a little earlier.
        for event in box.events(max(0, self._since - _BEFORE)):
            story.add(event)
            if event.seq <= self._since:
                continue
            self._since = event.seq
            if self._json:
                self._print(event.seq, event.game, event.command, event.remote, event.state)
            else:
                print(f"{event.seq:5} {log_line(story.lines(event.game)[0], self._language)}", flush=True)

    def _print(
        self, seq: int, game: str, command: dict[str, Any] | None, remote: bool, state: dict[str, Any]
    ) -> None:
        if self._json:
            line = {"seq": seq, "game": game, "command": command, "remote": remote, "state": state}
            print(json.dumps(line), flush=True)

    def lost(self, why: str) -> None:
        if why != self._last_note:
            print_note(f"{why}; waiting for it")
            self._last_note = why


class _Table:
    """The whole table, drawn again when something has changed."""

    def __init__(self, language: str) -> None:
        self._language = language

    def run(self, box: Session) -> None:
        from rich.live import Live

        from deedbox.play.game_log import GameLog

        story = GameLog()
        look = box.look()
        since = max(0, look.seq - _BEFORE)
        with Live(auto_refresh=False) as live:
            while True:
                if look.game:
                    for event in box.events(since, timeout_s=0):
                        story.add(event)
                        since = event.seq
                live.update(draw_table(look, story, self._language, live.console.width), refresh=True)
                while not box.wait(look, _WAIT_S):
                    pass
                look = box.look()

    def lost(self, why: str) -> None:
        print_note(f"{why}; waiting for it")


def draw_table(look: Look, story: GameLog, language: str = "en", width: int = 80) -> Group:
    """The display, the players and the last steps, for a terminal that is so many columns wide."""
    from rich import box
    from rich.columns import Columns
    from rich.console import Group
    from rich.panel import Panel
    from rich.text import Text

    rows = Text("\n".join(safe_text(row).ljust(21) for row in look.rows))
    parts: list[Any] = [Panel(rows, box=box.ROUNDED, title=one_line(look.edition) or None, expand=False)]
    if look.state:
        parts.append(_player_rows(look) if width >= _TABLE_LEAST else _player_lines(look))
    lines = [
        Text(f"{line['seq']:5} {log_line(line, language)}") for line in story.lines(look.game)[:_LOG_LINES]
    ]
    return Group(Columns(parts, padding=(0, 2)), *lines)


def _player_lines(look: Look) -> Any:
    """Three lines for each player, for a narrow terminal."""
    from rich.text import Text

    lines = []
    for mark, name, cash, worth, deeds, where in _player_cells(look):
        lines.append(f"{mark or ' '} {name} {cash}")
        lines += [f"    worth {worth}, deeds {deeds}", f"    {where}"]
    return Text("\n".join(lines))


def _player_rows(look: Look) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name, right in (("", False), ("player", False), ("cash", True), ("worth", True), ("deeds", True)):
        table.add_column(name, justify="right" if right else "left")
    table.add_column("is on")
    for cells in _player_cells(look):
        table.add_row(*map(Text, cells))
    return table


def _player_cells(look: Look) -> list[tuple[str, str, str, str, str, str]]:
    """A mark, the name, cash, worth, number of deeds and the place of each player."""
    state = look.state
    places = _space_names(look.edition)
    rows = []
    for name in look.names:
        player = state["players"][name]
        deeds = sum(deed["owner"] == name for deed in state["deeds"].values())
        where = "out" if player["out"] else "in jail" if player["in_jail"] else places[player["space"]]
        mark = "*" if name in state["winners"] else ">" if name == state["turn"] else ""
        amounts = (str(player["cash"]), str(state["worth"][name]), str(deeds))
        rows.append((mark, one_line(name), *amounts, one_line(where)))
    return rows


def _space_names(edition: str) -> list[str]:
    from deedbox import editions

    if edition in editions.IDS:
        return [space.name for space in editions.load_edition(edition).spaces]
    return [f"space {number}" for number in range(40)]


def log_line(line: dict[str, Any], language: str = "en") -> str:
    """A step of the log in one line: its sentence as in `deedbox games show`, and whose money changed."""
    from deedbox.games.phrases import load_words

    phrases = load_words(language)["word"]
    known = {"undone": phrases["undone"], "remote": phrases["host"]}
    words = [line["text"][language]]
    words += [f"({', '.join(f'{name} {change:+}' for name, change in line['changes'].items())})"] * bool(
        line["changes"]
    )
    marks = [known[key] for key in ("undone", "remote") if line[key]]
    words += [f"[{', '.join(marks)}]"] * bool(marks)
    return one_line(" ".join(words))
