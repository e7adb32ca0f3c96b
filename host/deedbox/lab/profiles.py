"""How a simulated player decides, as data: profiles.toml says what each number means."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("profiles.toml")
SAMPLED = ("careful", "usual", "daring")  # those that the lab asks
ALONE = "-alone"  # after the name of a profile: it does not trade


class ProfileError(Exception):
    """There is no such profile; the text names those that exist."""


@dataclass(frozen=True)
class Profile:
    """One table of profiles.toml."""

    name: str
    reserve: int
    reserve_rent_pct: int
    buy_reserve: int
    bid_pct: int
    block_pct: int
    rounds_ahead: int
    houses_first: int
    mortgages_to_build: bool
    leaves_jail: int
    trades: bool
    trade_gain: int
    envy_pct: int


@cache
def _tables() -> dict[str, Profile]:
    numbers = {field.name for field in fields(Profile)} - {"name"}
    profiles = {}
    for name, table in tomllib.loads(FILE.read_text(encoding="utf-8")).items():
        if set(table) != numbers:
            raise ProfileError(f"{FILE.name}, {name}: {', '.join(sorted(set(table) ^ numbers))}")
        profiles[name] = Profile(name, **table)
    return profiles


def names() -> list[str]:
    return list(_tables())


@cache
def find_profile(name: str) -> Profile:
    """The profile of this name; `usual-alone` is `usual` without trades."""
    base = name.removesuffix(ALONE)
    profile = _tables().get(base)
    if profile is None:
        raise ProfileError(f"{name}: there is no such profile; there are {', '.join(_tables())}")
    return profile if base == name else replace(profile, name=name, trades=False)
