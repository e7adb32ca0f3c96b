"""The probe and its output, the same as for the emulated chip."""

from probe_files import board_files, probe, probe_output  # noqa: F401
