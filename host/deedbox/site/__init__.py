"""The box at an address: a folder of files that any web server can send, with the whole box in the page.

Law of this folder: nothing here knows a rule, a chip or a sentence of the game. The firmware is the files
that a Pico gets; chip models, link, log and hands are the host's own modules, which build/portable.py makes
run in MicroPython. `python/` is MicroPython and runs in the browser only, `page/` is JavaScript, `littlefs/`
is C; everything else builds the folder.
"""
