"""Writes suite.json: every fixture that needs rules only, in a form for any engine."""

import json
import tomllib
from pathlib import Path

from deedbox import editions

ROOT = Path(__file__).resolve().parents[1]
SUITE = Path(__file__).with_name("suite.json")
FORM = "deedbox-conformance-1"
DEVICE = {"tap", "key", "wait", "power-cut"}
# Not rules of the game: refusals of the form, what the box asks hosts, what only our engine keeps.
FOREIGN_FOLDERS = {"screens", "flash", "malformed", "holes", "dev", "bank", "banker-mode", "undo", "table"}
OURS = {"undo", "redo", "correct", "set-rule", "transfer", "land", "jail", "free", "salary"}
OLDER = ("classic", "dog-lovers", "star-wars-ep1", "duel-masters", "spider-man")
NEWER = ("zelda", "classic-2008")
CORE_STEPS = {"roll", "end", "buy", "claim", "pay"}
CORE_STATE = {"players", "deeds", "turn", "phase"}


def level_of(case: dict) -> str:
    """core: what simulators do by themselves. older, newer: the printed text. house: with house rules."""
    rules = {name: value for name, value in case["rules"].items() if (name, value) != ("rent_claim", "auto")}
    if rules:
        extra = any(name.startswith(("dm_", "sm_")) for name in rules)
        return "extras" if extra else "house"
    if case["edition"] in NEWER:
        return "newer"
    steps = case["steps"]
    plain = all(step.get("do", "end") in CORE_STEPS and "refused" not in step for step in steps)
    named = {place for step in steps for place in step.get("expect", {})} | set(case["given"])
    return "core" if plain and named <= CORE_STATE else "older"


def cases() -> list[dict]:
    out = []
    for path in sorted((ROOT / "fixtures").rglob("*.toml")):
        folder = path.relative_to(ROOT / "fixtures").parts[0]
        fixture = tomllib.loads(path.read_text(encoding="utf-8"))
        edition = fixture.get("edition", "classic")
        steps = fixture.get("step", [])
        if folder in FOREIGN_FOLDERS or edition not in editions.IDS or "refused" in fixture or not steps:
            continue
        if fixture.get("rules", {}).get("mode") == "banker" or "box" in fixture:
            continue
        if any(step.get("do") in DEVICE | OURS for step in steps):
            continue
        rule = fixture.get("rule", [])
        case = {
            "id": path.relative_to(ROOT / "fixtures").with_suffix("").as_posix(),
            "name": fixture["name"],
            "rule": [rule] if isinstance(rule, str) else rule,
            "edition": edition,
            "players": fixture.get("players", ["ann", "bob"]),
            "seed": fixture.get("seed", 1),
            "rules": fixture.get("rules", {}),
            "given": fixture.get("given", {}),
            "steps": steps,
        }
        out.append({"level": level_of(case), **case})
    return out


def text() -> str:
    rows = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases())
    return f'{{"form": "{FORM}", "cases": [\n{rows}\n]}}\n'


if __name__ == "__main__":
    SUITE.write_text(text(), encoding="utf-8")
