"""Sheets to print: cards, token discs and labels of any edition, as PDF with embedded fonts.

card_texts.py has the texts, sheet_layout.py the places on a sheet, drawings.py pictures and colours. pen.py
draws on a PDF; deedcard.py, deckcard.py and disc.py draw one thing each; sheets.py makes the documents.
"""
