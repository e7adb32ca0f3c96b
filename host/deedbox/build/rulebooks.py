"""host/docs/rulebooks.md: each rulebook topic by topic, every point with its rule and its fixtures.

The points are the rules of host/docs/rules.md, so they stand once; rulebooks.toml has the sentences between
them. `make rulebooks` writes the document.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from deedbox import editions
from deedbox.files import write_file

ROOT = Path(__file__).resolve().parents[3]
DOCS = Path("host") / "docs"
PAGE = DOCS / "rulebooks.md"
FIXTURES = Path("tests") / "fixtures"
CODES = ("DM", "SW", "DOG", "ZEL", "SM")
OLDER = ("DM", "SW", "DOG", "SM")  # C4 in rules.md
_WIDTH = 120

_TOPIC = re.compile(r'^### <a id="([A-Z]+)"></a>[A-Z]+: (.+)$', re.M)
_RULE = re.compile(r'^#### <a id="([A-Z]+-\d+)"></a>[A-Z]+-\d+ (.+)$', re.M)
_RULING = re.compile(r"^\| \[(S-\d+)\]\(#S-\d+\) \| (.+?) \| (.+?) \|$", re.M)
_EDITIONS = re.compile(r"^\*Editions\.\*(.*?)(?:\n\n|\Z)", re.M | re.S)
_SENTENCE_END = re.compile(r'(?<=[.!?])\s+(?=[A-Z"`\[(])')
# "DM, SW, DOG, SM." or "C4." or "ZEL only.": the rule is in these rulebooks, and in no other.
_ONLY = re.compile(
    r"(?:(?:C4|DM|SW|DOG|ZEL|SM)(?:, | and )?)+(?: only| with \[.*?\]\(.*?\) on)?(?: \(.*?\))?\."
)
_ID = re.compile(r"[A-Z]{1,5}-\d+")
_POINT_END = re.compile(
    r"\[([A-Z]+-\d+)\]\(rules\.md#[A-Z]+-\d+\)([^\[]*(?:\[(?:played|tapped|no fixture)\].*)?)$"
)


@dataclass(frozen=True)
class Rule:
    id: str
    topic: str
    words: str  # its first sentence
    remarks: tuple[str, ...]  # what is said of single editions
    codes: tuple[str, ...]  # of the rulebooks that have it


@dataclass(frozen=True)
class Fixture:
    path: Path  # from the top of the tree
    edition: str
    rules: frozenset[str]

    @property
    def by_hand(self) -> bool:
        """Played by taps and keys; the others are played by commands."""
        return "screens" in self.path.parts


@cache
def _load_data() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("rulebooks.toml").read_text(encoding="utf-8"))


def list_rulebooks() -> list[dict[str, Any]]:
    """The rulebooks: edition, code in rules.md, topics of its own, what is special about it."""
    return list(_load_data()["book"])


def _sentences(text: str) -> list[str]:
    return _SENTENCE_END.split(" ".join(text.split()))


def _codes_in(text: str) -> set[str]:
    codes = set(re.findall(r"\b(?:DM|SW|DOG|ZEL|SM)\b(?!-)", text))
    return codes | set(OLDER) if re.search(r"\bC4\b", text) else codes


def _rule_codes(topic: str, remark: str) -> tuple[str, ...]:
    if topic in CODES:
        return (topic,)
    first = _sentences(remark)[0] if remark else ""
    if not _ONLY.fullmatch(first):
        return CODES
    codes = _codes_in(first)
    return tuple(code for code in CODES if code in codes)


def _remarks(remark: str) -> tuple[str, ...]:
    """The sentences of the paragraph on editions that speak of single rulebooks."""
    remark = re.sub(r"^All\b[^.(;]*[.;]\s*", "", remark)
    return tuple(
        sentence for sentence in _sentences(remark) if _codes_in(sentence) and not _ONLY.fullmatch(sentence)
    )


def read_rules() -> list[Rule]:
    """The rules of rules.md, section 2, in their order."""
    text = (ROOT / DOCS / "rules.md").read_text(encoding="utf-8")
    text = text[text.index("## 2 Rules by topic") : text.index("## 3 Differences")]
    pieces = _RULE.split(text)
    all_rules = []
    for name, title, body in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        paragraph = body.strip().split("\n\n")[0]
        plain = not paragraph.startswith(("*", "-", ">", "|", "<"))
        words = _sentences(paragraph)[0] if plain else f"{title}."
        words = words[:-1] + "." if words.endswith(":") else words
        match = _EDITIONS.search(body)
        remark = " ".join(match[1].split()) if match else ""
        topic = name.split("-")[0]
        all_rules.append(Rule(name, topic, words, _remarks(remark), _rule_codes(topic, remark)))
    return all_rules


def read_topics() -> dict[str, str]:
    """The topics of rules.md with their titles."""
    return dict(_TOPIC.findall((ROOT / DOCS / "rules.md").read_text(encoding="utf-8")))


def read_rulings() -> list[tuple[str, str, str]]:
    """(id, in short, where) of section 8."""
    return _RULING.findall((ROOT / DOCS / "rules.md").read_text(encoding="utf-8"))


@cache
def load_fixtures() -> list[Fixture]:
    all_fixtures = []
    for path in sorted((ROOT / FIXTURES).rglob("*.toml")):
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):
            continue  # some are there to be refused
        rule = content.get("rule", [])
        names = frozenset(_ID.findall(" ".join([rule] if isinstance(rule, str) else map(str, rule))))
        if names:
            all_fixtures.append(
                Fixture(path.relative_to(ROOT), str(content.get("edition", "classic")), names)
            )
    return all_fixtures


@cache
def without_fixture() -> dict[str, str]:
    """Why a rule has no fixture (tests/fixtures/device-only.txt)."""
    lines = (ROOT / FIXTURES / "device-only.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split(" ", 1) for line in lines if line]
    return {match[0]: why for name, why in pairs if (match := _ID.match(name))}


def choose_examples(rule: str, edition: str) -> list[Fixture]:
    """A fixture by commands and one by taps and keys, on this board if there is one."""
    choice = []
    for by_hand in (False, True):
        candidates = [one for one in load_fixtures() if rule in one.rules and one.by_hand is by_hand]
        if candidates:
            choice.append(
                min(
                    candidates,
                    key=lambda one: (
                        one.edition != edition,
                        not one.path.stem.startswith(rule),
                        len(one.rules),
                        one.path.as_posix(),
                    ),
                )
            )
    return choice


# -- the page --

_Choices = dict[tuple[str, str], list[Fixture]]  # by section and rule


def choices_of(text: str) -> _Choices:
    """The fixtures that a page links to and that still show their rule.

    A new fixture does not make the page stale; `make rulebooks` chooses from all of them.
    """
    by_path = {one.path.as_posix(): one for one in load_fixtures()}
    choices: _Choices = {}
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        for point in re.split(r"\n(?=- )", section)[1:]:
            rule, links = _POINT_END.findall(" ".join(point.split()))[-1]
            paths = re.findall(r"\]\(\.\./\.\./([^)]+\.toml)\)", links)
            choice = [by_path[path] for path in paths if path in by_path and rule in by_path[path].rules]
            choices[section.split("\n", 1)[0], rule] = choice
    return choices


def _point(words: str, name: str, remark: str, choice: list[Fixture]) -> str:
    proofs = [f"[{'tapped' if one.by_hand else 'played'}](../../{one.path.as_posix()})" for one in choice]
    if not proofs and name in without_fixture():
        proofs = [
            f"[no fixture](../../{(FIXTURES / 'device-only.txt').as_posix()}): {without_fixture()[name]}"
        ]
    text = f"- {words} {remark + ' ' if remark else ''}[{name}](rules.md#{name})"
    text += f" ({', '.join(proofs)})" if proofs else ""
    return _wrap_text(text.replace("](#", "](rules.md#"), "  ")


def _wrap_text(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _remark(rule: Rule, code: str) -> str:
    own = [sentence for sentence in rule.remarks if code in _codes_in(sentence)]
    return f"*{' '.join(own)}*" if own else ""


def _slug(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def write_document(choices: _Choices | None = None) -> str:
    """The document; with the fixtures of `choices`, or else chosen from all of them."""
    parts = ["# The five rulebooks, read aloud", *map(_wrap_text, _load_data()["page"]["top"]), _contents()]
    for book in list_rulebooks():
        parts += _book(book, choices)
    parts += [
        "## Rulings",
        _wrap_text("What no rulebook decides, or what tables trip over. They hold on every board."),
    ]
    parts.append(
        "\n".join(
            _point(f"{_upper(short)}.", name, "", _chosen_fixtures("Rulings", name, "classic", choices))
            for name, short, _ in read_rulings()
        )
    )
    return "\n\n".join(parts) + "\n"


def _chosen_fixtures(section: str, rule: str, edition: str, choices: _Choices | None) -> list[Fixture]:
    return choose_examples(rule, edition) if choices is None else choices.get((section, rule), [])


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _title(book: dict[str, Any]) -> str:
    return editions.load_edition(book["edition"]).name


def _contents() -> str:
    links = [f"[{_title(book)}](#{_slug(_title(book))})" for book in list_rulebooks()]
    return " · ".join([*links, "[Rulings](#rulings)"])


def _book(book: dict[str, Any], choices: _Choices | None) -> list[str]:
    edition = book["edition"]
    parts = [f"## {_title(book)}", _wrap_text(book["about"])]
    own_rules = editions.load_edition(edition).rules
    if own_rules:
        defaults = ", ".join(
            f"[`{name}`](rules.md#{name}) = `{_value(value)}`" for name, value in own_rules.items()
        )
        parts.append(_wrap_text(f"House rules that this board begins with: {defaults}."))
    for topic, title in read_topics().items():
        if topic in CODES and topic not in book["own"]:
            continue
        points = [
            _point(
                rule.words,
                rule.id,
                _remark(rule, book["code"]),
                _chosen_fixtures(_title(book), rule.id, edition, choices),
            )
            for rule in read_rules()
            if rule.topic == topic and book["code"] in rule.codes
        ]
        if points:
            parts += [f"### {_title(book)}: {title}", _load_data()["topic"][topic], "\n".join(points)]
    return parts


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    write_file(ROOT / PAGE, write_document())
