"""Screens: what the box shows and what keys and taps mean there. Pure: no clock, no files, no hardware."""
