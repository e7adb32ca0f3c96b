"""Proposes short names for deeds that look alike where the display has little room."""

from __future__ import annotations

from collections import Counter
from typing import Any

from banker.ui.fit_name import fit
from deedbox.build import fonts
from deedbox.editions import model
from deedbox.editions.model import Edition

WIDTH = 10  # letters in a list of the display, the narrowest place for a name
_FEW = 3  # a word in so many names tells nothing apart; the first word of a name, in two
_JOINTS = " ,;:-&/().'’"


def propose_short_names(edition: Edition) -> dict[int, str]:
    """Space -> a short name, for deeds without one that a list shows like another deed.

    Words that several names share tell nothing apart, so the others are taken: `Balmes` for
    `Carrer de Balmes` beside `Carrer de Sants`.
    """
    names = {n: space.name for n, space in enumerate(edition.spaces) if model.deed_at(n)}
    shorts = {n: edition.spaces[n].short for n in names}
    shows = {
        n: fit(fonts.for_display(name), WIDTH, fonts.for_display(shorts[n])) for n, name in names.items()
    }
    times = Counter(shows.values())
    alike = [n for n in names if times[shows[n]] > 1 and not shorts[n]]
    taken = {text for n, text in shows.items() if n not in alike}
    shared = Counter(word for name in names.values() for word in set(name.split()))
    proposals = {}
    for n in alike:
        proposals[n] = _free_name(names[n], shared, taken)
        taken.add(fonts.for_display(proposals[n]))
    return proposals


def _free_name(name: str, shared: Counter[str], taken: set[str]) -> str:
    """A short form of the name that no other deed has."""
    words = name.split()
    own = [word for at, word in enumerate(words) if shared[word] < (_FEW if at else 2)]
    while len(own) > 1 and own[0] == own[0].lower() and len(own[0].strip(_JOINTS)) <= 3:
        own = own[1:]  # "de", "of the"
    forms = [" ".join(own), own[-1] if own else "", " ".join([f"{words[0][0]}.", *own]), name]
    for form in forms:
        text = fit(form.strip(_JOINTS), WIDTH)
        if text.strip(_JOINTS) and fonts.for_display(text) not in taken:
            return text
    number = 2
    while True:
        text = f"{(own or words)[-1][: WIDTH - 2]}{number:2}"
        if fonts.for_display(text) not in taken:
            return text
        number += 1


def add_short_names(text: str, proposals: dict[int, str]) -> str:
    """The text of an edition's file with these short names; everything else stays as it was written."""
    import tomlkit

    file = tomlkit.parse(text)
    spaces: Any = file["spaces"]
    for n, short in proposals.items():
        key = str(n)
        if key not in spaces:
            continue  # the name is inherited
        row = spaces[key]
        if isinstance(row, dict):
            row["short"] = short
            continue
        table = tomlkit.inline_table()
        table.update({"name": str(row), "short": short})
        comment = row.trivia.comment
        spaces[key] = table
        if comment:
            spaces[key].comment(comment.lstrip("# "))
    return tomlkit.dumps(file)
