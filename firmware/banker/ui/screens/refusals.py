"""The sentence of a refusal. Codes stay in the log."""

from banker.ui.const import const

_SHORT_BY = const(43)
_REFUSED = const(62)


def sentence(ui, code: str, facts) -> str:
    if code == "not-enough-cash" and facts:
        return ui.say(_SHORT_BY, facts[0])
    return ui.say(_REFUSED, code)
