"""A game and its accounts as rows of text."""

from __future__ import annotations

from banker.core.board import BANK, POT
from banker.core.state import phase

from .accounts import Line, statement
from .phrases import Speaker
from .story import Step, Story, StoryError

LOG = ("step", "turn", "time", "what", "money", "agreed", "receipt")
LOG_RIGHT = ("step", "turn", "time")
STATEMENT = ("step", "what for", "with", "in", "out", "balance")
STATEMENT_RIGHT = ("step", "in", "out", "balance")


def clock(seconds: int | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}"


def head(story: Story, speaker: Speaker) -> list[str]:
    """What it is, and how it stands."""
    lines = [f"Game {story.game}: {story.edition.name}, {', '.join(story.names)}"]
    state = "over" if story.over else f"turn {story.end.turn_no}, phase {phase(story.end)}"
    receipt = f", receipt {story.steps[-1].receipt}" if story.steps else ""
    lines.append(f"{len(story.steps)} steps, played {clock(story.played_s)}, {state}{receipt}")
    worth = story.state()["worth"]
    for p in sorted(range(len(story.names)), key=lambda p: -worth[story.names[p]]):
        name = story.names[p]
        won = ", winner" if p in story.winners else ", out" if story.end.out[p] else ""
        cash = speaker.money(story.end.cash[p])
        lines.append(f"  {name}: cash {cash}, worth {speaker.money(worth[name])}{won}")
    return lines


def log(story: Story, speaker: Speaker) -> list[tuple[object, ...]]:
    """Every step, the power-ons between them, and what was taken back."""
    rows: list[tuple[object, ...]] = []
    powers = list(story.power_ons)
    for at, step in enumerate(story.steps):
        while powers and powers[0].after < step.seq:
            rows.append(_power(speaker, powers.pop(0).times))
        following = story.steps[at + 1].game if at + 1 < len(story.steps) else None
        rows.append(_row(story, speaker, step, following))
    return rows + [_power(speaker, power.times) for power in powers]


def _power(speaker: Speaker, times: int) -> tuple[object, ...]:
    text = speaker.word("power_on") if times == 1 else speaker.word("power_ons", times=times)
    return "BOOT", "", "", text, "", "", ""


def _row(story: Story, speaker: Speaker, step: Step, following: object) -> tuple[object, ...]:
    marks = [speaker.word(key) for key, is_so in _marks(step) if is_so]
    text = speaker.tell(step) + (f" [{', '.join(marks)}]" if marks else "")
    sums: dict[int, int] = {}
    for t in step.transfers:
        sums[t.giver] = sums.get(t.giver, 0) - t.amount
        sums[t.taker] = sums.get(t.taker, 0) + t.amount
    money = ", ".join(
        f"{story.names[p]} {amount:+}" for p, amount in sorted(sums.items()) if p < BANK and amount
    )
    agreed = ", ".join(story.names[p] for p in step.agreed)
    turn = step.game.turn_no if step.game is not None else "?"
    # The code is for the end of a turn: that is when it is written down.
    ends = following is None or getattr(following, "turn_no", turn) != turn
    return step.seq, turn, clock(step.played_s), text, money, agreed, step.receipt if ends else ""


def _marks(step: Step) -> tuple[tuple[str, bool], ...]:
    return ("undone", step.undone), ("host", step.remote), ("stand_in", step.stand_in)


def account(story: Story, name: str) -> int:
    """The number of the account that people call so."""
    lowered = {player.lower(): p for p, player in enumerate(story.names)}
    number = {"bank": BANK, "pot": POT, **lowered}.get(name.lower())
    if number is None:
        raise StoryError(f"nobody is called {name}; there are {', '.join([*story.names, 'bank', 'pot'])}")
    return number


def rows(story: Story, speaker: Speaker, number: int) -> list[tuple[object, ...]]:
    """One account's statement."""
    return [_line(speaker, line) for line in statement(story, number)]


def _line(speaker: Speaker, line: Line) -> tuple[object, ...]:
    reason = speaker.why(line.reason) + (f" [{speaker.word('undone')}]" if line.undone else "")
    came, went = (line.amount, "") if line.amount >= 0 else ("", -line.amount)
    return line.seq or "", reason, speaker.account(line.other), came, went, line.balance


def find_receipt(story: Story, code: str) -> list[Step]:
    """The steps after which the chain had this code."""
    return [step for step in story.steps if step.receipt == code.strip().upper()]
