"""Holds a rule engine against suite.json and counts. Needs only Python 3.11.

    python run.py [--level core] [--case ID] [--without PART] [--json] -- COMMAND...

COMMAND is the engine. It reads lines of JSON and answers each with one: host/docs/conformance.md.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

SUITE = Path(__file__).with_name("suite.json")
LEVELS = ("core", "older", "newer", "house", "extras")
PASSED, FAILED, CANNOT = "passed", "failed", "cannot"


class Failure(Exception):
    """The engine answers otherwise than the case expects."""


class Unable(Exception):
    """The engine says that it has no such thing."""


class Engine:
    """The engine as a process."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, message: dict) -> dict:
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("the engine ended without an answer")
        answer = json.loads(line)
        if "cannot" in answer:
            raise Unable(str(answer["cannot"]))
        return answer

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait(10)


def play(engine: Engine, case: dict, without: list[str]) -> None:
    """Failure or Unable; else the case is passed. `without`: parts of the state that do not count."""
    begin = {key: case[key] for key in ("id", "edition", "players", "seed", "rules", "given")}
    answer = engine.ask({"begin": begin})
    if "refused" in answer:
        raise Failure(f"the set-up was refused {answer['refused']}")
    for number, step in enumerate(case["steps"], 1):
        if "do" in step:
            command = {key: value for key, value in step.items() if key not in ("expect", "refused")}
            code = engine.ask({"command": command}).get("refused")
            want = step.get("refused")
            if bool(code) != bool(want) or (isinstance(want, str) and code not in (want, True)):
                raise Failure(f"step {number} ({step['do']}): refused {code}, not {want}")
        expect = {part: value for part, value in step.get("expect", {}).items() if part not in without}
        if expect:
            state = engine.ask({"state": sorted(expect)})["state"]
            where = difference(expect, state, "")
            if where:
                raise Failure(f"step {number} ({step.get('do', 'look')}): {where}")


def difference(want: object, have: object, place: str) -> str:
    """Where the two differ, or nothing; only what `want` names counts, and lists have no order."""
    if isinstance(want, dict):
        if not isinstance(have, dict):
            return f"{place} is {have!r}, not {want!r}"
        for key, value in want.items():
            if key not in have:
                return f"{place}.{key}: there is no such thing"
            where = difference(value, have[key], f"{place}.{key}" if place else key)
            if where:
                return where
        return ""
    if isinstance(want, list):
        rest = list(have) if isinstance(have, list) and len(have) == len(want) else []
        for item in want:
            match = next((other for other in rest if not difference(item, other, "")), None)
            if match is None:
                return f"{place} is {have!r}, not {want!r}"
            rest.remove(match)
        return (
            "" if isinstance(have, list) and len(have) == len(want) else f"{place} is {have!r}, not {want!r}"
        )
    same = want == have and isinstance(want, bool) == isinstance(have, bool)
    return "" if same else f"{place} is {have!r}, not {want!r}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=LEVELS, action="append", help="only these cases")
    parser.add_argument("--case", action="append", help="only the cases of this id")
    parser.add_argument(
        "--without",
        metavar="PART",
        action="append",
        default=[],
        help="a part of the state that the engine lacks",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    parser.add_argument("command", nargs="+", help="the engine")
    options = parser.parse_args(arguments)
    engine = Engine(options.command)
    counts = {level: Counter() for level in LEVELS}
    reasons = []
    for case in json.loads(SUITE.read_text(encoding="utf-8"))["cases"]:
        if (
            options.level
            and case["level"] not in options.level
            or options.case
            and case["id"] not in options.case
        ):
            continue
        try:
            play(engine, case, options.without)
            result, why = PASSED, ""
        except Failure as error:
            result, why = FAILED, str(error)
        except Unable as error:
            result, why = CANNOT, str(error)
        counts[case["level"]][result] += 1
        if why:
            reasons.append({"id": case["id"], "result": result, "why": why})
    engine.close()
    if options.json:
        print(json.dumps({"counts": counts, "reasons": reasons}, indent=1))
    else:
        for reason in reasons:
            print(f"{reason['result']:6}  {reason['id']}: {reason['why']}")
        for level, count in counts.items():
            if count:
                print(f"{level:8} {count[PASSED]} passed, {count[FAILED]} failed, {count[CANNOT]} cannot")
    return 1 if any(count[FAILED] for count in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
