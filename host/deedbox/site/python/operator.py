# mypy: ignore-errors


def or_(a, b):
    return a | b
