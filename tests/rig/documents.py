"""What tests read in host/docs: anchors, links, and how the id of a rule is recognised, once for all."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "host" / "docs"

# A rule (RENT-3), one of its examples (RENT-3a), or a ruling (S-4). Not SHA-256, and not the name of a
# fixture's file (AUCT-6c-who-passed...), whose letters go on where the examples end.
RULE_ID = re.compile(
    r"(?<![\w-])"
    r"(?:PREP|BANK|TURN|GO|BUY|AUCT|RENT|CARD|TAX|JAIL|PARK|BUILD|SHORT|SELL|MORT|BANKR|MISC|SPEED|TIME"
    r"|DM|SM|ZEL|SW|DOG|DEV|S)"
    r"-\d+[a-z]?(?![\w-])"
)
# A paragraph about something decided but not built begins like this; building it removes the marker.
PLANNED = re.compile(r"^> \*\*Planned(?: \((S-\d+(?:, S-\d+)*)\))?\.\*\*")

# A path of the tree, from its top or from within firmware/banker or host (firmware/main.py, core/rules), and
# a module by its file alone, where the text has named its folder (keeper.py).
_FOLDERS = "firmware|hardware|host|tests|banker|boards|core|ui|app|drivers|protocol|deedbox|docs"
_PATH = re.compile(rf"(?<![\w/.~-])(?:(?:{_FOLDERS})(?:/[\w.*-]+)+|(?:[\w-]+/)*\w+\.py)(?![\w*{{])")
_MODULE = re.compile(r"(?<![\w/])(?:banker|deedbox)(?:\.[a-z_0-9]+)+")
# Of others, or made by the build.
_ELSEWHERE = {"coverage.py", "_boot.py", "machine.py", "micropython.py", "hardware/build"}

_ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
_HEADING = re.compile(r"^#+ (.+)$")
_RULE_HEADING = re.compile(r'^#### <a id="([^"]+)"></a>')
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_CODE = re.compile(r"`[^`\n]*`")


@cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def prose(path: Path) -> list[str]:
    """The lines outside of code blocks."""
    lines, inside = [], False
    for line in read(path).splitlines():
        if line.lstrip("> ").startswith("```"):
            inside = not inside
        elif not inside:
            lines.append(line)
    return lines


@cache
def anchors(path: Path) -> list[str]:
    """The link targets that a document names itself."""
    return _ANCHOR.findall("\n".join(prose(path)))


@cache
def headings(path: Path) -> set[str]:
    """The link targets that headings get, as GitHub makes them."""
    targets: set[str] = set()
    for line in prose(path):
        if heading := _HEADING.match(line):
            words = re.sub(r"<[^>]*>|\]\([^)]*\)", "", heading[1]).lower()
            slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            number = sum(target == slug or target.startswith(f"{slug}\0") for target in targets)
            targets.add(f"{slug}\0{number}" if number else slug)
    return {target.replace("\0", "-") for target in targets}


def links(path: Path) -> list[str]:
    return _LINK.findall(_CODE.sub("", "\n".join(prose(path))))


@cache
def _ends() -> set[str]:
    """Every file and folder of the tree, and every end of its path, also without .py: core/rules/rent."""
    ends = set()
    for top in (".github", "firmware", "hardware", "host", "tests"):
        for path in (ROOT / top, *(ROOT / top).rglob("*")):
            parts = path.relative_to(ROOT).parts
            for first in range(len(parts)):
                end = "/".join(parts[first:])
                ends |= {end, end.removesuffix(".py")}
    return ends


def lost_paths(text: str) -> list[str]:
    """The paths and modules that a text names and that the tree does not have."""
    paths = []
    for path in _PATH.findall(text):
        path = path.rstrip(".").partition("*")[0].rstrip("/")
        if path not in _ends() and path not in _ELSEWHERE and path.rpartition("/")[0] not in _ELSEWHERE:
            paths.append(path)
    for module in _MODULE.findall(text):
        if "/".join(module.split(".")[:2]) not in _ends():
            paths.append(module)
    return paths


def ruling_ids() -> list[str]:
    """The rulings S-1 and so on, wherever rules.md explains them."""
    return [anchor for anchor in anchors(DOCS / "rules.md") if re.fullmatch(r"S-\d+", anchor)]


def rule_ids() -> list[str]:
    """Every rule of rules.md, in its order; examples and rulings are not among them."""
    return [match[1] for line in prose(DOCS / "rules.md") if (match := _RULE_HEADING.match(line))]
