"""The table of screens, read from the firmware's own modules; `python -m deedbox.screens` writes its docs.

Which phase of a game opens which screen stands in banker/ui/ui.py; which screen opens which others, how long
it stays and whether it asks for a token stands in the screens themselves. Nothing is written down twice.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from deedbox import firmware

DOCS = Path("host") / "docs" / "screens.md"
PICTURE = "pictures/screens.png"
_FOLDER = "banker/ui/screens/"


@dataclass(frozen=True)
class Screen:
    name: str
    about: str  # the first sentence of its own description
    opens: tuple[str, ...]
    phases: tuple[str, ...]  # of a game, in which it is what the box waits on
    look_s: int  # how long it stays without input; 0: as long as it likes
    asks: bool  # a question with a name, that closes after prompt_timeout_s
    before: bool  # needs no game


def table() -> list[Screen]:
    """Every screen, by name."""
    sources = firmware.sources()
    phases = _phases(ast.parse(sources["banker/ui/ui.py"].read_bytes()))
    trees = {
        name.removeprefix(_FOLDER).removesuffix(".py"): ast.parse(path.read_bytes())
        for name, path in sources.items()
        if name.startswith(_FOLDER)
    }
    shown = {
        name: tree for name, tree in trees.items() if "rows" in _functions(tree) and "key" in _functions(tree)
    }
    return [
        Screen(
            name=name,
            about=_about(tree),
            opens=tuple(other for other in _opened(tree) if other in shown and other != name),
            phases=tuple(phase for phase, screen in phases.items() if screen == name),
            look_s=_look_ms(tree) // 1000,
            asks="asks" in _functions(tree),
            before=any(_is(node, "BEFORE") for node in tree.body),
        )
        for name, tree in sorted(shown.items())
    ]


def _phases(ui: ast.Module) -> dict[str, str]:
    for node in ui.body:
        if isinstance(node, ast.Assign) and _is(node, "SCREENS"):
            return dict(ast.literal_eval(node.value))
    raise ValueError("ui.py has no SCREENS")


def _is(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name


def _functions(tree: ast.Module) -> set[str]:
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def _about(tree: ast.Module) -> str:
    return (ast.get_docstring(tree) or "").split("\n\n")[0].replace("\n", " ")


def _look_ms(tree: ast.Module) -> int:
    for node in tree.body:
        if isinstance(node, ast.Assign) and _is(node, "LOOK_MS"):
            return int(ast.literal_eval(node.value))
    return 0


def _opened(tree: ast.Module) -> list[str]:
    """Names in ui.show("name", ...) and ui.load("name"), and values of tables of names such as _OPENS."""
    found = []
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("show", "load")
        ):
            found += (
                [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
                if node.args
                else []
            )
        elif isinstance(node, ast.Assign) and _is(node, "_OPENS"):
            found += [part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)]
    return sorted({name for name in found if isinstance(name, str)})


def mermaid(screens: list[Screen], before: bool) -> str:
    """Who opens whom, as a diagram; phases are the round ones."""
    lines = ["```mermaid", "flowchart LR"]
    for screen in screens:
        if screen.before != before:
            continue
        for phase in screen.phases:
            lines.append(f"    phase_{phase}([{phase}]) --> s_{screen.name}")
        lines.append(f"    s_{screen.name}[{screen.name}]")
        lines += [f"    s_{screen.name} --> s_{other}" for other in screen.opens]
    return "\n".join([*lines, "```"])


def markdown() -> str:
    from deedbox.bench import heap

    screens = table()
    taken = heap.screens()
    rows = [
        f"| `{screen.name}` | {screen.about} | {_stays(screen)} | {taken.get(screen.name, 'always there')} | "
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
    said = f"{screen.look_s} s" if screen.look_s else ""
    return (
        (said + (", " if said else "") + "a question: `prompt_timeout_s`") if screen.asks else said or "stays"
    )


def main() -> None:
    DOCS.write_text(markdown(), encoding="utf-8")
    print(DOCS)


if __name__ == "__main__":
    main()
