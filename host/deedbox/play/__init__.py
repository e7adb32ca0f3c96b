"""The box on this machine, in the browser: a twin (or a real box), a web server, a page.

Law of this folder: the box is the only truth. What the page shows of the game it was told by the box, what it
does to the game it does with keys and tags. Only things on a table that no box knows of are kept here: where
the dice lie, in which order the cards lie, what is on the reader.
"""
