"""Sheets to print: cards, token discs and labels of any edition, as PDF with embedded fonts.

faces.py says what stands on things, paper.py where they lie; pen.py draws, with motifs.py for pictures and
colours; deedcard.py, deckcard.py and disc.py are the things; sheets.py makes the documents.
"""
