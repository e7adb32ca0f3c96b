"""The id of a fixture as a test: its rules, then its file, so that `pytest -k RENT-10` finds it."""

import re
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
# Read from the text: a file that is no TOML must fail as a test, not stop the collection of all tests.
_RULE_LINE = re.compile(r'^rule = ("[^"\n]*"|\[[^\]]*\])', re.M)
_RULE_ID = re.compile(r"\b[A-Z]{1,5}-\d+")


def fixture_id(path: Path) -> str:
    """RENT-10/rent/RENT-10a-before-the-second-player-throws; several rules are joined by a plus."""
    line = _RULE_LINE.search(path.read_text(errors="replace"))
    rules = list(dict.fromkeys(_RULE_ID.findall(line[1]))) if line else []
    file = path.relative_to(FIXTURES).with_suffix("").as_posix()
    return f"{'+'.join(rules)}/{file}" if rules else file
