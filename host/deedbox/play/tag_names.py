"""The names of all tags that a twin can be given."""

from __future__ import annotations

from banker.core.ids import DEED_IDS


def tag_names() -> dict[str, tuple[str, int]]:
    """Names of tags as in the contract -> kind and number as in the firmware."""
    names = {f"token:{n + 1}": ("token", n) for n in range(8)}
    names |= {f"deed:{deed}": ("deed", n) for n, deed in enumerate(DEED_IDS)}
    for first, deck in ((0, "chance"), (16, "chest")):
        names |= {f"card:{deck}-{n + 1}": ("card", first + n) for n in range(16)}
    return names | {"banker": ("banker", 0)}
