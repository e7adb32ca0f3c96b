"""One tap from antenna to flash, by hands, wherever the firmware runs."""

GAME = {"edition": "zelda", "names": ["Mum", "Dad", "Mia"], "seed": 7}


def mum_buys_and_it_is_still_hers(hands):
    """Mum types 1 and 2, taps the deed and her token, and owns it; after a power cut it is still hers."""
    hands.sees("MUM", "1500", "Roll")
    hands.key("1", "2")
    hands.sees("1 + 2 = 3", "3 Minish Village")
    hands.tap("deed", 5)
    hands.sees("Dice say 3", "Nothing happened")
    hands.tap("deed", 1)
    hands.sees("MUM Minish Village", "60", "1500 > 1440", "Tap MUM to buy.")
    hands.tap("token", 1)
    hands.sees("That is DAD's token.", "Nothing happened.", "60")
    before = hands.inputs
    hands.tap("token", 0)
    hands.sees("DAD", "1500")
    assert hands.inputs == before + 1
    hands.pull_the_plug(read=True)
    hands.sees("WELCOME BACK", "MUM bought it.", "Minish Village", "Now: DAD rolls.")
    hands.key("#")
    hands.sees("DAD", "1500")
    hands.tap("deed", 1)
    hands.sees("MUM owns it.")


def dad_pays_rent(hands):
    """Dad lands there; the deed confirms his dice and asks; only his token pays."""
    before = hands.inputs
    hands.key("2", "1")
    hands.tap("deed", 1)
    hands.sees("RENT Minish Village", "DAD➤MUM", "4", "1500 > 1496")
    hands.tap("token", 1)
    hands.sees("MIA", "1500")
    assert hands.inputs == before + 4
    hands.key("1", "2")
    hands.key("#")
    hands.sees("MUM", "1444")
