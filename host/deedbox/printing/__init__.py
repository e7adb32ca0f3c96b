"""Sheets to print: cards, token discs and labels of any edition, as PDF with embedded fonts.

card_texts.py has the texts, sheet_layout.py the places; pen.py draws, with drawings.py for pictures and
colours; deedcard.py, deckcard.py and disc.py are the things; sheets.py makes the documents.
"""
