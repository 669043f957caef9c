"""Measurements, run by hand: `python -m tests.bench`. Not part of the test suite: a clock decides nothing there."""
