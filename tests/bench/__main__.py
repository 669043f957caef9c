"""All measurements, one after the other."""

from tests.bench import engine, narrator

if __name__ == "__main__":
    engine.report()
    narrator.report()
