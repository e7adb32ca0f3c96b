"""Every number and name that outlives the firmware which wrote it: on flash, on stickers, on the wire.

Each is a line of tests/core/flash_numbers.txt: `kind number name`, `kind name value`, or, where only the name
is kept, `kind name`.
"""

import ast
import inspect
import re
from pathlib import Path

from banker.app import edition, link, self_check
from banker.app.settings import DEFAULTS
from banker.app.store import pages, records, save_files
from banker.app.tags import tag_map
from banker.core import board, events, ids, state, tags
from banker.core.codec import archive_bytes, command_bytes, state_bytes
from banker.core.edition import limits
from banker.core.rules import moves, powers, turn
from banker.core.setup.house_rules import VARIANTS, all_house_rules
from banker.protocol import names, verbs
from banker.ui import refusal_text, words

LINK = Path(link.__file__).parent


def block(module, first: str, *others: str) -> list[tuple[int, str]]:
    """(number, name) of the constants from `first` to the next blank line; others begin at these names.

    So a constant that is added to its block is noticed, wherever it is.
    """
    lines = inspect.getsource(module).splitlines()
    pairs = []
    for statement in ast.parse("\n".join(lines)).body:
        if isinstance(statement, ast.Assign) and first in target_names(statement):
            end = next(at for at in range(statement.lineno, len(lines)) if not lines[at].strip())
            for other in ast.parse("\n".join(lines[statement.lineno - 1 : end])).body:
                pairs += [(getattr(module, name), name) for name in target_names(other)]
    assert pairs, f"{module.__name__} has no {first}"
    for other in others:
        pairs += block(module, other)
    return pairs


def target_names(statement: ast.stmt) -> list[str]:
    if not isinstance(statement, ast.Assign):
        return []
    [target] = statement.targets
    elements = target.elts if isinstance(target, ast.Tuple) else [target]
    return [element.id for element in elements]


def house_rules() -> dict[str, list[tuple[object, object]]]:
    """A game keeps only what its players chose, so a default or a variant that changes, changes old games."""
    rules = list(all_house_rules())
    lists = {
        "rule": [(rule.number, rule.name) for rule in rules],
        "default": [(f"{rule.name} {rule.type}", "".join(str(rule.default).split())) for rule in rules],
        "variant": [
            (f"{variant} {rule}", value)
            for variant, rules in VARIANTS.items()
            for rule, value in rules.items()
        ],
    }
    for rule in rules:
        if rule.type in ("enum", "set"):
            lists[f"value {rule.name}"] = list(enumerate(rule.allowed))
    return lists


def everything() -> set[str]:
    kinds = {
        **house_rules(),
        "command": enumerate(command_bytes.NAMES),
        "argument": [(tag, name) for tag, name, _ in command_bytes._ARGS],
        "form": [(tag, form) for tag, _, form in command_bytes._ARGS],
        "task": [pair for pair in block(state, "BUY") if pair[1] != "LAST_DECISION"],
        "interest": block(state, "WON"),
        "loan": block(state, "INTEREST_IS_PAID"),
        "lot": [pair for pair in block(state, "HOUSE") if type(pair[0]) is int],
        "account": block(board, "BANK"),
        "way": block(moves, "BY_DICE"),
        "power": block(powers, "SWING"),
        "event": block(events, "PAID"),
        "why": block(events, "START"),
        "ending": block(turn, "ENDS_WITH_TURN"),
        "state": [("version", state_bytes.VERSION)],
        "record": block(records, "BEGIN"),
        "page": [(pages.BOOT, "BOOT")],
        "archive": [
            ("version", archive_bytes.VERSION),
            ("magic", archive_bytes.MAGIC.decode()),
            ("head", archive_bytes.HEAD),
            ("entry", archive_bytes._ENTRY),
            (archive_bytes.BOOT, "BOOT"),
            (archive_bytes.LINK, "LINK"),
        ],
        "save": [("magic", save_files.MAGIC.decode()), ("head", save_files.HEAD)],
        "file": [
            ("save", save_files.FOLDER + "/*" + save_files.SAVE),
            ("archive", save_files.FOLDER + "/*" + save_files.ARCHIVE),
            ("tags", tag_map.PATH),
            ("key", tag_map.KEY_PATH),
            *[(folder, folder + "/*" + ending) for folder, (ending, _) in names.WRITABLE.items()],
        ],
        "setting": [(name, type(value).__name__) for name, value in DEFAULTS.items()],
        "tag": [*block(tags, "TOKEN"), (tag_map.LOST, "LOST")],
        "deed": enumerate(ids.DEED_IDS),
        "group": enumerate(ids.GROUP_IDS),
        "deck": enumerate(ids.DECK_IDS),
        "edition": [("magic", edition.MAGIC.decode())],
        "text": [pair for pair in block(limits, "NAMES") if type(pair[0]) is int],
        "term": enumerate(limits.WORD_KEYS),
        "card": block(board, "ADVANCE"),
        "extra": block(board, "BATTLE"),
        "verb": block(verbs, "HELLO", "FIXTURE"),
        "answer": block(verbs, "ORDERS", "OK"),
        # The words that the box sends to a host by their numbers, in its report on itself.
        "finding": [(getattr(words, name), name) for name in sorted(words_in(self_check))],
    }
    numbers = {f"{kind} {number} {name}" for kind, pairs in kinds.items() for number, name in pairs}
    codes = {f"refusal {code}" for code in refusal_text.CODES.split(" ")}
    return numbers | codes | {f"error {code}" for code in link_errors()}


def link_errors() -> set[str]:
    """The codes with which the link says no; hosts of other ages know them."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(LINK.rglob("*.py")))
    return set(re.findall(r'(?:\berror|LinkError|Refused)\("([a-z-]+)', code))


def words_in(module) -> set[str]:
    return set(re.findall(r"\bwords\.([A-Z_]+)", Path(module.__file__).read_text(encoding="utf-8")))
