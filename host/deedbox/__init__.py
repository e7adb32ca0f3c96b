"""Deedbox on the host: the tool, the twin, the chip, editions and reports."""
