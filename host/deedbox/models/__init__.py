"""Chip models at register level: the firmware's drivers talk to them when there is no hardware.

Law of this folder: no wall clock, no threads, no random numbers without a seed. Time is an integer in
nanoseconds and only the owner advances it, so the same model serves a test in CPython, the twin
and the emulated RP2040. `bus` has adapters that are called like MicroPython's buses and pins.
"""
