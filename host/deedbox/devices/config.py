"""The user's config file: TOML, `on = "id:e660583883724a2c"`."""

from __future__ import annotations

from pathlib import Path

from deedbox.faults import FileError, Finder, parse_toml

KEYS = ("on",)


class ConfigError(FileError):
    """The config file cannot be used; names file, line and what is allowed."""


def config_path() -> Path:
    import platformdirs

    return Path(platformdirs.user_config_dir("deedbox", appauthor=False)) / "config.toml"


def target_name() -> str:
    """The target that the file names; "" if there is none."""
    file = config_path()
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return ""
    try:
        tables, text = parse_toml(str(file), data)
    except FileError as error:
        raise ConfigError(error.faults) from None
    find = Finder(str(file), text)
    for key in tables:
        if key not in KEYS:
            find.add((key,), f"there is no such setting; there is: {', '.join(KEYS)}")
    on = tables.get("on", "")
    if type(on) is not str:
        find.add(("on",), 'must be a target in quotes: on = "twin"', on)
    if find:
        raise ConfigError(find.faults)
    return str(on)
