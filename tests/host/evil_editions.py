"""Faulty editions: each case is a good file with one change, and the place that the error must name.

The cases are made from tables, so that every amount meets every kind of wrong value.
"""

BASE = """\
id = "evil"
name = "Evil Town"
inherits = "classic"
"""
_WRONG_NUMBERS = {
    "negative": "-1",
    "absurd": "9223372036854775808",
    "beyond-16-bits": "65536",
    "float": "60.0",
    "nan": "nan",
    "infinite": "-inf",
    "bool": "true",
    "text": '"60"',
    "list": "[60]",
    "date": "2020-01-01",
}
_WRONG_TEXTS = {
    "newline": '"a\\nb"',
    "escape": '"\\u001b[2J"',
    "nul": '"a\\u0000b"',
    "delete": '"a\\u007fb"',
    "c1-control": '"a\\u0085b"',
    "right-to-left": '"a\\u202eb"',
    "zero-width": '"a\\u200bb"',
    "line-separator": '"a\\u2028b"',
    "number": "5",
    "bool": "true",
    "list": '["a"]',
    "no-letter": '"\\u6f22"',
    "emoji": '"\\U0001F600"',
    "blank-first": '" a"',
    "only-blanks": '"   "',
}


def cases():
    """(name, text of the file, what the fault must name: key, line)."""
    yield from _numbers()
    yield from _texts()
    yield from _cards()
    yield from _rules()
    yield from _shapes()


def _file(body: str, key: str, name: str):
    """The line of the mark «, and the text without the mark."""
    text = BASE + body
    line = text[: text.index("\u00ab")].count("\n") + 1 if "\u00ab" in text else 0
    return name, text.replace("\u00ab", ""), key, line


def _numbers():
    places = [("deeds", "brown1", key) for key in ("price", "mortgage", "house", "hotel")]
    places += [("deeds", "rail3", "price"), ("deeds", "util2", "mortgage")]
    for table, row, key in places:
        for kind, value in _WRONG_NUMBERS.items():
            body = f"[{table}]\n\u00ab{row} = {{ {key} = {value} }}\n"
            yield _file(body, f"{table}.{row}.{key}", f"{row}-{key}-{kind}")
    for kind, value in _WRONG_NUMBERS.items():
        rents = f"[2, 10, {value}, 90, 160, 250]"
        yield _file(f"[deeds]\n\u00abblue2 = {{ rents = {rents} }}\n", "deeds.blue2.rents[2]", f"rent-{kind}")
        yield _file(f"[powers]\n\u00abred1 = {value}\n", "powers.red1", f"power-{kind}")
    for count in (0, 1, 5, 7, 100):
        rents = ", ".join(["10"] * count)
        yield _file(f"[deeds]\n\u00absky1 = {{ rents = [{rents}] }}\n", "deeds.sky1.rents", f"{count}-rents")
    yield _file("[deeds]\n\u00absky1 = { price = 0 }\n", "deeds.sky1.price", "price-0")
    yield _file("[deeds]\n\u00absky1 = { price = 100, mortgage = 101 }\n", "deeds.sky1.mortgage", "dear-loan")
    yield _file("[deeds]\n\u00abrail1 = { house = 50 }\n", "deeds.rail1.house", "house-on-a-rail")
    yield _file("[deeds]\n\u00abutil1 = { rents = [1, 2] }\n", "deeds.util1.rents", "rents-of-a-utility")
    yield _file("[deeds]\n\u00abrail5 = { price = 50 }\n", "deeds.rail5", "a-fifth-rail")
    yield _file("[powers]\n\u00abrail1 = 1000\n", "powers.rail1", "a-strong-rail")
    yield _file("[powers]\n\u00abred1 = 12001\n", "powers.red1", "too-strong")


def _texts():
    places = {
        "name": ("{}", 41),
        "currency.name": ("[currency]\n\u00abname = {}\n", 21),
        "currency.symbol": ("[currency]\n\u00absymbol = {}\n", 4),
        "terms.house": ("[terms]\n\u00abhouse = {}\n", 21),
        "decks.chest": ("[decks]\n\u00abchest = {}\n", 25),
        "spaces.1": ("[spaces]\n3 = 'x'\n\u00ab1 = {}\n", 41),
        "spaces.39.name": ("[spaces]\n\u00ab39 = {{ name = {} }}\n", 41),
        "spaces.39.short": ("[spaces]\n\u00ab39 = {{ name = 'x', short = {} }}\n", 11),
        "cards.chance-1.label": ("[cards]\n\u00abchance-1 = {{ label = {}, pay = 1 }}\n", 61),
    }
    for key, (pattern, length) in places.items():
        wrong = dict(
            _WRONG_TEXTS, **{"too-long": '"' + "x" * length + '"', "endless": '"' + "x" * 5000 + '"'}
        )
        for kind, value in wrong.items():
            if key == "name":
                text = f'id = "evil"\nname = {value}\ninherits = "classic"\n'
                yield f"name-{kind}", text, "name", 2
            else:
                yield _file(pattern.format(value), key, f"{key}-{kind}")
    for kind, value in {**_WRONG_TEXTS, "upper": '"Evil"', "path": '"../main"', "dot": '"a.b"'}.items():
        yield f"id-{kind}", f'id = {value}\nname = "x"\ninherits = "classic"\n', "id", 1
    yield _file("[spaces]\n1 = 'Same'\n\u00ab3 = 'Same'\n", "spaces.3.name", "two-deeds-of-one-name")
    short = "{ name = 'A', short = 'S' }\n\u00ab3 = { name = 'B', short = 'S' }"
    yield _file(f"[spaces]\n1 = {short}\n", "spaces.3.short", "two-deeds-of-one-short-name")
    yield _file("\u00abtokens = ['A', 'B', 'A']\n[rules]\nplayers_max = 3\n", "tokens[2]", "one-token-twice")
    yield _file("\u00abtokens = ['A']\n", "tokens", "one-token")
    yield _file("\u00abtokens = []\n", "tokens", "no-token")
    yield _file("\u00abtokens = 'A'\n", "tokens", "tokens-as-text")
    yield _file("\u00abtokens = ['1','2','3','4','5','6','7','8','9']\n", "tokens", "nine-tokens")
    yield _file("\u00abtokens = ['A', 'B', 'C']\n", "tokens", "fewer-tokens-than-players")
    two = "\n[rules]\nplayers_max = 2\n"
    yield _file(
        "\u00abtokens = [{name = 'A', short = 'x'}, {name = 'B', short = 'x'}]" + two,
        "tokens[1].short",
        "one-short-token-twice",
    )
    yield _file(
        "\u00abtokens = [{name = 'A', short = 'elevenchars'}, 'B']" + two,
        "tokens[0].short",
        "a-long-short-token",
    )
    yield _file("\u00abtokens = [{short = 'A'}, 'B']" + two, "tokens[0]", "a-token-without-a-name")
    yield _file("\u00abtokens = [{name = 'A', hat = 'B'}, 'B']" + two, "tokens[0].hat", "a-token-with-a-hat")
    yield _file("\u00abtokens = ['A', 7]\n[rules]\nplayers_max = 2\n", "tokens[1]", "a-number-as-token")
    both = "{ name = 'x', placeholder = 'y' }"
    yield _file(f"[spaces]\n\u00ab1 = {both}\n", "spaces.1.placeholder", "name-and-placeholder")


def _cards():
    def card(body: str, key: str, name: str, card_id: str = "chance-1"):
        return _file(f"[cards]\n\u00ab{card_id} = {{ label = 'x', {body} }}\n", f"cards.{card_id}{key}", name)

    for effect in ("pay", "collect", "pay_each", "collect_each", "to", "back"):
        for kind, value in _WRONG_NUMBERS.items():
            yield card(f"{effect} = {value}", f".{effect}", f"card-{effect}-{kind}")
    yield card("to = 40", ".to", "to-space-40")
    yield card("back = 0", ".back", "back-0")
    yield card("back = 40", ".back", "back-40")
    yield card("jail = false", ".jail", "jail-false")
    yield card("keep = 1", ".keep", "keep-1")
    yield card("nearest = 'moon', rent_times = 2", ".nearest", "nearest-moon")
    yield card("nearest = ['rail'], rent_times = 2", ".nearest", "nearest-list")
    yield card("nearest = 'rail', rent_times = 21", ".rent_times", "rent-times-21")
    yield card("nearest = 'rail', dice_times = 2", ".dice_times", "dice-times-of-a-rail")
    yield card("nearest = 'util'", "", "no-dice-times")
    yield card("per_house = 5", "", "no-per-hotel")
    yield card("pay = 5, collect = 5", "", "pays-and-collects")
    yield card("pay = 5, explode = true", ".explode", "explodes")
    yield card("pay = 5, per_hotel = 5", ".per_hotel", "pays-per-hotel")
    yield card("keep = true", "", "two-passes", "chance-1")
    yield card("keep = true", "", "two-passes-in-the-chest", "chest-16")
    yield card("to = 7", "", "circle-of-one", "chance-2")
    yield card("to = 22", "", "circle-within-chance", "chance-2")
    yield card("back = 40", ".back", "round-the-board", "chest-2")
    circle = "chance-2 = { label = 'x', to = 2 }\n\u00abchest-2 = { label = 'x', to = 7 }\n"
    yield _file("[cards]\n" + circle, "cards.chest-2", "circle-of-two-decks")
    back = "chance-2 = { label = 'x', to = 2 }\n\u00abchest-3 = { label = 'x', back = 35 }\n"
    yield _file("[cards]\n" + back, "cards.chest-3", "circle-by-going-back")
    yield _file("[cards]\n\u00abchance-17 = { label = 'x', pay = 1 }\n", "cards.chance-17", "chance-17")
    yield _file("[cards]\n\u00abchance-0 = { label = 'x', pay = 1 }\n", "cards.chance-0", "chance-0")
    yield _file("[cards]\n\u00abfate-1 = { label = 'x', pay = 1 }\n", "cards.fate-1", "a-third-deck")
    yield _file("[cards]\n\u00abchance-1 = { pay = 1 }\n", "cards.chance-1", "no-label")
    yield _file("[cards]\n\u00abchance-1 = 'Go'\n", "cards.chance-1", "card-as-text")


def _rules():
    for kind, value in _WRONG_NUMBERS.items():
        value = "100000" if kind == "beyond-16-bits" else value
        yield _file(f"[rules]\n\u00abstart_cash = {value}\n", "rules.start_cash", f"start-cash-{kind}")
    for body, key in {
        "go_salry = 200": "rules.go_salry",
        "rent_claim = 'sometimes'": "rules.rent_claim",
        "build_even = 1": "rules.build_even",
        "rail_rents = [1, 2, 3]": "rules.rail_rents",
        "rail_rents = [1, 2, 3, 4.0]": "rules.rail_rents",
        "utility_mult = [4, 10, 16]": "rules.utility_mult",
        "free_parking_feeds = ['luck']": "rules.free_parking_feeds",
        "free_parking_feeds = 'taxes'": "rules.free_parking_feeds",
        "trade_immunity = true": "rules.trade_immunity",
        "edition = 'zelda'": "rules.edition",
        "dm_battle = true": "rules.dm_battle",
        "sm_doubles = true": "rules.sm_doubles",
        "players_max = 9": "rules.players_max",
        "players_max = 1": "rules.players_max",
        "houses_total = -2": "rules.houses_total",
    }.items():
        yield _file(f"[rules]\n\u00ab{body}\n", key, body.replace(" ", ""))
    yield _file(
        "[rules]\nplayers_max = 3\n\u00abplayers_min = 4\n", "rules.players_min", "more-least-than-most"
    )


def _shapes():
    yield _file("\u00abprices = 3\n", "prices", "unknown-key")
    yield _file("\u00ab[spacs]\n1 = 'x'\n", "spacs", "unknown-table")
    yield _file("\u00abspaces = 3\n", "spaces", "spaces-as-number")
    yield _file("\u00abdeeds = []\n", "deeds", "deeds-as-list")
    yield _file("\u00abrules = 'mine'\n", "rules", "rules-as-text")
    yield _file("\u00abera = '1935'\n", "era", "era-1935")
    yield _file("\u00abera = 2008\n", "era", "era-as-number")
    yield _file("\u00abextra = 'magic'\n", "extra", "extra-magic")
    yield _file("\u00abextra = ['battle']\n", "extra", "extra-list")
    yield _file("\u00abgames = 'standard'\n", "games", "games-as-text")
    yield _file("\u00abgames = ['short']\n", "games", "games-without-the-standard-one")
    yield _file("\u00abgames = ['standard', ['time']]\n", "games", "games-in-a-list")
    for key in ("40", "-1", "01", "1.5", "one"):
        quoted = f'"{key}"'
        yield _file(f"[spaces]\n\u00ab{quoted} = 'x'\n", f"spaces.{key}", f"space-{key}")
    yield _file("[spaces]\n\u00ab1 = ['x']\n", "spaces.1", "space-as-list")
    yield _file("[spaces]\n\u00ab1 = { nam = 'x' }\n", "spaces.1.nam", "space-nam")
    yield _file("[currency]\n\u00abcolour = 'x'\n", "currency.colour", "currency-colour")
    yield _file("[terms]\n\u00abcastle = 'x'\n", "terms.castle", "terms-castle")
    yield "heir-of-nobody", 'id = "evil"\nname = "x"\ninherits = "moon"\n', "inherits", 3
    yield "heir-of-a-path", 'id = "evil"\nname = "x"\ninherits = "../classic"\n', "inherits", 3
    yield "heir-of-a-list", 'id = "evil"\nname = "x"\ninherits = ["classic"]\n', "inherits", 3
    yield "no-heir", 'id = "evil"\nname = "x"\n', "", 0
    yield "no-id", 'name = "x"\ninherits = "classic"\n', "", 0
    yield "no-name", 'id = "evil"\ninherits = "classic"\n', "", 0
    yield "empty", "", "", 0
    yield _file("[spaces]\n1 = 'a'\n\u00ab1 = 'b'\n", "", "a-key-twice")
    yield _file("[spaces]\n1 = 'a'\n\u00ab[spaces]\n2 = 'b'\n", "", "a-table-twice")
    yield _file("\u00abtokens = [" + "[" * 500 + "]" * 500 + "]\n", "", "deep-list")
    yield _file("x = 1\n\u00aby = {z = " * 1 + "{z = " * 200 + "1" + "}" * 201 + "\n", "", "deep-table")
    yield _file("[deeds]\n\u00abbrown1 = { price = " + "9" * 5000 + " }\n", "", "5000-digits")
    yield _file("\u00ab[[spaces]]\n1 = 'x'\n", "spaces", "spaces-as-array")
    yield _file("\u00ab<html>\n", "", "a-web-page")
    yield _file("tokens = ['a'\n", "", "unclosed")
    yield "too-large", BASE + "# " + "x" * 70000 + "\n", "", 1
