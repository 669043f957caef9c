"""The crash matrix: a program that runs tables is killed at every step it makes, and starts again on the same file.
The whole of it by hand, `python -m tests.crash`; a sample, spread over all of it, in the test suite."""
