"""Plain English: no text that a person sees has a word of the list in host/docs/glossary.md.

The list says what we do not write; here each of its lines is a pattern. Looked at are the words of the box,
its house rules and cards, the browser page, every help and sentence of the command line, and the documents.
"""

import ast
import re

import pytest
from documents import DOCS, ROOT, prose, read

from deedbox import rules, words

HOST = ROOT / "host" / "deedbox"
GLOSSARY = DOCS / "glossary.md"
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *sorted(DOCS.glob("*.md")),
    *sorted((ROOT / "hardware").glob("*.md")),
]
# The right column of the list -> what betrays such a word.
NOT_USED = {
    "throw, key (as a verb)": r"\b(throws?|threw|thrown|throwing|keyed)\b|\bkey (both|every)\b",
    "Mum is on turn": r"\bon turn\b",
    "let go": r"\blet go\b",
    "sum (except for an addition)": r"\b(a|any|fixed|this|that|which|each) sum\b(?! of| over)",
    "correct a slip": r"\b(a|the) slip\b",
    "that does not go now; first this": r"\bdoes not go\b|\bfirst this\b",
    "stands": r"\b(stands|stood)\b(?! in for| for)",
    "anew": r"\banew\b",
    "say (for specify)": r"\bsay (the|a|which) (target|port|file)\b",
    "lift, redeem (in sentences)": r"\b(lift|redeem) (a|the|its|your) mortgage\b",
    "declare bankrupt, retired": r"\bdeclares? bankrupt|\bretired\b",
    "jail card, Get-out card": r"\bjail cards?\b|\bget-out\b",
    "dearest": r"\bdearest\b",
    "whole (as an adverb)": r"\b(written|sent|saved|refused|undone) whole\b",
    "pull the plug (to a player who stops)": r"\bplug may be pulled\b",
    "knob": r"\bknobs?\b",
    "Summe": r"\bSumme\b",
}
PATTERNS = {name: re.compile(pattern, re.I) for name, pattern in NOT_USED.items()}
# The word itself is the subject there, or it is the name of a command.
ALLOWED = {
    ("glossary.md", "*"),
    ("CHANGELOG.md", "*"),  # it quotes what was
    ("ux.md", "throw, key (as a verb)"),
    ("ux.md", "declare bankrupt, retired"),
    ("rules.md", "jail card, Get-out card"),  # what is printed on the card
}


def bad_words(text):
    return [name for name, pattern in PATTERNS.items() if pattern.search(text)]


def of_the_box():
    for language in words.LANGUAGES:
        for number, (name, sentence) in words.read_words(language).items():
            yield f"words/{language}.txt {number} {name}", sentence
        for name, sentence in rules.rule_sentences(language).items():
            yield f"rules/{language}.txt {name}", sentence
        for name, values in rules.value_words(language).items():
            yield f"rules/{language}.txt {name}", "; ".join(values)
        for name, preset in rules.load_presets(language).items():
            yield f"rules/{language}.txt {name}", f"{preset.label} {preset.sentence}"
    for label in re.findall(r'label = "([^"]*)"', read(HOST / "editions" / "cards.toml")):
        yield "editions/cards.toml", label


def of_the_page():
    for path in sorted((HOST / "play" / "page" / "words").glob("*.js")):
        for key, sentence in re.findall(r'^ +"?([\w.-]+)"?:\s*"(.*)",$', read(path), re.M):
            yield f"page/words/{path.name} {key}", sentence


def of_the_command_line():
    """Every sentence in the host's code; in cli/ also the docstrings, which are its help."""
    for path in sorted(HOST.rglob("*.py")):
        tree = ast.parse(read(path))
        unseen = set() if path.parent.name == "cli" else {id(node) for node in docstrings(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                if id(node) not in unseen:
                    yield f"{path.relative_to(HOST)}:{node.lineno}", node.value


def docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.value


def of_the_documents():
    for path in DOCUMENTS:
        for line in prose(path):
            yield path.name, re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>", "", line)


@pytest.mark.parametrize("texts", [of_the_box, of_the_page, of_the_command_line, of_the_documents])
def test_no_text_that_a_person_sees_has_a_word_of_the_list(texts):
    places = list(texts())
    assert len(places) > 200
    found = [
        f"{place}: {name}: {text.strip()[:100]}"
        for place, text in places
        for name in bad_words(text)
        if not {(place, name), (place, "*")} & ALLOWED
    ]
    assert found == []


def test_the_list_of_the_glossary_is_what_is_looked_for():
    section = read(GLOSSARY).partition("## Plain English")[2]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", section, re.M)
    assert [row[1] for row in rows if row[0] != "use"] == list(NOT_USED)


def test_a_bad_word_is_noticed():
    assert bad_words("Throw. Key both dice.") == ["throw, key (as a verb)"]
    assert bad_words("Mum is on turn and stands on GO.") == ["Mum is on turn", "stands"]
    assert bad_words("the banker card stands in for a token; the sum of both; press a key") == []


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_greater_sign_on_the_display_means_only_becomes(language):
    """Between two facts, never between a payer and a payee: `ui/layout.py` has an arrow for that."""
    for number, (name, sentence) in words.read_words(language).items():
        for place in re.finditer(">", sentence):
            around = sentence[max(0, place.start() - 4) : place.end() + 4]
            assert re.search(r"\} > \{", around), f"{language}.txt {number} {name}: {sentence}"
