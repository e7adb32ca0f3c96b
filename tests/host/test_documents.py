"""The documents are the truth: what anything cites can be looked up there, and every link leads somewhere."""

import ast
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from command import run
from documents import (
    DOCS,
    PLANNED,
    ROOT,
    RULE_ID,
    anchors,
    headings,
    links,
    lost_paths,
    prose,
    read,
    rule_ids,
)
from ignored import is_ignored

from deedbox import rules
from deedbox.cli.rules import command as rules_command

RULES = DOCS / "rules.md"
CONTRACT = DOCS / "contract.md"
DOCUMENTS = sorted(DOCS.glob("*.md"))
TEXTS = {".py", ".md", ".toml", ".txt", ".json", ".js", ".html", ".csv"}
FIXTURES = ROOT / "tests" / "fixtures"
# The editions as rules.md calls them; classic is the default.
EDITIONS = {
    "duel-masters": "DM",
    "star-wars-ep1": "SW",
    "dog-lovers": "DOG",
    "zelda": "ZEL",
    "spider-man": "SM",
    "classic-2008": "C08",
}
HOUSE_RULE = re.compile(
    r'^\| <a id="(?P<name>\w+)"></a>`(?P=name)` \| (.*?) \| (.*?) \| (.*?) \| .+? \| .+? \|$', re.M
)
SCREEN_COLUMNS, SCREEN_ROWS = 21, 8


def texts() -> list[Path]:
    paths = list(ROOT.glob("*.md"))
    for folder in ("firmware", "hardware", "host", "tests"):
        paths += [path for path in (ROOT / folder).rglob("*") if path.suffix in TEXTS and path.is_file()]
    return [path for path in paths if path != Path(__file__).resolve()]


def refused_by_the_firmware() -> set[str]:
    """The codes in `Refused("...")`, also in `Refused("..." if x else "...")`."""
    codes = set()
    for path in (ROOT / "firmware").rglob("*.py"):
        for node in ast.walk(ast.parse(read(path))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                first = node.args[0]
                branches = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
                codes |= {branch.value for branch in branches if isinstance(branch, ast.Constant)}
    return codes


def errors_of_the_link() -> set[str]:
    """What the box's half of the link raises besides refusals: the first word of each text is a code."""
    codes = set()
    for path in (ROOT / "firmware" / "banker" / "app" / "link").rglob("*.py"):
        for node in ast.walk(ast.parse(read(path))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                text = "".join(part.value for part in ast.walk(node.exc.args[0]) if is_text(part))
                if text and ast.unparse(node.exc.func) != "Refused":
                    codes.add(text.split()[0])
    return codes


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def house_rules_of_the_docs() -> dict[str, list[str]]:
    """Name -> values, default, other editions: the cells of the tables of section 4."""
    return {row["name"]: list(row.groups()[1:]) for row in HOUSE_RULE.finditer(read(RULES))}


def shown(value: object) -> str:
    """A value as the tables write it."""
    if value is None:
        return "unset"
    if isinstance(value, list):
        return ", ".join(str(item) for item in value) or "none"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value}`" if isinstance(value, str) else str(value)


def described(rule: dict) -> list[str]:
    """The same cells, from what `deedbox rules list --json` says."""
    kind, allowed = rule["type"], rule["allowed"]
    values = ", ".join(f"`{value}`" for value in allowed)
    if kind == "int":
        values = f"{allowed[0]} to {allowed[1]}"
    elif kind == "set":
        values = f"any of {values}"
    elif kind.startswith("list"):
        values = f"{kind[4:]} numbers, {allowed[0]} to {allowed[1]}"
    others: dict[str, list[str]] = {}
    for edition, value in rule["editions"].items():
        if value != rule["default"]:
            others.setdefault(shown(value), []).append(EDITIONS[edition])
    cell = "; ".join(f"{' '.join(names)}: {value}" for value, names in others.items())
    return [values, shown(rule["default"]), "each its own" if rule["name"] == "edition" else cell]


def test_an_id_is_told_from_what_only_looks_like_one():
    text = "RENT-3, (S-4) `BANKR-15a` | SHA-256 UTF-8 XRENT-3 RENT-3x9 AUCT-6c-who-passed S-4-5"
    assert RULE_ID.findall(text) == ["RENT-3", "S-4", "BANKR-15a"]


def test_every_id_that_is_cited_can_be_looked_up():
    ids = set(anchors(RULES))
    citations = {
        (str(path.relative_to(ROOT)), rule) for path in texts() for rule in RULE_ID.findall(read(path))
    }
    assert len({rule for _, rule in citations}) >= len(rule_ids())
    assert sorted(place for place in citations if place[1] not in ids) == []


def test_a_fixture_cites_rules_and_nothing_else():
    ids = {anchor for anchor in anchors(RULES) if RULE_ID.fullmatch(anchor)}
    wrong = []
    for path in FIXTURES.rglob("*.toml"):
        for line in re.findall(r"^rule = (.*)$", read(path), re.M):
            wrong += [(path.name, rule) for rule in re.findall(r'"([^"]*)"', line) if rule not in ids]
    assert wrong == []


def test_the_rules_are_counted_right():
    text = read(RULES)
    topics: dict[str, int] = {}
    for rule in rule_ids():
        topic = rule.partition("-")[0]
        topics[topic] = topics.get(topic, 0) + 1
    assert int(re.search(r"(\d+) rules", text)[1]) == len(rule_ids()) == len(set(rule_ids()))
    contents = re.sub(r"\s+", " ", text.partition("## 1 ")[0])
    assert {t: int(n) for t, n in re.findall(r"\[([A-Z]+)\]\([^)]*\) [^·]*?\((\d+)\)", contents)} == topics


def test_a_house_rule_names_the_rules_that_it_changes_and_where_they_are():
    """As `deedbox rules show` prints them; the file and its link target exist."""
    for name, rule in rules.rule_table().items():
        result = CliRunner().invoke(rules_command, ["show", name])
        places = re.findall(r"(host/docs/rules\.md)#([\w-]+)", result.stdout)
        assert result.exit_code == 0 and len(places) >= 2, name
        assert [anchor for _, anchor in places] == [*rule.rules, name]
        assert [place for place in places if place[1] not in anchors(ROOT / place[0])] == []


def test_every_house_rule_is_described_as_it_is():
    result = run("rules", "list", "--json")
    assert result.returncode == 0, result.stderr
    entries = {rule["name"]: described(rule) for rule in json.loads(result.stdout)["knobs"]}
    documented = house_rules_of_the_docs()
    assert list(documented) == list(entries)
    assert documented == entries


def test_every_refusal_is_described():
    codes = refused_by_the_firmware()
    for path in FIXTURES.rglob("*.toml"):
        codes.update(re.findall(r'^refused = "([a-z-]+)"', read(path), re.M))
    assert len(codes) > 60
    assert codes - set(anchors(RULES)) == set()


def test_every_error_of_the_link_is_described():
    codes = errors_of_the_link()
    assert len(codes) > 10
    assert [code for code in sorted(codes) if f"| `{code}` |" not in read(CONTRACT)] == []


def test_every_ruling_has_its_place():
    rulings = [int(anchor[2:]) for anchor in anchors(RULES) if anchor.startswith("S-")]
    assert sorted(rulings) == list(range(1, len(rulings) + 1))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_can_be_walked(path):
    """Its anchors are unique, its links lead somewhere, and what is planned is marked in the one way."""
    ids = anchors(path)
    assert len(ids) == len(set(ids))
    dead_links = []
    for link in links(path):
        file, _, anchor = link.partition("#")
        if ":" not in file:
            target = (path.parent / file).resolve() if file else path
            if not target.exists() or (anchor and anchor not in {*anchors(target), *headings(target)}):
                dead_links.append(link)
    assert dead_links == []
    notes = [line for line in prose(path) if re.match(r"^> ?\W*planned", line, re.I)]
    assert [line for line in notes if not PLANNED.match(line)] == []


# What people read to do something; the others explain or list.
GUIDES = [
    *(DOCS / f"{name}.md" for name in (
        "play-in-the-browser begin-a-game after-the-game first-connection learn-the-tags the-box-itself "
        "update-your-box when-something-is-wrong your-house-rules put-your-town-on-the-board "
        "print-your-cards command-line the-lab fixtures extend security first-builders"
    ).split()),
    ROOT / "hardware" / "build-guide.md",
]  # fmt: skip


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.name)
def test_a_guide_begins_with_what_one_has_at_its_end(path):
    title, empty, first = read(path).splitlines()[:3]
    assert title.startswith("# ") and not empty and first.startswith(("You will have ", "You will know "))


def test_installing_the_command_is_described_once():
    places = [path.name for path in MARKDOWN if "pip install ." in read(path)]
    assert places == ["command-line.md"]
    assert "(host/docs/command-line.md)" in read(ROOT / "README.md")


def test_the_readme_leads_to_every_guide():
    text = read(ROOT / "README.md")
    assert [path.name for path in GUIDES if path.relative_to(ROOT).as_posix() not in text] == []


def test_no_document_promises_what_is_not_there():
    lines = [
        f"{path.name}: {line}" for path in MARKDOWN for line in prose(path) if "still to come" in line.lower()
    ]
    assert lines == []


MARKDOWN = [
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("[!.]*/**/*.md"), *ROOT.glob(".github/**/*.md"))
    if not is_ignored(path) and ".venv" not in path.parts
]


def test_every_path_that_a_document_names_exists():
    """The changelog tells what was; the others tell what is."""
    dead_links = {
        f"{path.relative_to(ROOT)}:{number}: {name}"
        for path in MARKDOWN
        if path.name != "CHANGELOG.md"
        for number, line in enumerate(read(path).splitlines(), 1)
        for name in lost_paths(line)
    }
    assert len(MARKDOWN) > 40
    assert sorted(dead_links) == []


def test_a_path_that_does_not_exist_is_noticed():
    text = "`core/rent.py`, host/deedbox/cables/, keeper.py, app/store, banker.core.worth, tests/x.py"
    assert lost_paths(text) == ["core/rent.py", "host/deedbox/cables", "tests/x.py"]
    assert lost_paths("banker.bank.rent and deedbox.link.session, `app/link/verbs/*.py`") == [
        "banker.bank.rent"
    ]


# -- the folders --

# The README of the folder above is enough for them.
WITHIN = {"app/link/verbs", *(f"ui/screens/{room}" for room in "turn trade deeds setup table box".split())}


def rooms(top: Path) -> set[str]:
    """The folders below that hold modules."""
    return {path.parent.relative_to(top).as_posix() for path in top.rglob("*.py")} - {"."}


def test_every_folder_of_the_firmware_has_its_law_or_is_named_in_the_one_above():
    banker = ROOT / "firmware" / "banker"
    laws = {path.parent.relative_to(banker).as_posix() for path in banker.rglob("README.md")} - {"."}
    assert rooms(banker) - laws - WITHIN == set() and laws - rooms(banker) == set()
    for room in WITHIN:
        above, _, name = room.rpartition("/")
        assert re.search(rf"`{name}/?`", read(banker / above / "README.md")), room


def test_the_table_of_the_host_has_every_room():
    host = ROOT / "host" / "deedbox"
    listed_rooms = re.findall(r"^\| `([a-z/]+)` \|", read(host / "README.md"), re.M)
    apart = {room for room in rooms(host) if re.search(r"/(device|standins|fonts)$|^site/python", room)}
    assert sorted(listed_rooms) == sorted(rooms(host) - apart)


def test_the_tests_mirror_the_tree():
    """A folder of tests is named after what it tests, or its README says what it is for."""
    tests = ROOT / "tests"
    folders = set(re.findall(r"`([a-z]+)/`", read(tests / "README.md")))
    assert folders == {path.name for path in tests.iterdir() if path.is_dir() and not is_ignored(path)}
    layers = {f"{layer}/{room}" for layer in ("core", "ui", "app") for room in rooms(tests / layer)}
    assert layers - rooms(ROOT / "firmware" / "banker") == set()
    assert rooms(tests / "host") - rooms(ROOT / "host" / "deedbox") == set()


def test_a_law_is_short():
    """One or two sentences, then at most five points."""
    for path in MARKDOWN:
        if path.name == "README.md" and path.parent != ROOT:
            head = re.split(r"^## ", read(path), flags=re.M)[0]
            law = head.split("\n\n")[1]
            assert law.startswith("Law: ") and len(re.findall(r"[.?!](?= |$)", law, re.M)) <= 2, path
            assert len(re.findall(r"^- ", head, re.M)) <= 5, path


def test_the_documents_are_listed_where_one_looks_for_them():
    entries = set(re.findall(r"\(docs/([\w-]+\.md)\)", read(ROOT / "host" / "README.md")))
    assert entries == {path.name for path in DOCUMENTS}
    for name in ("rules", "contract", "ux", "design", "glossary", "extend"):
        assert f"(host/docs/{name}.md)" in read(ROOT / "README.md"), name


def test_a_screen_fits_the_display():
    blocks = re.findall(r"^(?:> )?```\n(.*?)^(?:> )?```$", read(DOCS / "ux.md"), re.M | re.S)
    assert len(blocks) > 20
    for block in blocks:
        title, *rows = [line.removeprefix("> ") for line in block.splitlines()]
        assert len(rows) == SCREEN_ROWS, title
        for row in rows:
            screens = re.fullmatch(rf"\|.{{{SCREEN_COLUMNS}}}\|(?:  \|.{{{SCREEN_COLUMNS}}}\|)*", row)
            assert screens, (title, row)
