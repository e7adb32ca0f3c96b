"""The report's sentences, in one language and in the edition's words."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from banker.core.board import BANK, POT
from banker.core.state import hotel_step
from deedbox.games.phrases import Speaker
from deedbox.games.story import Story

from .facts import Award, Facts, Moment

# Seen apart by people who see few colours, and on light and dark paper alike.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#8a8f1f")


@cache
def words(language: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"words-{language}.toml").read_text(encoding="utf-8"))


class Telling:
    """A story with its facts, ready to be put on paper."""

    def __init__(self, story: Story, facts: Facts, language: str) -> None:
        self.story = story
        self.facts = facts
        self.language = language
        self.speaker = Speaker(story, language)
        self._words = words(language)

    def __call__(self, key: str, **facts: Any) -> str:
        return str(self._words["page"][key]).format(**facts)

    def name(self, account: int) -> str:
        return self.speaker.account(account)

    def colour(self, account: int) -> str:
        return COLOURS[account % len(COLOURS)] if account not in (BANK, POT) else "#8a8f98"

    def money(self, amount: float) -> str:
        return self.speaker.money(round(amount))

    def times(self, count: int) -> str:
        return self({1: "once", 2: "twice"}.get(count, "often"), count=count)

    def listed(self, names: list[str]) -> str:
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self('and')} {names[-1]}"

    # -- the top --

    def title(self) -> str:
        return self("title")

    def subtitle(self) -> str:
        return self("subtitle", edition=self.story.edition.name, names=self.listed(self.story.names))

    def banner(self) -> str:
        if self.story.over:
            winners = [self.story.names[p] for p in self.story.winners]
            return self("won" if len(winners) == 1 else "won_many", names=self.listed(winners))
        return self("running", name=self.name(self.facts.order[0]))

    def figures(self) -> list[tuple[str, str]]:
        """(number, what it counts)"""
        seconds = self.story.played_s
        return [
            (f"{seconds // 3600}:{seconds // 60 % 60:02} h", self("played")),
            (str(self.story.end.turn_no + 1), self("turns")),
            (str(len(self.facts.throws)), self("throws")),
            (self.money(sum(self.facts.flows.values())), self("moved")),
            (self.receipt(), self("receipt")),
        ]

    def receipt(self) -> str:
        return self.story.steps[-1].receipt if self.story.steps else "–"

    def standing(self, player: int) -> list[tuple[str, str]]:
        """What a player has at the end: (what, how much)."""
        end = self.story.end
        mine = [deed for deed, owner in enumerate(end.owner) if owner == player]
        return [
            (self("cash"), self.money(end.cash[player])),
            (self("deeds"), str(len(mine))),
            *self._buildings(mine),
        ]

    def _buildings(self, mine: list[int]) -> list[tuple[str, str]]:
        top = hotel_step(self.story.end)
        levels = [self.story.end.level[deed] for deed in mine]
        hotels = levels.count(top)
        houses = sum(levels) - top * hotels
        counted = ((self.speaker.term("houses"), houses), (self.speaker.term("hotels"), hotels))
        return [(what, str(count)) for what, count in counted if count]

    def place(self, player: int) -> str:
        if player in self.story.winners:
            return self("winner")
        if player in self.facts.out:
            return self("out", turn=self.facts.out[player] + 1)
        return ""

    # -- what happened --

    def moment(self, moment: Moment) -> str:
        told = dict(moment.facts)
        if "other" in told:
            told["other"] = self.name(told["other"])
        if "deed" in told:
            told["deed"] = self.speaker.deed(told["deed"])
        if "deeds" in told:
            told["deeds"] = self.listed([self.speaker.deed(deed) for deed in told["deeds"]])
        if "amount" in told:
            told["amount"] = self.money(told["amount"])
        hotel = self.speaker.term("hotel")
        sentence = str(self._words["moment"][moment.key])
        return sentence.format(who=self.name(moment.who), hotel=hotel, **told)

    def award(self, award: Award) -> tuple[str, str]:
        """(title, sentence)"""
        title, sentence = self._words["award"][award.key]
        told = dict(award.facts)
        told["times"] = self.times(int(told["value"]))
        for key in ("value", "listed"):
            if key in told:
                told[key] = self.money(told[key])
        if "deed" in told:
            told["deed"] = self.speaker.deed(told["deed"])
        if "lot" in told:
            told["lot"] = self.speaker.lot(told["lot"])
        return title, str(sentence).format(who=self.name(award.who), **told)

    # -- rows of tables --

    def dice_rows(self) -> list[list[str]]:
        rows = []
        for player in range(self.facts.players):
            mine = [t for t in self.facts.throws if t.player == player]
            if not mine:
                continue
            mean = sum(sum(t.dice) for t in mine) / len(mine)
            doubles = sum(t.dice[0] == t.dice[1] for t in mine)
            rows.append(
                [
                    self.name(player),
                    str(len(mine)),
                    self._number(mean, 2),
                    f"{doubles} ({self._number(len(mine) / 6, 1)})",
                ]
            )
        return rows

    def dice_head(self) -> list[str]:
        doubles = f"{self('doubles')} ({self('expected')})"
        return [self("player"), self("throws"), self("average"), doubles]

    def luck_head(self) -> list[str]:
        return [self("player"), self("spared")]

    def luck_rows(self) -> list[list[str]]:
        thrown = {t.player for t in self.facts.throws}
        return [[self.name(p), self.money(self.facts.luck(p))] for p in sorted(thrown)]

    def _number(self, value: float, digits: int) -> str:
        text = f"{value:.{digits}f}"
        return text.replace(".", ",") if self.language == "de" else text

    def auction_head(self) -> list[str]:
        return [self("turn"), self("lot"), self("winner"), self("price"), self("listed"), self("bids")]

    def auction_rows(self) -> list[list[str]]:
        return [
            [
                str(sale.turn + 1),
                self.speaker.lot(sale.lot),
                self.name(sale.winner) if sale.winner >= 0 else self("nobody"),
                self.money(sale.price) if sale.winner >= 0 else "–",
                self.money(sale.listed) if sale.listed else "–",
                str(sale.bids),
            ]
            for sale in self.facts.sales
        ]

    def flow_accounts(self) -> list[int]:
        used = {account for pair in self.facts.flows for account in pair}
        return [*range(self.facts.players), *(account for account in (BANK, POT) if account in used)]

    def flow_rows(self) -> list[list[str]]:
        accounts = self.flow_accounts()
        return [
            [
                self.name(giver),
                *(self.money(self.facts.flows[giver, taker]) if (giver, taker) in self.facts.flows else "–"
                  for taker in accounts),
            ]
            for giver in accounts
        ]  # fmt: skip

    def rent_rows(self) -> list[tuple[int, int, int]]:
        """(deed, sum, how often), the best ten."""
        sums: dict[int, list[int]] = {}
        for rent in self.facts.rents:
            row = sums.setdefault(rent.deed, [0, 0])
            row[0] += rent.amount
            row[1] += 1
        best = sorted(sums.items(), key=lambda item: (-item[1][0], item[0]))[:10]
        return [(deed, amount, count) for deed, (amount, count) in best]

    def books(self) -> list[str]:
        """What is to be said about where all this comes from."""
        story = self.story
        lines = []
        if story.sound:
            lines.append(self("books_sound", game=story.game, receipt=self.receipt()))
        else:
            lines.append(self("books_unsound"))
            lines += [str(finding) for finding in story.findings if not finding.harmless]
        if story.anchors:
            lines.append(self("books_gap"))
        undone = sum(step.command["do"] == "undo" for step in story.steps)
        if undone:
            lines.append(self("undone", times=self.times(undone)))
        powers = sum(power.times for power in story.power_ons)
        if powers:
            lines.append(self("powers", times=self.times(powers)))
        return lines
