"""Steps of a game as sentences, in English or German, with the edition's own names."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from banker.core import events as ev
from banker.core.board import BANK, DEED_AT, DEEDS, NO_DEED, POT, SPACE_OF
from banker.core.state import AUCTION, THROW
from deedbox.editions.model import DECK_IDS, Edition
from deedbox.games.replay import Replay, Step

_NO_BREAK_SPACE = "\u00a0"


@cache
def words(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name(f"words-{language}.toml").read_text(encoding="utf-8"))


class Speaker:
    """Writes sentences about one game."""

    def __init__(self, replay: Replay, language: str = "en") -> None:
        self.language = language
        self._story = replay
        self._edition: Edition = replay.edition
        self._words = words(language)

    # -- names of things --

    def account(self, number: int) -> str:
        if number in (BANK, POT):
            return self._words["word"]["bank" if number == BANK else "pot"]
        return self._story.names[number] if number >= 0 else "?"

    def place(self, space: int) -> str:
        return self._edition.spaces[space].name

    def deed(self, number: int) -> str:
        return self.place(SPACE_OF[number])

    def lot(self, number: int) -> str:
        return self.deed(number) if number < DEEDS else self.term(("house", "hotel")[number - DEEDS])

    def term(self, key: str) -> str:
        """The edition's own word; the language's word where the edition has the usual English one."""
        from deedbox import editions

        own = self._edition.terms[key]
        usual = self._words["word"].get(key)
        return usual if usual and own == editions.load("classic").terms[key] else own

    def money(self, amount: int) -> str:
        digits = f"{abs(amount):,}"
        symbol = self._edition.currency["symbol"]
        sign = "−" if amount < 0 else ""
        if self.language == "de":
            return f"{sign}{digits.replace(',', '.')}{_NO_BREAK_SPACE}{symbol}".rstrip()
        return f"{sign}{digits}{_NO_BREAK_SPACE}{symbol}" if symbol.isalnum() else f"{sign}{symbol}{digits}"

    def reason(self, reason: str) -> str:
        return self._words["why"][reason]

    def word(self, key: str, **slots: Any) -> str:
        return self._words["word"][key].format(**slots)

    # -- a step --

    def sentence(self, step: Step) -> str:
        """One sentence about a step; what else it caused is in brackets."""
        text = self._words["do"][step.command["do"]].format(**self._slots(step))
        notes = [note for note in self._notes(step) if note]
        return text + (f" ({'; '.join(notes)})" if notes else "")

    def _slots(self, step: Step) -> dict[str, Any]:
        c, game = step.command, step.before
        do = c["do"]
        who = c.get("by", c.get("a", step.who))
        own_transfers = [t for t in step.transfers if who in (t.giver, t.taker)]
        payers = [t.giver for t in step.transfers if t.taker == who and t.giver < BANK]
        other = c.get("b", c["to"] if type(c.get("to")) is int else -1)
        if do == "transfer":
            who = -1
        return {
            "who": self.account(who),
            "other": self.account(other),
            "payer": self.account(c.get("from", payers[0] if payers else -1)),
            "dice": self._dice(step),
            "to": self._to(step),
            "place": self.place(c["space"]) if "space" in c else "",
            "deed": self._deed(step),
            "deeds": ", ".join(map(self.deed, self._deeds(step))),
            "paid": self.money(abs(sum(t.amount if t.taker == who else -t.amount for t in own_transfers))),
            "amount": self.money(c.get("amount", 0)),
            "lot": self.lot(game.tasks[0][4] & 0xFF) if game and game.tasks else "?",
            "card": self._card(step),
            "a_gives": self._side(c.get("a_gives")),
            "b_gives": self._side(c.get("b_gives")),
            "knob": c.get("knob", ""),
            "value": c.get("value", ""),
            "cash": f": {self.money(c['cash'])}" if c.get("cash") else "",
            "undoes": step.undoes if step.undoes is not None else "?",
            "jail_pass": self.term("jail_pass"),
        }

    def _dice(self, step: Step) -> str:
        rolls = [event for event in step.events if event[0] == ev.ROLLED]
        dice = tuple(step.command.get("dice") or (rolls[0][2:4] if rolls else ()))
        if not dice and step.command["do"] == "throw" and step.before is not None and step.transfers:
            return str(
                step.transfers[0].amount // step.before.tasks[0][3]
            )  # the box rolled; only the total is known
        if not dice:
            return "?"
        return f" {self.word('and')} ".join(map(str, dice))

    def _to(self, step: Step) -> str:
        moves = [event for event in step.events if event[0] == ev.MOVED]
        if moves:
            return self.word("comes_to", place=self.place(moves[0][2]))
        if step.command["do"] == "roll" and step.game is not None and step.game.jailed[step.command["by"]]:
            return self.word("stays")
        return ""

    def _deed(self, step: Step) -> str:
        if "deed" in step.command:
            return self.deed(step.command["deed"])
        game = step.before
        if game is None:
            return "?"
        for task in game.tasks[:1]:
            if task[0] in (AUCTION, THROW) or task[4] < DEEDS:
                return self.lot(task[4] & 0xFF)
        deed = DEED_AT[game.space[game.turn]]
        return self.deed(deed) if deed != NO_DEED else self.place(game.space[game.turn])

    @staticmethod
    def _deeds(step: Step) -> list[int]:
        to = step.command.get("to")
        if isinstance(to, dict):
            return sorted(to)
        return [step.command["deed"]] if "deed" in step.command else []

    def _card(self, step: Step) -> str:
        for event in step.events:
            if event[0] in (ev.DREW, ev.KEPT):
                return str(self._edition.cards[DECK_IDS[event[1]]][event[2]]["label"])
        return "?"

    def _side(self, gives: dict[str, Any] | None) -> str:
        gives = gives or {}
        parts = [self.money(gives["cash"])] if gives.get("cash") else []
        parts += map(self.deed, gives.get("deeds", ()))
        parts += [self.term("jail_pass")] * gives.get("jail_cards", 0)
        return ", ".join(parts) or self.word("nothing")

    def _notes(self, step: Step) -> list[str]:
        """What a step caused besides what its sentence says."""
        note = self._words["note"]
        do = step.command["do"]
        notes = []
        moves = 0
        for event in step.events:
            code = event[0]
            if code == ev.MOVED:
                moves += 1
                jailed = any(other[0] == ev.JAILED for other in step.events)
                if (moves > 1 or do not in ("roll", "correct")) and not jailed:
                    notes.append(self.word("comes_to", place=self.place(event[2])).lstrip(", "))
            elif code == ev.JAILED and do != "jail":
                notes.append(note["jailed"])
            elif code == ev.OWNED and do in ("bid", "pass", "hammer", "battle"):
                prices = [t.amount for t in step.transfers if t.why == ev.AUCTIONED]
                amount = self.money(prices[0] if prices else 0)
                notes.append(note["sold"].format(
                    who=self.account(event[2]), deed=self.deed(event[1]), amount=amount
                ))  # fmt: skip
            elif code == ev.RETIRED and do not in ("bankrupt", "resign"):
                notes.append(note["out"].format(who=self.account(event[1])))
            elif code == ev.OVER:
                notes.append(note["over"])
            elif code == ev.PAID and do in ("roll", "card", "draw", "throw", "land", "power"):
                notes.append(self._money_note(event))
        return notes

    def _money_note(self, event: tuple[int, ...]) -> str:
        _, giver, taker, amount, why = event
        note = self._words["note"]
        if why == ev.GO_SALARY:
            return note["salary"].format(amount=self.money(amount))
        if why == ev.RENT_PAID:
            return note["rent"].format(
                who=self.account(giver), other=self.account(taker), amount=self.money(amount)
            )
        if why == ev.TAXES:
            return note["tax"].format(amount=self.money(amount))
        return f"{self.account(giver)} → {self.account(taker)} {self.money(amount)}"
