"""Does a screen fit: 21 letters a row, eight rows in all."""

from banker.ui import paint


def fits(desk):
    high = 0
    for row in desk.ui.rows():
        text = "".join(ch for ch in row if ch >= " ")
        body = row[1:] if row.startswith(paint.HEADER) else row
        if body.startswith(paint.DOUBLE):
            high += 2
            assert len(text) <= 10, text
        elif body.startswith(paint.BIG):
            high += 3
            assert len(text) <= 7, text
        else:
            high += 1
            assert len(text) <= 21, text
    assert high <= 8, desk.text()
    return desk
