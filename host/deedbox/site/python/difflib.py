# mypy: ignore-errors


def get_close_matches(word, words, n=3, cutoff=0.6):
    return []
