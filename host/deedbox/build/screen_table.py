"""The table of screens, read from the firmware's own modules. `make screens` writes its document.

banker/ui/next_screen.py tells which phase of a game opens which screen. The screens themselves tell which
others they open, how long they stay and whether they ask for a token.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from deedbox.build import firmware
from deedbox.files import write_file

DOCS = Path("host") / "docs" / "screens.md"
PICTURE = "pictures/screens.png"
_FOLDER = "banker/ui/screens/"


@dataclass(frozen=True)
class Screen:
    name: str
    about: str  # the first sentence of its own description
    opens: tuple[str, ...]
    phases: tuple[str, ...]  # the phases of a game that open it
    look_s: int  # how long it stays without input; 0: without limit
    asks: bool  # it asks one player, and closes after prompt_timeout_s
    before: bool  # needs no game


def all_screens() -> list[Screen]:
    """Every screen, by name."""
    sources = firmware.source_files()
    phases = _phases(ast.parse(sources["banker/ui/next_screen.py"].read_bytes()))
    trees = {
        name.removeprefix(_FOLDER).removesuffix(".py").replace("/", "."): ast.parse(path.read_bytes())
        for name, path in sources.items()
        if name.startswith(_FOLDER)
    }
    screens = {name: tree for name, tree in trees.items() if {"rows", "key"} <= _functions(tree)}
    return [
        Screen(
            name=name,
            about=_describe_screen(tree),
            opens=tuple(other for other in _opened_screens(tree) if other in screens and other != name),
            phases=tuple(phase for phase, screen in phases.items() if screen == name),
            look_s=_look_ms(tree) // 1000,
            asks="asks" in _functions(tree),
            before=any(_assigns(node, "TOKEN_NUMBERS") for node in tree.body),
        )
        for name, tree in sorted(screens.items())
    ]


def _phases(ui: ast.Module) -> dict[str, str]:
    for node in ui.body:
        if isinstance(node, ast.Assign) and _assigns(node, "SCREENS"):
            return dict(ast.literal_eval(node.value))
    raise ValueError("next_screen.py has no SCREENS")


def _assigns(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name


def _functions(tree: ast.Module) -> set[str]:
    """The functions of a screen: its own, and those that it takes from another one (`key = result.key`)."""
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    values = [(node.targets[0], node.value) for node in tree.body if isinstance(node, ast.Assign)]
    return own | {ast.unparse(name) for name, value in values if isinstance(value, ast.Attribute)}


def _describe_screen(tree: ast.Module) -> str:
    return (ast.get_docstring(tree) or "").split("\n\n")[0].replace("\n", " ")


def _look_ms(tree: ast.Module) -> int:
    for node in tree.body:
        if isinstance(node, ast.Assign) and _assigns(node, "LOOK_MS"):
            return int(ast.literal_eval(node.value))
    return 0


def _opened_screens(tree: ast.Module) -> list[str]:
    """Names in ui.show("name", ...) and ui.load("name"), and values of tables of names such as _OPENS."""
    places: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("show", "load"):
                places += node.args[:1]
        elif isinstance(node, ast.Assign) and _assigns(node, "_OPENS"):
            places.append(node.value)
    parts = [part for place in places for part in ast.walk(place) if isinstance(part, ast.Constant)]
    return sorted({part.value.removeprefix("screens.") for part in parts if isinstance(part.value, str)})


def mermaid(screens: list[Screen], before: bool) -> str:
    """A diagram of which screen opens which; phases are the round nodes."""
    lines = ["```mermaid", "flowchart LR"]
    for screen in screens:
        if screen.before != before:
            continue
        for phase in screen.phases:
            lines.append(f"    phase_{phase}([{phase}]) --> {_id(screen.name)}")
        lines.append(f"    {_id(screen.name)}[{screen.name}]")
        lines += [f"    {_id(screen.name)} --> {_id(other)}" for other in screen.opens]
    return "\n".join([*lines, "```"])


def _id(name: str) -> str:
    """A screen's name as an id in Mermaid."""
    return "s_" + name.replace(".", "_")


def markdown() -> str:
    from deedbox.bench import heap

    screens = all_screens()
    heap_bytes = heap.heap_of_screens()
    rows = [
        f"| `{screen.name}` | {screen.about} | {_stays(screen)} | "
        + f"{heap_bytes.get(screen.name, 'always there')} | "
        + ", ".join(f"`{name}`" for name in screen.opens)
        + " |"
        for screen in screens
    ]
    return "\n".join(
        [
            "# The screens",
            "",
            "Made by `make screens` from the firmware itself: do not edit. Every screen also opens what the",
            "game waits for (`home()`), which the diagrams leave out.",
            "",
            f"![All screens, as the display shows them]({PICTURE})",
            "",
            "## In a game",
            "The phase of a game (round) opens its screen; keys and taps lead on.",
            "",
            mermaid(screens, before=False),
            "",
            "## Before a game, and around it",
            "",
            mermaid(screens, before=True),
            "",
            "## One by one",
            "Heap is in bytes, counted in MicroPython's unix port, with pointers of 64 bits: what a screen",
            "takes when it comes from flash, with all that it brings along. The firmware as a whole takes",
            "1.3 times the Pico's RAM there.",
            "",
            "| screen | what it is | without input | heap | opens |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def _stays(screen: Screen) -> str:
    limits = [f"{screen.look_s} s"] if screen.look_s else []
    if screen.asks:
        limits.append("a question: `prompt_timeout_s`")
    return ", ".join(limits) or "stays"


def main() -> None:
    write_file(DOCS, markdown())
    print(DOCS)


if __name__ == "__main__":
    main()
