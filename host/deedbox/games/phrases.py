"""Steps of a game as sentences, in English or German, with the edition's own names."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from banker.core import events as ev
from banker.core.board import BANK, DEED_AT, DEEDS, NO_DEED, POT, SPACE_OF
from banker.core.rules.auction import lot_of
from banker.core.state import (
    AMOUNT,
    AUCTION,
    CLAIM_DEED,
    CLAIM_PAYER,
    DEBT,
    DUE,
    EXTRA,
    KIND,
    OTHER,
    PLACE,
    RENT,
    THROW,
    WHO,
    hotel_step,
)
from banker.core.tasks import rented_deed, why_of
from banker.core.types import Task
from deedbox.editions.model import DECK_IDS, Edition
from deedbox.games.replay import UNRECORDED, WHY, Replay, Step, Transfer

_NO_BREAK_SPACE = "\u00a0"
# Commands whose sentence tells of no money, so that every payment is a note.
_UNPAID = ("roll", "end", "card", "draw", "throw", "land", "power", "battle", "jail-card", "jail")
# Payments that are a note wherever they happen, because no sentence is about them.
_ALWAYS_NOTED = (ev.GO_SALARY, ev.INTEREST_PAID, ev.JACKPOT, ev.BONUS)


@cache
def load_words(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name(f"words-{language}.toml").read_text(encoding="utf-8"))


class Speaker:
    """Writes sentences about one game."""

    def __init__(self, replay: Replay, language: str = "en") -> None:
        self.language = language
        self._story = replay
        self._edition: Edition = replay.edition
        self._words = load_words(language)

    # -- names of things --

    def account(self, number: int) -> str:
        if number in (BANK, POT):
            return self._words["word"]["bank" if number == BANK else "pot"]
        return self._story.names[number] if number >= 0 else "?"

    def _subject(self, number: int) -> str:
        """An account as the subject of a sentence."""
        if number in (BANK, POT):
            return self.word("the_bank" if number == BANK else "the_pot")
        return self.account(number)

    def _to_whom(self, number: int) -> str:
        """An account that gets something."""
        if number in (BANK, POT):
            return self.word("to_bank" if number == BANK else "to_pot")
        return self.account(number)

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
        return usual if usual and own == editions.load_edition("classic").terms[key] else own

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
        text = self._main(step)
        notes = [note for note in self._notes(step) if note]
        return text + (f" ({'; '.join(notes)})" if notes else "")

    def _main(self, step: Step) -> str:
        do = step.command["do"]
        if do == "trade":
            return self._trade(step)
        if do in ("undo", "redo"):
            origin = next((other for other in self._story.steps if other.seq == step.undoes), None)
            if origin is None:
                return self.word(f"{do}_unknown")
            return self._words["do"][do].format(step=origin.seq, what=self.sentence(origin))
        slots = self._slots(step)
        if do == "decline" and step.before is not None and step.before.tasks[0][KIND] == RENT:
            return self.word("no_fight", **slots)
        return self._words["do"][do].format(**slots)

    def _slots(self, step: Step) -> dict[str, Any]:
        c = step.command
        who = step.who if step.who >= 0 else c.get("by", -1)
        other = c["to"] if type(c.get("to")) is int else self._other(step, who)
        return {
            "who": self._subject(who),
            "other": self._to_whom(other),
            "payer": self._subject(c.get("from", self._payer(step))),
            "dice": self._dice(step),
            "to": self._to(step),
            "place": self.place(c["space"]) if "space" in c else "",
            "deed": self._deed(step),
            "buildings": self._buildings(step),
            "paid": self._amount(step, who),
            "rent": self._rent(step),
            "why": self._why(step, who),
            "amount": self.money(c.get("amount", 0)),
            "lot": self._lot(step),
            "card": self._card(step),
            "correction": self._correction(c),
            "hands": self._hands(step),
            "knob": c.get("knob", ""),
            "value": c.get("value", ""),
            "jail_pass": self.term("jail_pass"),
        }

    def _transfers(self, step: Step, who: int) -> list[Transfer]:
        """What this player paid and got, without what was never recorded."""
        return [t for t in step.transfers if t.why != UNRECORDED and who in (t.giver, t.taker)]

    def _amount(self, step: Step, who: int) -> str:
        payments = [t for t in self._transfers(step, who) if t.why not in _ALWAYS_NOTED] or self._transfers(
            step, who
        )
        if step.command["do"] == "redeem":  # the interest is part of it
            payments = self._transfers(step, who)
        if not payments and step.before is None:
            return "?"
        return self.money(abs(sum(t.amount if t.taker == who else -t.amount for t in payments)))

    def _other(self, step: Step, who: int) -> int:
        """To whom somebody pays; to whom everything goes when somebody leaves the game."""
        if step.command["do"] in ("bankrupt", "resign"):
            heirs = {event[ev.OWNED_OWNER] for event in step.events if event[0] == ev.OWNED}
            heirs |= {t.taker for t in step.transfers if t.giver == who and t.why == ev.ESTATE}
            players = [heir for heir in heirs if heir < BANK and heir != who]
            return players[0] if len(players) == 1 else BANK
        takers = [t.taker for t in self._transfers(step, who) if t.giver == who]
        return takers[0] if takers else -1

    def _why(self, step: Step, who: int) -> str:
        tasks = step.before.tasks if step.before is not None else []
        if step.command["do"] == "pay" and tasks and tasks[0][KIND] == DEBT:
            return self._debt_reason(tasks[0])
        reasons = [t.reason for t in self._transfers(step, who) if t.giver == who]
        return self.reason(reasons[0]) if reasons else "?"

    def _debt_reason(self, debt: Task) -> str:
        """Why somebody owes; a rent with its deed."""
        deed = rented_deed(debt)
        return self.reason(WHY[why_of(debt)]) + (f", {self.deed(deed)}" if deed != NO_DEED else "")

    # -- rent --

    def _payer(self, step: Step) -> int:
        """Whom the owner asked: the payer of the claim that this step closed."""
        if step.before is not None:
            for event in step.events:
                if event[0] == ev.CLAIM_CLOSED and not event[2]:
                    return int(step.before.claims[event[1]][CLAIM_PAYER])
            for claim in step.before.claims:
                if claim[CLAIM_DEED] == step.command.get("deed"):
                    return int(claim[CLAIM_PAYER])
        return -1

    def _rent(self, step: Step) -> str:
        """The rent that was asked for, whether it was paid, is a debt now, or still needs a roll."""
        payer = step.command.get("from", self._payer(step))
        for event in step.events:
            if event[0] == ev.PAID and event[1] == payer and event[4] == ev.RENT_PAID:
                return self.money(event[3])
            if event[0] == ev.TASKED and event[2 + WHO] == payer:
                if event[2 + KIND] == THROW:
                    return self.word("roll_decides")
                if event[2 + KIND] in (DEBT, DUE) and event[2 + EXTRA] & 0xFF == ev.RENT_PAID:
                    return self.money(event[2 + AMOUNT])
        return "?" if step.before is None else self.money(0)

    # -- trades --

    def _trade(self, step: Step) -> str:
        c = step.command
        gives = [(c["a"], c.get("a_gives") or {}), (c["b"], c.get("b_gives") or {})]
        (a, a_gives), (b, b_gives) = gives
        for giver, things, taker, price in ((a, a_gives, b, b_gives), (b, b_gives, a, a_gives)):
            if not _has_things(price) and (_has_things(things) or not price.get("cash")):
                slots = {
                    "who": self._subject(giver),
                    "other": self._to_whom(taker),
                    "things": self._side(things),
                    "cash": self.money(price.get("cash", 0)),
                }
                if not price.get("cash"):
                    return self.word("gift", **slots)
                if not things.get("cash"):
                    return self.word("sale", **slots)
        return str(self._words["do"]["trade"]).format(
            who=self._subject(a),
            other=self._to_whom(b),
            a_gives=self._side(a_gives),
            b_gives=self._side(b_gives),
        )

    def _side(self, gives: dict[str, Any]) -> str:
        parts = [self.money(gives["cash"])] if gives.get("cash") else []
        parts += map(self.deed, gives.get("deeds", ()))
        parts += [self.term("jail_pass")] * gives.get("jail_cards", 0)
        return ", ".join(parts) or self.word("nothing")

    # -- other parts of a sentence --

    def _dice(self, step: Step) -> str:
        rolls = [event for event in step.events if event[0] == ev.ROLLED]
        dice = tuple(step.command.get("dice") or (rolls[0][2:4] if rolls else ()))
        if not dice and step.command["do"] == "throw" and step.before is not None:
            # The box rolled; only the total is known.
            amounts = [t.amount for t in step.transfers if t.why == ev.RENT_PAID]
            amounts += [debt[AMOUNT] for debt in _new_debts(step)]
            return str(amounts[0] // step.before.tasks[0][AMOUNT]) if amounts else "?"
        return " + ".join(map(str, dice)) or "?"

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
            if task[KIND] in (AUCTION, THROW) or task[EXTRA] < DEEDS:
                return self.lot(task[EXTRA] & 0xFF)
        deed = DEED_AT[game.space[game.turn]]
        return self.deed(deed) if deed != NO_DEED else self.place(game.space[game.turn])

    def _lot(self, step: Step) -> str:
        if "kind" in step.command:
            return self.term(step.command["kind"])
        tasks = step.before.tasks if step.before is not None else ()
        if tasks and tasks[0][KIND] == AUCTION:
            return self.lot(lot_of(tasks[0]))
        return self.lot(tasks[0][EXTRA]) if tasks and tasks[0][KIND] == PLACE else "?"

    def _buildings(self, step: Step) -> str:
        """How many pieces were bought or sold on each street."""
        if step.before is None or step.game is None:
            to = step.command.get("to", {})
            return ", ".join(self.deed(deed) for deed in sorted(to)) or "?"
        top = hotel_step(step.before)
        parts = []
        for deed in range(DEEDS):
            low, high = sorted((step.before.level[deed], step.game.level[deed]))
            if low == high:
                continue
            hotels = int(high == top)
            pieces = [self._pieces("house", high - low - hotels), self._pieces("hotel", hotels)]
            what = f" {self.word('and')} ".join(piece for piece in pieces if piece)
            parts.append(self.word("built_on", what=what, deed=self.deed(deed)))
        return ", ".join(parts)

    def _pieces(self, kind: str, count: int) -> str:
        return f"{count} {self.term(kind if count == 1 else kind + 's')}" if count else ""

    def _card(self, step: Step) -> str:
        for event in step.events:
            if event[0] in (ev.DREW, ev.KEPT):
                return str(self._edition.cards[DECK_IDS[event[1]]][event[2]]["label"])
        return "?"

    def _correction(self, c: dict[str, Any]) -> str:
        """What a correction changed."""
        if c["do"] != "correct":
            return ""
        who, cash = self._subject(c["by"]), c.get("cash", 0)
        parts = []
        if cash:
            parts.append(self.word("gets" if cash > 0 else "pays", who=who, amount=self.money(abs(cash))))
        if c.get("space") is not None:
            parts.append(self.word("is_put", who=who, place=self.place(c["space"])))
        return "; ".join(parts)

    def _hands(self, step: Step) -> str:
        """The deeds that the opening deal gave to each player."""
        hands: dict[int, list[str]] = {}
        for event in step.events if step.command["do"] == "deal" else ():
            if event[0] == ev.OWNED:
                hands.setdefault(event[ev.OWNED_OWNER], []).append(self.deed(event[ev.OWNED_DEED]))
        parts = [f"{self._subject(seat)}: {', '.join(deeds)}" for seat, deeds in sorted(hands.items())]
        return f": {'; '.join(parts)}" if parts else ""

    # -- what a step caused besides --

    def _notes(self, step: Step) -> list[str]:
        do = step.command["do"]
        if do in ("undo", "redo"):
            return []
        notes = []
        moves = 0
        to_jail = any(event[0] == ev.JAILED for event in step.events)
        for event in step.events:
            code = event[0]
            if code == ev.MOVED:
                moves += 1
                if (moves > 1 or do not in ("roll", "correct")) and not to_jail:
                    notes.append(self.word("comes_to", place=self.place(event[2])).lstrip(", "))
            elif code == ev.PAID:
                notes.append(self._payment(event, do))
            else:
                notes.append(self._event(event, do))
        notes += self._auction(step)
        notes += [
            self._words["note"]["owes"].format(
                who=self._subject(debt[WHO]),
                other=self._to_whom(debt[OTHER]),
                amount=self.money(debt[AMOUNT]),
                why=self._debt_reason(debt),
            )
            for debt in _new_debts(step)
        ]
        if any(event[0] == ev.OVER for event in step.events):
            notes.append(self._words["note"]["over"])
        return notes

    def _event(self, event: tuple[int, ...], do: str) -> str:
        note = self._words["note"]
        if event[0] == ev.JAILED and do != "jail":
            return note["jailed"]
        if event[0] == ev.OWNED and do in ("battle", "power"):
            return note["gets"].format(who=self._subject(event[2]), deed=self.deed(event[1]))
        if event[0] == ev.RETIRED and do not in ("bankrupt", "resign"):
            return note["out"].format(who=self._subject(event[1]))
        return ""

    def _payment(self, event: tuple[int, ...], do: str) -> str:
        """A payment that the sentence does not tell of."""
        _, giver, taker, amount, why = event
        note = self._words["note"]
        if why not in _ALWAYS_NOTED and do not in _UNPAID or do in ("salary", "redeem"):
            return ""
        slots = {"who": self._subject(giver), "other": self._to_whom(taker), "amount": self.money(amount)}
        if why == ev.GO_SALARY:
            return note["salary"].format(amount=self.money(amount))
        if why in (ev.RENT_PAID, ev.TAXES, ev.INTEREST_PAID):
            key = {ev.RENT_PAID: "rent", ev.TAXES: "tax"}.get(why, "interest")
            return note[key].format(**slots)
        return note["pays"].format(why=self.reason(WHY[why]), **slots)

    def _auction(self, step: Step) -> list[str]:
        """Whether an auction began, and how one ended."""
        note = self._words["note"]
        if step.before is None or step.game is None:
            return []
        before, after = _lot_now(step.before), _lot_now(step.game)
        notes = []
        if before is not None and after != before:
            sales = [t for t in step.transfers if t.why == ev.AUCTIONED and t.taker == BANK]
            slots = {"deed": self.lot(before)}
            if sales:
                slots |= {"who": self._subject(sales[0].giver), "amount": self.money(sales[0].amount)}
            notes.append(note["sold" if sales else "unsold"].format(**slots))
        if after is not None and after != before and step.command["do"] != "auction-building":
            notes.append(note["auctioned"].format(deed=self.lot(after)))
        return notes


def _has_things(gives: dict[str, Any]) -> bool:
    return bool(gives.get("deeds") or gives.get("jail_cards"))


def _lot_now(game: Any) -> int | None:
    """What is auctioned now; None: nothing."""
    return lot_of(game.tasks[0]) if game.tasks and game.tasks[0][KIND] == AUCTION else None


def _new_debts(step: Step) -> list[Task]:
    """What somebody owes since this step, in the order in which it is paid."""
    if step.before is None or step.game is None:
        return []
    old = [task for task in step.before.tasks if task[KIND] in (DEBT, DUE)]
    debts = []
    for task in step.game.tasks:
        if task[KIND] not in (DEBT, DUE):
            continue
        # A payment that waited in the line is no news when it becomes the debt in hand.
        same = [other for other in old if other[WHO:] == task[WHO:]]
        if same:
            old.remove(same[0])
        else:
            debts.append(task)
    return debts
