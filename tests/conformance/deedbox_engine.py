"""Deedbox as an engine for run.py, and an example of one."""

import json
import sys

from banker.core.refusal import Refused
from banker.core.setup.house_rules import HouseRuleError
from deedbox import editions
from deedbox.fixtures.portable import RulesEngine

engine = None


def answer(message: dict) -> dict:
    global engine
    try:
        if "begin" in message:
            case = message["begin"]
            edition = case["edition"]
            engine = RulesEngine(editions.load_board(edition), editions.edition_rules(edition))
            engine.begin(case["players"], case["seed"], case["rules"])
            if case["given"]:
                engine.given(case["given"])
        elif "command" in message:
            engine.do(message["command"])
        else:
            return {"state": engine.state()}
    except (Refused, HouseRuleError) as refusal:
        return {"refused": refusal.code}
    return {}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
