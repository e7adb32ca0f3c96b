"""Deedbox on the host: the command `deedbox`, the twin, the chip, editions and reports."""

__version__ = "0.2.0"
