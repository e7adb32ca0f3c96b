"""Plays an evening on each board by tokens, deeds and keys alone, and writes it down as a fixture.

.venv/bin/python tests/rig/evenings.py writes tests/fixtures/screens/evenings/. Each evening has rent, an
auction, a trade, building, a mortgage, a card, jail, a debt, a bankruptcy and an end; on its own board also
the battle or a power.
"""

from pathlib import Path

from desk import Desk

from banker.app.settings import DEFAULTS
from banker.core.ids import DEED_IDS, card_id
from banker.core.state import PHASES
from deedbox import editions

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "screens" / "evenings"
NAMES = ("Mum", "Dad", "Mia")
MUM, DAD, MIA = range(3)
TO_JAIL = 16 + 5  # the card of the Community Chest type that sends to jail, on every board
GIVEN = {"duel-masters": {"deeds": {"brown1": {"owner": "Dad"}}}}  # so that he may fight for its neighbour
RULES = {"duel-masters": {"dm_battle": True}, "spider-man": {"sm_doubles": True}}
IDS = (
    "BUY-1 RENT-1 RENT-3 AUCT-1 AUCT-6 SELL-10 BUILD-1 BUILD-7 MORT-1 CARD-2 CARD-8 JAIL-1 JAIL-8 "
    "BANKR-2 BANKR-4 BANKR-8 BANKR-10 BANKR-17 BANKR-19 S-4 S-23"
).split()
OWN = {"duel-masters": ["DM-1", "DM-5"], "spider-man": ["SM-1", "SM-4"], "zelda": ["ZEL-1", "ZEL-7"]}


class Evening(Desk):
    """A desk that remembers its inputs as the steps of a fixture."""

    def __init__(self, edition):
        self.steps = []
        super().__init__(edition, NAMES, RULES.get(edition), GIVEN.get(edition))
        self.ui.ask_ms = self.settings["ask_ms"] = DEFAULTS["ask_ms"]  # the pause of a real table

    def key(self, *keys):
        for key in keys:
            super().key(key)
            self.steps.append([("do", "key"), ("key", key)])
        return self

    def tap(self, kind, number=0):
        super().tap(kind, number)
        if kind == "token":
            tag = f"token:{number + 1}"
        elif kind == "card":
            tag = f"card:{card_id(number)}"
        else:
            tag = f"{kind}:{number}"
        self.steps.append([("do", "tap"), ("tag", tag)])
        return self

    def wait(self, ms):
        super().wait(ms)
        self.steps.append([("do", "wait"), ("ms", ms)])
        return self

    def beat(self, *commands):
        """These commands were done last; their result becomes what the fixture expects."""
        assert tuple(self.done[-len(commands) :]) == commands, (self.done, self.text())
        g = self.game
        facts = [("turn", NAMES[g.turn]), ("phase", "over" if g.over else PHASES[_phase(g)])]
        facts += [(f"players.{name}.cash", g.cash[seat]) for seat, name in enumerate(NAMES)]
        if g.over:
            facts[:1] = [("winners", [NAMES[p] for p in range(3) if g.winners >> p & 1])]
        self.steps[-1] += [(f"expect.{name}", value) for name, value in facts]
        return self

    def onward(self):
        """Close screens that only need to be read, until the game goes on."""
        for _ in range(12):
            keys = [key for key, _ in self.ui.inputs()]
            if self.ui.screen in ("turn.home", "table.the_end") or "#" not in keys:
                return self
            self.key("#")
        raise AssertionError(self.text())


def _phase(g):
    from banker.core.state import phase_number

    return phase_number(g)


def roll(evening, dice, deed=None):
    """Type both dice and confirm them, with the deed's own tag if there is one."""
    evening.key(*dice)
    evening.tap("deed", deed) if deed else evening.key("#")
    if evening.ui.screen == "turn.dice":
        evening.wait(6000)  # an owner may still ask for rent
    return evening


def play(edition):
    e = Evening(edition)
    # Mum buys; Dad comes by and pays.
    roll(e, "12", "brown2").tap("token", MUM).beat("roll", "buy")
    if edition == "duel-masters":
        battle(e)
    else:
        roll(e, "12", "brown2").tap("token", DAD).beat("roll", "claim")
    # Mia does not want her street: it is auctioned, and Dad has the last bid.
    roll(e, "56").key("B").tap("token", MIA).beat("roll", "decline")
    e.wait(1500).key("5", "0").tap("token", MUM).wait(1500).key("9", "0").tap("token", DAD).beat("bid", "bid")
    e.key("*").tap("token", MUM).tap("token", MIA).beat("pass", "pass").onward()
    # The other two of that colour.
    roll(e, "46", "pink2").tap("token", MUM).beat("roll", "buy")
    roll(e, "56", "pink3").tap("token", DAD).beat("roll", "buy")
    # A card sends Mia to jail.
    roll(e, "24").tap("card", TO_JAIL).beat("card").onward()
    # Mum sells her street to Dad, who has the whole colour then and builds three houses on each.
    e.key("D", "1").tap("deed", "pink2").tap("token", DAD).key(*"200").tap("token", MUM).tap("token", DAD)
    e.beat("trade").onward()
    e.tap("deed", "pink1").key("A").key(*"A" * 8).tap("token", DAD).beat("build").onward()
    # From jail Mia buys a cheap street for far too much.
    seller = e.game.owner[DEED_IDS.index("brown2")]
    e.key("D", "1").tap("deed", "brown2").tap("token", MIA).key(*"1300").tap("token", seller).tap(
        "token", MIA
    )
    e.beat("trade").onward()
    # Mum and Dad rest on the same corner; Mia pays her way out of jail, and meets Dad's houses.
    roll(e, "34").beat("roll").onward()
    roll(e, "24").beat("roll").onward()
    e.key("A").tap("token", MIA).beat("fine").onward()
    roll(e, "12", "pink2").tap("token", MIA).beat("roll", "claim")
    # She mortgages her only deed; it is not enough, so Dad gets everything.
    e.tap("deed", "brown2").key("B").tap("token", MIA).beat("mortgage")
    until(e.key("D"), MIA, "bankrupt").onward()
    e.tap("token", DAD).beat("redeem").onward()  # he pays the inherited loan back, without a second interest
    if edition == "spider-man":
        power(e)
    # Mum goes to bed, and Dad has won.
    until(e.key("D", "8"), MUM, "resign").onward()
    return e


def until(e, seat, command):
    """Tap the token and close screens to read, until the command is done."""
    for _ in range(8):
        if e.done[-1] == command:
            return e.beat(command)
        if ("token", seat) in e.offers():
            e.tap("token", seat)
        else:
            e.key("#")
    raise AssertionError(e.text())


def battle(e):
    """Dad fights for the creature instead of paying, and wins it."""
    roll(e, "12", "brown2").key("B").tap("token", DAD).key("5", "4", "#").beat("battle").onward()


def power(e):
    """Mum's double 2 brings her money instead of another roll."""
    roll(e, "22", "red3").tap("token", MUM).beat("roll", "buy")
    e.key("A").tap("token", MUM).beat("power").onward()


def write_fixture(e):
    """The evening as the text of a fixture."""
    rules = RULES.get(e.edition, {})
    board_name = editions.load_edition(e.edition).name
    lines = [
        f'name = "{board_name}: an evening of three, from the first roll to the end"',
        f"rule = {_toml(IDS + OWN.get(e.edition, []))}",
        f'edition = "{e.edition}"',
        f"players = {_toml(list(NAMES))}",
    ]
    for deed, facts in GIVEN.get(e.edition, {}).get("deeds", {}).items():
        lines += ["", "[given]", f'deeds.{deed}.owner = "{facts["owner"]}"']
    if rules:
        lines += ["", "[rules]", *(f"{name} = {_toml(value)}" for name, value in rules.items())]
    for step in e.steps:
        lines += ["", "[[step]]", *(f"{name} = {_toml(value)}" for name, value in step)]
    return "\n".join(lines) + "\n"


def _toml(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in editions.IDS:
        (FOLDER / f"{name}.toml").write_text(write_fixture(play(name)), encoding="utf-8")
