"""Sentences of the display in the size in which the screens show them."""

from banker.ui.layout import wrap
from deedbox import words


def test_every_sentence_of_a_turn_fits_two_rows_with_short_names_and_large_sums():
    for number, (name, sentence) in words.read_words("en").items():
        if 100 <= number < 240 or 249 <= number < 300:
            text = sentence.replace("|", "").format("9999", "9999", "9999", "9999")
            rows = wrap(text)
            assert len(rows) <= 2 and max(map(len, rows)) <= 21, (number, name, rows)
