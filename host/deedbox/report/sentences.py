"""The report's sentences, in one language and in the edition's words."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from banker.core.board import BANK, POT
from banker.core.state import hotel_step
from deedbox.games.phrases import Speaker
from deedbox.games.replay import Replay
from deedbox.report.statistics import Award, Moment, Statistics
from deedbox.token_colours import TOKENS

_NOBODY = "#8a8f98"  # the bank and the pot


@cache
def load_words(language: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"words-{language}.toml").read_text(encoding="utf-8"))


class Report:
    """A replay and its statistics in words, for page and PDF."""

    def __init__(self, replay: Replay, statistics: Statistics, language: str) -> None:
        self.replay = replay
        self.statistics = statistics
        self.language = language
        self.speaker = Speaker(replay, language)
        self._words = load_words(language)
        self._odds: list[str] | None = None

    def __call__(self, key: str, **slots: Any) -> str:
        return str(self._words["page"][key]).format(**slots)

    def name(self, account: int) -> str:
        return self.speaker.account(account)

    def colour(self, account: int) -> str:
        """The colour of the player's token."""
        if account in (BANK, POT):
            return _NOBODY
        tokens = self.replay.about.get("tokens") or range(len(self.replay.names))
        return TOKENS[tokens[account]]

    def money(self, amount: float) -> str:
        return self.speaker.money(round(amount))

    def times(self, count: int) -> str:
        return self({1: "once", 2: "twice"}.get(count, "often"), count=count)

    def join_names(self, names: list[str]) -> str:
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self('and')} {names[-1]}"

    # -- the top --

    def title(self) -> str:
        return self("title")

    def subtitle(self) -> str:
        return self("subtitle", edition=self.replay.edition.name, names=self.join_names(self.replay.names))

    def banner(self) -> str:
        if self.replay.over:
            winners = [self.replay.names[p] for p in self.replay.winners]
            return self("won" if len(winners) == 1 else "won_many", names=self.join_names(winners))
        leaders = self.statistics.leaders
        names = self.join_names([self.name(player) for player in leaders])
        return self("running" if len(leaders) == 1 else "running_many", names=names)

    def odds(self) -> list[str]:
        """Of a game that was stopped: who would have won, by simulated ends; nothing if that is not known."""
        from deedbox.lab.odds import REPORT_GAMES, find_odds, odds_sentences
        from deedbox.lab.sampling import LabError

        if self._odds is None:
            try:
                found = find_odds(self.replay.end, REPORT_GAMES)
                names = [self.name(player) for player in range(found.players)]
                self._odds = odds_sentences(found, names, self.language)
            except LabError:  # it is over, or the box only banks
                self._odds = []
        return self._odds

    def figures(self) -> list[tuple[str, str]]:
        """(number, what it counts)"""
        seconds = self.replay.played_s
        return [
            (f"{seconds // 3600}:{seconds // 60 % 60:02} h", self("played")),
            (str(self.replay.end.turn_no + 1), self("turns")),
            (str(len(self.statistics.rolls)), self("throws")),
            (self.money(sum(self.statistics.flows.values())), self("moved")),
            (self.receipt(), self("receipt")),
        ]

    def receipt(self) -> str:
        return self.replay.steps[-1].receipt if self.replay.steps else "–"

    def holdings(self, player: int) -> list[tuple[str, str]]:
        """What a player has at the end: (name, count or amount)."""
        end = self.replay.end
        mine = [deed for deed, owner in enumerate(end.owner) if owner == player]
        return [
            (self("cash"), self.money(end.cash[player])),
            (self("deeds"), str(len(mine))),
            *self._buildings(mine),
        ]

    def _buildings(self, mine: list[int]) -> list[tuple[str, str]]:
        top = hotel_step(self.replay.end)
        levels = [self.replay.end.level[deed] for deed in mine]
        hotels = levels.count(top)
        houses = sum(levels) - top * hotels
        counts = ((self.speaker.term("houses"), houses), (self.speaker.term("hotels"), hotels))
        return [(what, str(count)) for what, count in counts if count]

    def place(self, player: int) -> str:
        if player in self.replay.winners:
            return self("winner")
        if player in self.statistics.out:
            return self("out", turn=self.statistics.out[player])
        return ""

    # -- what happened --

    def moment(self, moment: Moment) -> str:
        details = dict(moment.details)
        if "other" in details:
            details["other"] = self.name(details["other"])
        if "deed" in details:
            details["deed"] = self.speaker.deed(details["deed"])
        if "deeds" in details:
            details["deeds"] = self.join_names([self.speaker.deed(deed) for deed in details["deeds"]])
        if "amount" in details:
            details["amount"] = self.money(details["amount"])
        hotel = self.speaker.term("hotel")
        sentence = str(self._words["moment"][moment.key])
        return sentence.format(who=self.name(moment.who), hotel=hotel, **details)

    def award(self, award: Award) -> tuple[str, str]:
        """(title, sentence)"""
        title, alone, together = self._words["award"][award.key]
        sentence = alone if len(award.who) == 1 else together
        details = dict(award.details)
        details["times"] = self.times(int(details["value"]))
        for key in ("value", "listed"):
            if key in details:
                details[key] = self.money(details[key])
        if "deed" in details:
            details["deed"] = self.speaker.deed(details["deed"])
        if "lot" in details:
            details["lot"] = self.speaker.lot(details["lot"])
        names = self.join_names([self.name(player) for player in award.who])
        return title, str(sentence).format(who=names, **details)

    # -- rows of tables --

    def dice_rows(self) -> list[list[str]]:
        rows = []
        for player in range(self.statistics.players):
            rolls = [roll for roll in self.statistics.rolls if roll.player == player]
            if not rolls:
                continue
            mean = sum(sum(roll.dice) for roll in rolls) / len(rolls)
            doubles = sum(roll.dice[0] == roll.dice[1] for roll in rolls)
            rows.append(
                [
                    self.name(player),
                    str(len(rolls)),
                    self.number(mean, 2),
                    f"{doubles} ({self.number(len(rolls) / 6, 1)})",
                ]
            )
        return rows

    def dice_head(self) -> list[str]:
        doubles = f"{self('doubles')} ({self('expected')})"
        return [self("player"), self("throws"), self("average"), doubles]

    def luck_head(self) -> list[str]:
        return [self("player"), self("spared")]

    def luck_rows(self) -> list[list[str]]:
        rollers = {roll.player for roll in self.statistics.rolls}
        return [[self.name(p), self.money(self.statistics.luck(p))] for p in sorted(rollers)]

    def number(self, value: float, digits: int) -> str:
        text = f"{value:.{digits}f}"
        return text.replace(".", ",") if self.language == "de" else text

    def auction_head(self) -> list[str]:
        return [self("turn"), self("lot"), self("winner"), self("price"), self("listed"), self("bids")]

    def auction_rows(self) -> list[list[str]]:
        return [
            [
                str(sale.turn),
                self.speaker.lot(sale.lot),
                self.name(sale.winner) if sale.winner >= 0 else self("nobody"),
                self.money(sale.price) if sale.winner >= 0 else "–",
                self.money(sale.list_price) if sale.list_price else "–",
                str(sale.bids),
            ]
            for sale in self.statistics.sales
        ]

    def trade_rows(self) -> list[tuple[int, int, str]]:
        """(turn, seat, sentence) of each trade, as the log tells it."""
        trades = [step for step in self.replay.steps_in_force if step.command["do"] == "trade"]
        return [
            (step.game.turn_no, step.who, self.speaker.sentence(step))
            for step in trades
            if step.game is not None
        ]

    def flow_accounts(self) -> list[int]:
        accounts = {account for pair in self.statistics.flows for account in pair}
        return [*range(self.statistics.players), *(account for account in (BANK, POT) if account in accounts)]

    def flow_rows(self) -> list[list[str]]:
        accounts, flows = self.flow_accounts(), self.statistics.flows

        def cell(giver: int, taker: int) -> str:
            return self.money(flows[giver, taker]) if (giver, taker) in flows else "–"

        return [[self.name(giver), *(cell(giver, taker) for taker in accounts)] for giver in accounts]

    def rent_rows(self) -> list[tuple[int, int, int]]:
        """(deed, amount, how often), the ten that earned most."""
        totals: dict[int, list[int]] = {}
        for rent in self.statistics.rents:
            row = totals.setdefault(rent.deed, [0, 0])
            row[0] += rent.amount
            row[1] += 1
        best = sorted(totals.items(), key=lambda item: (-item[1][0], item[0]))[:10]
        return [(deed, amount, count) for deed, (amount, count) in best]

    def games(self) -> list[str]:
        """Where the report comes from: whether the journal is sound, undos, power-ons."""
        replay = self.replay
        lines = []
        if replay.sound:
            lines.append(self("books_sound", game=replay.game, receipt=self.receipt()))
        else:
            lines.append(self("books_unsound"))
            lines += [str(finding) for finding in replay.findings if not finding.harmless]
        if replay.anchors:
            lines.append(self("books_gap"))
        undos = sum(step.command["do"] == "undo" for step in replay.steps)
        if undos:
            lines.append(self("undone", times=self.times(undos)))
        powers = sum(power.times for power in replay.power_ons)
        if powers:
            lines.append(self("powers", times=self.times(powers)))
        return lines
