# mypy: ignore-errors


def pairwise(items):
    items = list(items)
    return zip(items, items[1:])


def chain(*parts):
    for part in parts:
        yield from part
