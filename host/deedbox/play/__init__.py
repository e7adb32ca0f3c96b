"""The box in the browser: a source (twin, port or chip), a web server and a page.

Law of this folder: the box is the only truth. The page shows only what the box reports, and changes the game
only with keys and tags. Only what no box knows is stored here: the dice, the order of the cards, and what is
on the reader.
"""
