"""A name in a narrow place: all of it if it fits, else the edition's short name, else a few words."""

_TRAILING = " ,;:-&/("


def fit(name: str, width: int, short: str = "") -> str:
    """At most `width` letters (0: as many as there are)."""
    if not width or len(name) <= width:
        return name
    if short and len(short) <= width:
        return short
    if width < 2:
        return name[:width]
    end = width - 1  # one letter less, for the point
    if name[end] != " ":
        cut = name.rfind(" ", 0, end)
        end = cut if cut > 0 else end
    words = name[:end].rstrip(_TRAILING)
    while True:  # short words at the end go: "Temple." instead of "Temple of."
        cut = words.rfind(" ")
        tail = words[cut + 1 :]
        if cut <= 0 or len(tail) > 3 or tail != tail.lower() or not tail.isalpha():
            break
        words = words[:cut].rstrip(_TRAILING)
    return words if words.endswith(".") else words + "."
