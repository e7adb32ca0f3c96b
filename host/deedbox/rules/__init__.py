"""House rules: the knobs in plain words, favourites, and files that people write."""
