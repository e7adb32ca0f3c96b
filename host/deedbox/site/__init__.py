"""The host's modules for a page without a server: collected, and rewritten for MicroPython.

Law of this folder: nothing here knows a rule, a chip or a sentence of the game. Chip models, link, log and
hands are the host's own modules, which build/portable.py makes run in MicroPython. `python/` is only for it.
"""
