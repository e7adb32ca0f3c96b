"""What an edition says of itself: id, games, rules. Apart from core/edition.py: both would not fit at once.

Each function returns the first fault in words, or "".
"""

from .board import BATTLE, DOUBLES
from .knobs import VARIANTS, KnobError, find, knobs

ID_MOST = 20


def id_fits(name) -> bool:
    """Small letters, digits and hyphens: the name of a file as well."""
    if type(name) is not str or not 1 <= len(name) <= ID_MOST or name[0] == "-":
        return False
    for letter in name:
        if not ("a" <= letter <= "z" or "0" <= letter <= "9" or letter == "-"):
            return False
    return True


def rules_fault(rules, extras: int, tokens: int) -> str:
    """The edition's choice of knobs; `tokens` is how many of them there are."""
    if type(rules) is not dict:
        return "rules"
    if "edition" in rules:
        return "edition: an edition cannot name another"
    known = 0
    limits = []
    try:
        for knob in knobs():  # one walk; one for each rule took 2 s on the Pico, and all values 5 KB
            if knob.name in rules:
                knob.check(rules[knob.name])
                known += 1
            if knob.name[:8] == "players_":
                limits.append(rules.get(knob.name, knob.default))
        if known < len(rules):
            for name in rules:
                find(name)  # raises for the one that does not exist
    except KnobError as error:
        return str(error)
    least, most = limits
    if least > most:
        return "players_min = %d: more than players_max" % least
    if most > tokens:
        return "players_max = %d: there are only %d tokens" % (most, tokens)
    if rules.get("dm_battle") and not extras & BATTLE:
        return 'dm_battle = true: needs extra = "battle"'
    if rules.get("sm_doubles") and not extras & DOUBLES:
        return 'sm_doubles = true: needs extra = "doubles"'
    return ""


def about_fault(about, extras: int, tokens: int) -> str:
    """What is kept as JSON: id, rules, which games they offer, and which names are placeholders."""
    if type(about) is not dict or sorted(about) != ["games", "id", "placeholders", "rules"]:
        return "about"
    if not id_fits(about["id"]):
        return "id"
    games = about["games"]
    if type(games) is not list or "standard" not in games or len(games) > len(VARIANTS):
        return "games"
    for game in games:
        if type(game) is not str or game not in VARIANTS or games.count(game) > 1:
            return "games"
    last = -1
    if type(about["placeholders"]) is not list:
        return "placeholders"
    for space in about["placeholders"]:
        if type(space) is not int or not last < space < 40:
            return "placeholders"
        last = space
    return rules_fault(about["rules"], extras, tokens)
