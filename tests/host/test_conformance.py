"""The suite for engines of others: our own passes it, and the runner notices one that does not."""

import importlib.util
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "conformance"
SUITE = json.loads((FOLDER / "suite.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "host" / "docs" / "conformance.md").read_text(encoding="utf-8")
YOUNGER_MOST = 0.05  # of the fixtures may be younger than the suite


def load(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*arguments, engine):
    command = [sys.executable, FOLDER / "run.py", "--json", *arguments, "--", *engine]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    return done.returncode, json.loads(done.stdout)


@pytest.fixture
def engine(tmp_path):
    """Writes an engine that answers with this expression of `message`."""

    def write(answer):
        file = tmp_path / "engine.py"
        file.write_text(
            "import json, sys\nfor line in sys.stdin:\n    message = json.loads(line)\n"
            f"    print(json.dumps({answer}), flush=True)\n"
        )
        return [sys.executable, file]

    return write


def test_our_own_engine_passes_every_case():
    code, report = run(engine=[sys.executable, FOLDER / "deedbox_engine.py"])
    assert report["reasons"] == []
    assert code == 0
    assert sum(count["passed"] for count in report["counts"].values()) == len(SUITE["cases"])


def test_the_suite_is_written_from_the_fixtures_and_hardly_any_is_younger():
    fresh = load("make_suite").cases()
    ids = {case["id"] for case in SUITE["cases"]}
    younger = [case["id"] for case in fresh if case["id"] not in ids]
    assert len(younger) <= YOUNGER_MOST * len(fresh), "python tests/conformance/make_suite.py"
    assert len(ids) == len(SUITE["cases"])


def test_the_page_counts_as_the_suite_does():
    levels = Counter(case["level"] for case in SUITE["cases"])
    assert f"{len(SUITE['cases'])} of them" in PAGE
    row = re.search(r"\| Deedbox, its rules in CPython \|(.*)", PAGE)[1]
    assert re.findall(r"(\d+) of \1", row) == [
        str(levels[name]) for name in ("core", "older", "newer", "house", "extras")
    ]


def test_an_engine_that_does_nothing_fails(engine):
    still = engine('{"state": {"players": {}, "deeds": {}, "turn": "", "phase": ""}}')
    code, report = run("--level", "core", engine=still)
    assert code == 1
    assert report["counts"]["core"]["failed"] == len([c for c in SUITE["cases"] if c["level"] == "core"])


def test_what_an_engine_cannot_do_is_neither_passed_nor_failed(engine):
    code, report = run("--level", "core", engine=engine('{"cannot": "nothing"}'))
    assert code == 0
    assert set(report["counts"]["core"]) == {"cannot"}


def test_a_refusal_is_compared_with_its_code():
    runner = load("run")

    class Told:
        def __init__(self, code):
            self.code = code

        def ask(self, message):
            return {"refused": self.code} if "command" in message and self.code else {}

    case = {"id": "", "edition": "", "players": [], "seed": 1, "rules": {}, "given": {}}
    case["steps"] = [{"do": "buy", "refused": "not-here"}]
    runner.play(Told("not-here"), case, [])
    runner.play(Told(True), case, [])  # an engine without codes
    for code in ("wrong-phase", None):
        with pytest.raises(runner.Failure):
            runner.play(Told(code), case, [])
    case["steps"] = [{"do": "buy"}]
    with pytest.raises(runner.Failure):
        runner.play(Told("not-here"), case, [])


def test_lists_have_no_order_and_true_is_not_one():
    difference = load("run").difference
    assert not difference({"a": [1, {"b": 2}]}, {"a": [{"b": 2, "c": 3}, 1], "d": 4}, "")
    assert difference({"a": [1, 1]}, {"a": [1, 2]}, "")
    assert difference({"a": [1]}, {"a": [1, 1]}, "")
    assert difference({"a": 1}, {"a": True}, "")
    assert difference({"a": {"b": 1}}, {"a": {}}, "") == "a.b: there is no such thing"
