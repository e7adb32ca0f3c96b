"""Reads an edition's TOML strictly and reports all faults at once, each with its line."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from banker.core import board as b
from banker.core.edition import limits as form
from banker.core.edition.metadata import ID_MOST, id_fits
from deedbox.build.fonts import for_display
from deedbox.editions import model
from deedbox.editions.model import Edition, Space
from deedbox.faults import FileError, Finder, Path, did_you_mean, parse_toml
from deedbox.rules import choices

TOP = (
    "id", "name", "inherits", "era", "extra", "games", "tokens", "currency", "terms", "decks",
    "language", "author", "licence",
)  # fmt: skip
TABLES = ("currency", "terms", "decks", "rules", "spaces", "deeds", "powers", "cards")
_WORD_MOST = dict(zip(form.WORD_KEYS, form.WORD_MOST, strict=True))
_TOKEN_KEYS = ("name", "short")
_SPACE_KEYS = ("name", "short", "placeholder", "note")
_CARD_KEYS = ("label", *model.EFFECTS, "rent_times", "dice_times", "per_hotel")
_NOTE_MOST = 200
_SHARED_MOST = 60  # letters of author and licence
_LANGUAGE = re.compile("[a-z]{2,3}")


class EditionError(FileError):
    """An edition that cannot be played; names file, line, key, value and what is allowed."""


def read_edition(file: str, data: bytes, parents: dict[str, Edition], decks: dict[str, Any]) -> Edition:
    """`parents`: editions from which it may inherit. `decks`: the printed decks by era."""
    try:
        tables, text = parse_toml(file, data)
    except FileError as error:
        raise EditionError(error.faults) from None
    reader = _Reader(file, text, tables, parents, decks)
    edition = reader.edition()
    if reader.find:
        raise EditionError(sorted(reader.find.faults, key=lambda fault: fault.line))
    return edition


class _Reader:
    def __init__(
        self, file: str, text: str, tables: dict[str, Any], parents: dict[str, Edition], decks: dict[str, Any]
    ) -> None:
        self.find = Finder(file, text)
        self.tables = tables
        self.file = file
        self.decks = decks
        for key in tables:
            if key not in TOP and key not in TABLES:
                self.find.add((key,), f"there is no such key{did_you_mean(key, (*TOP, *TABLES))}")
        name = tables.get("inherits")
        self.parent = parents.get(name) if isinstance(name, str) else None
        if name is not None and self.parent is None:
            self.find.add(("inherits",), f"must be one of {', '.join(parents)}", name)
        if name is None and parents:
            self.find.add((), 'inherits is missing: write inherits = "classic"')
        if self.parent is None and parents:
            self.parent = next(iter(parents.values()))  # any parent serves to find the other faults

    # -- pieces --

    def table(self, key: str, allowed: tuple[str, ...] | None = None, at: Path = ()) -> dict[str, Any]:
        table = (self.tables if not at else self._inner(at)).get(key, {})
        if not isinstance(table, dict):
            self.find.add((*at, key), f"must be a table: [{key}]", table)
            return {}
        for name in table:
            if allowed is not None and name not in allowed:
                self.find.add(
                    (*at, key, name), f"there is no such key{did_you_mean(name, allowed)}", table[name]
                )
        return {name: value for name, value in table.items() if allowed is None or name in allowed}

    def _inner(self, at: Path) -> dict[str, Any]:
        value: Any = self.tables
        for part in at:
            value = value[part]
        return value if isinstance(value, dict) else {}

    def text(self, at: Path, value: Any, least: int, most: int) -> str:
        """The text as it was typed, if the display can show it; else "" and a fault."""
        must = f"must be text of {least} to {most} letters"
        if type(value) is not str:
            self.find.add(at, must, value)
            return ""
        for char in value:
            if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and char != "\u00ad":
                self.find.add(at, f"has a control character (U+{ord(char):04X})", value)
                return ""
        text = for_display(value)
        strange = [char for char in text if ord(char) > 255]
        if strange:
            self.find.add(at, f"the display has no letter {strange[0]!r}", value)
        elif value != value.strip():
            self.find.add(at, "must not begin or end with a blank", value)
        elif not least <= len(text) <= most:
            self.find.add(at, f"{must}, not {len(text)}", value)
        else:
            return unicodedata.normalize("NFC", value)
        return ""

    def whole(self, at: Path, value: Any, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            self.find.add(at, f"must be a whole number from {least} to {most}", value)
            return least
        return value

    def words(self, key: str, allowed: tuple[str, ...], parent_words: dict[str, str]) -> dict[str, str]:
        words = dict(parent_words)
        for name, value in self.table(key, allowed).items():
            most = _WORD_MOST[{"currency.name": "currency"}.get(f"{key}.{name}", name)]
            words[name] = self.text((key, name), value, 1, most)
        for name in allowed:
            if name not in words:
                self.find.add((key,), f"{name} is missing")
                words[name] = ""
        return {name: words[name] for name in allowed}

    # -- the edition --

    def edition(self) -> Edition:
        tables, parent = self.tables, self.parent
        identity = tables.get("id")
        if identity is None:
            self.find.add((), 'id is missing: write id = "my-town"')
        elif not id_fits(identity):
            must = f"must be 1 to {ID_MOST} small letters, digits and hyphens"
            self.find.add(("id",), must, identity)
        name = ""
        if "name" in tables:
            name = self.text(("name",), tables["name"], 1, form.WORD_MOST[0])
        else:
            self.find.add((), 'name is missing: write name = "My Town"')
        extra = tables.get("extra", parent.extra if parent else "")
        if not isinstance(extra, str) or extra not in model.EXTRAS:
            self.find.add(("extra",), 'must be "battle", "doubles" or ""', extra)
            extra = ""
        currency = self.words("currency", ("name", "symbol"), parent.currency if parent else {})
        terms = self.words("terms", tuple(model.TERMS), parent.terms if parent else {})
        decks = self.words("decks", model.DECK_IDS, parent.decks if parent else {})
        games = self._games()
        tokens, token_shorts = self._tokens()
        rules = self._rules(extra, tokens)
        spaces, lines = self._spaces(decks)
        edition = Edition(
            id=identity if isinstance(identity, str) else "",
            name=name,
            currency=currency,
            terms=terms,
            decks=decks,
            tokens=tokens,
            token_shorts=token_shorts,
            extra=extra,
            games=games,
            rules=rules,
            spaces=spaces,
            deeds=self._deeds(),
            powers=self._powers(),
            cards=self._cards(),
            lines=lines,
            file=self.file,
            language=self._language(),
            author=self._shared("author"),
            licence=self._shared("licence"),
        )
        self._check_era(edition)
        if edition.powers and any(edition.powers.values()) and extra != "battle":
            edition.warnings.append('powers have no effect without extra = "battle"')
        return edition

    def _language(self) -> str:
        value = self.tables.get("language", self.parent.language if self.parent else "en")
        if not isinstance(value, str) or not _LANGUAGE.fullmatch(value):
            self.find.add(("language",), 'must be two or three small letters, such as "de"', value)
            return "en"
        return value

    def _shared(self, key: str) -> str:
        return self.text((key,), self.tables[key], 1, _SHARED_MOST) if key in self.tables else ""

    def _check_era(self, edition: Edition) -> None:
        """`era` chooses decks. What it leaves alone, the taxes and the text of that time, is said."""
        era = self.tables.get("era")
        if era not in model.ERAS or self.parent is None:
            return
        for name, newer in model.NEWER_TEXT.items():
            rule = choices.rule_table()[name]
            older = list(rule.default) if isinstance(rule.default, tuple) else rule.default
            wanted = newer if era == "2008plus" else older
            if name not in self.table("rules") and edition.rules.get(name, older) != wanted:
                edition.era_leaves[name] = wanted

    def _games(self) -> list[str]:
        value = self.tables.get("games", self.parent.games if self.parent else list(model.VARIANTS))
        if type(value) is not list or "standard" not in value or any(v not in model.VARIANTS for v in value):
            must = f"must be a list of {', '.join(model.VARIANTS)}; standard is always one of them"
            self.find.add(("games",), must, value)
            return ["standard"]
        return [game for game in model.VARIANTS if game in value]

    def _tokens(self) -> tuple[list[str], list[str]]:
        """The names of the tokens, and their short names ("" for none)."""
        if "tokens" not in self.tables and self.parent:
            return self.parent.tokens, self.parent.token_shorts
        value = self.tables.get("tokens")
        if type(value) is not list or not 2 <= len(value) <= 8:
            self.find.add(("tokens",), "must be a list of 2 to 8 names", value)
            return [], []
        names: list[str] = []
        shorts: list[str] = []
        for index, token in enumerate(value):
            at: Path = ("tokens", index)
            short = ""
            if isinstance(token, dict):
                for key in token:
                    if key not in _TOKEN_KEYS:
                        self.find.add((*at, key), "there is no such key; a token has a name and a short name")
                if "short" in token:
                    short = self.text((*at, "short"), token["short"], 1, form.SHORT_MOST)
                token = token.get("name")
            name = self.text(at, token, 1, form.TOKEN_MOST)
            if name and for_display(name) in map(for_display, names):
                self.find.add(at, "stands twice", token)
            if short and for_display(short) in map(for_display, shorts):
                self.find.add((*at, "short"), "stands twice", short)
            names.append(name)
            shorts.append(short)
        return names, shorts

    def _rules(self, extra: str, tokens: list[str]) -> dict[str, Any]:
        table = self.table("rules")
        if "edition" in table:
            self.find.add(("rules", "edition"), "an edition cannot name another", table["edition"])
            table = {name: value for name, value in table.items() if name != "edition"}
        own = choices.check_choices(self.find, ("rules",), table)
        rules = {**(self.parent.rules if self.parent else {}), **own}
        rule, wrong = choices.find_contradiction(rules, {})
        if wrong:
            self.find.add(("rules", rule), wrong, rules.get(rule))
        most = rules.get("players_max", 8)
        if tokens and most > len(tokens):
            at: Path = ("rules", "players_max") if "players_max" in own else ("tokens",)
            self.find.add(at, f"rules.players_max is {most}, but there are {len(tokens)} tokens")
        for name, needs in (("dm_battle", "battle"), ("sm_doubles", "doubles")):
            if rules.get(name) and extra != needs:
                self.find.add(("rules", name), f'needs extra = "{needs}"', True)
        return rules

    def _spaces(self, decks: dict[str, str]) -> tuple[list[Space], dict[int, int]]:
        own: dict[int, Space] = {}
        lines: dict[int, int] = {}
        numbers = tuple(str(n) for n in range(40))
        for key, value in self.table("spaces").items():
            if key not in numbers:
                self.find.add(("spaces", key), "spaces are numbered 0 to 39, GO is 0", value)
                continue
            lines[int(key)] = self.find.line(("spaces", key))
            own[int(key)] = self._space(int(key), value)
        spaces = []
        for n in range(40):
            space = own.get(n, Space(""))
            if not space.name:
                plain = model.corner_name(n) or decks.get(model.kind_of_space(n), "")
                space.name = plain or model.placeholder_name(n)
                space.placeholder = not plain
                space.short = space.short or ("" if plain else model.placeholder_short(n))
            spaces.append(space)
        for part in ("name", "short"):
            space_of: dict[str, int] = {}
            for n in b.SPACE_OF:
                text = for_display(getattr(spaces[n], part))
                if text and text in space_of:
                    first = space_of[text]
                    where = f"line {lines[first]}" if first in lines else f"space {first}"
                    at: Path = ("spaces", str(n), part)
                    self.find.add(at, f"another deed is called so ({where})", text)
                space_of.setdefault(text, n)
        return spaces, lines

    def _space(self, n: int, value: Any) -> Space:
        key = str(n)
        if isinstance(value, str):
            return Space(self.text(("spaces", key), value, 1, form.NAME_MOST) if value else "")
        if not isinstance(value, dict):
            self.find.add(
                ("spaces", key), 'must be a name in quotes, or { name = "...", short = "..." }', value
            )
            return Space("")
        table = self.table(key, _SPACE_KEYS, ("spaces",))
        if "name" in table and "placeholder" in table:
            self.find.add(("spaces", key, "placeholder"), "a space has a name or a placeholder, not both")
        space = Space("", placeholder="placeholder" in table)
        for part in ("name", "placeholder"):
            if part in table and table[part] != "":
                space.name = self.text(("spaces", key, part), table[part], 1, form.NAME_MOST)
        if "short" in table:
            space.short = self.text(("spaces", key, "short"), table["short"], 1, form.SHORT_MOST)
        if "note" in table:
            space.note = self.text(("spaces", key, "note"), table["note"], 1, _NOTE_MOST)
        return space

    def _deeds(self) -> dict[str, dict[str, Any]]:
        deeds = {}
        tables = self.table("deeds", tuple(model.DEED_IDS))
        for number, deed in enumerate(model.DEED_IDS):
            keys = model.STREET_KEYS if number < b.STREETS else model.DEED_KEYS
            row = dict(self.parent.deeds[deed]) if self.parent else {}
            before = len(self.find.faults)
            if deed in tables:
                own = self.table(deed, keys, ("deeds",))
                row.update(
                    {key: self._deed_value(("deeds", deed, key), key, value) for key, value in own.items()}
                )
            missing = [key for key in keys if key not in row]
            if missing:
                self.find.add(("deeds", deed), f"{', '.join(missing)} missing")
            elif row["mortgage"] > row["price"] and len(self.find.faults) == before:
                at: Path = ("deeds", deed, "mortgage")
                self.find.add(at, f"must be at most the price, {row['price']}", row["mortgage"])
            deeds[deed] = {key: row.get(key, 0) for key in keys}
        return deeds

    def _deed_value(self, at: Path, key: str, value: Any) -> Any:
        if key != "rents":
            return self.whole(at, value, 0 if key == "mortgage" else 1, form.AMOUNT_MOST)
        if type(value) is not list or len(value) != 6:
            self.find.add(at, "must be six rents: bare, 1 to 4 houses, hotel", value)
            return [0] * 6
        return [self.whole((*at, n), rent, 0, form.AMOUNT_MOST) for n, rent in enumerate(value)]

    def _powers(self) -> dict[str, int]:
        powers = dict(self.parent.powers) if self.parent else {}
        for deed, value in self.table("powers", tuple(model.DEED_IDS[: b.STREETS])).items():
            powers[deed] = self.whole(("powers", deed), value, 0, form.POWER_MOST)
        return powers

    # -- cards --

    def _cards(self) -> dict[str, list[dict[str, Any]]]:
        era = self.tables.get("era")
        if era is not None and (not isinstance(era, str) or era not in model.ERAS):
            self.find.add(("era",), f"must be one of {', '.join(model.ERAS)}", era)
            era = None
        if era is None and self.parent is None:
            era = model.ERAS[0]
        base = self.decks[era] if era else self.parent.cards if self.parent else {}
        cards = {deck: [dict(card) for card in base[deck]] for deck in model.DECK_IDS}
        own: dict[tuple[str, int], dict[str, Any]] = {}
        for key in self.table("cards", model.CARD_IDS):
            deck, _, number = key.partition("-")
            card = self._card(key, cards[deck][int(number) - 1])
            cards[deck][int(number) - 1] = card
            own[(deck, int(number) - 1)] = card
        for deck in model.DECK_IDS:
            passes = [n for n, card in enumerate(cards[deck]) if "keep" in card]
            if len(passes) > 1:
                n = next((n for n in reversed(passes) if (deck, n) in own), passes[-1])
                self.find.add(("cards", f"{deck}-{n + 1}"), "a deck has at most one card that is kept")
        flat = [model.card_effect(card) for deck in model.DECK_IDS for card in cards[deck]]
        circle = form.circle(flat)
        if circle:
            movers = [key for key, card in own.items() if "to" in card or "back" in card]
            key = f"{movers[-1][0]}-{movers[-1][1] + 1}" if movers else ""
            way = " > ".join(map(str, [*circle, circle[0]]))
            self.find.add(("cards", key) if key else ("cards",), f"cards move in a circle: {way}")
        return cards

    def _card(self, key: str, original: dict[str, Any]) -> dict[str, Any]:
        at: Path = ("cards", key)
        table = self.table(key, _CARD_KEYS, ("cards",))
        effects = [name for name in model.EFFECTS if name in table]
        label = table.get("label")
        if label is None:
            self.find.add(at, 'label is missing: { label = "...", ... }')
        else:
            label = self.text((*at, "label"), label, 1, form.LABEL_MOST)
        if not effects and set(table) <= {"label"}:
            return {**original, "label": label or ""}
        if len(effects) != 1:
            self.find.add(at, f"must do one of {', '.join(model.EFFECTS)}", table)
            return original
        effect = effects[0]
        card = {"label": label or "", effect: self._effect((*at, effect), effect, table[effect])}
        second = model.SECOND.get(effect, ())
        if effect == "nearest":
            second = ("rent_times",) if card["nearest"] == "rail" else ("dice_times",)
        for name in set(table) - {"label", effect, *second}:
            self.find.add((*at, name), f"does not go with {effect}", table[name])
        for name in second:
            most = form.TIMES_MOST if effect == "nearest" else form.AMOUNT_MOST
            least = 1 if effect == "nearest" else 0
            if name not in table:
                self.find.add(at, f"{name} is missing")
            card[name] = self.whole((*at, name), table.get(name, least), least, most)
        return card

    def _effect(self, at: Path, effect: str, value: Any) -> Any:
        if effect in ("jail", "keep"):
            if value is not True:
                self.find.add(at, "must be true", value)
            return True
        if effect == "nearest":
            if value not in ("rail", "util"):
                self.find.add(at, 'must be "rail" or "util"', value)
                return "rail"
            return value
        least, most = {"to": (0, 39), "back": (1, 39), "per_house": (0, form.AMOUNT_MOST)}.get(
            effect, (1, form.AMOUNT_MOST)
        )
        return self.whole(at, value, least, most)
