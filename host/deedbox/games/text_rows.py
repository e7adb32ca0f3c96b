"""A game and its accounts as rows of text."""

from __future__ import annotations

from banker.core.board import BANK, POT
from banker.core.state import phase
from deedbox.games.accounts import Line, account_statement
from deedbox.games.found_games import PowerOn
from deedbox.games.phrases import Speaker
from deedbox.games.replay import Replay, ReplayError, Step

LOG = ("step", "turn", "time", "what", "money", "agreed", "receipt")
LOG_RIGHT = ("step", "turn", "time")
STATEMENT = ("step", "what for", "with", "in", "out", "balance")
STATEMENT_RIGHT = ("step", "in", "out", "balance")


def hours_and_minutes(seconds: int | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}"


def heading_lines(replay: Replay, speaker: Speaker) -> list[str]:
    """The lines above the log: which game it is, and what everybody has."""
    lines = [f"Game {replay.game}: {replay.edition.name}, {', '.join(replay.names)}"]
    state = "over" if replay.over else f"turn {replay.end.turn_no}, phase {phase(replay.end)}"
    receipt = f", receipt {replay.steps[-1].receipt}" if replay.steps else ""
    lines.append(f"{len(replay.steps)} steps, played {hours_and_minutes(replay.played_s)}, {state}{receipt}")
    worth = replay.state()["worth"]
    for p in sorted(range(len(replay.names)), key=lambda p: -worth[replay.names[p]]):
        name = replay.names[p]
        won = ", winner" if p in replay.winners else ", out" if replay.end.out[p] else ""
        cash = speaker.money(replay.end.cash[p])
        lines.append(f"  {name}: cash {cash}, worth {speaker.money(worth[name])}{won}")
    return lines


def log_rows(replay: Replay, speaker: Speaker) -> list[tuple[object, ...]]:
    """Every step, also those taken back, and the power-ons between them."""
    rows: list[tuple[object, ...]] = []
    powers = list(replay.power_ons)
    times = step_times(replay)
    for at, step in enumerate(replay.steps):
        while powers and powers[0].after < step.seq:
            rows.append(_power_on_row(speaker, powers.pop(0)))
        next_game = replay.steps[at + 1].game if at + 1 < len(replay.steps) else None
        rows.append(_step_row(replay, speaker, step, times[at], next_game))
    return rows + [_power_on_row(speaker, power) for power in powers]


def step_times(replay: Replay) -> list[str]:
    """When each step was done. An archive keeps no times: `~` marks one from between its neighbours."""
    times_known = [(-1, 0)]
    times_known += [(at, step.played_s) for at, step in enumerate(replay.steps) if step.played_s is not None]
    times = []
    for at, step in enumerate(replay.steps):
        if step.played_s is not None:
            times.append(hours_and_minutes(step.played_s))
            continue
        before = max(pair for pair in times_known if pair[0] < at)
        after = min((pair for pair in times_known if pair[0] > at), default=None)
        if after is None:
            times.append("?")
        else:
            share = (at - before[0]) / (after[0] - before[0])
            times.append("~" + hours_and_minutes(round(before[1] + share * (after[1] - before[1]))))
    return times


def _power_on_row(speaker: Speaker, power: PowerOn) -> tuple[object, ...]:
    """An archive says only how often the box was switched on, not after which step."""
    times = power.times
    text = speaker.word("power_on") if times == 1 else speaker.word("power_ons", times=times)
    if not power.exact:
        text = speaker.word("about_here", what=text)
    return "BOOT" if power.exact else "BOOT?", "", "", text, "", "", ""


def _step_row(
    replay: Replay, speaker: Speaker, step: Step, time: str, next_game: object
) -> tuple[object, ...]:
    marks = [speaker.word(key) for key, applies in _step_marks(step) if applies]
    text = speaker.sentence(step) + (f" [{', '.join(marks)}]" if marks else "")
    changes: dict[int, int] = {}
    for t in step.transfers:
        changes[t.giver] = changes.get(t.giver, 0) - t.amount
        changes[t.taker] = changes.get(t.taker, 0) + t.amount
    money = ", ".join(
        f"{replay.names[p]} {amount:+}" for p, amount in sorted(changes.items()) if p < BANK and amount
    )
    consents = ", ".join(replay.names[p] for p in step.agreed)
    turn = step.game.turn_no if step.game is not None else "?"
    # People write the receipt down at the end of a turn, so only those are shown.
    last_of_turn = next_game is None or getattr(next_game, "turn_no", turn) != turn
    return step.seq, turn, time, text, money, consents, step.receipt if last_of_turn else ""


def _step_marks(step: Step) -> tuple[tuple[str, bool], ...]:
    return ("undone", step.undone), ("host", step.remote), ("stand_in", step.stand_in)


def find_account(replay: Replay, name: str) -> int:
    """The number of the account with this name."""
    players = {player.lower(): p for p, player in enumerate(replay.names)}
    number = {"bank": BANK, "pot": POT, **players}.get(name.lower())
    if number is None:
        raise ReplayError(f"nobody is called {name}; there are {', '.join([*replay.names, 'bank', 'pot'])}")
    return number


def statement_rows(replay: Replay, speaker: Speaker, number: int) -> list[tuple[object, ...]]:
    """One account's statement."""
    return [_statement_row(speaker, line) for line in account_statement(replay, number)]


def _statement_row(speaker: Speaker, line: Line) -> tuple[object, ...]:
    reason = speaker.reason(line.reason) + (f" [{speaker.word('undone')}]" if line.undone else "")
    incoming, outgoing = (line.amount, "") if line.amount >= 0 else ("", -line.amount)
    return line.seq or "", reason, speaker.account(line.other), incoming, outgoing, line.balance


def find_receipt(replay: Replay, code: str) -> list[Step]:
    """The steps after which the chain had this code."""
    return [step for step in replay.steps if step.receipt == code.strip().upper()]
