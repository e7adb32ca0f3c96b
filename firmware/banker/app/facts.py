"""What a screen may ask the box besides the game: ui.fact("setting", "volume"), ... Loaded on use."""


def fact(box, name: str, *args):
    return _FACTS[name](box, *args)


def setting(box, name: str):
    return box.settings[name]


def kept(box) -> list:
    """Games put aside, oldest first: (id, names, turn number, is it over, seconds played)."""
    return box.keeper.games()


def played_s(box) -> int:
    return box.keeper.played_s


_FACTS: dict = {"setting": setting, "kept": kept, "played_s": played_s}
